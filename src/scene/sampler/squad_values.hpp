// SPDX-License-Identifier: MIT
// Squads between two keys at many moments.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace anmkit {

// From rotation to rotation and from control to control go arcs alike, between which there is an
// arc at each moment: the curve is on it.
struct SquadSpan {
  struct Arc {
    std::array<double, 4> from, to;
    double angle, inverse_sine;
  };
  Arc main, control;
};
// Angles are no smaller than that of this shortfall of a cosine: smaller ones are as good as it.
inline constexpr double kSmallestLack = 1e-12;
// Between two keys of Track::values; none where some arc comes near half a turn of a quaternion, at
// which digits are lost and rules differ, or where numbers are no rotations.
std::optional<SquadSpan> squad_span(const double* from, const double* to);

// The four numbers of quaternions, each for itself, at parts of the way. There are as many in each
// as parts, a multiple of four. 1e-8 wrong at most; the reference takes the line of arcs of less
// than a thousandth, and differs by 3e-7 there.
void squad_values(const SquadSpan& squad, std::span<const double> parts,
                  const std::array<double*, 4>& out);

}  // namespace anmkit
