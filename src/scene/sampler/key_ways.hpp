// SPDX-License-Identifier: MIT
// From keys that were found to values: several nodes at once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace anmkit {

// What a node has at a moment, and the way to the next one: one cache line.
struct alignas(64) Key {
  double time;           // frames
  float inverse_length;  // 1 / frames to the next key; 0 where it holds
  float angle;           // Arc to the next key
  std::array<float, 4> rotation;
  std::array<float, 4> translation;
  std::array<float, 3> scale;
  float inverse_sine;
};

// Of so many nodes the key that was found, before the next one in memory; the part of the way to
// that; and what is written beside the rotation. The number of a node's first float in a pose says
// where.
struct KeyWays {
  static constexpr std::size_t kMost = 16;
  const Key* from[kMost];
  alignas(16) float part[kMost];
  std::uint32_t target[kMost];
  bool translates[kMost], scales[kMost];
};

// With rotations: nodes fill up groups of four, of which the last one may be repeated.
void mix_keys(const KeyWays& ways, std::size_t count, float* out);
// Without.
void mix_lines(const KeyWays& ways, std::size_t count, float* out);

}  // namespace anmkit
