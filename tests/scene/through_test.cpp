// SPDX-License-Identifier: MIT
// Polynomials through points.
#include "scene/sampler/through.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace anmkit {
namespace {

template <std::size_t kPowers>
double value(const std::array<double, kPowers>& powers, double at) {
  double sum = 0;
  for (std::size_t i = 0; i < kPowers; ++i)
    sum += powers[i] * std::pow(at, i);
  return sum;
}

// Through points of a polynomial goes that polynomial; more powers than it has are 0.
template <std::size_t kPowers>
void expect_itself() {
  for (std::size_t degree = 0; degree < kPowers; ++degree) {
    std::array<double, kPowers> wanted{};
    for (std::size_t i = 0; i <= degree; ++i)
      wanted[i] = std::sin(7.0 * static_cast<double>(i + degree) + 1);
    std::array<double, kPowers> values;
    for (std::size_t i = 0; i < kPowers; ++i)
      values[i] = value(wanted, Points<kPowers>::kAt[i]);
    const auto powers = powers_through<kPowers>(values.data());
    for (std::size_t i = 0; i < kPowers; ++i)
      EXPECT_NEAR(powers[i], wanted[i], 1e-9) << i << " of degree " << degree;
  }
}

TEST(Through, PointsOfPolynomials) {
  expect_itself<4>();
  expect_itself<8>();
}

// The points at which a polynomial and a curve are compared show how far they are apart.
template <std::size_t kPowers>
void expect_furthest(double size) {
  const auto& at = Points<kPowers>::kAt;
  const auto curve = [&](double part) { return std::cos(size * part + 0.7); };
  std::array<double, kPowers> values;
  for (std::size_t i = 0; i < kPowers; ++i)
    values[i] = curve(at[i]);
  const auto powers = powers_through<kPowers>(values.data());
  double seen = 0, most = 0;
  for (std::size_t i = kPowers; i < at.size(); ++i)
    seen = std::max(seen, std::fabs(value(powers, at[i]) - curve(at[i])));
  for (int i = 0; i <= 1000; ++i)
    most = std::max(most, std::fabs(value(powers, i / 1000.0) - curve(i / 1000.0)));
  EXPECT_GT(seen, 0.75 * most) << kPowers << " powers, " << size;
  EXPECT_GT(most, 1e-12);
}

TEST(Through, LooksWhereTheyAreFurthestApart) {
  for (const double size : {1.0, 1.5, 2.0}) {
    expect_furthest<4>(size);
    expect_furthest<8>(size);
  }
}

// What the compiler makes of the table is what the processor makes of it.
TEST(Through, TheTableIsTheSameAtRunTime) {
  constexpr auto kTable = powers_of_points<8>();
  // The compiler does not know which function it is.
  auto* const volatile make = &powers_of_points<8>;
  const auto table = make();
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t power = 0; power < 8; ++power)
      EXPECT_NEAR(table[i][power], kTable[i][power], 1e-8);
  }
}

// Of a polynomial that is known: its powers but the first, and what it is between the points.
TEST(Through, SumsOfPoints) {
  auto* const volatile make = &sums_of_points<8>;
  const auto sums = make();
  const auto& at = Points<8>::kAt;
  const std::array powers = {0.5, -2.0, 3.0, 0.25, -1.0, 0.0, 2.0, -0.75};
  const auto value = [&](double x) {
    double sum = 0;
    for (std::size_t power = 8; power-- > 0;)
      sum = sum * x + powers[power];
    return sum;
  };
  for (std::size_t i = 0; i < at.size() - 1; ++i) {
    double sum = 0;
    for (std::size_t point = 0; point < 8; ++point)
      sum += sums[point][i] * value(at[point]);
    EXPECT_NEAR(sum, i < 7 ? powers[i + 1] : value(at[i + 1]), 1e-7) << i;
  }
}

}  // namespace
}  // namespace anmkit
