// SPDX-License-Identifier: MIT
// anmkit dump: everything in a file, as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "cli/input.hpp"
#include "cli/output.hpp"
#include "cli/report.hpp"
#include "cli/verbs.hpp"

namespace anmkit::cli {

int run_dump(const Arguments& arguments) {
  int status = kGood;
  std::size_t failed = 0;
  const std::vector<std::string> paths = expand_inputs(arguments);
  for (const std::string& path : paths) {
    const Opened opened = open_input(path, arguments);
    const Parsed* parsed = parsed_or_explain(opened, status);
    if (parsed == nullptr) {
      ++failed;
      continue;
    }
    const std::string output = arguments.output.empty() ? "-" : arguments.output;
    const auto written = write_output(
        output, [&](const Sink& sink) { return dump_document(*parsed->document, sink); },
        arguments.force);
    if (!written) {
      print_diagnostic(output, written.error());
      return kSystem;
    }
  }
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
