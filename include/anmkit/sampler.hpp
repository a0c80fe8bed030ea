// SPDX-License-Identifier: MIT
// Transforms at any moment, for programs that show many characters: a few nanoseconds a node.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

class ReferenceSampler;  // inside the library: every property, in 64 bits

// As Transform, in 32-bit numbers: T(translation) * R(rotation) * T(pivot) * S(scale). The fourth
// number of the last three is padding without a meaning.
struct Transformf {
  std::array<float, 4> rotation{0, 0, 0, 1};  // x, y, z, w
  std::array<float, 4> translation{};         // scene units
  std::array<float, 4> scale{1, 1, 1, 0};
  std::array<float, 4> pivot{};  // scene units
};

// The nodes of a scene in an order that goes from parents to children. Immutable; borrows nothing.
class Hierarchy {
 public:
  explicit Hierarchy(const Scene& scene);

  std::size_t node_count() const { return links_.size(); }
  // World matrices in scene order, as `anmkit::world_matrices` makes them without matrix tracks and
  // static offsets that move. Both spans have node_count() entries.
  void world_matrices(std::span<const Transformf> locals, std::span<Mat4f> out) const;

 private:
  struct Link {
    std::uint32_t node;
    std::int32_t parent;  // -1: the matrix is the world's
    std::int32_t offset;  // into offsets_, -1 = none
    bool inherit_scale;
  };
  std::vector<Link> links_;
  std::vector<Mat4f> offsets_;
};

// A clip compiled for sampling at any frame in any order: no search for clips that are no longer
// than 8192 frames, no state, no allocation. What `anmkit sample` prints, to 32 bits. Tracks
// that are no lines and no arcs (splines, squad, eased ones, Euler angles) take the slower way.
// Immutable; takes 64 bytes a moment that has a key; borrows nothing.
class Sampler {
 public:
  Sampler(const Scene& scene, const Clip& clip);

  std::size_t node_count() const { return rest_.size(); }
  // One entry a node, in scene order, at a frame in the clip's native rate. Further entries of
  // `out` are left alone; matrix tracks are not looked at.
  void sample(double frame, std::span<Transformf> out) const;

 private:
  // One cache line: what a node has at a moment, and the way to the next one.
  struct alignas(64) Key {
    double time;           // frames
    float inverse_length;  // 1 / frames to the next key; 0 where it holds
    float angle;           // Arc to the next key
    std::array<float, 4> rotation;
    std::array<float, 4> translation;
    std::array<float, 3> scale;
    float inverse_sine;
  };
  // The keys of a node's translation, rotation and scale, at all moments at which one of them has
  // one. After the last there is one more, which is never reached.
  struct Joint {
    std::uint32_t node;
    bool pivot;  // the translation is the pivot's, and nothing else counts
    std::uint32_t first_key;
    std::uint32_t key_count;
    std::uint32_t first_hint;  // into hints_, kNone = search
    double first, last;        // times of keys
    double period;
  };
  class Compiler;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  const Key& key_at(const Joint& joint, double at) const;

  std::vector<Transformf> rest_;
  std::vector<Joint> joints_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> hints_;  // for each whole frame: the last key at or before it
  std::shared_ptr<const ReferenceSampler> others_;  // of the other tracks
};

// Where a frame beyond the ends of a clip is shown: held, or folded back when the clip loops.
double clamp_frame(const Clip& clip, double frame);

}  // namespace anmkit
