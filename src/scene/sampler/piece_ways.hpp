// SPDX-License-Identifier: MIT
// From pieces of curves that were found to values: several at once.
#pragma once

#include <array>
#include <cstddef>

#include "scene/sampler/key_search.hpp"

namespace anmkit {

// Polynomials of the part of the way to the next piece: of each power as many numbers as a property
// has. Splines are of the third degree; a piece of one is a cache line.
struct alignas(64) Piece {
  static constexpr std::size_t kPowers = 4, kNumbers = 3;
  double time;                   // frames
  float inverse_length;          // 1 / frames to the next piece; 0 where it holds
  std::array<float, 13> powers;  // the last means nothing: threes are read as fours
};
// Between two keys of rotations the seventh degree mostly does, which takes less room than pieces
// of the third.
struct alignas(16) TurnPiece {
  static constexpr std::size_t kPowers = 8, kNumbers = 4;
  double time;
  float inverse_length;
  float unused;
  std::array<float, 32> powers;
};

enum class PieceKind : std::uint8_t {
  lines,   // three numbers
  angles,  // Property::euler
};

void mix_pieces(PieceKind kind, const KeysFound<Piece>& found, float* out);
void mix_turns(const KeysFound<TurnPiece>& found, float* out);

}  // namespace anmkit
