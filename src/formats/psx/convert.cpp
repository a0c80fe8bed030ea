// SPDX-License-Identifier: MIT
// Conversions inside the family: joining, splitting, archives.
#include <algorithm>
#include <charconv>
#include <type_traits>
#include <utility>

#include "core/counted.hpp"
#include "core/paths.hpp"
#include "formats/psx/animation/sequence.hpp"
#include "formats/psx/document.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

using Outputs = Result<std::vector<OutputFile>>;

// "0,45,90" as numbers; empty when the text is something else.
std::optional<std::vector<std::int64_t>> parse_starts(std::string_view text) {
  std::vector<std::int64_t> starts;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at <= end) {
    std::int64_t value = 0;
    const auto read = std::from_chars(at, end, value);
    if (read.ec != std::errc{} || (read.ptr != end && *read.ptr != ',')) return std::nullopt;
    starts.push_back(value);
    if (read.ptr == end) return starts;
    at = read.ptr + 1;
  }
  return std::nullopt;
}

Error wrong_format(const Input& input, std::string_view wanted) {
  return fail(std::string(kUnsupported), input.path + " is not a " + std::string(wanted)).error();
}

const Anm& clip_of(const AnmDocument& document) {
  return document.anm;
}
const Anc& clip_of(const AncDocument& document) {
  return document.anc;
}

// All inputs on one timeline, in natural order of their names (section 4).
template <class DocumentType>
auto join_inputs(std::span<const Input> inputs, std::string_view id, const Options& options,
                 ConversionReport& report)
    -> Result<std::remove_cvref_t<decltype(clip_of(std::declval<DocumentType>()))>> {
  using Clip = std::remove_cvref_t<decltype(clip_of(std::declval<DocumentType>()))>;
  std::vector<Input> sorted(inputs.begin(), inputs.end());
  std::ranges::stable_sort(
      sorted, [](const Input& a, const Input& b) { return natural_less(a.path, b.path); });
  std::vector<const Clip*> clips;
  for (const Input& input : sorted) {
    const auto* document = as<DocumentType>(input.document, id);
    if (document == nullptr) return std::unexpected(wrong_format(input, id));
    clips.push_back(&clip_of(*document));
  }
  std::vector<PartOf<Clip>> parts = back_to_back(clips);
  if (options.has("starts")) {
    const auto starts = parse_starts(options.text("starts"));
    if (!starts || starts->size() != parts.size()) {
      return fail(std::string(kBadOption), "--starts expects " + std::to_string(parts.size()) +
                                               " whole numbers with commas between them");
    }
    for (std::size_t i = 0; i < parts.size(); ++i)
      parts[i].start = (*starts)[i];
  }
  report.summary = counted(clips.size(), "clip") + " joined";
  return join(parts, report.diagnostics);
}

Outputs write_parts(const Anm& anm, const std::string& title, ConversionReport& report) {
  const auto parts = split(anm);
  if (!parts) return std::unexpected(parts.error());
  std::vector<OutputFile> files;
  for (std::size_t i = 0; i < parts->size(); ++i) {
    auto bytes = write((*parts)[i]);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    files.push_back({parts->size() == 1 ? "" : title + "_" + std::to_string(i + 1) + ".ANM",
                     std::move(*bytes)});
  }
  if (files.size() > 1) {
    report.summary = counted(files.size(), "part") +
                     "; tables inside the game's program decide how clips follow each other";
  }
  return files;
}

Outputs anm_to_anm(const ConversionRequest& request, const Context& context,
                   ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  if (options.has("join")) {
    const auto joined = join_inputs<AnmDocument>(inputs, kAnmId, options, report);
    if (!joined) return std::unexpected(joined.error());
    if (options.has("split")) return write_parts(*joined, title_of(inputs[0].path), report);
    auto bytes = write(*joined);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return std::vector<OutputFile>{{"", std::move(*bytes)}};
  }
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const auto* document = as<AnmDocument>(input.document, kAnmId);
    if (document == nullptr) return std::unexpected(wrong_format(input, kAnmId));
    const std::string title = title_of(input.path);
    if (options.has("split")) {
      auto parts = write_parts(document->anm, title, report);
      if (!parts) return parts;
      for (OutputFile& part : *parts) {
        if (part.name.empty() && inputs.size() > 1) part.name = title + ".ANM";
        files.push_back(std::move(part));
      }
      continue;
    }
    auto bytes = document->write();
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    files.push_back({inputs.size() == 1 ? "" : title + ".ANM", std::move(*bytes)});
  }
  return files;
}

Outputs anc_to_anc(const ConversionRequest& request, const Context& context,
                   ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  if (options.has("join")) {
    const auto joined = join_inputs<AncDocument>(inputs, kAncId, options, report);
    if (!joined) return std::unexpected(joined.error());
    auto bytes = write(*joined);
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    return std::vector<OutputFile>{{"", std::move(*bytes)}};
  }
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    if (as<AncDocument>(input.document, kAncId) == nullptr) {
      return std::unexpected(wrong_format(input, kAncId));
    }
    auto bytes = input.document->write();
    if (!bytes) return std::unexpected(std::move(bytes.error()));
    const std::string name = inputs.size() == 1 ? "" : title_of(input.path) + ".ANC";
    files.push_back({name, std::move(*bytes)});
  }
  return files;
}

// Files into a new archive, under their names inside the folder that was given.
Outputs to_pak(const ConversionRequest& request, const Context&, ConversionReport& report) {
  const auto inputs = request.inputs;
  std::vector<PakFile> files;
  for (const Input& input : inputs) {
    std::string name(entry_name(input.name.empty() ? input.path : input.name));
    files.push_back({std::move(name), Bytes(input.bytes.begin(), input.bytes.end())});
  }
  report.summary = counted(files.size(), "file") + " in the order in which the game searches";
  auto bytes = build_pak(std::move(files));
  if (!bytes) return std::unexpected(std::move(bytes.error()));
  return std::vector<OutputFile>{{"", std::move(*bytes)}};
}

Outputs pak_to_pak(const ConversionRequest& request, const Context& context,
                   ConversionReport& report) {
  const auto inputs = request.inputs;
  const Options& options = context.options;
  std::vector<OutputFile> files;
  for (const Input& input : inputs) {
    const auto* document = as<PakDocument>(input.document, kPakId);
    if (document == nullptr) return std::unexpected(wrong_format(input, kPakId));
    if (!options.has("extract")) {
      const std::string name(file_name(input.path));
      files.push_back({inputs.size() == 1 ? "" : name, document->pak.bytes});
      continue;
    }
    std::uint64_t size = 0;
    for (const PakEntry& entry : document->pak.entries) {
      size += entry.length;
      if (!is_safe_name(entry.name) || size > 4 * std::uint64_t{document->pak.bytes.size()}) {
        report.diagnostics.add(Severity::error, prefixed("PAK-09"),
                               "'" + entry.name +
                                   "' is not extracted: it leaves the output folder "
                                   "or overlaps other entries too often",
                               entry.offset, entry.name);
        continue;
      }
      const ByteView data = document->pak.data(entry);
      files.push_back({entry.name, Bytes(data.begin(), data.end())});
    }
  }
  return files;
}

}  // namespace

std::vector<Conversion> conversions() {
  return {{kAnmId, kAnmId, &anm_to_anm},
          {kAncId, kAncId, &anc_to_anc},
          {{}, kPakId, &to_pak},
          {kPakId, kPakId, &pak_to_pak}};
}

}  // namespace anmkit::psx
