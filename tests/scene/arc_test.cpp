// SPDX-License-Identifier: MIT
// Arcs in 32-bit numbers against the standard library's sines.
#include "scene/arc.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace anmkit {
namespace {

TEST(Arc, SquaredAngleIsThatOfTheCosine) {
  EXPECT_EQ(squared_angle(0), 0);
  EXPECT_EQ(squared_angle(-1e-12), 0);
  for (double angle = 1e-4; angle < std::numbers::pi; angle *= 1.01) {
    // 1 - cos, without the digits that the difference would lose.
    const double lack = 2 * std::sin(angle / 2) * std::sin(angle / 2);
    EXPECT_NEAR(squared_angle(lack), angle * angle, 3e-9 * angle * angle) << angle;
  }
  // Beyond what a cosine can be by rounding.
  EXPECT_NEAR(squared_angle(2 + 1e-9), std::numbers::pi * std::numbers::pi, 1e-12);
}

TEST(Arc, BetweenQuaternions) {
  for (double half = 0; half < std::numbers::pi; half += 0.01) {
    SCOPED_TRACE(half);
    const std::array<float, 4> a{0, 0, 0, 1};
    const std::array<float, 4> b{static_cast<float>(std::sin(half)), 0, 0,
                                 static_cast<float>(std::cos(half))};
    const Arc arc = arc_between(a, b);
    const bool turned_over = b[3] < 0;
    const double shorter = turned_over ? std::numbers::pi - half : half;
    const double angle = std::max(shorter, double{kSmallestArc});
    // What rounding to 32 bits does to a cosine.
    const double rounded = 1e-7 + 1e-7 / angle;
    EXPECT_NEAR(std::fabs(arc.angle), angle, rounded);
    EXPECT_EQ(arc.angle < 0, turned_over);
    EXPECT_NEAR(arc.inverse_sine * std::sin(std::fabs(double{arc.angle})), 1, 1e-6);
    const double u = 0.3;
    const auto between = along(arc, a, b, 0.7F, 0.3F);
    const double sign = turned_over ? -1 : 1;
    EXPECT_NEAR(between[0], sign * std::sin(u * shorter), rounded);
    EXPECT_NEAR(between[3], std::cos(u * shorter), rounded);
  }
}

}  // namespace
}  // namespace anmkit
