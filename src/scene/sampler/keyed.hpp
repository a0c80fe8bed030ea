// SPDX-License-Identifier: MIT
// Lines and arcs between keys at any times: one cache line a key, found by a table or a search.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/sampler/ease_parts.hpp"
#include "scene/sampler/key_search.hpp"
#include "scene/sampler/key_ways.hpp"

namespace anmkit {

// Translation (or pivot), rotation, scale of one node, null where another way takes care of it.
// All that are not null have the same period.
using KeyedTracks = std::array<const Track*, 3>;

class KeyedJoints {
 public:
  // Whether all between two keys is a step, a line or an arc, eased or not.
  static bool takes(const Track& track);

  // A track with eases comes alone.
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
  // The keys of a node at all moments at which one of its tracks has one.
  struct Joint {
    std::uint32_t node;
    bool translates, scales;
    bool eases;
    KeyRange keys;
    std::uint32_t first_ease;  // into eases_, of as many as keys
  };
  void link(const KeyRange& range);
  // Calls `mix` with some joints of the first `nodes` until it has had all.
  template <class Mix>
  void each_ways(const CurveList<Joint>& joints, double frame, std::size_t nodes, Mix&& mix) const;

  CurveList<Joint> joints_;  // that turn
  CurveList<Joint> lines_;   // that do not
  CurveList<Joint> pivots_;
  KeyLists<Key> keys_;
  std::vector<EaseParts> eases_;
};

}  // namespace anmkit
