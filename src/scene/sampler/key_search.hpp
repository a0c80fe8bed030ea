// SPDX-License-Identifier: MIT
// Keys at any times, found by a table or a search: those of many curves at one moment.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "scene/evaluate.hpp"
#include "scene/sampler/key_lookup.hpp"

namespace anmkit {

// Those of one curve. After the last there is one more, which is never reached.
struct KeyRange {
  std::uint32_t first_key = 0;
  std::uint32_t key_count = 0;
  double first = 0, last = 0;  // times of keys
  double period = 0;           // as Track::period
};

// Curves, each with a `node`, a `target` and `keys`, in an order that KeyLists::arrange gives them.
template <class Curve>
struct CurveList {
  // Of curves that follow each other, whose nodes ascend. Each whole frame has a row of places of
  // the last key of each curve at or before it, a row of the times since those, and as many rows of
  // times to the next keys as a curve has between two frames at most.
  struct Table {
    std::uint32_t begin, count;  // curves
    std::uint32_t most_between;  // keys of one curve that lie between two whole frames
    double last;                 // frame
    double period;               // as Track::period
    std::size_t first_place, first_time;
  };
  std::vector<Curve> curves;
  std::vector<std::uint32_t> targets;  // of the curves
  std::vector<Table> tables;
  std::uint32_t searched = 0;  // curves from this one on are in no table

  bool empty() const { return curves.empty(); }
  void shrink() {
    curves.shrink_to_fit();
    targets.shrink_to_fit();
    tables.shrink_to_fit();
  }
  std::size_t bytes() const {
    return sizeof(Curve) * curves.size() + sizeof(std::uint32_t) * targets.size() +
           sizeof(Table) * tables.size();
  }
};

// Of some curves the keys at or before a moment. Behind the last curve it is repeated until there
// are eights.
template <class Key>
struct KeysFound {
  static constexpr std::size_t kMost = 64, kGroup = 8;
  // Places of keys are counted in eight bytes, as processors can do that by themselves.
  static constexpr std::size_t kUnit = 8, kStep = sizeof(Key) / kUnit;
  static_assert(sizeof(Key) % kUnit == 0);

  const Key* keys;
  std::size_t count;                       // 1 ... kMost
  alignas(32) std::uint32_t place[kMost];  // of keys
  alignas(32) float since[kMost];          // frames from there to the moment
  std::uint32_t target[kMost];             // where the values of a curve are written

