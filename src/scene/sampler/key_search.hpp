// SPDX-License-Identifier: MIT
// Keys at any times, found by a table or a search: those of many curves at one moment.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "scene/evaluate.hpp"

namespace anmkit {

// Those of one curve. After the last there is one more, which is never reached.
struct KeyRange {
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
  double first = 0, last = 0;  // times of keys
  double period = 0;           // as Track::period
};

// Curves, each with `keys` and with `node`, in an order that KeyLists::arrange gives them.
template <class Curve>
struct CurveList {
  // For each whole frame of curves that follow each other: the last key of each at or before it.
  struct Table {
    std::uint32_t begin, count;  // curves
    std::uint32_t most_between;  // keys of one curve that lie between two whole frames
    double last;                 // frame
    double period;               // as Track::period
    std::size_t first_hint;
  };
  std::vector<Curve> curves;
  std::vector<Table> tables;
  std::uint32_t searched = 0;  // curves from this one on are in no table

  bool empty() const { return curves.empty(); }
  void shrink() {
    curves.shrink_to_fit();
    tables.shrink_to_fit();
  }
  std::size_t bytes() const {
    return sizeof(Curve) * curves.size() + sizeof(Table) * tables.size();
  }
};

// Of curves that follow each other the keys at or before a moment, and the parts of the way from
// there to the next ones.
template <class Key>
struct KeysFound {
  static constexpr std::size_t kMost = 16;
  std::array<const Key*, kMost> from;
  std::array<float, kMost> part;
};

// Keys with a `time` and an `inverse_length`, which is 0 where they hold.
template <class Key>
class KeyLists {
 public:
  bool empty() const { return keys_.empty(); }
  std::size_t size() const { return keys_.size(); }
  Key* data() { return keys_.data(); }
  const Key* data() const { return keys_.data(); }
  void push(const Key& key) { keys_.push_back(key); }
  // Forgets all from this number on.
  void cut(std::size_t size) { keys_.resize(size); }

  // Ends the list that begins at `first_key`, which has a key.
  KeyRange close(std::size_t first_key, double period) {
    const KeyRange range{.first_key = static_cast<std::uint32_t>(first_key),
                         .key_count = static_cast<std::uint32_t>(keys_.size() - first_key),
                         .first = keys_[first_key].time,
                         .last = keys_.back().time,
                         .period = period};
    Key end = keys_.back();
    end.time = std::numeric_limits<double>::infinity();
    keys_.push_back(end);
    return range;
  }

  // Once all curves are there: which of them share a table.
  template <class Curve>
  void arrange(CurveList<Curve>& list) {
    // What shares a table is about as long, so that it has few hints behind the last keys.
    struct Place {
      bool searched;
      double period;
      int size;
      std::uint32_t most_between, curve;
      auto group() const { return std::tuple(searched, period, size, most_between); }
      bool operator<(const Place& other) const {
        return std::tuple(group(), curve) < std::tuple(other.group(), other.curve);
      }
    };
    std::vector<Place> places;
    std::vector<Curve> curves;
    for (std::uint32_t i = 0; i < list.curves.size(); ++i) {
      const KeyRange& range = list.curves[i].keys;
      const std::uint32_t most = is_for_tables(range) ? most_between(range) : kMostSteps + 1;
      if (most > kMostSteps) {
        places.push_back({true, 0, 0, 0, i});
      } else {
        places.push_back({false, range.period, std::ilogb(range.last + 1), most, i});
      }
    }
    std::ranges::sort(places, std::less<>());
    for (const Place& place : places)
      curves.push_back(list.curves[place.curve]);
    list.curves = std::move(curves);
    std::size_t i = 0;
    while (i < places.size() && !places[i].searched) {
      const std::size_t begin = i;
      while (i < places.size() && places[i].group() == places[begin].group())
        ++i;
      list.tables.push_back(
          make_table(std::span<const Curve>(list.curves).subspan(begin, i - begin)));
      list.tables.back().begin = static_cast<std::uint32_t>(begin);
      list.tables.back().most_between = places[begin].most_between;
    }
    list.searched = static_cast<std::uint32_t>(i);
  }

