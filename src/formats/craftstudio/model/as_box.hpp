// SPDX-License-Identifier: MIT
// Detection of boxes in a surface.
#pragma once

#include <cmath>
#include <optional>
#include <span>

#include "formats/craftstudio/model/boxes.hpp"

namespace anmkit::craftstudio {

using Facets = std::span<const std::uint32_t>;  // of a surface

struct Bounds {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Vec3 extent() const { return high - low; }
  Vec3 middle() const { return (low + high) * 0.5; }
};

// Right angles, flat sides and whole faces make a box; subdivided ones count, and single
// rectangles. One face of the six may be missing.
std::optional<Box> as_box(const Surface& surface, Facets facets);

}  // namespace anmkit::craftstudio
