// SPDX-License-Identifier: MIT
// Holds, jumps and blends of a track, as the engine plays it.
#include "formats/craftstudio/animation/tracks.hpp"

#include "core/portable.hpp"

#include <algorithm>
#include <cmath>

namespace anmkit::craftstudio {
namespace {

Quat quat(const MotionKey& key) {
  return {key.value[0], key.value[1], key.value[2], key.value[3]};
}

// A point on the great arc from a to b (shorter one), u beyond 0 ... 1 allowed.
struct Arc {
  Quat a, b;
  double angle = 0;
  Arc(Quat from, Quat to) : a(from), b(dot(from, to) < 0 ? -to : to) {
    // Half the chord keeps its digits where acos of the cosine has none left.
    const double chord = length(b + -a);
    angle = 2 * portable::asin(std::clamp(chord / 2, 0.0, 1.0));
  }
  Quat at(double u) const {
    if (u == 0) return a;
    const double sine = portable::sin(angle);
    if (sine < 1e-12) return normalize(a * (1 - u) + b * u);
    return a * (portable::sin((1 - u) * angle) / sine) + b * (portable::sin(u * angle) / sine);
  }
};

class TrackBuilder {
 public:
  TrackBuilder(Track& track, Channel channel, Span& span)
      : track_(track),
        rotation_(channel == Channel::rotation),
        step_(channel == Channel::size),
        span_(span) {}

  void add(double time, const MotionKey& key) {
    track_.times.push_back(time);
    track_.values.insert(track_.values.end(), key.value.begin(),
                         key.value.begin() + (rotation_ ? 4 : 3));
  }

  // The part u0 ... u1 of the blend from `a` to `b`, between two times, without its end.
  void add_blend(double t0, double t1, const MotionKey& a, const MotionKey& b, double u0,
                 double u1) {
    if (!rotation_) return add(t0, mix(a, b, u0));
    const Arc arc(quat(a), quat(b));
    // A part of more than a right angle (of the quaternion) would be taken the other way round by
    // the sampler; near a right angle (half a turn) rounding would choose the way.
    const double turn = std::fabs(u1 - u0) * arc.angle;
    std::size_t pieces = 1;
    if (turn > kPi / 2 - 1e-3) {
      pieces = static_cast<std::size_t>(std::ceil(turn / (kPi / 4)));
      pieces = std::max<std::size_t>(1, std::min(pieces, span_.arc_pieces));
      span_.arc_pieces -= std::min(pieces, span_.arc_pieces);
    }
    for (std::size_t i = 0; i < pieces; ++i) {
      const double part = static_cast<double>(i) / static_cast<double>(pieces);
      const Quat q = arc.at(u0 + (u1 - u0) * part);
      add(t0 + (t1 - t0) * part, MotionKey{0, {q.x, q.y, q.z, q.w}, {}});
    }
  }

  MotionKey blend(const MotionKey& a, const MotionKey& b, double u) const {
    if (!rotation_) return mix(a, b, u);
    const Quat q = Arc(quat(a), quat(b)).at(u);
    return {0, {q.x, q.y, q.z, q.w}, {}};
  }
  bool step() const { return step_; }

 private:
  static MotionKey mix(const MotionKey& a, const MotionKey& b, double u) {
    MotionKey key;
    for (std::size_t i = 0; i < 3; ++i)
      key.value[i] = a.value[i] + (b.value[i] - a.value[i]) * u;
    return key;
  }

  Track& track_;
  bool rotation_;
  bool step_;
  Span& span_;
};

// Before the first key the engine blends from the last key of the previous period, or holds it
// (sections 3.2, 3.3, 3.5).
void add_lead_in(TrackBuilder& out, const MotionKey& first, const MotionKey& last,
                 const Span& span) {
  const double p = last.time, q = first.time, d = span.duration;
  const bool same_instant = std::fmod(p, d) == std::fmod(q, d);
  if (out.step() || span.hold || same_instant) {
    out.add(0, last);
    // The value jumps when the first key is reached; steps jump by themselves.
    if (!out.step()) out.add(q, last);
    return;
  }
  const double l = q - p < 0 ? q - p + d : q - p;
  out.add_blend(0, q, last, first, (d - p) / l, (q + d - p) / l);
}

// The last key; after it the engine blends back towards the first one of the next period.
void add_lead_out(TrackBuilder& out, const MotionKey& first, const MotionKey& last,
                  const Span& span) {
  const double p = last.time, q = first.time, d = span.duration;
  if (out.step() || span.hold || p >= d) return out.add(p, last);
  const double end = (d - p) / (q - p + d);
  out.add_blend(p, d, last, first, 0, end);
  out.add(d, out.blend(last, first, end));
}

// D = 0 has no blend: frame 0 shows the key chosen for it (section 3.1).
void add_single_frame(TrackBuilder& out, const std::vector<MotionKey>& keys) {
  out.add(0, keys.front().time == 0 ? keys.front() : keys.back());
}

Property property_of(Channel channel) {
  switch (channel) {
    case Channel::position:
      return Property::translation;
    case Channel::rotation:
      return Property::rotation;
    case Channel::size:
      return Property::block_size;
    case Channel::pivot:
      return Property::pivot;
    case Channel::scale:
      break;
  }
  return Property::scale;
}

Interpolation interpolation_of(Channel channel) {
  if (channel == Channel::size) return Interpolation::step;
  return channel == Channel::rotation ? Interpolation::slerp : Interpolation::linear;
}

}  // namespace

void sort_keys(std::vector<MotionKey>& keys) {
  std::ranges::stable_sort(keys, {}, &MotionKey::time);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i + 1 < keys.size() && keys[i + 1].time == keys[i].time) continue;
    keys[kept++] = keys[i];
  }
  keys.resize(kept);
}

Track compile_track(std::uint32_t node, Channel channel, std::vector<MotionKey> keys, Span& span) {
  Track track;
  track.node = node;
  track.property = property_of(channel);
  track.interpolation = interpolation_of(channel);
  if (keys.empty()) return track;
  sort_keys(keys);
  track.times.reserve(keys.size() + 2);
  track.values.reserve(track.stride() * (keys.size() + 2));
  TrackBuilder out(track, channel, span);
  if (keys.size() == 1) {
    // A single key is a constant from frame 0 on.
    out.add(0, keys.front());
  } else if (span.duration <= 0) {
    add_single_frame(out, keys);
  } else {
    if (keys.front().time > 0) add_lead_in(out, keys.front(), keys.back(), span);
    for (std::size_t i = 0; i + 1 < keys.size(); ++i)
      out.add_blend(keys[i].time, keys[i + 1].time, keys[i], keys[i + 1], 0, 1);
    add_lead_out(out, keys.front(), keys.back(), span);
  }
  return track;
}

}  // namespace anmkit::craftstudio
