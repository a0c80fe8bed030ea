// SPDX-License-Identifier: MIT
// Keys are moved and left out; no value is computed.
#include "scene/cut.hpp"

#include <algorithm>
#include <cmath>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

// A track that repeats on its own, for as long as the part lasts: its period cannot be moved.
Track unrolled(const Track& track, double end) {
  if (!(track.period > 0) || track.times.empty()) return track;
  Track whole = track;
  whole.period = 0;
  whole.times.clear();
  whole.values.clear();
  whole.ease.clear();
  whole.interpolation = Interpolation::linear;
  std::vector<double> value(track.components());
  for (double frame = 0;; frame = std::min(std::floor(frame) + 1, end)) {
    evaluate(track, frame, value.data());
    whole.times.push_back(frame);
    whole.values.insert(whole.values.end(), value.begin(), value.end());
    if (frame >= end) return whole;
  }
}

// The keys `first` ... `last` of a track, `start` frames earlier.
void keep(Track& track, std::size_t first, std::size_t last, double start) {
  const auto range = [&](auto& list, std::size_t a_key) {
    if (list.empty()) return;
    const auto begin = list.begin() + static_cast<std::ptrdiff_t>(first * a_key);
    const auto end = list.begin() + static_cast<std::ptrdiff_t>((last + 1) * a_key);
    list = {begin, end};
  };
  range(track.values, track.stride());
  range(track.ease, 2);
  range(track.times, 1);
  for (double& time : track.times)
    time -= start;
}

Track cut_track(const Track& from, double start, double end) {
  Track track = unrolled(from, end);
  if (track.times.empty()) return track;
  const auto& times = track.times;
  const auto index = [&](auto place) { return static_cast<std::size_t>(place - times.begin()); };
  // Of keys of one time the last one counts.
  const std::size_t behind = index(std::ranges::upper_bound(times, start));
  const std::size_t first = behind == 0 ? 0 : behind - 1;
  const std::size_t past = index(std::ranges::upper_bound(times, end));
  const bool on_end = past > 0 && times[past - 1] == end;
  std::size_t last = on_end || past == times.size() ? past - 1 : past;
  if (track.interpolation == Interpolation::step && past > 0) last = past - 1;
  keep(track, first, std::max(first, last), start);
  // Held values and jumps can begin with the part.
  if (track.interpolation == Interpolation::step || track.times.size() == 1)
    track.times.front() = std::max(track.times.front(), 0.0);
  return track;
}

}  // namespace

Clip cut_clip(const Clip& clip, double start, double end) {
  Clip part = clip;
  part.duration = end - start;
  for (Track& track : part.tracks)
    track = cut_track(track, start, end);
  // A clip that repeats from its beginning still does, also where keys before 0 join it.
  part.loop_start = clip.loop_start > 0 ? clip.loop_start - start : 0;
  if (!(part.loop_start > 0 && part.loop_start < part.duration)) part.loop_start = 0;
  return part;
}

}  // namespace anmkit
