// SPDX-License-Identifier: MIT
// anmkit build: the file that a dump describes.
#include <fmt/format.h>

#include "anmkit/convert.hpp"
#include "cli/commands/verbs.hpp"
#include "cli/files/output.hpp"
#include "cli/files/storage.hpp"
#include "cli/report.hpp"
#include "convert/flaws.hpp"

namespace anmkit::cli {

int run_build(const Arguments& arguments) {
  const std::string& path = arguments.files.front();
  const auto json = read_path(path);
  if (!json) {
    print_diagnostic(path, json.error());
    return status_of_output(json.error());
  }
  Diagnostics diagnostics;
  auto document = build_document(as_text(*json), diagnostics);
  if (!document) {
    print_diagnostic(path, document.error());
    print_note("  `anmkit dump FILE` shows what build reads");
    return kBad;
  }
  const auto bytes = (*document)->write();
  if (!bytes) {
    print_diagnostics(path, diagnostics);
    print_diagnostic(path, bytes.error());
    return kBad;
  }
  const std::string_view id = (*document)->format();
  const Parsed built{arguments.output, arguments.output,     *bytes,
                     find_format(id),  *std::move(document), {}};
  report_flaws(built, {{}, arguments.options}, diagnostics);
  print_diagnostics(path, diagnostics);
  const auto written = write_output(arguments.output, in_one_piece(*bytes), wishes_of(arguments));
  if (!written) {
    print_diagnostic(arguments.output, written.error());
    return status_of_output(written.error());
  }
  return kGood;
}

}  // namespace anmkit::cli
