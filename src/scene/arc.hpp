// SPDX-License-Identifier: MIT
// Spherical interpolation in 32-bit numbers: what does not depend on the moment is computed once.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "scene/four.hpp"

namespace anmkit {

// The way from one quaternion to another along the shorter arc.
struct Arc {
  float angle = 0;  // between them; negative: the second one is turned over
  float inverse_sine = 0;
};

// Angles below this are as good as it: weights differ from straight ones by less than 1e-7.
inline constexpr float kSmallestArc = 1e-3F;

// The square of the angle whose cosine falls short of 1 by `lack`, up to 2: 1e-9 of it wrong at
// most, which is less than a 32-bit number can express, and quicker than an arc cosine that is
// right to the last bit.
double far_squared_angle(double lack);
inline double squared_angle(double lack) {
  if (!(lack > 0)) return 0;
  if (lack >= 0.02) return far_squared_angle(lack);
  return lack *
         (2 + lack * (1.0 / 3 + lack * (4.0 / 45 + lack * (1.0 / 35 + lack * (16.0 / 1575)))));
}

inline Arc arc_between(const std::array<float, 4>& a, const std::array<float, 4>& b) {
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i)
    dot += double{a[i]} * double{b[i]};
  // Stored numbers need not be of length 1; what does not move must stay so all the same.
  const double lack = a == b ? 0 : 1 - std::fabs(dot);
  const double angle = std::sqrt(squared_angle(lack));
  if (!(angle > kSmallestArc)) {
    constexpr auto kOverSine = static_cast<float>(1 / 9.9999988083077e-4);
    return {dot < 0 ? -kSmallestArc : kSmallestArc, kOverSine};
  }
  const auto narrow = static_cast<float>(angle);
  return {dot < 0 ? -narrow : narrow, static_cast<float>(1 / std::sqrt(lack * (2 - lack)))};
}

// Taylor's series around 0: below 1e-7 wrong up to a quarter turn, and odd exactly.
inline float short_sine(float x) {
  const float xx = x * x;
  const float tail =
      -1.0F / 6 +
      xx * (1.0F / 120 + xx * (-1.0F / 5040 + xx * (1.0F / 362880 - xx * (1.0F / 39916800))));
  return x + x * xx * tail;
}

// `before` + `after` = 1: the parts of the way that are behind and ahead.
inline std::array<float, 4> along(const Arc& arc, const std::array<float, 4>& a,
                                  const std::array<float, 4>& b, float before, float after) {
  const float from = short_sine(before * std::fabs(arc.angle)) * arc.inverse_sine;
  const float to = short_sine(after * arc.angle) * arc.inverse_sine;
  std::array<float, 4> q;
  store(load(a) * from + load(b) * to, q);
  return q;
}

}  // namespace anmkit