  // The next one follows it.
  const Key& key(std::size_t i) const {
    return *reinterpret_cast<const Key*>(reinterpret_cast<const std::byte*>(keys) +
                                         kUnit * place[i]);
  }
  // Of the way to the next key.
  float part(std::size_t i) const { return since[i] * key(i).inverse_length; }
};

// Keys with a `time` and an `inverse_length`, which is 0 where they hold.
template <class Key>
class KeyLists {
 public:
  bool empty() const { return keys_.empty(); }
  std::size_t size() const { return keys_.size(); }
  Key* data() { return keys_.data(); }
  const Key* data() const { return keys_.data(); }
  void reserve(std::size_t size) { keys_.reserve(size); }
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
    // What shares a table is about as long, so that it has little behind the last keys.
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
      if (const auto most = most_between(range)) {
        places.push_back({false, range.period, std::ilogb(range.last + 1), *most, i});
      } else {
        places.push_back({true, 0, 0, 0, i});
      }
    }
    std::ranges::sort(places, std::less<>());
    for (const Place& place : places)
      curves.push_back(list.curves[place.curve]);
    list.curves = std::move(curves);
    list.targets.clear();
    for (const Curve& curve : list.curves)
      list.targets.push_back(curve.target);
    std::size_t i = 0;
    while (i < places.size() && !places[i].searched) {
      const std::size_t begin = i;
      while (i < places.size() && places[i].group() == places[begin].group())
        ++i;
      list.tables.push_back(
          make_table(std::span<const Curve>(list.curves).subspan(begin, i - begin),
                     places[begin].most_between));
      list.tables.back().begin = static_cast<std::uint32_t>(begin);
    }
    list.searched = static_cast<std::uint32_t>(i);
  }

  // Calls `take` with what was found of some curves until it has had all of the first `nodes`.
  template <class Curve, class Take>
  void find(const CurveList<Curve>& list, double frame, std::size_t nodes, Take&& take) const {
    KeysFound<Key> found;
    found.keys = keys_.data();
    for (const auto& table : list.tables) {
      const auto curves = up_to(std::span(list.curves).subspan(table.begin, table.count), nodes);
      const double folded = fold(frame, table.period);
      // Before frame 0, and for what is no number, the first key of each holds.
      const bool before = !(folded >= 0);
      const Moment moment(before ? 0 : std::min(folded, table.last));
      for (std::size_t i = 0; i < curves.size(); i += KeysFound<Key>::kMost) {
        const auto some = begin(list, table.begin + i, curves.size() - i, found);
        if (before) {
          for (std::size_t k = 0; k < some.size(); ++k)
            put(some[k].keys.first_key, 0, k, found);
        } else {
          look_up(table, i, moment, found);
        }
        fill_up(found);
        take(std::as_const(found));
      }
    }
    const auto searched = up_to(std::span(list.curves).subspan(list.searched), nodes);
    for (std::size_t i = 0; i < searched.size(); i += KeysFound<Key>::kMost) {
      const auto some = begin(list, list.searched + i, searched.size() - i, found);
      for (std::size_t k = 0; k < some.size(); ++k)
        search(some[k].keys, frame, k, found);
      fill_up(found);
      take(std::as_const(found));
    }
  }

  std::size_t bytes() const {
    return sizeof(Key) * keys_.size() + sizeof(std::uint32_t) * places_.size() +
           sizeof(float) * times_.size();
  }
  // After the last list was arranged.
  void finish() {
    keys_.shrink_to_fit();
    // A last row is read as far as the others.
    if (!places_.empty()) {
      places_.resize(places_.size() + KeysFound<Key>::kGroup);
      times_.resize(times_.size() + KeysFound<Key>::kGroup);
    }
    places_.shrink_to_fit();
    times_.shrink_to_fit();
  }

 private:
  // Keys of a curve between two whole frames at most; none where it is better searched: where it
  // has more than two keys a frame, or a table takes more than 192 bytes a key. That of a curve
  // twice as long, with which it may share one, then takes 384.
  std::optional<std::uint32_t> most_between(const KeyRange& range) const {
    constexpr std::uint32_t kMost = 4;
    const double count = range.key_count;
    if (!(range.first >= 0 && range.last <= kLongestTable && std::isfinite(range.period) &&
          count <= 2 * range.last + 4))
      return std::nullopt;
    std::uint32_t most = 0, between = 0;
    double frame = -1;
    for (const Key& key : std::span(keys_).subspan(range.first_key, range.key_count)) {
      if (std::floor(key.time) != frame) between = 0;
      frame = std::floor(key.time);
      if (key.time != frame) most = std::max(most, ++between);
    }
    if (most > kMost || range.last * (2 + most) > 48 * count) return std::nullopt;
    return most;
  }

  template <class Curve>
  typename CurveList<Curve>::Table make_table(std::span<const Curve> curves, std::uint32_t most) {
    typename CurveList<Curve>::Table table{.begin = 0,
                                           .count = static_cast<std::uint32_t>(curves.size()),
                                           .most_between = most,
                                           .last = 0,
                                           .period = curves[0].keys.period,
                                           .first_place = places_.size(),
                                           .first_time = times_.size()};
    for (const Curve& curve : curves)
      table.last = std::max(table.last, curve.keys.last);
    const auto rows = static_cast<std::size_t>(table.last) + 1;
    places_.resize(places_.size() + rows * curves.size());
    const std::size_t times_of_row = curves.size() * (1 + most);
    times_.resize(times_.size() + rows * times_of_row);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      std::uint32_t key = curves[i].keys.first_key;
      for (std::size_t row = 0; row < rows; ++row) {
        const auto frame = static_cast<double>(row);
        while (keys_[key + 1].time <= frame)
          ++key;
        places_[table.first_place + row * curves.size() + i] =
            key * static_cast<std::uint32_t>(KeysFound<Key>::kStep);
        float* time = times_.data() + table.first_time + row * times_of_row + i;
        *time = static_cast<float>(frame - keys_[key].time);
        // Behind the last key comes one that is never reached.
        for (std::uint32_t step = 0, at = key; step < most; ++step) {
          if (std::isfinite(keys_[at].time)) ++at;
          time += curves.size();
          *time = static_cast<float>(keys_[at].time - frame);
        }
      }
    }
    return table;
  }

  struct Moment {
    double at;  // frames
    std::size_t row;
    float behind;  // the row's frame
    explicit Moment(double frame)
        : at(frame),
          row(static_cast<std::size_t>(frame)),
          behind(static_cast<float>(frame - static_cast<double>(row))) {}
  };

  // Those of the first nodes.
  template <class Curve>
  static std::span<const Curve> up_to(std::span<const Curve> curves, std::size_t nodes) {
    if (curves.empty() || curves.back().node < nodes) return curves;
    const auto end = std::ranges::lower_bound(curves, nodes, {}, &Curve::node);
    return {curves.begin(), end};
  }

  // The next curves that are looked for, at most so many from this one on.
  template <class Curve>
  static std::span<const Curve> begin(const CurveList<Curve>& list, std::size_t first,
                                      std::size_t most, KeysFound<Key>& found) {
    found.count = std::min(most, KeysFound<Key>::kMost);
    std::copy_n(list.targets.data() + first, found.count, found.target);
    return std::span(list.curves).subspan(first, found.count);
  }

  static void fill_up(KeysFound<Key>& found) {
    const std::size_t last = found.count - 1;
    for (std::size_t i = found.count; i % KeysFound<Key>::kGroup != 0; ++i) {
      found.place[i] = found.place[last];
      found.target[i] = found.target[last];
      found.since[i] = found.since[last];
    }
  }

  void look_up(const auto& table, std::size_t curve, const Moment& moment,
               KeysFound<Key>& found) const {
    const KeyRow row{
        .places = places_.data() + table.first_place + moment.row * table.count + curve,
        .times = times_.data() + table.first_time +
                 moment.row * table.count * (1 + table.most_between) + curve,
        .stride = table.count,
        .nexts = table.most_between,
        .step = static_cast<std::uint32_t>(KeysFound<Key>::kStep)};
    if (!look_up_keys(row, moment.behind, found.count, found.place, found.since)) return;
    // On which side of a key a moment is, only 64 bits know.
    for (std::size_t i = 0; i < found.count; ++i) {
      std::uint32_t number = row.places[i] / row.step;
      while (keys_[number + 1].time <= moment.at)
        ++number;
      put(number, moment.at, i, found);
    }
  }

  void put(std::uint32_t number, double at, std::size_t i, KeysFound<Key>& found) const {
    found.place[i] = number * static_cast<std::uint32_t>(KeysFound<Key>::kStep);
    // Neither without an end nor, where a key is, no number.
    constexpr double kMost = std::numeric_limits<float>::max();
    found.since[i] = static_cast<float>(std::min(std::max(0.0, at - keys_[number].time), kMost));
  }

  void search(const KeyRange& range, double frame, std::size_t i, KeysFound<Key>& found) const {
    const double folded = fold(frame, range.period);
    // Before the first moment its first key holds; the same for what is no number.
    if (!(folded >= range.first)) return put(range.first_key, range.first, i, found);
    const double at = std::min(folded, range.last);
    const auto later = [](double time, const Key& key) { return time < key.time; };
    const Key* const first = keys_.data() + range.first_key;
    const Key* const next = std::upper_bound(first, first + range.key_count, at, later);
    put(range.first_key + static_cast<std::uint32_t>(next - first - 1), at, i, found);
  }

  std::vector<Key> keys_;
  std::vector<std::uint32_t> places_;
  std::vector<float> times_;
};

}  // namespace anmkit
