// SPDX-License-Identifier: MIT
// From keys that were found to values: several nodes at once.
#pragma once

#include <array>

#include "scene/sampler/ease_parts.hpp"
#include "scene/sampler/keys_found.hpp"

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

// Of a translation or a scale with eases, by itself: one cache line.
struct alignas(64) EasedLine {
  double time;     // frames
  EaseParts ease;  // nothing where it holds
  std::array<float, 3> from;
  std::array<float, 4> way;  // the fourth means nothing
};

// Of a rotation with eases.
struct EasedTurn {
  double time;
  EaseParts ease;
  std::array<float, 4> from, to;  // the shorter way
  std::array<float, 4> arc;       // the angle, and 1 / its sine; others mean nothing
};
static_assert(sizeof(EaseParts) == 4 * sizeof(float));

// Which parts of a node keys have.
struct KeyParts {
  bool translates, turns, scales;
};

void mix_keys(const KeyParts& parts, const KeysFound<Key>& found, float* out);
void mix_eased_lines(const KeysFound<EasedLine>& found, float* out);
void mix_eased_turns(const KeysFound<EasedTurn>& found, float* out);

}  // namespace anmkit
