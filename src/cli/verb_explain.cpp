// SPDX-License-Identifier: MIT
// anmkit explain: what the bytes of a file are, or what a diagnostic code means.
#include <algorithm>

#include "cli/explain.hpp"
#include "cli/report.hpp"
#include "cli/usage.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {
namespace {

// The first option that is about bytes; empty when there is none.
std::string option_about_bytes(const Arguments& arguments) {
  if (arguments.hex) return "--hex";
  if (arguments.at) return "--at";
  if (!arguments.html.empty()) return "--html";
  if (!arguments.describe_as.empty()) return "--as";
  if (!arguments.format.empty()) return "--format";
  if (arguments.offset != 0) return "--offset";
  return {};
}

}  // namespace

int run_explain(const Arguments& arguments) {
  if (!arguments.describe_as.empty()) return explain_format(arguments);
  if (!arguments.output.empty()) {
    print_error("-o is where --as writes; pages go to --html FILE, all else to standard output",
                "anmkit explain --as kaitai --format psx-anm -o psx_anm.ksy");
    return kUsage;
  }
  const std::string about_bytes = option_about_bytes(arguments);
  if (arguments.all == !arguments.files.empty()) {
    print_error("explain wants a file, or codes, or --all",
                "anmkit explain walk.csmodelanim, anmkit explain gc.ANM042");
    return kUsage;
  }
  // Codes have no extension that a format knows, and are in no folder.
  if (std::ranges::any_of(arguments.files, [](const auto& word) { return names_input(word); })) {
    return explain_files(arguments);
  }
  if (!about_bytes.empty()) {
    print_error(about_bytes + " is about the bytes of a file, and none is named" +
                    (arguments.all ? "" : ": '" + arguments.files.front() + "' is not there"),
                "anmkit explain walk.csmodelanim " + about_bytes);
    return arguments.all ? kUsage : kSystem;
  }
  return explain_codes(arguments);
}

}  // namespace anmkit::cli
