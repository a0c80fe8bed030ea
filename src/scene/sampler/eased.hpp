// SPDX-License-Identifier: MIT
// Lines and arcs with eases between keys at any times, each track by itself.
#pragma once

#include <cstdint>
#include <span>

#include "anmkit/sampler.hpp"
#include "scene/sampler/key_search.hpp"
#include "scene/sampler/key_ways.hpp"

namespace anmkit {

class EasedTracks {
 public:
  // Whether 32 bits have numbers for what is multiplied with squares of frames.
  static bool takes(const Track& track);

  // One with eases that KeyedJoints::takes.
  void add(const Track& track);
  // After the last one.
  void finish();
  bool moves() const { return !line_keys_.empty() || !turn_keys_.empty(); }
  bool moves_pivots() const { return !pivots_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;

 private:
  CurveList lines_, pivots_, turns_;
  KeyLists<EasedLine> line_keys_;  // of lines_ and pivots_
  KeyLists<EasedTurn> turn_keys_;
};

}  // namespace anmkit
