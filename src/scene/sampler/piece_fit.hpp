// SPDX-License-Identifier: MIT
// Any curve as polynomials, as many as it takes.
#pragma once

#include <cstddef>

#include "anmkit/scene.hpp"
#include "scene/sampler/key_search.hpp"
#include "scene/sampler/piece_ways.hpp"

namespace anmkit {

// Appends the pieces of a track, the last of which holds. Splines and lines are what they are;
// arcs, eases and what is normalised are a part in ten millions of the largest value wrong at most.
// False where that takes more than `most` pieces, or the curve jumps between two keys; then what
// was appended means nothing.
bool fit_pieces(const Track& track, std::size_t most, KeyLists<Piece>& out);
// The same of rotations.
bool fit_pieces(const Track& track, std::size_t most, KeyLists<TurnPiece>& out);

}  // namespace anmkit
