// SPDX-License-Identifier: MIT
// The box around points, along the axes.
#pragma once

#include <algorithm>
#include <cmath>

#include "anmkit/math.hpp"

namespace anmkit {

struct Bounds {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  void add(const Bounds& other) {
    add(other.low);
    add(other.high);
  }
  Vec3 extent() const { return high - low; }
  Vec3 middle() const { return (low + high) * 0.5; }
  double size() const { return std::max({high.x - low.x, high.y - low.y, high.z - low.z}); }
};

}  // namespace anmkit
