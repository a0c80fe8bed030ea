// SPDX-License-Identifier: MIT
// From pieces of curves that were found to values: several at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "scene/sampler/keys_found.hpp"

namespace anmkit {

// Polynomials of the frames since a piece begins: of each power as many numbers as a property has.
// Splines are of the third degree; a piece of one is a cache line.
struct alignas(64) Piece {
  static constexpr std::size_t kPowers = 4, kNumbers = 3;
  double time;                   // frames
  std::array<float, 14> powers;  // the last two mean nothing: threes are read as fours
};
// How many frames such pieces last that do not hold, so that 32 bits have numbers for their powers.
inline constexpr double kShortestPiece = 0x1p-20, kLongestPiece = 0x1p30;
// The same of a translation and a scale of one node.
struct alignas(64) SixPiece {
  static constexpr std::size_t kPowers = 4, kNumbers = 6;
  double time;
  std::array<float, 30> powers;  // the last six mean nothing: sixes are read as eights
};
// Between two keys of rotations the seventh degree mostly does, which takes less room than pieces
// of the third. They are polynomials of the part of the way to the next piece.
struct alignas(16) TurnPiece {
  static constexpr std::size_t kPowers = 8, kNumbers = 4;
  double time;
  float inverse_length;  // 1 / frames to the next piece; 0 where it holds
  float unused;
  std::array<float, 32> powers;
};

enum class PieceKind : std::uint8_t {
  lines,   // three numbers
  angles,  // Property::euler
};

void mix_pieces(PieceKind kind, const KeysFound<Piece>& found, float* out);
void mix_sixes(const KeysFound<SixPiece>& found, float* out);
void mix_turns(const KeysFound<TurnPiece>& found, float* out);

}  // namespace anmkit
