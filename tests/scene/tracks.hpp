// SPDX-License-Identifier: MIT
// Tracks to sample.
#pragma once

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "scene/evaluate.hpp"

namespace anmkit::testing {

// A translation whose numbers follow straight lines.
inline Track line(std::vector<double> times, std::vector<double> values) {
  Track made;
  made.times = std::move(times);
  made.values = std::move(values);
  return made;
}

inline Quat turned(double degrees, Vec3 about) {
  return from_axis_angle(about * (1 / std::sqrt(dot(about, about))),
                         degrees / 180 * std::numbers::pi);
}

inline Track quaternions(Interpolation interpolation, std::vector<double> times,
                         const std::vector<Quat>& values) {
  Track made = line(std::move(times), {});
  made.property = Property::rotation;
  made.interpolation = interpolation;
  for (const Quat& q : values)
    made.values.insert(made.values.end(), {q.x, q.y, q.z, q.w});
  return made;
}

}  // namespace anmkit::testing
