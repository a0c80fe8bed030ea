// SPDX-License-Identifier: MIT
// The shape of a bone without a mesh.
#pragma once

#include <array>
#include <cmath>

#include "anmkit/math.hpp"

namespace anmkit {

// Two pyramids base to base: the tip at `from`, four corners at a share `waist` of the way, each
// `radius` from the middle, and the tip at `to`, which is another place than `from`.
inline std::array<Vec3, 6> bone_shape(Vec3 from, Vec3 to, double waist, double radius) {
  const Vec3 along = to - from;
  const Vec3 axis = along * (1 / length(along));
  Vec3 side = cross(axis, std::fabs(axis.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  side = side * (radius / length(side));
  const Vec3 other = cross(axis, side);
  const Vec3 middle = from + along * waist;
  return {from, middle + side, middle + other, middle - side, middle - other, to};
}

}  // namespace anmkit
