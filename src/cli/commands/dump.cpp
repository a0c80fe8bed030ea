// SPDX-License-Identifier: MIT
// anmkit dump: everything in a file, as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands/verbs.hpp"
#include "cli/files/input.hpp"
#include "cli/files/output.hpp"
#include "cli/report.hpp"

namespace anmkit::cli {

namespace {

// The same text on one line. Line breaks and what indents the next line are never inside a string.
bool dump_line(const Document& document, const Sink& sink) {
  bool at_start = false;
  std::string line;
  const bool good = dump_document(document, [&](ByteView piece) {
    line.clear();
    for (const char c : as_text(piece)) {
      if (c == '\n') at_start = true;
      if (c != '\n' && c != ' ') at_start = false;
      if (!at_start) line += c;
    }
    return sink(as_bytes(line));
  });
  return good && sink(as_bytes("\n"));
}

}  // namespace

int run_dump(const Arguments& arguments) {
  int status = kGood;
  std::size_t failed = 0;
  const std::vector<std::string> paths = expand_inputs(arguments);
  const std::string output = arguments.output.empty() ? "-" : arguments.output;
  const bool lines = paths.size() > 1;
  if (lines && output != "-") {
    print_error(fmt::format("-o accepts one input, found {}", paths.size()),
                "without -o each dump is a line of standard output");
    return kUsage;
  }
  for (const std::string& path : paths) {
    const Opened opened = open_input(path, arguments);
    const Parsed* parsed = parsed_or_explain(opened, status);
    if (parsed == nullptr) {
      ++failed;
      continue;
    }
    const auto written = write_output(
        output,
        [&](const Sink& sink) {
          return lines ? dump_line(*parsed->document, sink)
                       : dump_document(*parsed->document, sink);
        },
        wishes_of(arguments));
    if (!written) {
      print_diagnostic(output, written.error());
      return status_of_output(written.error());
    }
  }
  print_failures(failed, paths.size());
  return status;
}

}  // namespace anmkit::cli
