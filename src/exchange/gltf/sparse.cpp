// SPDX-License-Identifier: MIT
// Keys that can be copied: tracks whose meaning between keys is also one of glTF's.
#include <algorithm>
#include <cmath>

#include "exchange/gltf/values.hpp"

namespace anmkit {
namespace {

// Interpolation that glTF would use for the track, or no value when it has no word for it.
std::optional<Interpolation> gltf_interpolation(const Track& track) {
  if (track.property == Property::euler) return std::nullopt;
  const bool rotation = track.property == Property::rotation;
  switch (track.interpolation) {
    case Interpolation::step:
      return Interpolation::step;
    case Interpolation::linear:  // for rotations this is not glTF's LINEAR, which is spherical
      if (rotation) return std::nullopt;
      return Interpolation::linear;
    case Interpolation::slerp:
      return Interpolation::linear;
    case Interpolation::cubic:
      if (track.times.size() < 2) return std::nullopt;
      return Interpolation::cubic;
    case Interpolation::slerp_long:
      // The same as glTF's shorter arc where no pair of keys is more than half a turn apart.
      for (std::size_t i = 4; i + 3 < track.values.size(); i += 4) {
        const double* a = track.values.data() + i - 4;
        if (a[0] * a[4] + a[1] * a[5] + a[2] * a[6] + a[3] * a[7] < 0) return std::nullopt;
      }
      return Interpolation::linear;
    default:
      return std::nullopt;
  }
}

// Times must rise within the clip and stay apart as floats; no easing, no folding.
bool times_fit(const Clip& clip, const Track& track) {
  if (!track.ease.empty()) return false;
  if (track.period > 0 && track.period < clip.duration) return false;
  if (track.times.front() < 0 || track.times.back() > clip.duration) return false;
  for (std::size_t i = 1; i < track.times.size(); ++i) {
    if (!(frame_seconds(clip, track.times[i - 1]) < frame_seconds(clip, track.times[i]))) {
      return false;
    }
  }
  return true;
}

void push(const ValueMap& map, GltfPath path, const double* v, bool point, std::vector<float>& to) {
  if (path == GltfPath::rotation) {
    const Quat q = map.rotation({v[0], v[1], v[2], v[3]});
    for (const double number : {q.x, q.y, q.z, q.w})
      to.push_back(static_cast<float>(number));
    return;
  }
  const Vec3 p = map.vector(v, point);
  for (const double number : {p.x, p.y, p.z})
    to.push_back(static_cast<float>(number));
}

}  // namespace

bool exact_keys(const Rig& rig, const Clip& clip, const Track& track, Channel& channel) {
  const auto interpolation = gltf_interpolation(track);
  if (!interpolation || !times_fit(clip, track)) return false;
  channel.interpolation = *interpolation;
  const ValueMap map(rig, channel, track);
  const auto put = [&](const double* v, bool point) {
    push(map, channel.path, v, point, channel.values);
  };
  const std::size_t count = track.components();
  const bool cubic = *interpolation == Interpolation::cubic;
  const bool held = track.times.front() > 0;
  const std::array<double, 4> still{};
  if (held) {
    // glTF time lines start at 0; the first value is held until its key.
    channel.times.push_back(0);
    if (cubic) put(still.data(), false);
    put(track.values.data() + (cubic ? count : 0), true);
    if (cubic) put(still.data(), false);
  }
  // Tangents are per frame here and per second there.
  const double rate = cubic ? clip.rate : 1;
  std::array<double, 4> tangent{};
  for (std::size_t key = 0; key < track.times.size(); ++key) {
    const double* from = track.values.data() + key * track.stride();
    channel.times.push_back(frame_seconds(clip, track.times[key]));
    if (!cubic) {
      put(from, true);
      continue;
    }
    const auto push_tangent = [&](const double* t, bool zero) {
      for (std::size_t k = 0; k < count; ++k)
        tangent[k] = zero ? 0 : t[k] * rate;
      put(tangent.data(), false);
    };
    push_tangent(from, held && key == 0);
    put(from + count, true);
    push_tangent(from + 2 * count, false);
  }
  for (const float value : channel.values) {
    if (!std::isfinite(value)) return false;
  }
  return true;
}

}  // namespace anmkit
