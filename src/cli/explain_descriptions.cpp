// SPDX-License-Identifier: MIT
// `anmkit explain --as`: descriptions of formats for other programs.
#include <algorithm>

#include "anmkit/registry.hpp"
#include "cli/explain.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"

namespace anmkit::cli {
namespace {

// One file for each format that has a table.
int write_descriptions(const Arguments& arguments) {
  if (!arguments.output.ends_with('/') || !arguments.files.empty() || !arguments.format.empty()) {
    print_error("--as with --all wants -o FOLDER/ and nothing else",
                "anmkit explain --as kaitai --all -o descriptions/");
    return kUsage;
  }
  for (const Family& family : families()) {
    for (const Format& format : family.formats) {
      const auto text = kaitai_description(format);
      if (!text) continue;
      std::string path = arguments.output + std::string(format.id);
      std::ranges::replace(path.begin() + static_cast<std::ptrdiff_t>(arguments.output.size()),
                           path.end(), '-', '_');
      const auto written =
          write_output(path + ".ksy", in_one_piece(as_bytes(*text)), arguments.force);
      if (written) continue;
      print_diagnostic(path + ".ksy", written.error());
      return kSystem;
    }
  }
  return kGood;
}

}  // namespace

int explain_format(const Arguments& arguments) {
  if (arguments.all) return write_descriptions(arguments);
  const Format* format = find_format(arguments.format);
  if (format == nullptr || !arguments.files.empty()) {
    print_error(
        "--as wants --format ID, or --all and -o FOLDER/ for the descriptions of all, and no file",
        "anmkit explain --as kaitai --format psx-anm");
    return kUsage;
  }
  const auto text = kaitai_description(*format);
  if (!text) {
    print_diagnostic(arguments.format, text.error());
    return kUsage;
  }
  if (arguments.output.empty()) return print_result(*text) ? kGood : kSystem;
  const auto written =
      write_output(arguments.output, in_one_piece(as_bytes(*text)), arguments.force);
  if (written) return kGood;
  print_diagnostic(arguments.output, written.error());
  return kSystem;
}

}  // namespace anmkit::cli
