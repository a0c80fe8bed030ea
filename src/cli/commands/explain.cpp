// SPDX-License-Identifier: MIT
// anmkit explain: the fields of a file's bytes, or the meaning of a diagnostic code.
#include <algorithm>
#include <filesystem>

#include "anmkit/registry.hpp"
#include "cli/arguments/usage.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/explain/explain.hpp"
#include "cli/report.hpp"
#include "core/letters.hpp"

namespace anmkit::cli {
namespace {

// The first option that is about bytes; empty when there is none.
std::string option_about_bytes(const Arguments& arguments) {
  if (arguments.explain.hex) return "--hex";
  if (arguments.explain.at) return "--at";
  if (!arguments.explain.html.empty()) return "--html";
  if (!arguments.explain.as.empty()) return "--as";
  if (!arguments.format.empty()) return "--format";
  if (arguments.offset != 0) return "--offset";
  return {};
}

// "gc.ANM": a code, though a format has that extension, unless there is such a file.
bool names_file(const std::string& word) {
  const std::string_view prefix = std::string_view(word).substr(0, word.find('.'));
  const bool like_code = std::ranges::any_of(code_tables(), [&](const CodeTable& table) {
    return equal_in_any_case(prefix, table.prefix);
  });
  std::error_code ignored;
  return names_input(word) && (!like_code || std::filesystem::exists(word, ignored));
}

}  // namespace

int run_explain(const Arguments& arguments) {
  if (!arguments.explain.as.empty()) return explain_format(arguments);
  if (!arguments.output.empty()) {
    print_error("-o is where --as writes; pages go to --html FILE, all else to standard output",
                "anmkit explain --as kaitai --format psx-anm -o psx_anm.ksy");
    return kUsage;
  }
  const std::string about_bytes = option_about_bytes(arguments);
  if (arguments.explain.all == !arguments.files.empty()) {
    print_error("explain expects a file, or codes, or --all",
                "anmkit explain robot-walk.csmodelanim, anmkit explain gc.ANM042");
    return kUsage;
  }
  if (std::ranges::any_of(arguments.files, names_file)) return explain_files(arguments);
  if (!about_bytes.empty()) {
    print_error(
        about_bytes + " requires a file" +
            (arguments.explain.all ? "" : ": '" + arguments.files.front() + "' is not there"),
        "anmkit explain robot-walk.csmodelanim " + about_bytes);
    return arguments.explain.all ? kUsage : kSystem;
  }
  return explain_codes(arguments);
}

}  // namespace anmkit::cli
