// SPDX-License-Identifier: MIT
// From pieces of curves that were found to values: several at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace anmkit {

// Polynomials of the third degree of the part of the way to the next piece: of each power four
// numbers, the last one 0 where a property has three.
struct alignas(16) Piece {
  double time;           // frames
  float inverse_length;  // 1 / frames to the next piece; 0 where it holds
  float unused;
  std::array<std::array<float, 4>, 4> powers;
};

enum class PieceKind : std::uint8_t {
  turns,   // quaternions
  lines,   // three numbers
  angles,  // Property::euler
};

// Of so many curves, fours of angles among them, the piece that was found, the part of the way
// through it, and the number of the float in a pose where the values go. A four may repeat its last
// one.
struct PieceWays {
  static constexpr std::size_t kMost = 16;
  const Piece* from[kMost];
  float part[kMost];
  std::uint32_t target[kMost];
};

void mix_pieces(PieceKind kind, const PieceWays& ways, std::size_t count, float* out);

}  // namespace anmkit
