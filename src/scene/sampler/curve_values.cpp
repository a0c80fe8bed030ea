// SPDX-License-Identifier: MIT
// From keys with tangents to powers of the time.
#include "scene/sampler/curve_values.hpp"

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

Powers hermite(double from, double leave, double arrive, double to) {
  return {from, leave, 3 * (to - from) - 2 * leave - arrive, 2 * (from - to) + leave + arrive};
}

// By four points, of which the curve passes the first and the last.
Powers bezier(double a, double b, double c, double d) {
  return {a, 3 * (b - a), 3 * (c - 2 * b + a), d - 3 * c + 3 * b - a};
}

// Where a line goes: as `mix_angles` and normalised lines have it, the nearer way.
double nearer(const Track& track, const double* a, const double* b, std::size_t i) {
  if (track.property == Property::euler) {
    const double apart = a[i] - b[i];
    return apart > 180 ? b[i] + 360 : apart < -180 ? b[i] - 360 : b[i];
  }
  if (track.property != Property::rotation) return b[i];
  const double cosine = a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
  return cosine < 0 ? -b[i] : b[i];
}

double value_of(const Track& track, std::size_t key, std::size_t i) {
  const std::size_t stride = track.stride(), count = track.components();
  return track.values[key * stride + (stride != count ? count : 0) + i];
}

// The same curve of the time in frames.
Powers in_frames(const Powers& p, double length) {
  const double each = 1 / length;
  return {p[0], p[1] * each, p[2] * (each * each), p[3] * (each * each * each)};
}

// The same curve from `start` on.
Powers from_there(const Powers& p, double start) {
  const double bend = 3 * start * p[3];
  return {p[0] + start * (p[1] + start * (p[2] + start * p[3])), p[1] + start * (2 * p[2] + bend),
          p[2] + bend, p[3]};
}

}  // namespace

Powers powers_between(const Track& track, std::size_t key, std::size_t component, double length) {
  const std::size_t count = track.components(), stride = track.stride(), i = component;
  const double* a = track.values.data() + key * stride;
  const double* b = a + stride;
  if (track.interpolation == Interpolation::linear) return {a[i], nearer(track, a, b, i) - a[i]};
  const double from = a[count + i], to = b[count + i], leave = a[2 * count + i], arrive = b[i];
  if (track.interpolation == Interpolation::bezier)
    return bezier(from, from + leave, to + arrive, to);
  return hermite(from, leave * length, arrive * length, to);
}

bool fits_curves(const Track& track) {
  if (!has_no_ease(track) || !on_whole_frames(track)) return false;
  const Interpolation kind = track.interpolation;
  const bool line = kind == Interpolation::linear, cubic = kind == Interpolation::cubic;
  switch (track.property) {
    case Property::translation:
    case Property::scale:
      return cubic || kind == Interpolation::bezier;
    case Property::rotation:
      return cubic || line;
    case Property::euler:
      return cubic || line || kind == Interpolation::bezier;
    default:
      return false;
  }
}

void write_powers(const Track& track, const Column& column, std::size_t component_step,
                  std::size_t power_step) {
  const bool angles = track.property == Property::euler;
  for (std::size_t i = 0; i < track.components(); ++i) {
    const auto put = [&](float* to, Powers powers) {
      if (angles) powers = in_half_turns(powers);
      for (std::size_t power = 0; power < 4; ++power)
        to[i * component_step + power * power_step] = static_cast<float>(powers[power]);
    };
    each_key(track, column, [&](std::size_t key, double from, double to) {
      if (from != track.times[key] || key + 1 == track.times.size()) {
        each_row(column, from, to, [&](float* at, double) { put(at, {value_of(track, key, i)}); });
        return;
      }
      const double length = to - from;
      const Powers powers = in_frames(powers_between(track, key, i, length), length);
      each_row(column, from, to,
               [&](float* at, double frame) { put(at, from_there(powers, frame - from)); });
    });
  }
}

}  // namespace anmkit
