// SPDX-License-Identifier: MIT
// Which curves share a table, and what stands in it.
#include "scene/sampler/key_tables.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "scene/evaluate.hpp"
#include "scene/sampler/keys_found.hpp"

namespace anmkit {
namespace {

// Keys of a curve between two whole frames at most; none where it is better searched: where it
// has more than two keys a frame, or a table takes more than 192 bytes a key. That of a curve
// twice as long, with which it may share one, then takes 384, and a quarter more with
// repetitions.
std::optional<std::uint32_t> most_between(std::span<const double> times, const KeyRange& range) {
  constexpr std::uint32_t kMost = 4;
  const double count = range.key_count;
  if (!(range.first >= 0 && range.last <= kLongestTable && std::isfinite(range.period) &&
        count <= 2 * range.last + 4))
    return std::nullopt;
  std::uint32_t most = 0, between = 0;
  double frame = -1;
  for (const double time : times.subspan(range.first_key, range.key_count)) {
    if (std::floor(time) != frame) between = 0;
    frame = std::floor(time);
    if (time != frame) most = std::max(most, ++between);
  }
  if (most > kMost || range.last * (2 + most) > 48 * count) return std::nullopt;
  return most;
}

// Where a curve goes. What shares a table is about as long, so that it has little behind the last
// keys.
struct Seat {
  bool searched;
  double period;
  int size;
  std::uint32_t most_between, curve;
  auto group() const { return std::tuple(searched, period, size, most_between); }
  bool operator<(const Seat& other) const {
    return std::tuple(group(), curve) < std::tuple(other.group(), other.curve);
  }
};

// Full eights need no filling up; where there are few, rows of eights were mostly repetitions.
std::size_t row_width(std::size_t count) {
  const std::size_t more = (kKeyGroup - count % kKeyGroup) % kKeyGroup;
  return 4 * more <= count ? count + more : count;
}

void put_targets(std::span<const Curve> curves, std::size_t width,
                 std::vector<std::uint32_t>& out) {
  for (std::size_t i = 0; i < width; ++i)
    out.push_back(curves[std::min(i, curves.size() - 1)].target);
}

}  // namespace

void KeyTables::arrange(std::span<const double> times, CurveList& list) {
  std::vector<Seat> seats;
  std::vector<Curve> curves;
  for (std::uint32_t i = 0; i < list.curves.size(); ++i) {
    const KeyRange& range = list.curves[i].keys;
    if (const auto most = most_between(times, range)) {
      seats.push_back({false, range.period, std::ilogb(range.last + 1), *most, i});
    } else {
      seats.push_back({true, 0, 0, 0, i});
    }
  }
  std::ranges::sort(seats, std::less<>());
  for (const Seat& seat : seats)
    curves.push_back(list.curves[seat.curve]);
  list.curves = std::move(curves);
  std::size_t i = 0;
  while (i < seats.size() && !seats[i].searched) {
    const std::size_t begin = i;
    while (i < seats.size() && seats[i].group() == seats[begin].group())
      ++i;
    const auto some = std::span<const Curve>(list.curves).subspan(begin, i - begin);
    auto& table = list.tables.emplace_back(make(times, some, seats[begin].most_between));
    table.begin = static_cast<std::uint32_t>(begin);
    table.first_target = static_cast<std::uint32_t>(list.targets.size());
    put_targets(some, table.width, list.targets);
  }
  list.searched = static_cast<std::uint32_t>(i);
  list.first_searched_target = static_cast<std::uint32_t>(list.targets.size());
  put_targets(std::span<const Curve>(list.curves).subspan(i), seats.size() - i, list.targets);
}

CurveList::Table KeyTables::make(std::span<const double> times, std::span<const Curve> curves,
                                 std::uint32_t most_between) {
  const std::size_t width = row_width(curves.size());
  CurveList::Table table{.begin = 0,
                         .count = static_cast<std::uint32_t>(curves.size()),
                         .width = static_cast<std::uint32_t>(width),
                         .nodes = curves.back().node + 1,
                         .first_target = 0,
                         .most_between = most_between,
                         .last = 0,
                         .period = curves[0].keys.period,
                         .first_place = places_.size(),
                         .first_time = times_.size()};
  for (const Curve& curve : curves)
    table.last = std::max(table.last, curve.keys.last);
  const auto rows = static_cast<std::size_t>(table.last) + 1;
  places_.resize(places_.size() + rows * width);
  const std::size_t times_of_row = width * (1 + most_between);
  times_.resize(times_.size() + rows * times_of_row);
  for (std::size_t i = 0; i < width; ++i) {
    std::uint32_t key = curves[std::min(i, curves.size() - 1)].keys.first_key;
    for (std::size_t row = 0; row < rows; ++row) {
      const auto frame = static_cast<double>(row);
      while (times[key + 1] <= frame)
        ++key;
      places_[table.first_place + row * width + i] = key * step_;
      float* time = times_.data() + table.first_time + row * times_of_row + i;
      *time = static_cast<float>(frame - times[key]);
      // Behind the last key comes one that is never reached.
      for (std::uint32_t next = 0, at = key; next < most_between; ++next) {
        if (std::isfinite(times[at])) ++at;
        time += width;
        *time = static_cast<float>(times[at] - frame);
      }
    }
  }
  return table;
}

void KeyTables::finish() {
  // A last row is read as far as the others.
  if (!places_.empty()) {
    places_.resize(places_.size() + kKeyGroup);
    times_.resize(times_.size() + kKeyGroup);
  }
  places_.shrink_to_fit();
  times_.shrink_to_fit();
}

}  // namespace anmkit
