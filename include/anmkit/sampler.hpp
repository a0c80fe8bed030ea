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
struct PoseRequest;

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
  // The same, and in the same pass what vertices are multiplied with: each world matrix times the
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

// A clip compiled for sampling at any frame in any order: no search, no state, no allocation. Where
// keys lie on whole frames (in most formats always) a pose is made of two neighbouring rows, and an
// arc or a line between two rows is the one between the keys. Other lines, arcs and their eases are
// looked up by a table or a search; so is every other curve, which becomes polynomials: splines are
// what they are, and where a curve is none (squad) there are as many pieces as make it 4e-7 of its
// largest value wrong at most, of the seventh degree for rotations and of the third for the rest.
//
// What `anmkit sample` prints, to 32 bits: a part in a million of the largest value of a track. The
// last bits depend on the processor, whose widest registers are used; so no file is made of them.
//
// `RowSize::shorts` halves the rows: each of their numbers is one of 65535 between the least and
// the largest of its column, so it is wrong by a 131068th of that range at most: a rotation by less
// than 1e-4 radians (a quaternion's length by less than 4e-5), 3 metres of way by 0.03 millimetres.
// Splines and tracks that are searched stay as they are.
//
// Immutable, so that threads may share it; cheap to copy; borrows nothing. One that was moved from
// has no nodes and samples nothing. Rows take no more than
// 16 times the bytes of the keys as 32-bit numbers, and a megabyte; what would need more is
// searched instead. Polynomials that are searched take no more than that, either; what would need
// more is computed as the reference does it, as are curves that jump between two keys. Tables by
// which keys are found take 480 bytes a key more at most.
class Sampler {
 public:
  enum class RowSize : std::uint8_t { floats, shorts };

  Sampler(const Scene& scene, const Clip& clip, RowSize rows = RowSize::floats);

  std::size_t node_count() const;
  // Of the compiled clip in memory.
  std::size_t bytes() const;
  // One entry a node, in scene order, at a frame in the clip's native rate. A shorter `out` gets
  // the first nodes, further entries of a longer one are left alone; matrix tracks are not looked
  // at. A quaternion may have the other sign than in the file, which is the same rotation.
  void sample(double frame, std::span<Transformf> out) const;
  // Many moments in one call: poses of node_count() entries, one after the other. Those that `out`
  // has no room for are left out.
  void sample_many(std::span<const double> frames, std::span<Transformf> out) const;

 private:
  friend void sample_many(std::span<const PoseRequest> requests);
  friend class Crowd;
  std::shared_ptr<const CompiledClip> compiled_;
};

// One of many poses: as `sampler->sample(frame, out)`.
struct PoseRequest {
  const Sampler* sampler = nullptr;  // null = nothing is done
  double frame = 0;
  std::span<Transformf> out = {};
};
// Many characters in one call: those of one clip are sampled one after the other, and the data of
// the next ones is prefetched meanwhile. The spans do not overlap; those that begin
// at multiples of 16 bytes are written fastest. Characters whose clips continue from frame to frame
// cost less in a Crowd.
void sample_many(std::span<const PoseRequest> requests);

// Characters whose clips continue from frame to frame: their poses are kept from one call to the
// next. What stands still in a clip is written when a character begins it, and then no more: where
// rotations move, that leaves two thirds to four fifths of the time of as many calls of
// Sampler::sample, and half where memory is waited for.
//
// Poses are what `Sampler::sample` makes, to the bit. They can be read only, as what stands still
// would not be set right again: a program that bends poses by itself copies them.
//
// Threads may read at once; one that samples is alone. Samplers need not outlive the call.
class Crowd {
 public:
  // Room for clips of so many nodes; longer ones give their first nodes. At first every pose has
  // the transforms that change nothing.
  Crowd(std::size_t characters, std::size_t nodes);

  std::size_t character_count() const { return shown_.size(); }
  std::size_t node_count() const { return nodes_; }

  struct Moment {
    const Sampler* sampler = nullptr;  // null = the character stays as it is
    double frame = 0;                  // in the clip's native rate, as for Sampler::sample
  };
  // One entry per character, from the first one on. Characters without an entry stay as they are;
  // entries after the last character are ignored.
  void sample(std::span<const Moment> moments);

  // node_count() transforms; those behind the nodes of a clip are what they were before it.
  // `character` < character_count().
  std::span<const Transformf> pose(std::size_t character) const;
  // Of all characters, one behind the other.
  std::span<const Transformf> poses() const { return poses_; }

 private:
  std::size_t nodes_;
  std::vector<Transformf> poses_;
  std::vector<std::shared_ptr<const CompiledClip>> shown_;  // what a pose is of; null = of none
};

// Where a frame beyond the ends of a clip is shown: held, or folded back when the clip loops.
double clamp_frame(const Clip& clip, double frame);

}  // namespace anmkit
