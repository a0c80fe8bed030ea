// SPDX-License-Identifier: MIT
// Spherical interpolation in 32-bit numbers: what does not depend on the moment is computed once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "core/portable.hpp"
#include "scene/four.hpp"

namespace anmkit {

// The way from one quaternion to another along the shorter arc.
struct Arc {
  float angle = 0;  // between them; negative: the second one is turned over
  float inverse_sine = 0;
};

// Angles below this are as good as it: weights differ from straight ones by less than 1e-7.
inline constexpr float kSmallestArc = 1e-3F;

inline float inverse_sine(float angle) {
  return static_cast<float>(1 / portable::sin(angle));
}

inline Arc arc_between(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  // Stored numbers need not be of length 1; what holds still must do so all the same.
  if (a == b) return {kSmallestArc, inverse_sine(kSmallestArc)};
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i)
    dot += double{a[i]} * double{b[i]};
  const auto angle = static_cast<float>(portable::acos(std::min(1.0, std::fabs(dot))));
  const float used = std::max(angle, kSmallestArc);
  return {dot < 0 ? -used : used, inverse_sine(used)};
}

// Taylor's series around 0: below 1e-7 wrong up to a quarter turn, and odd exactly.
inline float short_sine(float x) {
  const float xx = x * x;
  const float tail =
      -1.0F / 6 +
      xx * (1.0F / 120 + xx * (-1.0F / 5040 + xx * (1.0F / 362880 - xx * (1.0F / 39916800))));
  return x + x * xx * tail;
}

// `before` + `after` = 1: the parts of the way that lie behind and ahead.
inline std::array<float, 4> along(const Arc& arc, const std::array<float, 4>& a,
                                  const std::array<float, 4>& b, float before, float after) {
  const float from = short_sine(before * std::fabs(arc.angle)) * arc.inverse_sine;
  const float to = short_sine(after * arc.angle) * arc.inverse_sine;
  std::array<float, 4> q;
  store(load(a) * from + load(b) * to, q);
  return q;
}

}  // namespace anmkit
