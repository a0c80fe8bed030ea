// SPDX-License-Identifier: MIT
// Shared by this room's tests: findings, statements on one line.
#pragma once

#include "../support.hpp"
#include "anmkit/cs2.hpp"

namespace anmkit::cs2::test {

using namespace anmkit::test;

inline const std::filesystem::path kVectors = kAllVectors / "cs2";
inline const std::filesystem::path kSamples = kAllSamples / "cs2";

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
