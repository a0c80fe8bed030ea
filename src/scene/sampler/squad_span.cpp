// SPDX-License-Identifier: MIT
// Squads that can be computed without a look at special cases.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "scene/arc.hpp"
#include "scene/sampler/squad_values.hpp"

namespace anmkit {
namespace {

// Angles stay below this: radians.
constexpr double kWidest = 2.6;

double chord(const double* a, const double* b) {
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum);
}

// No less than the angle that belongs to a chord: the arc sine bends upwards, and at the widest
// chord they are equal.
double most_angle(double chord) {
  return chord + (std::numbers::pi / 2 - 1) / 4 * chord * chord * chord;
}

bool is_turn(const double* q) {
  return std::fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 0.01;
}

// The way that goes as far as it takes, not the shorter one.
SquadSpan::Arc arc(const double* from, const double* to) {
  SquadSpan::Arc made{};
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    made.from[i] = from[i];
    made.to[i] = to[i];
    dot += from[i] * to[i];
  }
  const double lack = std::max(1 - std::fabs(dot), kSmallestLack);
  const double angle = std::sqrt(squared_angle(lack));
  made.angle = dot < 0 ? std::numbers::pi - angle : angle;
  made.inverse_sine = 1 / std::sqrt(lack * (2 - lack));
  return made;
}

}  // namespace

std::optional<SquadSpan> squad_span(const double* from, const double* to) {
  const double *a = from + 4, *leave = from + 8, *arrive = to, *b = to + 4;
  for (const double* q : {a, leave, arrive, b}) {
    if (!is_turn(q)) return std::nullopt;
  }
  const double main = most_angle(chord(a, b)), control = most_angle(chord(leave, arrive));
  // The arc between two points that move along them is as large as at the nearer end and what they
  // have moved since at most.
  const double between =
      (most_angle(chord(a, leave)) + most_angle(chord(arrive, b)) + main + control) / 2;
  if (!(std::max({main, control, between}) < kWidest)) return std::nullopt;
  return SquadSpan{arc(a, b), arc(leave, arrive)};
}

}  // namespace anmkit
