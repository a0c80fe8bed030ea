// Baked channels that one track alone decides: read off the track, without a pose between.
#include <algorithm>

#include "exchange/gltf_values.hpp"
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

void dense_rotations(const ValueMap& map, const Track& track, Quat rest,
                     std::span<const double> frames, std::vector<float>& values) {
  TrackWalker walker(track);
  Floats4 before = to_floats(rest);
  std::array<double, 4> scratch{};
  values.resize(4 * frames.size());
  float* out = values.data();
  const bool euler = track.property == Property::euler;
  for (const double frame : frames) {
    const double* value = walker.evaluate(frame, scratch.data());
    Floats4 now = to_floats(
        map.rotation(euler ? from_degrees(value) : Quat{value[0], value[1], value[2], value[3]}));
    // Of the two quaternions of a turn the one nearer to the key before.
    if (dot4(now, before) < 0) {
      for (float& component : now)
        component = -component;
    }
    before = now;
    out = std::copy(now.begin(), now.end(), out);
  }
}

void dense_vectors(const ValueMap& map, const Track& track, std::span<const double> frames,
                   std::vector<float>& values) {
  TrackWalker walker(track);
  std::array<double, 4> scratch{};
  values.resize(3 * frames.size());
  float* out = values.data();
  for (const double frame : frames) {
    const Vec3 v = map.vector(walker.evaluate(frame, scratch.data()), true);
    *out++ = finite(v.x);
    *out++ = finite(v.y);
    *out++ = finite(v.z);
  }
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
