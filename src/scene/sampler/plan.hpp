// SPDX-License-Identifier: MIT
// Which tracks share rows.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

// The tracks of one node that count: the last of each property; null where there is none.
using NodeTracks = std::array<const Track*, kPropertyCount>;
inline std::size_t slot(Property property) {
  return static_cast<std::size_t>(property);
}

// What lies between two rows.
enum class RowKind : std::uint8_t { lines, steps, curves };

// A sheet to be.
struct ClipPlan {
  std::int64_t first = 0, last = -1;  // frames
  std::vector<const Track*> tracks;
  std::uint64_t turns = 0, angles = 0, others = 0;

  std::uint64_t floats(RowKind kind) const;
};

// Floats from one row to the next: rows of more than a few begin where eight are loaded at once.
constexpr std::uint64_t row_stride(std::uint64_t floats) {
  return floats > 32 ? (floats + 7) / 8 * 8 : floats;
}

// By period and kind.
using Plans = std::map<std::pair<double, RowKind>, ClipPlan>;

// Short tracks first, as long as the rows take no more than what sampler.hpp says.
Plans plan_rows(const std::vector<NodeTracks>& tracks);

}  // namespace anmkit
