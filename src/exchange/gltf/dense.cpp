// SPDX-License-Identifier: MIT
// Baked channels that one track alone decides: read off the track, without a pose between.
#include <algorithm>

#include "exchange/gltf/not_finite.hpp"
#include "exchange/gltf/values.hpp"
#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

using Floats4 = std::array<float, 4>;

inline Floats4 to_floats(Quat q) {
  // Most stored quaternions are of unit length already; a float cannot show the rest. Those of
  // other lengths, NaN among them, become unit ones.
  const double square = dot(q, q);
  if (!(std::fabs(square - 1) < 1e-12)) q = normalize(q);
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

inline float dot4(const Floats4& a, const Floats4& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3];
}

// How many of the first frames are exactly the first keys: their values are in the track. Frames
// are never equal, so that keys at one time end the run; the last of those counts, not the first.
std::size_t frames_on_keys(const Track& track, std::span<const double> frames) {
  if (track.period > 0) return 0;
  const auto differ =
      std::mismatch(frames.begin(), frames.end(), track.times.begin(), track.times.end());
  const auto count = static_cast<std::size_t>(differ.first - frames.begin());
  const bool jumps =
      count > 0 && differ.second != track.times.end() && *differ.second == track.times[count - 1];
  return jumps ? count - 1 : count;
}

// Calls put(value) with the track's value at each frame.
template <class Put>
void for_each_value(const Track& track, std::span<const double> frames, Put put) {
  TrackWalker walker(track);
  const std::size_t on_keys = frames_on_keys(track, frames), stride = track.stride();
  const double* value =
      track.values.data() + (stride == track.components() ? 0 : track.components());
  for (std::size_t i = 0; i < on_keys; ++i, value += stride)
    put(value);
  std::array<double, 4> scratch{};
  for (const double frame : frames.subspan(on_keys))
    put(walker.evaluate(frame, scratch.data()));
}

// Of the two quaternions of a turn the one nearer to the key before. What decides is the product
// with the one before, of which only the sign changes.
void choose_signs(Quat rest, std::span<float> values) {
  Floats4 before = to_floats(rest);
  bool turned = false;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    const Floats4 now = {values[i], values[i + 1], values[i + 2], values[i + 3]};
    const float cosine = dot4(now, before);
    turned = (turned ? -cosine : cosine) < 0;
    before = now;
    if (!turned) continue;
    for (std::size_t k = 0; k < 4; ++k)
      values[i + k] = -values[i + k];
  }
}

// `rotation` makes a quaternion of a value.
template <class Rotation>
void dense_rotations(const Track& track, Quat rest, std::span<const double> frames,
                     std::vector<float>& values, Rotation rotation) {
  values.resize(4 * frames.size());
  float* out = values.data();
  for_each_value(track, frames, [&](const double* value) {
    const Floats4 now = to_floats(rotation(value));
    std::copy(now.begin(), now.end(), out);
    out += 4;
  });
  choose_signs(rest, values);
}

void dense_rotations(const ValueMap& map, const Track& track, Quat rest,
                     std::span<const double> frames, std::vector<float>& values) {
  const auto stored = [](const double* v) { return Quat{v[0], v[1], v[2], v[3]}; };
  if (track.property == Property::euler) {
    return dense_rotations(track, rest, frames, values,
                           [&](const double* v) { return map.rotation(from_degrees(v)); });
  }
  if (!map.turns()) return dense_rotations(track, rest, frames, values, stored);
  dense_rotations(track, rest, frames, values,
                  [&](const double* v) { return map.rotation(stored(v)); });
}

void dense_vectors(const ValueMap& map, const Track& track, std::span<const double> frames,
                   std::vector<float>& values) {
  values.resize(3 * frames.size());
  float* out = values.data();
  for_each_value(track, frames, [&](const double* value) {
    const Vec3 v = map.vector(value, true);
    *out++ = finite(v.x);
    *out++ = finite(v.y);
    *out++ = finite(v.z);
  });
}

}  // namespace

void dense_values(const Rig& rig, const Track& track, std::span<const double> frames,
                  Channel& channel) {
  const ValueMap map(rig, channel, track);
  if (channel.path == GltfPath::rotation) {
    dense_rotations(map, track, rig.nodes[channel.rig_node].rest.rotation, frames, channel.values);
  } else {
    dense_vectors(map, track, frames, channel.values);
  }
}

}  // namespace anmkit
