// SPDX-License-Identifier: MIT
// Shared by this room's tests: findings.
#pragma once

#include "../support.hpp"
#include "anmkit/gc.hpp"

namespace anmkit::gc::test {

using namespace anmkit::test;

inline const std::filesystem::path kVectors = kAllVectors / "gc";
inline const std::filesystem::path kSamples = kAllSamples / "gc";

inline const Diagnostic* find(const std::vector<Diagnostic>& list, std::string_view code) {
  return find_code(list, "gc." + std::string(code));
}

}  // namespace anmkit::gc::test
