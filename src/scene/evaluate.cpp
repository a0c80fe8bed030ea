// SPDX-License-Identifier: MIT
// The interpolations, one function each.
#include "scene/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"

namespace anmkit {
namespace {

Quat load_quat(const double* from) {
  return {from[0], from[1], from[2], from[3]};
}
void store_quat(Quat q, double* to) {
  to[0] = q.x;
  to[1] = q.y;
  to[2] = q.z;
  to[3] = q.w;
}

void mix(const double* a, const double* b, double u, std::size_t count, double* out) {
  for (std::size_t i = 0; i < count; ++i)
    out[i] = a[i] + (b[i] - a[i]) * u;
}

// Degrees: a difference beyond half a turn is taken the other way round (gc specification, 6.3).
void mix_angles(const double* a, const double* b, double u, double* out) {
  for (std::size_t i = 0; i < 3; ++i) {
    double from = a[i], to = b[i];
    if (from - to > 180) {
      from -= 360;
    } else if (from - to < -180) {
      to -= 360;
    }
    out[i] = (1 - u) * from + u * to;
  }
}

void hermite(const double* a, const double* b, const Segment& segment, std::size_t count,
             double* out) {
  const double u = segment.u, u2 = u * u, u3 = u2 * u;
  const double h0 = 2 * u3 - 3 * u2 + 1, h1 = 3 * u2 - 2 * u3;
  const double h2 = (u3 - 2 * u2 + u) * segment.length, h3 = (u3 - u2) * segment.length;
  for (std::size_t i = 0; i < count; ++i) {
    out[i] = h0 * a[count + i] + h2 * a[2 * count + i] + h1 * b[count + i] + h3 * b[i];
  }
}

void bezier(const double* a, const double* b, double u, std::size_t count, double* out) {
  const double v = 1 - u;
  for (std::size_t i = 0; i < count; ++i) {
    const double from = a[count + i], to = b[count + i];
    out[i] = v * v * v * from + 3 * v * v * u * (from + a[2 * count + i]) +
             3 * v * u * u * (to + b[i]) + u * u * u * to;
  }
}

}  // namespace

ShortArc::ShortArc(Quat a, Quat b) : a_(a), b_(b) {
  double cosine = dot(a, b);
  if (cosine < 0) {
    b_ = -b;
    cosine = -cosine;
  }
  // Below this the sine loses digits and the arc is straight to 1e-10.
  if (cosine > 1 - 1e-10) return;
  angle_ = portable::acos(cosine);
  scale_ = 1 / portable::sin(angle_);
}

Quat ShortArc::at(double u) const {
  if (scale_ == 0) return normalize(a_ * (1 - u) + b_ * u);
  return a_ * (portable::sin((1 - u) * angle_) * scale_) +
         b_ * (portable::sin(u * angle_) * scale_);
}

LongArc::LongArc(Quat a, Quat b) : a_(a), b_(b) {
  const double cosine = dot(a, b);
  if (1 + cosine <= 1e-6) {
    b_ = {-b.y, b.x, -b.w, b.z};
    angle_ = kPi / 2;
    scale_ = 1;
  } else if (!(1 - cosine <= 1e-6)) {
    angle_ = portable::acos(std::clamp(cosine, -1.0, 1.0));
    scale_ = 1 / portable::sin(angle_);
  }
}

Quat LongArc::at(double u) const {
  if (scale_ == 0) return a_ * (1 - u) + b_ * u;
  return (a_ * portable::sin((1 - u) * angle_) + b_ * portable::sin(u * angle_)) * scale_;
}

Quat SquadArc::at(double u) const {
  return slerp_long(main_.at(u), control_.at(u), 2 * u * (1 - u));
}

EaseCurve::EaseCurve(double out, double in, EaseKind kind) {
  const double sum = out + in;
  if (sum == 0) return;
  if (sum > 1) {
    out /= sum;
    in /= sum;
  }
  begins = out;
  ends = 1 - in;
  // The library's constant comes from the sum before the division.
  line = kind == EaseKind::library ? 0.5 - 1 / sum : 1 / (2 - out - in);
  first = out > 0 ? line / out : 0;
  last = in > 0 ? line / in : 0;
}

double EaseCurve::at(double u) const {
  if (u == 0 || u == 1) return u;
  if (u < begins) return first * u * u;
  if (u < ends) return line * (2 * u - begins);
  return 1 - last * (1 - u) * (1 - u);
}

void interpolate(Interpolation interpolation, Property property, const double* a, const double* b,
                 const Segment& segment, double* out) {
  const std::size_t count = component_count(property);
  const bool rotation = property == Property::rotation;
  switch (interpolation) {
    case Interpolation::step:
      std::copy_n(a, count, out);
      return;
    case Interpolation::linear:
      if (rotation) {
        const Quat from = load_quat(a), to = load_quat(b);
        const Quat near = dot(from, to) < 0 ? -to : to;
        return store_quat(normalize(from * (1 - segment.u) + near * segment.u), out);
      }
      if (property == Property::euler) return mix_angles(a, b, segment.u, out);
      return mix(a, b, segment.u, count, out);
    case Interpolation::slerp:
      return store_quat(slerp(load_quat(a), load_quat(b), segment.u), out);
    case Interpolation::slerp_long:
      return store_quat(slerp_long(load_quat(a), load_quat(b), segment.u), out);
    case Interpolation::cubic:
      hermite(a, b, segment, count, out);
      if (rotation) store_quat(normalize(load_quat(out)), out);
      return;
    case Interpolation::bezier:
      return bezier(a, b, segment.u, count, out);
    case Interpolation::squad: {
      const SquadArc arc(load_quat(a + 4), load_quat(a + 8), load_quat(b), load_quat(b + 4));
      return store_quat(arc.at(segment.u), out);
    }
  }
}

bool is_constant(const Track& track) {
  if (track.stride() != track.components()) return track.times.size() == 1;
  const auto first = track.values.begin();
  const auto stride = static_cast<std::ptrdiff_t>(track.stride());
  for (auto key = first; key != track.values.end(); key += stride) {
    if (!std::equal(key, key + stride, first)) return false;
  }
  return true;
}

bool turns_shortly(const Track& track) {
  for (std::size_t key = 1; key < track.times.size(); ++key) {
    const double* v = track.values.data() + 4 * key;
    if (!(dot(load_quat(v - 4), load_quat(v)) >= 0)) return false;
  }
  return true;
}

void evaluate_between(const Track& track, std::size_t key, double frame, std::size_t stride,
                      double* out) {
  const std::size_t next = key + 1;
  Segment segment{key, next, 0, track.times[next] - track.times[key]};
  segment.u = (frame - track.times[key]) / segment.length;
  if (!track.ease.empty()) {
    segment.u = ease(segment.u, track.ease[2 * key], track.ease[2 * next + 1], track.ease_kind);
  }
  const double* from = track.values.data() + key * stride;
  interpolate(track.interpolation, track.property, from, from + stride, segment, out);
}

TrackWalker::TrackWalker(const Track& track)
    : track_(track),
      stride_(track.stride()),
      value_(track.stride() == track.components() ? 0 : track.components()) {}

}  // namespace anmkit
