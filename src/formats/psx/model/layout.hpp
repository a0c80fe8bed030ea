// SPDX-License-Identifier: MIT
// Offsets of a model's records in its file.
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "anmkit/psx.hpp"

namespace anmkit::psx {

inline constexpr std::uint64_t kTmdTable = 12;  // the object table, after the header
inline constexpr std::uint64_t kTmdRow = 28;
inline constexpr std::uint64_t kTmdVector = 8;

// A range of the file that records cover; end exclusive.
struct Extent {
  std::uint64_t begin = 0, end = 0;
  std::string path;
};

// Header and table, then every array that is not empty, sorted by begin.
std::vector<Extent> extents(const Tmd& tmd);

inline double length_of(const TmdVector& v) {
  const double x = v.x, y = v.y, z = v.z;
  return std::sqrt(x * x + y * y + z * z);
}

}  // namespace anmkit::psx
