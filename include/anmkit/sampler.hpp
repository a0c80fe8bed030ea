// SPDX-License-Identifier: MIT
// Transforms at any moment, for programs that show many characters: about 1 ns per node. Link
// anmkit::playback (CMake) or anmkit-playback (pkg-config).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

struct CompiledClip;  // inside the library

// T(translation) * R(rotation) * S(scale) in 40 bytes, as engines and glTF have it. Pivots
// (anmkit::Transform) are part of the translation: T(translation) * R * T(pivot) * S is
// T(translation + R * pivot) * R * S.
struct Transformf {
  std::array<float, 4> rotation{0, 0, 0, 1};  // x, y, z, w
  std::array<float, 3> translation{};         // scene units
  std::array<float, 3> scale{1, 1, 1};
};

// The nodes of a scene in an order that goes from parents to children. Immutable; borrows nothing.
class Hierarchy {
 public:
  explicit Hierarchy(const Scene& scene);

  std::size_t node_count() const { return node_count_; }
  // World matrices in scene order, as `anmkit::world_matrices` makes them without matrix tracks and
  // static offsets that move. Both spans have node_count() entries; with fewer nothing is done.
  void world_matrices(std::span<const Transformf> locals, std::span<Mat4f> out) const;
  // The same, and in the same pass the skinning matrices: each world matrix times the
  // inverse of the one that the node had when the skin was bound to it. All spans have
  // node_count() entries; all matrices are affine.
  void skin_matrices(std::span<const Transformf> locals, std::span<const Mat4f> inverse_binds,
                     std::span<Mat4f> world, std::span<Mat4f> skin) const;

  // Places are numbers of floats.
  struct Link {
    std::uint32_t local;  // where the transform of a node is
    std::uint32_t world;  // where its matrix is
    std::int32_t parent;  // where that of its parent is; -1: the matrix is the world's
    std::int32_t offset;  // into the offsets, -1 = none
    bool inherit_scale;
    bool plain;  // a parent and no offset
  };

 private:
  std::size_t node_count_;
  std::vector<Link> links_;     // parents first
  std::vector<Mat4f> offsets_;  // fixed transforms between a parent and its node
};

// A clip compiled for sampling at any frame in any order: no state, no allocation. Where keys lie
// on whole frames (in most formats always) a pose is made of two neighbouring rows, and an arc or a
// line between two rows is the one between the keys. Other lines and arcs are searched for their
// keys; all other curves (splines, squads, eases) are computed as the reference does it.
//
// The values are those of `anmkit sample` as 32-bit numbers: at most a part in a million of the
// largest value of a track apart. The last bits depend on the processor, whose widest registers are
// used; so no file is made of them.
//
// Immutable, so that threads may share it; cheap to copy; borrows nothing. One that was moved from
// has no nodes and samples nothing. Rows take at most 16 times the bytes of the keys as 32-bit
// numbers, and a megabyte; tracks that would need more are searched instead.
class Sampler {
 public:
  Sampler(const Scene& scene, const Clip& clip);

  std::size_t node_count() const;
  // Size of the compiled clip in memory.
  std::size_t bytes() const;
  // One entry per node, in scene order, at a frame in the clip's native rate. A frame outside of
  // the keys, or one that is no number, gets the value of the nearest key (the first one). A
  // shorter `out` gets the first nodes, further entries of a longer one are left alone; matrix
  // tracks are not sampled. A quaternion may have the other sign than in the file, which is the
  // same rotation.
  void sample(double frame, std::span<Transformf> out) const;
  // The frame at a time in seconds, in the clip's native rate. Outside of its duration a clip that
  // loops repeats; others hold their first or last frame. A moved-from sampler returns 0.
  double frame_at(double seconds) const;
  // Many moments in one call: poses of node_count() entries, one after the other. Those that `out`
  // has no room for are left out.
  void sample_many(std::span<const double> frames, std::span<Transformf> out) const;

 private:
  std::shared_ptr<const CompiledClip> compiled_;
};

// One of many poses: as `sampler->sample(frame, out)`.
struct PoseRequest {
  const Sampler* sampler = nullptr;  // null = nothing is done
  double frame = 0;
  std::span<Transformf> out = {};
};
// Many characters in one call.
void sample_many(std::span<const PoseRequest> requests);

// Where a frame beyond the ends of a clip is shown: held, or folded back when the clip loops.
double clamp_frame(const Clip& clip, double frame);
double clamp_frame(double frame, double duration, bool loops);

}  // namespace anmkit
