// SPDX-License-Identifier: MIT
// Opens a file, says what it is, and writes it again.
#include <anmkit/anmkit.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream file(argv[1], std::ios::binary);
  const std::string content{std::istreambuf_iterator<char>(file), {}};
  const anmkit::Source source{anmkit::as_bytes(content), argv[1]};
  const auto format = anmkit::detect_one(source);
  if (!format) {
    std::printf("%s\n", format.error().message.c_str());
    return 1;
  }
  anmkit::Diagnostics diagnostics;
  const auto document = (*format)->parse(source, {}, diagnostics);
  if (!document) return 1;
  const auto bytes = document->write();
  const bool same = bytes && anmkit::as_text(*bytes) == content;
  std::printf("%s, %zu clips, round trip %s\n", std::string((*format)->title).c_str(),
              document->info().clips.size(), same ? "exact" : "differs");
  return same ? 0 : 1;
}