  // Calls `take` with some curves and what was found of them until it has had all.
  template <class Curve, class Take>
  void find(const CurveList<Curve>& list, double frame, Take&& take) const {
    KeysFound<Key> found;
    constexpr std::size_t kMost = KeysFound<Key>::kMost;
    for (const auto& table : list.tables) {
      const double folded = fold(frame, table.period);
      const double at = std::min(folded, table.last);
      const std::uint32_t* hints = nullptr;
      if (folded >= 0)
        hints = hints_.data() + table.first_hint + static_cast<std::size_t>(at) * table.count;
      for (std::size_t i = 0; i < table.count; i += kMost) {
        const auto some =
            std::span(list.curves)
                .subspan(table.begin + i, std::min<std::size_t>(kMost, table.count - i));
        if (hints == nullptr) {
          first_keys(some, found);
        } else {
          keys_at(std::span(hints + i, some.size()), table.most_between, at, found);
        }
        take(some, found);
      }
    }
    for (std::size_t i = list.searched; i < list.curves.size(); i += kMost) {
      const auto some = std::span(list.curves).subspan(i, std::min(kMost, list.curves.size() - i));
      for (std::size_t k = 0; k < some.size(); ++k)
        search(some[k].keys, frame, found.from[k], found.part[k]);
      take(some, found);
    }
  }

  std::size_t bytes() const {
    return sizeof(Key) * keys_.size() + sizeof(std::uint32_t) * hints_.size();
  }
  void shrink() {
    keys_.shrink_to_fit();
    hints_.shrink_to_fit();
  }

 private:
  static constexpr std::uint32_t kMostSteps = 4;

  // More than two keys a frame are better searched, and a table is no longer than sixteen frames a
  // key.
  static bool is_for_tables(const KeyRange& range) {
    return range.first >= 0 && range.last <= kLongestTable && std::isfinite(range.period) &&
           range.key_count <= 2 * range.last + 4 && range.last <= 16.0 * range.key_count;
  }

  std::uint32_t most_between(const KeyRange& range) const {
    const std::span keys = std::span(keys_).subspan(range.first_key, range.key_count);
    std::uint32_t most = 0, count = 0;
    double frame = -1;
    for (const Key& key : keys) {
      if (std::floor(key.time) != frame) count = 0;
      frame = std::floor(key.time);
      if (key.time != frame) most = std::max(most, ++count);
    }
    return most;
  }

  template <class Curve>
  typename CurveList<Curve>::Table make_table(std::span<const Curve> curves) {
    typename CurveList<Curve>::Table table{.begin = 0,
                                           .count = static_cast<std::uint32_t>(curves.size()),
                                           .most_between = 0,
                                           .last = 0,
                                           .period = curves[0].keys.period,
                                           .first_hint = hints_.size()};
    for (const Curve& curve : curves)
      table.last = std::max(table.last, curve.keys.last);
    const auto rows = static_cast<std::size_t>(table.last) + 1;
    hints_.resize(hints_.size() + rows * curves.size());
    for (std::size_t i = 0; i < curves.size(); ++i) {
      std::uint32_t key = curves[i].keys.first_key;
      for (std::size_t row = 0; row < rows; ++row) {
        while (keys_[key + 1].time <= static_cast<double>(row))
          ++key;
        hints_[table.first_hint + row * curves.size() + i] = key;
      }
    }
    return table;
  }

  // As many steps for any moment, each an addition, as where to stop cannot be foretold; and step
  // by step for all of them, so that none waits for another one.
  void keys_at(std::span<const std::uint32_t> hints, std::uint32_t most_between, double at,
               KeysFound<Key>& found) const {
    const Key* keys = keys_.data();
    std::array<std::size_t, KeysFound<Key>::kMost> numbers;
    std::ranges::copy(hints, numbers.begin());
    for (std::uint32_t step = 0; step < most_between; ++step) {
      for (std::size_t i = 0; i < hints.size(); ++i)
        numbers[i] += static_cast<std::size_t>(keys[numbers[i] + 1].time <= at);
    }
    for (std::size_t i = 0; i < hints.size(); ++i) {
      found.from[i] = keys + numbers[i];
      found.part[i] = part_of(*found.from[i], at);
    }
  }

  template <class Curve>
  void first_keys(std::span<const Curve> curves, KeysFound<Key>& found) const {
    for (std::size_t i = 0; i < curves.size(); ++i) {
      found.from[i] = keys_.data() + curves[i].keys.first_key;
      found.part[i] = 0;
    }
  }

  void search(const KeyRange& range, double frame, const Key*& from, float& part) const {
    const double folded = fold(frame, range.period);
    from = keys_.data() + range.first_key;
    part = 0;
    // Before the first moment its first key holds; the same for what is no number.
    if (!(folded >= range.first)) return;
    const double at = std::min(folded, range.last);
    const auto later = [](double time, const Key& key) { return time < key.time; };
    from = std::upper_bound(from, from + range.key_count, at, later) - 1;
    part = part_of(*from, at);
  }

  // Not before it.
  static float part_of(const Key& key, double at) {
    return static_cast<float>(std::max(at - key.time, 0.0) * double{key.inverse_length});
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> hints_;
};

}  // namespace anmkit
