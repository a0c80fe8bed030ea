// SPDX-License-Identifier: MIT
// Weights along small arcs without roots, divisions and sines: polynomials of what the cosine falls
// short of 1, computed while compiling for parts of the way that are known then.
#pragma once

#include <array>
#include <cstddef>

#include "scene/sampler/squad_fit.hpp"
#include "scene/sampler/through.hpp"

namespace anmkit {

// sin(part * angle) / sin(angle) by powers of 1 - cos(angle), up to kSmallLack: 2e-9 wrong at most.
inline constexpr std::size_t kSmallTerms = 4;
using SmallArc = std::array<double, kSmallTerms + 1>;

constexpr SmallArc small_arc(double part) {
  // The series has no end, so a polynomial goes through what it is at some points. That there is
  // nothing but the part itself at 0 is exact.
  const auto rest = [&](double lack) {
    double sum = 0, term = part, power = 1;
    for (int i = 1; i < 16; ++i) {
      term *= (i * i - part * part) / ((2 * i + 1) * i);
      sum += term * power;
      power *= lack;
    }
    return sum;
  };
  constexpr auto kOfPoints = powers_of_points<kSmallTerms>();
  SmallArc made{part};
  double scale = 1;
  for (std::size_t power = 0; power < kSmallTerms; ++power) {
    for (std::size_t point = 0; point < kSmallTerms; ++point) {
      made[power + 1] +=
          scale * kOfPoints[point][power] * rest(kSmallLack * Points<kSmallTerms>::kAt[point]);
    }
    scale /= kSmallLack;
  }
  return made;
}

// What a squad takes of its arcs at a part of the way.
struct SmallSquad {
  SmallArc from, to;             // of the two ends of the main arc, and of that between controls
  SmallArc of_main, of_control;  // of the two arcs
};
constexpr SmallSquad small_squad(double part) {
  const double bend = 2 * part * (1 - part);
  return {small_arc(1 - part), small_arc(part), small_arc(1 - bend), small_arc(bend)};
}
// At all points of polynomials with so many powers.
template <std::size_t kPowers>
constexpr auto small_squads() {
  std::array<SmallSquad, Points<kPowers>::kAt.size()> all{};
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = small_squad(Points<kPowers>::kAt[i]);
  return all;
}

}  // namespace anmkit
