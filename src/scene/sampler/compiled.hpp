// SPDX-License-Identifier: MIT
// What a clip becomes before it is sampled.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/reference.hpp"
#include "scene/sampler/keyed.hpp"

namespace anmkit {

// Joints are written as floats: where a node begins, and its parts.
inline constexpr std::uint32_t kFloats = 10, kTranslationAt = 4, kScaleAt = 7;
static_assert(sizeof(Transformf) == kFloats * sizeof(float));

// One row a frame of all that moves and repeats alike. A row has arcs, then sixes, then threes.
//
// Arcs stand in groups of eight joints and at last one of four: x[8] y[8] z[8] w[8] y2[8], where
// y2 is the square of the angle to the next row's quaternion, the short way and with its sign.
// A six is a translation and a scale, a three is one of them.
struct Sheet {
  double first = 0, last = 0;  // frames of the first and of the last row
  double period = 0;           // as Track::period
  bool holds = false;          // a row lasts until the next one: steps
  std::uint32_t stride = 0;    // floats a row
  std::uint32_t arcs = 0;      // with those that fill up the last group: repetitions of the last
  std::uint32_t sixes = 0;
  std::uint32_t threes = 0;
  std::size_t rows = 0;     // into CompiledClip::rows
  std::size_t targets = 0;  // into CompiledClip::targets, one for each arc, six and three
};

// Pivots that stand still of four nodes that turn: their translations move on by the turned pivot.
struct PivotGroup {
  float x[4]{}, y[4]{}, z[4]{};
  std::uint32_t targets[4]{};  // the last is repeated with a pivot of 0
};

struct CompiledClip {
  std::vector<Transformf> rest;  // with all that stands still
  std::vector<Sheet> sheets;
  std::vector<float> rows;
  std::vector<std::uint32_t> targets;  // where a part is written: index of a float in the pose
  std::vector<PivotGroup> pivots;
  KeyedJoints keyed;                         // lines and arcs between keys that are searched
  std::unique_ptr<ReferenceSampler> others;  // all other curves; null = none
};

// Everything but `keyed`, `others` and what has to wait for them.
void sample_rows(const CompiledClip& clip, double frame, std::span<Transformf> out);
void turn_pivots(const CompiledClip& clip, std::span<Transformf> out);

// translation += rotation * pivot.
void add_pivot(const std::array<float, 3>& pivot, Transformf& to);

}  // namespace anmkit
