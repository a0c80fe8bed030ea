// SPDX-License-Identifier: MIT
// From pieces of curves that were found to values: several at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "scene/sampler/keys_found.hpp"

namespace anmkit {

// Polynomials of the frames since a piece begins: a row of numbers for each power, filled up with
// such as mean nothing. Pieces that do not hold last so many frames that 32 bits have numbers for
// their powers.
//
// Splines are of the third degree; a piece of one is a cache line.
struct alignas(64) Piece {
  static constexpr std::size_t kPowers = 4, kNumbers = 3, kRow = 4;
  static constexpr double kShortest = 0x1p-20, kLongest = 0x1p30;
  std::array<float, kPowers * kRow> powers;
};
// The same of a translation and a scale of one node.
struct alignas(64) SixPiece {
  static constexpr std::size_t kPowers = 4, kNumbers = 6, kRow = 8;
  std::array<float, kPowers * kRow> powers;
};
// Between two keys of rotations the seventh degree mostly does, which takes less room than pieces
// of the third.
struct alignas(64) TurnPiece {
  static constexpr std::size_t kPowers = 8, kNumbers = 4, kRow = 4;
  static constexpr double kShortest = 0x1p-16, kLongest = 0x1p16;
  std::array<float, kPowers * kRow> powers;
};
static_assert(sizeof(Piece) == 64 && sizeof(SixPiece) == 128 && sizeof(TurnPiece) == 128);

enum class PieceKind : std::uint8_t {
  lines,   // three numbers
  angles,  // Property::euler
};

void mix_pieces(PieceKind kind, const KeysFound<Piece>& found, float* out);
void mix_sixes(const KeysFound<SixPiece>& found, float* out);
void mix_turns(const KeysFound<TurnPiece>& found, float* out);

}  // namespace anmkit
