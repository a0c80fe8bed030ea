// SPDX-License-Identifier: MIT
// Source text to bytecode and back.
#include <algorithm>
#include <iterator>

#include "formats/cs2/document.hpp"

namespace anmkit::cs2 {
namespace {

using Outputs = Result<std::vector<OutputFile>>;

std::string name_for(std::span<const Input> inputs, std::size_t i, std::string_view extension) {
  return inputs.size() == 1 ? "" : title_of(inputs[i].path) + std::string(extension);
}

Outputs to_anm(const ConversionRequest& request, const Context& context, ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  std::vector<OutputFile> files;
  const Dialect dialect = dialect_of(options);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto* text = as<TextDocument>(inputs[i].document, kTextId);
    if (text == nullptr)
      return fail(std::string(kUnsupported), inputs[i].path + " is not a source");
    Diagnostics found;
    const auto file = compile(text->source, {dialect}, found);
    if (!file) {
      // The result prints after the report: it is the last error, and the order stays that of
      // the source.
      std::vector<Diagnostic> all = found.finish();
      const auto last =
          std::ranges::find(all.rbegin(), all.rend(), Severity::error, &Diagnostic::severity);
      Error error = *last;
      all.erase(std::next(last).base());
      for (Diagnostic& finding : all)
        report.diagnostics.add(std::move(finding));
      return std::unexpected(std::move(error));
    }
    report.diagnostics.add_all(found);
    files.push_back({name_for(inputs, i, ".anm"), write(*file)});
  }
  return files;
}

Outputs to_text(const ConversionRequest& request, const Context&, ConversionReport&) {
  const auto inputs = request.inputs;
  std::vector<OutputFile> files;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const auto* script = as<AnmDocument>(inputs[i].document, kAnmId);
    if (script == nullptr)
      return fail(std::string(kUnsupported), inputs[i].path + " is not a script");
    files.push_back({name_for(inputs, i, ".txt"), to_bytes(decompile(script->file))});
  }
  return files;
}

}  // namespace

std::vector<Conversion> conversions() {
  return {{kTextId, kAnmId, &to_anm}, {kAnmId, kTextId, &to_text}, {{}, kIntId, &to_int}};
}

}  // namespace anmkit::cs2
