// SPDX-License-Identifier: MIT
// Squads of small angles as polynomials, several spans between keys side by side.
#pragma once

#include <array>
#include <cstddef>

#include "scene/sampler/piece_ways.hpp"

namespace anmkit {

// 1 less the cosine of the widest arc that is a small one: half a radian between quaternions.
inline constexpr double kSmallLack = 0.125;

inline constexpr std::size_t kSquadSpans = 4;

// Powers of the part of the way for each of `count` spans, 1 to kSquadSpans: `keys` are one more
// than spans, as in Track::values. A bit of the result, the lowest for the first span, says that
// its powers are within `bound` of the curve at the points of through.hpp. Where it is 0 they mean
// nothing: arcs are wide, numbers are no rotations, or no polynomial of the seventh degree comes
// near enough.
unsigned fit_squads(const double* keys, std::size_t count, double bound,
                    std::array<TurnPiece, kSquadSpans>& pieces);

}  // namespace anmkit
