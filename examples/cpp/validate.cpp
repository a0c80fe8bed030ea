// SPDX-License-Identifier: MIT
// Checks a file that is in memory, as an upload form or an asset pipeline would.
//   validate FILE
#include <anmkit/anmkit.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};

  const anmkit::Opened opened = anmkit::open(anmkit::to_bytes(content), argv[1]);
  anmkit::Diagnostics findings;
  if (const auto* raw = std::get_if<anmkit::Raw>(&opened)) {
    findings.add_all(raw->why);  // no known format, or too broken to be read
  } else if (const auto* parsed = std::get_if<anmkit::Parsed>(&opened)) {
    findings.add_all(parsed->findings);
    parsed->document->check({}, findings);
  }
  for (const anmkit::Diagnostic& finding : findings.finish()) {
    std::printf("%s %s: %s\n", std::string(severity_name(finding.severity)).c_str(),
                finding.code.c_str(), finding.message.c_str());
  }
  std::printf("%s: %s\n", argv[1], findings.has_errors() ? "bad" : "good");
  return findings.has_errors() ? 1 : 0;
}
