// SPDX-License-Identifier: MIT
// The front of a triangle: where a matrix mirrors, the other one (glTF 2.0, 3.7.4).
#pragma once

#include "anmkit/math.hpp"

namespace anmkit {

// Whether the determinant of the upper left part is negative.
inline bool mirrors(const Mat4& m) {
  const auto axis = [&](int column) {
    return Vec3{m.at(0, column), m.at(1, column), m.at(2, column)};
  };
  return dot(axis(0), cross(axis(1), axis(2))) < 0;
}

// The same of a scale alone.
inline bool mirrors(Vec3 scale) {
  return (scale.x < 0) != ((scale.y < 0) != (scale.z < 0));
}

}  // namespace anmkit
