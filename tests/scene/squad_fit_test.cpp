// SPDX-License-Identifier: MIT
// Polynomials of squads, several spans at once, beside the formula.
#include "scene/sampler/squad_fit.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "scene/each_target.hpp"
#include "scene/evaluate.hpp"
#include "scene/sampler/small_arcs.hpp"

namespace anmkit {
namespace {

using testing::on_each_target;

constexpr std::size_t kKey = 12;
constexpr double kBound = 4e-7;

// Keys so many radians apart, between quaternions, about axes that differ; each with controls at a
// part of that before and behind it.
std::vector<double> keys_apart(std::size_t count, double angle, double part = 0.3) {
  std::vector<double> keys;
  for (std::size_t key = 0; key < count; ++key) {
    for (const double at : {-part, 0.0, part}) {
      const double turn = static_cast<double>(key) + at;
      const Vec3 about{1, 0.5 * at, 0.2 * std::sin(turn)};
      const Quat q =
          from_axis_angle(about * (1 / std::sqrt(dot(about, about))), 2 * angle * turn + 0.4);
      keys.insert(keys.end(), {q.x, q.y, q.z, q.w});
    }
  }
  return keys;
}

void expect_formula(const std::vector<double>& keys, std::size_t span, const TurnPiece& piece,
                    double bound) {
  const double* from = keys.data() + kKey * span;
  for (int step = 0; step <= 200; ++step) {
    const double part = step / 200.0;
    std::array<double, 4> wanted;
    interpolate(Interpolation::squad, Property::rotation, from, from + kKey,
                {span, span + 1, part, 1}, wanted.data());
    for (std::size_t i = 0; i < 4; ++i) {
      double sum = 0;
      for (std::size_t power = 8; power-- > 0;)
        sum = sum * part + double{piece.powers[4 * power + i]};
      ASSERT_NEAR(sum, wanted[i], bound) << span << " at " << part << ", number " << i;
    }
  }
}

// Any number of spans that go side by side; what lies behind them is left alone.
TEST(SquadFit, IsTheFormula) {
  // The formula takes lines of small arcs, and the numbers of a piece have 32 bits.
  constexpr double kLines = 3e-7, kRounded = 4e-7;
  for (const double angle : {0.0, 1e-6, 9e-4, 0.01, 0.1, 0.15}) {
    on_each_target([&] {
      for (std::size_t count = 1; count <= kSquadSpans; ++count) {
        std::vector<double> keys = keys_apart(count + 1, angle);
        std::array<TurnPiece, kSquadSpans> pieces{};
        ASSERT_EQ(fit_squads(keys.data(), count, kBound, pieces), (1U << count) - 1) << angle;
        for (std::size_t span = 0; span < count; ++span)
          expect_formula(keys, span, pieces[span], kBound + kLines + kRounded);
        for (std::size_t span = count; span < kSquadSpans; ++span)
          EXPECT_EQ(pieces[span].powers, (std::array<float, 32>{}));
      }
    });
  }
}

// Whatever it says is near is near, up to arcs that are too wide for it.
TEST(SquadFit, WhatFitsIsRight) {
  std::size_t fitted = 0, left = 0;
  for (int i = 0; i < 40; ++i) {
    const double angle = 0.015 * i, part = 0.1 + 0.05 * (i % 9);
    const std::vector<double> keys = keys_apart(kSquadSpans + 1, angle, part);
    on_each_target([&] {
      std::array<TurnPiece, kSquadSpans> pieces{};
      const unsigned fits = fit_squads(keys.data(), kSquadSpans, kBound, pieces);
      for (std::size_t span = 0; span < kSquadSpans; ++span) {
        const bool fit = (fits >> span & 1) != 0;
        ++(fit ? fitted : left);
        if (fit) expect_formula(keys, span, pieces[span], 1.1e-6);
      }
    });
  }
  EXPECT_GT(fitted, left);
  EXPECT_GT(left, 0u);
}

// A bound that no polynomial of this degree keeps is seen.
TEST(SquadFit, LooksAtTheBound) {
  const std::vector<double> keys = keys_apart(2, 0.4);
  on_each_target([&] {
    std::array<TurnPiece, kSquadSpans> pieces{};
    EXPECT_EQ(fit_squads(keys.data(), 1, 1e-3, pieces), 1u);
    EXPECT_EQ(fit_squads(keys.data(), 1, 1e-12, pieces), 0u);
  });
}

// One span of four that is none of its kind; the others are fitted all the same.
void expect_one_left(const std::vector<double>& keys, unsigned left) {
  on_each_target([&] {
    std::array<TurnPiece, kSquadSpans> pieces{};
    EXPECT_EQ(fit_squads(keys.data(), kSquadSpans, kBound, pieces), 15 & ~left);
  });
}

TEST(SquadFit, LeavesWhatIsNoRotation) {
  const std::vector<double> good = keys_apart(kSquadSpans + 1, 0.05);
  expect_one_left(good, 0);
  for (const double size :
       {0.98, 1.02, -1.0, 0.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    // The control of the third key before its value, the value, and the control behind it.
    for (const auto& [at, left] : {std::pair(24u, 2u), std::pair(28u, 6u), std::pair(32u, 4u)}) {
      std::vector<double> keys = good;
      for (std::size_t i = at; i < at + 4; ++i)
        keys[i] *= size;
      expect_one_left(keys, left);
    }
  }
}

TEST(SquadFit, LeavesWideArcs) {
  const auto turn = [](std::vector<double>& keys, std::size_t at) {
    const Quat from{keys[at], keys[at + 1], keys[at + 2], keys[at + 3]};
    const Quat q = from_axis_angle({0, 0, 1}, 1.6) * from;
    keys[at] = q.x;
    keys[at + 1] = q.y;
    keys[at + 2] = q.z;
    keys[at + 3] = q.w;
  };
  std::vector<double> keys = keys_apart(kSquadSpans + 1, 0.02);
  turn(keys, 28);
  expect_one_left(keys, 6);
  keys = keys_apart(kSquadSpans + 1, 0.02);
  turn(keys, 32);
  expect_one_left(keys, 4);
  // Both controls: only the arc between the arcs is wide.
  turn(keys, 36);
  expect_one_left(keys, 4);
}

TEST(SquadFit, SmallArcs) {
  const double widest = std::acos(1 - kSmallLack);
  for (int i = 0; i <= 20; ++i) {
    const double part = i / 20.0;
    const SmallArc arc = small_arc(part);
    EXPECT_EQ(arc[0], part);
    for (int step = 1; step <= 300; ++step) {
      const double angle = widest * step / 300;
      // 1 - cos(angle), without the loss of digits.
      const double lack = 2 * std::sin(angle / 2) * std::sin(angle / 2);
      double sum = 0;
      for (std::size_t power = arc.size(); power-- > 0;)
        sum = sum * lack + arc[power];
      EXPECT_NEAR(sum, std::sin(part * angle) / std::sin(angle), 2e-9) << part << " " << angle;
    }
  }
}

// What a squad takes at a part of the way: of the arcs' ends as it goes, and of the arcs by how far
// it leaves the main one.
TEST(SquadFit, SmallSquads) {
  // The compiler does not know which function it is, so that it runs.
  auto* const volatile make = &small_squads<8>;
  const auto squads = make();
  ASSERT_EQ(squads.size(), Points<8>::kAt.size());
  for (std::size_t i = 0; i < squads.size(); ++i) {
    const double part = Points<8>::kAt[i], bend = 2 * part * (1 - part);
    EXPECT_EQ(squads[i].from, small_arc(1 - part));
    EXPECT_EQ(squads[i].to, small_arc(part));
    EXPECT_EQ(squads[i].of_main, small_arc(1 - bend));
    EXPECT_EQ(squads[i].of_control, small_arc(bend));
  }
}

}  // namespace
}  // namespace anmkit
