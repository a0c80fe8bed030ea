// SPDX-License-Identifier: MIT
// From keys that were found to values: several nodes at once.
#pragma once

#include <array>

#include "scene/sampler/ease_parts.hpp"
#include "scene/sampler/keys_found.hpp"

namespace anmkit {

// The way of a rotation to the next one.
struct alignas(16) KeyArc {
  float angle = 0, inverse_sine = 0;  // Arc
};

// What a node has at a moment, and the way to the next one: one cache line.
struct alignas(64) Key {
  KeyArc arc;
  std::array<float, 4> rotation;
  std::array<float, 4> translation;  // the fourth means nothing
  std::array<float, 3> scale;
  float inverse_length;  // 1 / frames to the next key; 0 where it holds
};

// Of a translation or a scale with eases, by itself.
struct alignas(64) EasedLine {
  EaseParts ease;                  // nothing where it holds
  std::array<float, 4> from, way;  // the fourth mean nothing
};

// Of a rotation with eases.
struct alignas(64) EasedTurn {
  EaseParts ease;
  KeyArc arc;
  std::array<float, 4> from, to;  // the shorter way
};
static_assert(sizeof(EaseParts) == 4 * sizeof(float));
static_assert(sizeof(Key) == 64 && sizeof(EasedLine) == 64 && sizeof(EasedTurn) == 64);

// Which parts of a node keys have.
struct KeyParts {
  bool translates, turns, scales;
};

void mix_keys(const KeyParts& parts, const KeysFound<Key>& found, float* out);
void mix_eased_lines(const KeysFound<EasedLine>& found, float* out);
void mix_eased_turns(const KeysFound<EasedTurn>& found, float* out);

}  // namespace anmkit
