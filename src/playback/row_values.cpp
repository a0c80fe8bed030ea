// SPDX-License-Identifier: MIT
// From keys to values at whole frames.
#include "playback/row_values.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "scene/arc.hpp"
#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

Quat key_of(const Track& track, std::size_t key) {
  const double* v = track.values.data() + 4 * key;
  return {v[0], v[1], v[2], v[3]};
}

struct ArcColumn {
  const Column& column;
  std::size_t width;

  void put(float* to, Quat q, double squared) const {
    to[0] = static_cast<float>(q.x);
    to[width] = static_cast<float>(q.y);
    to[2 * width] = static_cast<float>(q.z);
    to[3 * width] = static_cast<float>(q.w);
    to[4 * width] = static_cast<float>(squared);
  }
  void hold(double from, double to, Quat q) const {
    each_row(column, from, to, [&](float* at, double) { put(at, q, 0); });
  }
  // Both at their frames; `to` itself belongs to the next part.
  template <class Arc>
  void turn(double from, double to, Quat a, Quat b) const {
    const double length = to - from;
    const double lack = 1 - dot(a, b);
    const bool straight = lack <= (std::is_same_v<Arc, LongArc> ? 1e-6 : 1e-10);
    const double squared = straight ? 0 : squared_angle(lack) / (length * length);
    each_row(column, from, from + 1, [&](float* at, double) { put(at, a, squared); });
    if (length == 1) return;
    const Arc arc(a, b);
    each_row(column, from + 1, to,
             [&](float* at, double frame) { put(at, arc.at((frame - from) / length), squared); });
  }
};

// Whole numbers that 32-bit row numbers and their fractions have room for.
constexpr double kLastFrame = 1 << 24;

// Whether no two keys are less than a frame apart, and all on frames; steps may have two at one.
bool on_whole_frames(const Track& track) {
  double last = -kLastFrame - 1;
  for (const double time : track.times) {
    if (!(time >= -kLastFrame && time <= kLastFrame)) return false;
    if (time != static_cast<double>(static_cast<std::int64_t>(time))) return false;
    // Two keys at one moment jump; steps may, as only the last of them counts. At the very start
    // also the first one does, before it.
    if (time == last && (!holds(track) || time == track.times.front())) return false;
    last = time;
  }
  return true;
}

// Whether no key has an ease that changes the curve.
bool has_no_ease(const Track& track) {
  return std::ranges::all_of(track.ease, [](double amount) { return amount == 0; });
}

}  // namespace

bool holds(const Track& track) {
  return track.interpolation == Interpolation::step;
}

bool fits_rows(const Track& track) {
  if (track.property == Property::pivot || !on_whole_frames(track)) return false;
  if (holds(track)) return true;
  if (!has_no_ease(track)) return false;
  switch (track.property) {
    case Property::translation:
    case Property::scale:
      return track.interpolation == Interpolation::linear;
    case Property::rotation:
      if (track.interpolation == Interpolation::slerp) return true;
      if (track.interpolation != Interpolation::slerp_long) return false;
      // An arc the long way is a short one from frame to frame, unless it takes one frame only or
      // is half a turn, which has a rule of its own.
      for (std::size_t key = 1; key < track.times.size(); ++key) {
        const double cosine = dot(key_of(track, key - 1), key_of(track, key));
        const bool single = track.times[key] - track.times[key - 1] < 2;
        if (!(cosine >= (single ? 0 : -1 + 1e-6))) return false;
      }
      return true;
    default:
      return false;
  }
}

void write_line(const Track& track, const Column& column) {
  each_key(track, column, [&](std::size_t key, double from, double to) {
    const double* a = track.values.data() + 3 * key;
    const bool moves = !holds(track) && from == track.times[key] && key + 1 < track.times.size();
    const double* b = moves ? a + 3 : a;
    const double each = moves ? 1 / (to - from) : 0;
    each_row(column, from, to, [&](float* at, double frame) {
      for (std::size_t i = 0; i < 3; ++i)
        at[i] = static_cast<float>(a[i] + (b[i] - a[i]) * ((frame - from) * each));
    });
  });
}

void write_arc(const Track& track, const Column& column, std::size_t width) {
  const ArcColumn out{column, width};
  if (holds(track)) {
    const bool euler = track.property == Property::euler;
    each_key(track, column, [&](std::size_t key, double from, double to) {
      out.hold(from, to, euler ? from_degrees(track.values.data() + 3 * key) : key_of(track, key));
    });
    return;
  }
  const bool as_long = track.interpolation == Interpolation::slerp_long;
  Quat now = key_of(track, 0);
  each_key(track, column, [&](std::size_t key, double from, double to) {
    if (from != track.times[key] || key + 1 == track.times.size()) return out.hold(from, to, now);
    Quat next = key_of(track, key + 1);
    // slerp_long looks at no sign between keys, and neither does the way on from there.
    if (!as_long && dot(now, next) < 0) next = -next;
    if (as_long) {
      out.turn<LongArc>(from, to, now, next);
    } else {
      out.turn<ShortArc>(from, to, now, next);
    }
    now = next;
  });
}

}  // namespace anmkit
