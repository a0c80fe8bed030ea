// SPDX-License-Identifier: MIT
// Tracks that hold one value move nothing.
#include "scene/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace anmkit {
namespace {

// Exporters store every node in every frame, in 32-bit numbers.
constexpr double kNoise = 1e-6;

bool differ(double a, double b) {
  return std::fabs(a - b) > kNoise * std::max({1.0, std::fabs(a), std::fabs(b)});
}

}  // namespace

bool track_moves(const Track& track) {
  const std::size_t count = track.components(), stride = track.stride();
  // Keys are in-control, value, out-control where they have three parts.
  const bool relative =
      track.interpolation == Interpolation::cubic || track.interpolation == Interpolation::bezier;
  const std::size_t own = stride == count ? 0 : count;
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const double* const first = track.values.data() + own;
    const double* const now = first + key * stride;
    // Opposite quaternions are one rotation.
    double sign = 1;
    if (track.property == Property::rotation) {
      double along = 0;
      for (std::size_t k = 0; k < count; ++k)
        along += first[k] * now[k];
      sign = along < 0 ? -1 : 1;
    }
    for (std::size_t k = 0; k < count; ++k) {
      if (differ(first[k], sign * now[k])) return true;
      // Between equal keys a curve may leave them.
      if (relative && track.times.size() > 1 &&
          (differ(0, *(now - count + k)) || differ(0, now[count + k])))
        return true;
    }
  }
  return false;
}

bool clip_moves(const Clip& clip) {
  return std::ranges::any_of(clip.tracks, track_moves);
}

double first_key(const Clip& clip) {
  double first = std::numeric_limits<double>::infinity();
  for (const Track& track : clip.tracks) {
    if (!track.times.empty()) first = std::min(first, track.times.front());
  }
  return std::isfinite(first) ? first : 0;
}

double last_key(const Clip& clip) {
  double last = -std::numeric_limits<double>::infinity();
  for (const Track& track : clip.tracks) {
    if (!track.times.empty()) last = std::max(last, track.times.back());
  }
  return std::isfinite(last) ? last : 0;
}

}  // namespace anmkit
