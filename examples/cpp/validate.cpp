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

  anmkit::Diagnostics findings = anmkit::check(anmkit::to_bytes(content), argv[1]);
  for (const anmkit::Diagnostic& finding : findings.finish()) {
    std::printf("%s %s: %s\n", std::string(severity_name(finding.severity)).c_str(),
                finding.code.c_str(), finding.message.c_str());
  }
  std::printf("%s: %s\n", argv[1], findings.has_errors() ? "bad" : "good");
  return findings.has_errors() ? 1 : 0;
}
