// SPDX-License-Identifier: MIT
// Two curves of one node as one.
#pragma once

#include <cstddef>

#include "scene/sampler/key_search.hpp"
#include "scene/sampler/piece_ways.hpp"

namespace anmkit {

// Appends pieces that begin wherever one of the two curves has a piece that begins; the last one
// holds, as those do. False where that takes more than `most` pieces; then what was appended means
// nothing.
bool join_pieces(const KeyLists<Piece>& translations, const KeyLists<Piece>& scales,
                 std::size_t most, KeyLists<SixPiece>& out);

}  // namespace anmkit
