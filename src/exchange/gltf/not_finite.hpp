// SPDX-License-Identifier: MIT
// Numbers that glTF, which has floats of 32 bits, cannot store.
#pragma once

#include <cmath>
#include <limits>

#include "anmkit/scene.hpp"

namespace anmkit {

inline bool fits_float(double v) {
  return std::fabs(v) <= std::numeric_limits<float>::max();
}
// These give 0 for the others.
inline double or_zero(double v) {
  return fits_float(v) ? v : 0;
}
inline float finite(double number) {
  const auto f = static_cast<float>(number);
  return std::isfinite(f) ? f : 0.0F;
}

// Whether a clip or a rest pose has such numbers. What is constant or baked would be 0 before the
// buffer sees it.
bool has_not_finite(const Scene& scene);

}  // namespace anmkit
