// SPDX-License-Identifier: MIT
// Polynomials through points of a curve.
#pragma once

#include <array>
#include <cstddef>

namespace anmkit {

// Where a curve is looked at from its beginning, 0, to its end, 1. Through the first kPowers goes a
// polynomial: they are Chebyshev's points, stretched so that the first one is the beginning. The
// end is none of them, as some eases jump there. At the others, which lie between them, the curve
// and the polynomial are furthest apart. Repetitions make the number of all a multiple of four.
template <std::size_t kPowers>
struct Points;
template <>
struct Points<4> {
  static constexpr std::array kAt = {0.0, 0.2816, 0.6791, 0.9605, 0.11, 0.48, 0.86, 0.86};
};
template <>
struct Points<8> {
  static constexpr std::array kAt = {0.0,     0.07538, 0.21467, 0.39666, 0.59364, 0.77563,
                                     0.91492, 0.9903,  0.0287,  0.302,   0.6883,  0.9616};
};

// Each power of the polynomial is a sum of the values at the points times these numbers; those of
// one point are beside each other.
template <std::size_t kPowers>
constexpr auto powers_of_points() {
  std::array<std::array<double, kPowers>, kPowers> all{};
  for (std::size_t i = 0; i < kPowers; ++i) {
    // Lagrange's polynomial, 1 at this point and 0 at the others.
    std::array<double, kPowers>& powers = all[i];
    powers[0] = 1;
    const auto& at = Points<kPowers>::kAt;
    for (std::size_t other = 0; other < kPowers; ++other) {
      if (other == i) continue;
      for (std::size_t power = kPowers; power-- > 0;) {
        const double below = power > 0 ? powers[power - 1] : 0;
        powers[power] = (below - powers[power] * at[other]) / (at[i] - at[other]);
      }
    }
  }
  return all;
}

// What is multiplied with the values at the points, and added: all powers but the first one, which
// is the value at the beginning, and then the polynomial at the points between.
template <std::size_t kPowers>
constexpr auto sums_of_points() {
  constexpr auto& kAt = Points<kPowers>::kAt;
  constexpr auto kOfPoints = powers_of_points<kPowers>();
  std::array<std::array<double, kAt.size() - 1>, kPowers> all{};
  for (std::size_t point = 0; point < kPowers; ++point) {
    for (std::size_t power = 1; power < kPowers; ++power)
      all[point][power - 1] = kOfPoints[point][power];
    for (std::size_t i = kPowers; i < kAt.size(); ++i) {
      double& sum = all[point][i - 1];
      for (std::size_t power = kPowers; power-- > 0;)
        sum = sum * kAt[i] + kOfPoints[point][power];
    }
  }
  return all;
}

template <std::size_t kPowers>
std::array<double, kPowers> powers_through(const double* values) {
  static constexpr auto kOfPoints = powers_of_points<kPowers>();
  std::array<double, kPowers> powers{};
  for (std::size_t i = 0; i < kPowers; ++i) {
    for (std::size_t power = 0; power < kPowers; ++power)
      powers[power] += kOfPoints[i][power] * values[i];
  }
  return powers;
}

}  // namespace anmkit
