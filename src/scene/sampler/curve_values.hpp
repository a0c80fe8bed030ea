// SPDX-License-Identifier: MIT
// Splines as polynomials of the third degree, one for each frame.
#pragma once

#include <array>
#include <cmath>

#include "scene/sampler/row_values.hpp"

namespace anmkit {

// A polynomial: the value at 0, and what is multiplied with powers of the time.
using Powers = std::array<double, 4>;
// A spline's or a line's component from a key to the next one, `length` frames later, of the time
// in parts of the way.
Powers powers_between(const Track& track, std::size_t key, std::size_t component, double length);

// Angles are kept in half turns of a quaternion, which are whole ones of what it turns: degrees.
// Those that are nothing but whole turns are left out, as they take digits.
inline constexpr double kHalfTurn = 360;
inline Powers in_half_turns(Powers powers) {
  if (!(std::fabs(powers[0]) <= kHalfTurn / 2)) powers[0] = std::remainder(powers[0], kHalfTurn);
  for (double& power : powers)
    power /= kHalfTurn;
  return powers;
}

// Whether a track is a polynomial from each whole frame to the next: its keys lie on whole frames,
// and it is a spline, or something else whose numbers move by themselves before they become a
// rotation.
bool fits_curves(const Track& track);

// Of each component four numbers, the value and what is multiplied with powers of the time since
// the row's frame.
void write_powers(const Track& track, const Column& column, std::size_t component_step,
                  std::size_t power_step);

}  // namespace anmkit
