// SPDX-License-Identifier: MIT
// The plain reference: from a clip and a time to a pose with everything that a file can animate,
// and from a pose to matrices. Programs that show characters take anmkit/sampler.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

// The values of one node at one moment, before they are combined into matrices.
struct NodePose {
  Transform local;
  Vec3 block_size;
  std::array<double, 3> angles{};
  bool visible = true;
  double field_of_view = 0;
  double roll = 0;
  Vec3 target;
  Mat4 offset;
  bool is_matrix = false;  // `offset` is all of the local transform (matrix tracks)
};

using Pose = std::vector<NodePose>;  // one entry per node, in scene order

// The pose of a scene in which nothing is animated.
Pose rest_pose(const Scene& scene);

// One track at a frame (fractions allowed), into `out[0 ... components)`. The plain reference:
// binary search, no state. A track without keys leaves `out` alone.
void evaluate(const Track& track, double frame, double* out);

// A clip compiled for repeated sampling of a scene. Immutable; share it between threads freely and
// give each its own Cursor. Borrows nothing.
class ReferenceSampler {
 public:
  // Remembers where the last call found its keys, so that playing forward through very long
  // tracks needs no search. A cursor only makes things faster: results do not depend on it.
  struct Cursor {
    std::vector<std::uint32_t> key;
  };

  ReferenceSampler(const Scene& scene, const Clip& clip);

  // The pose at a frame in the clip's native rate; fractions allowed. `pose` is resized on first
  // use; after that nothing is allocated.
  void sample(double frame, Pose& pose, Cursor& cursor) const;
  void sample(double frame, Pose& pose) const;
  // Adds the moved values at a frame to `out`, which has the rest pose; pivots become translations.
  void sample_moving(double frame, std::span<Transformf> out) const;
  // In memory.
  std::size_t bytes() const;

 private:
  // How the hot loop treats a channel.
  enum class Kernel : std::uint8_t { slerp, linear, other };
  struct Channel {
    std::uint32_t node;
    Property property;
    Interpolation interpolation;
    Kernel kernel;
    EaseKind ease_kind;
    std::uint32_t key_count;
    std::uint32_t stride;       // numbers that a key takes in values_
    std::uint32_t first_time;   // into times_
    std::uint32_t first_value;  // into values_
    std::uint32_t first_ease;   // into eases_, kNone = none
    double period;
    std::uint32_t first_hint;  // into hints_, kNone = search
    std::uint32_t hint_count;
  };
  struct Place;
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;

  void add_channel(const Track& track);
  Place find(const Channel& channel, double frame, std::uint32_t& hint) const;
  void evaluate(const Channel& channel, double frame, std::uint32_t& hint, double* out) const;

  Pose rest_;  // with the constant tracks already applied
  std::vector<Channel> channels_;
  std::vector<double> times_;
  std::vector<double> inverse_lengths_;  // of the segment that a key begins, next to times_
  std::vector<std::uint32_t> hints_;     // for each whole frame: the last key at or before it
  std::vector<double> values_;
  std::vector<double> eases_;
};

// translation += rotation * pivot.
inline void add_pivot(const std::array<float, 3>& pivot, Transformf& to) {
  const auto [x, y, z, w] = to.rotation;
  const auto [px, py, pz] = pivot;
  // t = 2 * axis x pivot; turned = pivot + w * t + axis x t.
  const float tx = 2 * (y * pz - z * py), ty = 2 * (z * px - x * pz), tz = 2 * (x * py - y * px);
  to.translation[0] += px + w * tx + (y * tz - z * ty);
  to.translation[1] += py + w * ty + (z * tx - x * tz);
  to.translation[2] += pz + w * tz + (x * ty - y * tx);
}

// The local matrix of a node as children get it; without the scale when it is not inherited.
Mat4 local_matrix(const Node& node, const NodePose& pose);

// World matrices of all nodes, in scene order, as children and `sample --space world` see them.
void world_matrices(const Scene& scene, const Pose& pose, std::vector<Mat4>& out);
inline std::vector<Mat4> world_matrices(const Scene& scene, const Pose& pose) {
  std::vector<Mat4> world;
  world_matrices(scene, pose, world);
  return world;
}
// Same, with the order from `parents_first` computed once by the caller.
void world_matrices(const Scene& scene, const std::vector<std::uint32_t>& order, const Pose& pose,
                    std::vector<Mat4>& out);

// What a node's own vertices are multiplied with after its world matrix: the scale that is not
// inherited, times animated over rest block size. Zero rest sizes count as one pixel.
Vec3 own_scale(const Node& node, const NodePose& pose);

}  // namespace anmkit
