// Shared by this room's tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "anmkit/cs2.hpp"
#include "anmkit/registry.hpp"

namespace anmkit::cs2::test {

inline Bytes read_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return to_bytes(std::string(std::istreambuf_iterator<char>(in), {}));
}

struct Loaded {
  Bytes bytes;
  DocumentPtr document;
  Diagnostics diagnostics;
};
inline std::unique_ptr<Loaded> parse(std::string_view id, Bytes bytes, std::string path = "x.anm") {
  auto loaded = std::make_unique<Loaded>();
  loaded->bytes = std::move(bytes);
  loaded->document = find_format(id)->parse({loaded->bytes, path}, Options{}, loaded->diagnostics);
  return loaded;
}

// All findings of parse and check, as the command line shows them.
inline std::vector<Diagnostic> check(const Loaded& loaded, Companions companions = {}) {
  Diagnostics all;
  all.add_all(loaded.diagnostics);
  if (loaded.document) loaded.document->check(companions, Options{}, all);
  return all.finish();
}

inline bool has(const Diagnostics& found, std::string_view code) {
  const auto list = found.finish();
  return std::ranges::any_of(list, [&](const Diagnostic& one) { return one.code == code; });
}

// Statements with ';' between them, as section 13 writes them.
inline std::string lines(std::string_view text) {
  std::string source;
  for (const char c : text) {
    source += c == ';' ? '\n' : c;
  }
  // "; " leaves a space before the statement, which the language does not mind.
  return source + "\n";
}

}  // namespace anmkit::cs2::test
