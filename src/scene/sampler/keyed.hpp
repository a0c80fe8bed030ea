// SPDX-License-Identifier: MIT
// Lines and arcs between keys at any times: one cache line a key, found by a table or a search.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/sampler/key_ways.hpp"

namespace anmkit {

// Translation (or pivot), rotation, scale of one node, null where another way takes care of it.
// All that are not null have the same period.
using KeyedTracks = std::array<const Track*, 3>;

class KeyedJoints {
 public:
  // Whether all between two keys is a step, a line or an arc.
  static bool takes(const Track& track);

  void add(std::uint32_t node, bool pivot, const KeyedTracks& tracks, const Transform& rest);
  bool moves() const { return !keys_.empty(); }
  void sample(double frame, std::span<Transformf> out) const;
  // Those that move a pivot, once everything else is in `out`.
  void sample_pivots(double frame, std::span<Transformf> out) const;
  std::size_t bytes() const;
  void shrink();

 private:
  // The keys of a node at all moments at which one of its tracks has one. After the last there is
  // one more, which is never reached.
  struct Joint {
    std::uint32_t node;
    bool translates, rotates, scales;
    std::uint32_t first_key;
    std::uint32_t key_count;
    std::uint32_t first_hint;  // into hints_, kNone = search
    double first, last;        // times of keys
    double period;
  };
  // The key at or before a moment, and the part of the way from there to the next one.
  struct Between {
    const Key* from;
    float part;
  };
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  void link(const Joint& joint);
  void add_hints(Joint& joint);
  const Key& key_at(const Joint& joint, double at) const;
  Between between(const Joint& joint, double frame) const;

  std::vector<Joint> joints_;
  std::vector<Joint> pivots_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> hints_;  // for each whole frame: the last key at or before it
};

}  // namespace anmkit
