// SPDX-License-Identifier: MIT
// The form of a clip that is sampled.
#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/aligned.hpp"
#include "playback/keyed.hpp"
#include "scene/reference.hpp"

namespace anmkit {

// Poses are written as floats: where a node begins, and its parts.
inline constexpr std::uint32_t kFloats = 10, kTranslationAt = 4, kScaleAt = 7;
static_assert(sizeof(Transformf) == kFloats * sizeof(float));

// One row per frame of all tracks that repeat alike. A row has arcs, then sixes, then threes.
//
// Arcs have groups of eight nodes and a last one of four: x[8] y[8] z[8] w[8] y2[8], where y2 is
// the square of the angle to the quaternion of the next row, the short way and with its sign. A six
// is the translation and the scale of a node, a three one of them.
struct Sheet {
  double first = 0, last = 0;  // frames of the first and of the last row
  double period = 0;           // as Track::period
  bool holds = false;          // a row lasts until the next one: steps
  std::uint32_t stride = 0;    // floats per row
  std::uint32_t arcs = 0;      // with repetitions of the last one to fill up its group
  std::uint32_t sixes = 0;
  std::uint32_t threes = 0;
  std::size_t rows = 0;     // into CompiledClip::rows
  std::size_t targets = 0;  // into CompiledClip::targets, one per arc, six and three
};

// Pivots of four nodes that do not move in nodes that rotate: translations move by the rotated
// pivot.
struct PivotGroup {
  float x[4]{}, y[4]{}, z[4]{};
  std::uint32_t targets[4]{};  // the last one is repeated with a pivot of 0
};

struct CompiledClip {
  std::vector<Transformf> rest;  // with the constant tracks
  std::vector<Sheet> sheets;
  LineVector<float> rows;              // with one more float: threes are read as fours
  std::vector<std::uint32_t> targets;  // where a part is written: index of a float in the pose
  KeyedTracks keyed;                   // lines and arcs with keys between frames
  std::vector<PivotGroup> pivots;
  std::unique_ptr<ReferenceSampler> others;  // all other tracks; null = none
  double rate = 0, duration = 0;             // frames per second; frames
  bool loops = false;
};

// All constant values and the sheets, into `size` floats of whole nodes.
void sample_rows(const CompiledClip& clip, double frame, float* out, std::size_t size);
void turn_pivots(const CompiledClip& clip, float* out, std::size_t size);

}  // namespace anmkit
