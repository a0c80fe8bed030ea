// SPDX-License-Identifier: MIT
// Compiles tracks with eases to one cache line a key, and looks them up.
#include "scene/sampler/eased.hpp"

#include <limits>

#include "scene/arc.hpp"
#include "scene/sampler/compiled.hpp"

namespace anmkit {
namespace {

// Of keys at one moment the last counts; before the very first moment the first does.
bool is_passed_over(const Track& track, std::size_t key) {
  return key > 0 && key + 1 < track.times.size() && track.times[key] == track.times[key + 1];
}

// Frames to the next key; 0 where a key holds.
double length_after(const Track& track, std::size_t key) {
  if (key + 1 == track.times.size() || track.interpolation == Interpolation::step) return 0;
  return track.times[key + 1] - track.times[key];
}

template <std::size_t kCount>
std::array<float, 4> value_of(const Track& track, std::size_t key) {
  std::array<float, 4> value{};
  for (std::size_t i = 0; i < kCount; ++i)
    value[i] = static_cast<float>(track.values[key * kCount + i]);
  return value;
}

void put_way(const Track& track, std::size_t key, bool holds, EasedLine& out) {
  out.from = value_of<3>(track, key);
  if (holds) return;
  for (std::size_t i = 3 * key; i < 3 * key + 3; ++i)
    out.way[i - 3 * key] = static_cast<float>(track.values[i + 3] - track.values[i]);
}

void put_way(const Track& track, std::size_t key, bool holds, EasedTurn& out) {
  out.from = value_of<4>(track, key);
  out.to = holds ? out.from : value_of<4>(track, key + 1);
  const Arc arc = arc_between(out.from, out.to);
  out.arc = {std::fabs(arc.angle), arc.inverse_sine};
  if (arc.angle < 0) {
    for (float& number : out.to)
      number = -number;
  }
}

template <class EasedKey>
KeyRange put_keys(const Track& track, KeyLists<EasedKey>& out) {
  const std::size_t first = out.size();
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    if (is_passed_over(track, key)) continue;
    EasedKey eased{};
    const double length = length_after(track, key);
    if (length > 0) eased.ease = ease_after(track, key, length);
    put_way(track, key, length == 0, eased);
    out.push(track.times[key], eased);
  }
  return out.close(first, track.period);
}

}  // namespace

bool EasedTracks::takes(const Track& track) {
  constexpr double kShortest = 0x1p-50, kLongest = 0x1p60;
  if (!eases_in_parts(track)) return false;
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const double length = length_after(track, key);
    if (length != 0 && !(length >= kShortest && length <= kLongest)) return false;
  }
  return true;
}

void EasedTracks::add(const Track& track) {
  if (track.property == Property::rotation) {
    turns_.curves.push_back({track.node, place_of(track), put_keys(track, turn_keys_)});
    return;
  }
  (track.property == Property::pivot ? pivots_ : lines_)
      .curves.push_back({track.node, place_of(track), put_keys(track, line_keys_)});
}

void EasedTracks::finish() {
  turn_keys_.arrange(turns_);
  for (CurveList* list : {&lines_, &pivots_})
    line_keys_.arrange(*list);
  for (CurveList* list : {&turns_, &lines_, &pivots_})
    list->shrink();
  turn_keys_.finish();
  line_keys_.finish();
}

void EasedTracks::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  turn_keys_.find(turns_, frame, out.size(),
                  [&](const auto& found) { mix_eased_turns(found, floats); });
  line_keys_.find(lines_, frame, out.size(),
                  [&](const auto& found) { mix_eased_lines(found, floats); });
}

void EasedTracks::sample_pivots(double frame, std::span<Transformf> out) const {
  line_keys_.find(pivots_, frame, out.size(), [&](KeysFound<EasedLine> found) {
    for (std::size_t k = 0; k < found.count; ++k) {
      const EasedLine& key = found.key(k);
      const float part = key.ease.at(found.since[k]);
      add_pivot({key.from[0] + part * key.way[0], key.from[1] + part * key.way[1],
                 key.from[2] + part * key.way[2]},
                out[found.target[k] / kFloats]);
    }
  });
}

std::size_t EasedTracks::bytes() const {
  return lines_.bytes() + pivots_.bytes() + turns_.bytes() + line_keys_.bytes() +
         turn_keys_.bytes();
}

}  // namespace anmkit
