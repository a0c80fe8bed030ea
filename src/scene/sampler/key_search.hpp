// SPDX-License-Identifier: MIT
// Keys at any times, found by a table or a search.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "scene/evaluate.hpp"

namespace anmkit {

// Those of one curve. After the last there is one more, which is never reached.
struct KeyRange {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
  std::uint32_t first_hint = kNone;  // kNone = search
  double first = 0, last = 0;        // times of keys
  double period = 0;                 // as Track::period
};

// Keys with a `time` and an `inverse_length`, which is 0 where they hold.
template <class Key>
class KeyLists {
 public:
  // The key at or before a moment, and the part of the way from there to the next one.
  struct Between {
    const Key* from;
    float part;
  };

  bool empty() const { return keys_.empty(); }
  std::size_t size() const { return keys_.size(); }
  Key* data() { return keys_.data(); }
  const Key* data() const { return keys_.data(); }
  void push(const Key& key) { keys_.push_back(key); }
  // Forgets all from this number on.
  void cut(std::size_t size) { keys_.resize(size); }

  // Ends the list that begins at `first_key`, which has a key.
  KeyRange close(std::size_t first_key, double period) {
    KeyRange range{.first_key = static_cast<std::uint32_t>(first_key),
                   .key_count = static_cast<std::uint32_t>(keys_.size() - first_key),
                   .first = keys_[first_key].time,
                   .last = keys_.back().time,
                   .period = period};
    Key end = keys_.back();
    end.time = std::numeric_limits<double>::infinity();
    keys_.push_back(end);
    add_hints(range);
    return range;
  }

  Between between(const KeyRange& range, double frame) const {
    const double folded = fold(frame, range.period);
    // Before the first moment its first key holds; the same for what is no number.
    const bool begun = folded >= range.first;
    const double at = begun ? std::min(folded, range.last) : range.first;
    const Key& key = begun ? key_at(range, at) : keys_[range.first_key];
    return {&key, static_cast<float>((at - key.time) * double{key.inverse_length})};
  }

  std::size_t bytes() const {
    return sizeof(Key) * keys_.size() + sizeof(std::uint32_t) * hints_.size();
  }
  void shrink() {
    keys_.shrink_to_fit();
    hints_.shrink_to_fit();
  }

 private:
  // More than two keys a frame are better searched, and a table is no longer than sixteen frames a
  // key.
  void add_hints(KeyRange& range) {
    if (!(range.first >= 0) || range.last > kLongestTable) return;
    if (range.key_count > 2 * range.last + 4 || range.last > 16.0 * range.key_count) return;
    range.first_hint = static_cast<std::uint32_t>(hints_.size());
    const Key* keys = keys_.data() + range.first_key;
    std::uint32_t key = 0;
    for (double frame = 0; frame <= range.last; ++frame) {
      while (keys[key + 1].time <= frame)
        ++key;
      hints_.push_back(range.first_key + key);
    }
  }

  // The last key at or before a moment within the range's.
  const Key& key_at(const KeyRange& range, double at) const {
    if (range.first_hint == KeyRange::kNone) {
      const Key* first = keys_.data() + range.first_key;
      const auto later = [](double time, const Key& key) { return time < key.time; };
      return *(std::upper_bound(first, first + range.key_count, at, later) - 1);
    }
    const Key* key = keys_.data() + hints_[range.first_hint + static_cast<std::uint32_t>(at)];
    while (key[1].time <= at)
      ++key;
    return *key;
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> hints_;  // for each whole frame: the last key at or before it
};

}  // namespace anmkit
