// SPDX-License-Identifier: MIT
// Keys at any times, found by a table or a search: those of many curves at one moment.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "scene/evaluate.hpp"
#include "scene/sampler/curve_list.hpp"
#include "scene/sampler/key_lookup.hpp"
#include "scene/sampler/key_tables.hpp"
#include "scene/sampler/keys_found.hpp"

namespace anmkit {

// What curves are from each key on, and apart from that when: who looks for keys reads times only.
template <class Key>
class KeyLists {
 public:
  static constexpr std::size_t kBytes = sizeof(Key) + sizeof(double);  // of a key

  bool empty() const { return keys_.empty(); }
  std::size_t size() const { return keys_.size(); }
  Key* data() { return keys_.data(); }
  const Key* data() const { return keys_.data(); }
  std::span<const double> times() const { return times_; }  // frames
  void reserve(std::size_t size) {
    keys_.reserve(size);
    times_.reserve(size);
  }
  void push(double time, const Key& key) {
    times_.push_back(time);
    keys_.push_back(key);
  }
  // Forgets all from this number on.
  void cut(std::size_t size) {
    keys_.resize(size);
    times_.resize(size);
  }

  // Ends the list that begins at `first_key`, which has a key.
  KeyRange close(std::size_t first_key, double period) {
    const KeyRange range{.first_key = static_cast<std::uint32_t>(first_key),
                         .key_count = static_cast<std::uint32_t>(keys_.size() - first_key),
                         .first = times_[first_key],
                         .last = times_.back(),
                         .period = period};
    const Key last = keys_.back();
    push(std::numeric_limits<double>::infinity(), last);
    return range;
  }

  // Once all curves are there.
  void arrange(CurveList& list) { tables_.arrange(times_, list); }
  // After the last list was arranged.
  void finish() {
    tables_.finish();
    keys_.shrink_to_fit();
    times_.shrink_to_fit();
  }

  // Calls `take` with what was found of some curves until it has had all of the first `nodes`.
  template <class Take>
  void find(const CurveList& list, double frame, std::size_t nodes, Take&& take) const {
    if (!list.empty()) find_some(list, frame, nodes, take);
  }

  std::size_t bytes() const { return kBytes * keys_.size() + tables_.bytes(); }

 private:
  static constexpr auto kStep = static_cast<std::uint32_t>(sizeof(Key) / kPlaceUnit);

  // What is found, and room for it.
  struct Finding {
    alignas(32) std::uint32_t place[kMostKeys];
    alignas(32) float since[kMostKeys];
    std::uint32_t target[kMostKeys];
    KeysFound<Key> keys;

    explicit Finding(const Key* all)
        : keys{.keys = all, .count = 0, .place = place, .since = since, .target = target} {}
    Finding(const Finding&) = delete;
    Finding& operator=(const Finding&) = delete;

    // As many as there are, at most all there is room for.
    void begin(std::size_t count, const std::uint32_t* targets) {
      keys.count = std::min(count, kMostKeys);
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
  template <class Take>
  void find_some(const CurveList& list, double frame, std::size_t nodes, Take& take) const {
    Finding found(keys_.data());
    for (const CurveList::Table& table : list.tables) {
      const double folded = fold(frame, table.period);
      if (!(folded >= 0) || nodes < table.nodes) {
        find_slowly(list, table, folded, nodes, take);
        continue;
      }
      const Moment moment(std::min(folded, table.last));
      for (std::size_t i = 0; i < table.count; i += kMostKeys) {
        found.begin(table.count - i, list.targets.data() + table.first_target + i);
        const std::size_t lanes = found.keys.lanes();
        const bool full = i + lanes <= table.width;
        look_up(tables_.row(table, moment.row, i), moment, full ? lanes : found.keys.count, found);
        if (!full) found.fill_up();
        take(std::as_const(found.keys));
      }
    }
    if (list.first_searched_target < list.targets.size()) search_all(list, frame, nodes, take);
  }

  // Before frame 0, for what is no number, and where the first nodes are asked for.
  template <class Take>
  [[gnu::noinline]] void find_slowly(const CurveList& list, const CurveList::Table& table,
                                     double folded, std::size_t nodes, Take& take) const {
    Finding found(keys_.data());
    const auto curves = up_to(std::span(list.curves).subspan(table.begin, table.count), nodes);
    const bool before = !(folded >= 0);
    const Moment moment(before ? 0 : std::min(folded, table.last));
    for (std::size_t i = 0; i < curves.size(); i += kMostKeys) {
      found.begin(curves.size() - i, list.targets.data() + table.first_target + i);
      if (before) {
        for (std::size_t k = 0; k < found.keys.count; ++k)
          put(curves[i + k].keys.first_key, 0, k, found);
      } else {
        look_up(tables_.row(table, moment.row, i), moment, found.keys.count, found);
      }
      found.fill_up();
      take(std::as_const(found.keys));
    }
  }

  template <class Take>
  [[gnu::noinline]] void search_all(const CurveList& list, double frame, std::size_t nodes,
                                    Take& take) const {
    Finding found(keys_.data());
    const auto searched = up_to(std::span(list.curves).subspan(list.searched), nodes);
    for (std::size_t i = 0; i < searched.size(); i += kMostKeys) {
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

  // Those of the first nodes, of one curve or more.
  static std::span<const Curve> up_to(std::span<const Curve> curves, std::size_t nodes) {
    if (curves.back().node < nodes) return curves;
    const auto end = std::ranges::lower_bound(curves, nodes, {}, &Curve::node);
    return {curves.begin(), end};
  }

  void look_up(const KeyRow& row, const Moment& moment, std::size_t count, Finding& found) const {
    if (look_up_keys(row, moment.behind, count, found.place, found.since))
      look_closer(row, moment, count, found);
  }

  // On which side of a key a moment is, only 64 bits know.
  [[gnu::noinline]] void look_closer(const KeyRow& row, const Moment& moment, std::size_t count,
                                     Finding& found) const {
    for (std::size_t i = 0; i < count; ++i) {
      std::uint32_t number = row.places[i] / kStep;
      while (times_[number + 1] <= moment.at)
        ++number;
      put(number, moment.at, i, found);
    }
  }

  void put(std::uint32_t number, double at, std::size_t i, Finding& found) const {
    found.place[i] = number * kStep;
    // Neither without an end nor, where a key is, no number.
    constexpr double kMost = std::numeric_limits<float>::max();
    found.since[i] = static_cast<float>(std::min(std::max(0.0, at - times_[number]), kMost));
  }

  void search(const KeyRange& range, double frame, std::size_t i, Finding& found) const {
    const double folded = fold(frame, range.period);
    // Before the first moment its first key holds; the same for what is no number.
    if (!(folded >= range.first)) return put(range.first_key, range.first, i, found);
    const double at = std::min(folded, range.last);
    const double* const first = times_.data() + range.first_key;
    const double* const next = std::upper_bound(first, first + range.key_count, at);
    put(range.first_key + static_cast<std::uint32_t>(next - first - 1), at, i, found);
  }

  std::vector<Key> keys_;
  std::vector<double> times_;
  KeyTables tables_{kStep};
};

}  // namespace anmkit
