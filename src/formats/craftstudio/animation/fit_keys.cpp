// SPDX-License-Identifier: MIT
// The fewest keys a channel needs within the tolerance.
#include "formats/craftstudio/animation/fit_keys.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "import/fit.hpp"

namespace anmkit::craftstudio {
namespace {

Vec3 vector_of(const DeltaFrame& frame, Channel channel) {
  switch (channel) {
    case Channel::position:
      return frame.position;
    case Channel::size:
      return {portable::round(frame.size.x), portable::round(frame.size.y),
              portable::round(frame.size.z)};
    case Channel::pivot:
      return frame.pivot;
    default:
      return frame.scale;
  }
}

bool is_neutral(const DeltaFrame& frame, Channel channel, double tolerance) {
  if (channel == Channel::rotation) {
    return to_degrees(angle_between(frame.rotation, Quat{})) <= tolerance;
  }
  const Vec3 v = vector_of(frame, channel);
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}) <= tolerance;
}

MotionKey key_of(const DeltaFrame& frame, Channel channel, std::size_t time) {
  MotionKey key;
  key.time = static_cast<double>(time);
  if (channel == Channel::rotation) {
    const Quat q = frame.rotation;
    key.value = {q.x, q.y, q.z, q.w};
  } else {
    const Vec3 v = vector_of(frame, channel);
    key.value = {v.x, v.y, v.z, 0};
    key.euler = {v.x, v.y, v.z};
  }
  return key;
}

// Degrees that stay near those of the key before.
void set_degrees(std::vector<MotionKey>& keys) {
  Vec3 before;
  for (MotionKey& key : keys) {
    const auto& v = key.value;
    before = nearest_euler({v[0], v[1], v[2], v[3]}, EulerOrder::zxy, before);
    key.euler = {to_degrees(before.x), to_degrees(before.y), to_degrees(before.z)};
  }
}

std::vector<std::size_t> kept_frames(const Curve& curve, Channel channel, double tolerance) {
  if (channel == Channel::rotation) {
    std::vector<Quat> samples;
    for (const DeltaFrame& frame : curve)
      samples.push_back(frame.turn);
    return fit_slerp(samples, to_radians(tolerance));
  }
  std::vector<double> samples;
  for (const DeltaFrame& frame : curve) {
    const Vec3 v = vector_of(frame, channel);
    samples.insert(samples.end(), {v.x, v.y, v.z});
  }
  return channel == Channel::size ? fit_step(samples, 3) : fit_linear(samples, 3, tolerance);
}

}  // namespace

std::vector<MotionKey> fit_channel(const Curve& curve, Channel channel, double tolerance) {
  const auto neutral = [&](const DeltaFrame& frame) {
    return is_neutral(frame, channel, tolerance);
  };
  if (std::ranges::all_of(curve, neutral)) return {};
  std::vector<MotionKey> keys;
  for (const std::size_t frame : kept_frames(curve, channel, tolerance))
    keys.push_back(key_of(curve[frame], channel, frame));
  if (channel == Channel::rotation) set_degrees(keys);
  return keys;
}

}  // namespace anmkit::craftstudio
