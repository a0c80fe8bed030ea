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
  // Whether all between two keys is a step, a line or an arc, eased or not.
  static bool takes(const Track& track);

  // A track with eases comes alone.
  void add(std::uint32_t node, bool pivot, const KeyedTracks& tracks, const Transform& rest);
  bool moves() const { return !keys_.empty(); }
  bool moves_pivots() const { return !pivots_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;
  void shrink();

 private:
  // The keys of a node at all moments at which one of its tracks has one.
  struct Joint {
    std::uint32_t node;
    bool translates, rotates, scales;
    bool eases;
    KeyRange keys;
    std::uint32_t first_ease;  // into eases_, of as many as keys
  };
  // Of the way from a key to the next one three parts: it begins with a square, goes on as a line
  // and ends with a square (gc specification, section 6.4).
  struct Ease {
    float begins = 0, ends = 1;  // parts of the way where the line begins and ends
    float first = 0, line = 0.5F, last = 0;
    float at(float part) const;
  };
  static Ease ease_between(const Track& track, double time);

  void link(const KeyRange& range);
  KeyLists<Key>::Between way_of(const Joint& joint, double frame) const;

  std::vector<Joint> joints_;
  std::vector<Joint> pivots_;
  KeyLists<Key> keys_;
  std::vector<Ease> eases_;
};

}  // namespace anmkit
