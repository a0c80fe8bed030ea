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
#include "scene/sampler/curve_list.hpp"
#include "scene/sampler/key_lookup.hpp"
#include "scene/sampler/keys_found.hpp"

namespace anmkit {

// Keys with a `time`.
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
    std::size_t i = 0;
    while (i < places.size() && !places[i].searched) {
      const std::size_t begin = i;
      while (i < places.size() && places[i].group() == places[begin].group())
        ++i;
      const auto some = std::span<const Curve>(list.curves).subspan(begin, i - begin);
      auto& table = list.tables.emplace_back(make_table(some, places[begin].most_between));
      table.begin = static_cast<std::uint32_t>(begin);
      table.first_target = static_cast<std::uint32_t>(list.targets.size());
      put_targets(some, table.width, list.targets);
    }
    list.searched = static_cast<std::uint32_t>(i);
    list.first_searched_target = static_cast<std::uint32_t>(list.targets.size());
    put_targets(std::span<const Curve>(list.curves).subspan(i), places.size() - i, list.targets);
  }

  // Calls `take` with what was found of some curves until it has had all of the first `nodes`.
  template <class Curve, class Take>
  void find(const CurveList<Curve>& list, double frame, std::size_t nodes, Take&& take) const {
    if (!list.empty()) find_some(list, frame, nodes, take);
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
  // twice as long, with which it may share one, then takes 384, and a quarter more with
  // repetitions.
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

  // Full eights need no filling up; where there are few, rows of eights were mostly repetitions.
  static std::size_t row_width(std::size_t count) {
    const std::size_t more =
        (KeysFound<Key>::kGroup - count % KeysFound<Key>::kGroup) % KeysFound<Key>::kGroup;
    return 4 * more <= count ? count + more : count;
  }

  template <class Curve>
  static void put_targets(std::span<const Curve> curves, std::size_t width,
                          std::vector<std::uint32_t>& out) {
    for (std::size_t i = 0; i < width; ++i)
      out.push_back(curves[std::min(i, curves.size() - 1)].target);
  }

  template <class Curve>
  typename CurveList<Curve>::Table make_table(std::span<const Curve> curves, std::uint32_t most) {
    const std::size_t width = row_width(curves.size());
    typename CurveList<Curve>::Table table{.begin = 0,
                                           .count = static_cast<std::uint32_t>(curves.size()),
                                           .width = static_cast<std::uint32_t>(width),
                                           .nodes = curves.back().node + 1,
                                           .first_target = 0,
                                           .most_between = most,
                                           .last = 0,
                                           .period = curves[0].keys.period,
                                           .first_place = places_.size(),
                                           .first_time = times_.size()};
    for (const Curve& curve : curves)
      table.last = std::max(table.last, curve.keys.last);
    const auto rows = static_cast<std::size_t>(table.last) + 1;
    places_.resize(places_.size() + rows * width);
    const std::size_t times_of_row = width * (1 + most);
    times_.resize(times_.size() + rows * times_of_row);
    for (std::size_t i = 0; i < width; ++i) {
      std::uint32_t key = curves[std::min(i, curves.size() - 1)].keys.first_key;
      for (std::size_t row = 0; row < rows; ++row) {
        const auto frame = static_cast<double>(row);
        while (keys_[key + 1].time <= frame)
          ++key;
        places_[table.first_place + row * width + i] =
            key * static_cast<std::uint32_t>(KeysFound<Key>::kStep);
        float* time = times_.data() + table.first_time + row * times_of_row + i;
        *time = static_cast<float>(frame - keys_[key].time);
        // Behind the last key comes one that is never reached.
        for (std::uint32_t step = 0, at = key; step < most; ++step) {
          if (std::isfinite(keys_[at].time)) ++at;
          time += width;
          *time = static_cast<float>(keys_[at].time - frame);
        }
      }
    }
    return table;
  }

  // What is found, and room for it.
  struct Finding {
    static constexpr std::size_t kMost = KeysFound<Key>::kMost;
    alignas(32) std::uint32_t place[kMost];
    alignas(32) float since[kMost];
    std::uint32_t target[kMost];
    KeysFound<Key> keys;

    explicit Finding(const Key* all)
        : keys{.keys = all, .count = 0, .place = place, .since = since, .target = target} {}
    Finding(const Finding&) = delete;
    Finding& operator=(const Finding&) = delete;

    // As many as there are, at most all there is room for.
    void begin(std::size_t count, const std::uint32_t* targets) {
      keys.count = std::min(count, kMost);
      keys.target = targets;
    }
    // Repeats the last curve behind those that are found.
    [[gnu::noinline]] void fill_up() {
      const std::size_t count = keys.count;
      std::copy_n(keys.target, count, target);
      keys.target = target;
      for (std::size_t i = count; i < keys.lanes(); ++i) {
        place[i] = place[count - 1];
        since[i] = since[count - 1];
        target[i] = target[count - 1];
      }
    }
  };

  // What is rarely needed is no part of it.
  template <class Curve, class Take>
  void find_some(const CurveList<Curve>& list, double frame, std::size_t nodes, Take& take) const {
    Finding found(keys_.data());
    for (const auto& table : list.tables) {
      const double folded = fold(frame, table.period);
      if (!(folded >= 0) || nodes < table.nodes) {
        find_slowly(list, table, folded, nodes, take);
        continue;
      }
      const Moment moment(std::min(folded, table.last));
      for (std::size_t i = 0; i < table.count; i += KeysFound<Key>::kMost) {
        found.begin(table.count - i, list.targets.data() + table.first_target + i);
        const std::size_t lanes = found.keys.lanes();
        const bool full = i + lanes <= table.width;
        look_up(row_of(table, moment.row, i), moment, full ? lanes : found.keys.count, found);
        if (!full) found.fill_up();
        take(std::as_const(found.keys));
      }
    }
    if (list.first_searched_target < list.targets.size()) search_all(list, frame, nodes, take);
  }

  // Before frame 0, for what is no number, and where the first nodes are asked for.
  template <class Curve, class Take>
  [[gnu::noinline]] void find_slowly(const CurveList<Curve>& list, const auto& table, double folded,
                                     std::size_t nodes, Take& take) const {
    Finding found(keys_.data());
    const auto curves = up_to(std::span(list.curves).subspan(table.begin, table.count), nodes);
    const bool before = !(folded >= 0);
    const Moment moment(before ? 0 : std::min(folded, table.last));
    for (std::size_t i = 0; i < curves.size(); i += KeysFound<Key>::kMost) {
      found.begin(curves.size() - i, list.targets.data() + table.first_target + i);
      if (before) {
        for (std::size_t k = 0; k < found.keys.count; ++k)
          put(curves[i + k].keys.first_key, 0, k, found);
      } else {
        look_up(row_of(table, moment.row, i), moment, found.keys.count, found);
      }
      found.fill_up();
      take(std::as_const(found.keys));
    }
  }

  template <class Curve, class Take>
  [[gnu::noinline]] void search_all(const CurveList<Curve>& list, double frame, std::size_t nodes,
                                    Take& take) const {
    Finding found(keys_.data());
    const auto searched = up_to(std::span(list.curves).subspan(list.searched), nodes);
    for (std::size_t i = 0; i < searched.size(); i += KeysFound<Key>::kMost) {
      found.begin(searched.size() - i, list.targets.data() + list.first_searched_target + i);
      for (std::size_t k = 0; k < found.keys.count; ++k)
        search(searched[i + k].keys, frame, k, found);
      found.fill_up();
      take(std::as_const(found.keys));
    }
  }

  struct Moment {
    double at;  // frames
    std::int64_t row;
    float behind;  // the row's frame
    explicit Moment(double frame)
        : at(frame),
          row(static_cast<std::int64_t>(frame)),
          behind(static_cast<float>(frame - static_cast<double>(row))) {}
  };

  // Those of the first nodes.
  template <class Curve>
  static std::span<const Curve> up_to(std::span<const Curve> curves, std::size_t nodes) {
    if (curves.empty() || curves.back().node < nodes) return curves;
    const auto end = std::ranges::lower_bound(curves, nodes, {}, &Curve::node);
    return {curves.begin(), end};
  }

  // From a curve on.
  KeyRow row_of(const auto& table, std::int64_t number, std::size_t curve) const {
    const std::size_t row = static_cast<std::size_t>(number) * table.width;
    return {.places = places_.data() + table.first_place + row + curve,
            .times = times_.data() + table.first_time + row * (1 + table.most_between) + curve,
            .stride = table.width,
            .nexts = table.most_between,
            .step = static_cast<std::uint32_t>(KeysFound<Key>::kStep)};
  }

  void look_up(const KeyRow& row, const Moment& moment, std::size_t count, Finding& found) const {
    if (look_up_keys(row, moment.behind, count, found.place, found.since))
      look_closer(row, moment, count, found);
  }

  // On which side of a key a moment is, only 64 bits know.
  [[gnu::noinline]] void look_closer(const KeyRow& row, const Moment& moment, std::size_t count,
                                     Finding& found) const {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t number = row.places[i] / row.step;
      while (keys_[number + 1].time <= moment.at)
        ++number;
      put(number, moment.at, i, found);
    }
  }

  void put(std::uint32_t number, double at, std::size_t i, Finding& found) const {
    found.place[i] = number * static_cast<std::uint32_t>(KeysFound<Key>::kStep);
    // Neither without an end nor, where a key is, no number.
    constexpr double kMost = std::numeric_limits<float>::max();
    found.since[i] = static_cast<float>(std::min(std::max(0.0, at - keys_[number].time), kMost));
  }

  void search(const KeyRange& range, double frame, std::size_t i, Finding& found) const {
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
