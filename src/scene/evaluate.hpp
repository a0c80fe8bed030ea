// SPDX-License-Identifier: MIT
// Interpolation between two keys, shared by the plain evaluator and the compiled sampler.
#pragma once

#include <cmath>
#include <cstddef>

#include "anmkit/math.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

// Spherical interpolation along the shorter arc, normalised linear where the arc is tiny: what does
// not depend on the moment is computed once.
class ShortArc {
 public:
  ShortArc(Quat a, Quat b);
  Quat at(double u) const;

 private:
  Quat a_, b_;
  double angle_ = 0, scale_ = 0;  // 0: straight
};
// The same without a look at the sign (the gc family's rule, section 6.3 of its specification).
class LongArc {
 public:
  LongArc(Quat a, Quat b);
  Quat at(double u) const;

 private:
  Quat a_, b_;
  double angle_ = 0, scale_ = 0;  // 0: straight
};
// An arc between two of those: from quaternion to quaternion, and between their controls.
class SquadArc {
 public:
  SquadArc(Quat a, Quat leave, Quat arrive, Quat b) : main_(a, b), control_(leave, arrive) {}
  Quat at(double u) const;

 private:
  LongArc main_, control_;
};
inline Quat slerp(Quat a, Quat b, double u) {
  return ShortArc(a, b).at(u);
}
inline Quat slerp_long(Quat a, Quat b, double u) {
  return LongArc(a, b).at(u);
}

// The way between two keys with ease-out `out` of the first one and ease-in `in` of the second (gc
// specification, section 6.4): a square up to `begins`, a line up to `ends`, and a square.
struct EaseCurve {
  EaseCurve(double out, double in, EaseKind kind = EaseKind::standard);
  // Of a part of the way, 0 ... 1.
  double at(double u) const;

  double begins = 0, ends = 1;
  double first = 0, line = 0.5,
         last = 0;  // what is multiplied with the square, the line, the square
};
inline double ease(double u, double out, double in, EaseKind kind = EaseKind::standard) {
  return EaseCurve(out, in, kind).at(u);
}

// Where a frame falls between two keys.
struct Segment {
  std::size_t a = 0, b = 0;  // key indices; equal: hold a
  double u = 0;              // 0 ... 1
  double length = 0;         // frames
};

// Value between key `a` and key `b` (each `stride` numbers) into `out`.
void interpolate(Interpolation interpolation, Property property, const double* a, const double* b,
                 const Segment& segment, double* out);

// The rotation that an euler value (degrees, Property::euler) represents.
inline Quat from_degrees(const double* v) {
  return from_euler({to_radians(v[0]), to_radians(v[1]), to_radians(v[2])}, EulerOrder::xyz);
}

// Folds a frame into [0, period] as looping tracks do; `period` <= 0 leaves it alone.
inline double fold(double frame, double period) {
  if (!(period > 0) || (frame >= 0 && frame <= period)) return frame;
  const double folded = std::fmod(frame, period);
  return folded < 0 ? folded + period : folded;
}

// What ends within this many frames gets a table from frames to keys; what is longer, or has many
// keys per frame, is searched.
inline constexpr double kLongestTable = 8192;

// Whether a Transform has it.
inline bool is_transform(Property property) {
  return property == Property::translation || property == Property::rotation ||
         property == Property::scale || property == Property::pivot || property == Property::euler;
}
// Whether the track has one value only.
bool is_constant(const Track& track);
// Whether `slerp_long` takes no long way anywhere, so that its arcs are those of `slerp`.
bool turns_shortly(const Track& track);

// Value between key `key` and the next one into `out`; `stride` is the track's.
void evaluate_between(const Track& track, std::size_t key, double frame, std::size_t stride,
                      double* out);

// A track sampled at frames that mostly ascend: the key is looked for from the last one on. The
// same values as `evaluate`; at a key exactly the key's own, rotations not normalised.
class TrackWalker {
 public:
  // Keeps a reference; the track has at least one key.
  explicit TrackWalker(const Track& track);
  // Where the value is: in the track, or in `scratch` (its components) when it is between keys.
  const double* evaluate(double frame, double* scratch) {
    const std::vector<double>& times = track_.times;
    const double at = fold(frame, track_.period);
    if (next_ > 0 && !(times[next_ - 1] <= at)) next_ = 0;
    while (next_ < times.size() && times[next_] <= at)
      ++next_;
    const std::size_t key = next_ == 0 ? 0 : next_ - 1;
    const bool on_key = next_ == 0 || next_ == times.size() || times[key] == at;
    if (on_key) return track_.values.data() + key * stride_ + value_;
    evaluate_between(track_, key, at, stride_, scratch);
    return scratch;
  }

 private:
  const Track& track_;
  std::size_t stride_;
  std::size_t value_;     // where a key has its value: after the in-tangent, where it has one
  std::size_t next_ = 0;  // first key after the last frame
};

}  // namespace anmkit
