// SPDX-License-Identifier: MIT
// Lines and arcs between keys at any times: one cache line a key, found by a table or a search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/sampler/key_search.hpp"
#include "scene/sampler/key_ways.hpp"

namespace anmkit {

// Translation (or pivot), rotation, scale of one node, null where another way takes care of it.
// All that are not null have the same period.
using KeyedTracks = std::array<const Track*, 3>;

class KeyedJoints {
 public:
  // Whether all between two keys is a step, a line or an arc; with eases EasedTracks takes them.
  static bool takes(const Track& track);

  void add(std::uint32_t node, bool pivot, const KeyedTracks& tracks, const Transform& rest);
  // After the last one.
  void finish();
  bool moves() const { return !keys_.empty(); }
  bool moves_pivots() const { return !pivots_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;

 private:
  void link(const KeyRange& range);

  // A curve is a node, with keys at all moments at which one of its tracks has one. By what moves:
  // the first bit stands for translations, the second for rotations, the third for scales.
  std::array<CurveList, 8> joints_;
  CurveList pivots_;
  KeyLists<Key> keys_;
};

}  // namespace anmkit
