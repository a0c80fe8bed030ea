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

// A sheet to be.
struct SheetPlan {
  std::int64_t first = 0, last = -1;  // frames
  std::vector<const Track*> tracks;
  std::uint64_t arcs = 0, lines = 0;

  std::uint64_t floats() const;
};

// By period, and whether values hold from frame to frame (steps).
using SheetPlans = std::map<std::pair<double, bool>, SheetPlan>;

// Short tracks first, as long as the rows take no more than what anmkit/sampler.hpp says.
SheetPlans plan_sheets(const std::vector<NodeTracks>& tracks);

}  // namespace anmkit
