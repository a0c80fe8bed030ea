// SPDX-License-Identifier: MIT
// From pieces of curves that were found to values: several at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace anmkit {

// Polynomials of the part of the way to the next piece: of each power four numbers, the last one 0
// where a property has three.
template <std::size_t kPowers>
struct alignas(16) Polynomials {
  double time;           // frames
  float inverse_length;  // 1 / frames to the next piece; 0 where it holds
  float unused;
  std::array<std::array<float, 4>, kPowers> powers;
};
// Splines are of the third degree. Between two keys of rotations the seventh mostly does, which
// takes less room than pieces of the third.
using Piece = Polynomials<4>;
using TurnPiece = Polynomials<8>;

enum class PieceKind : std::uint8_t {
  lines,   // three numbers
  angles,  // Property::euler
};

// Of so many curves, fours of angles among them, the piece that was found, the part of the way
// through it, and the number of the float in a pose where the values go. A four may repeat its last
// one.
template <class AnyPiece>
struct PieceWays {
  static constexpr std::size_t kMost = 16;
  const AnyPiece* from[kMost];
  float part[kMost];
  std::uint32_t target[kMost];
};

void mix_pieces(PieceKind kind, const PieceWays<Piece>& ways, std::size_t count, float* out);
void mix_turns(const PieceWays<TurnPiece>& ways, std::size_t count, float* out);

}  // namespace anmkit
