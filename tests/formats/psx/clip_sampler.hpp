// SPDX-License-Identifier: MIT
// A player of PlayStation animations that knows no scene: the poses that exports and imports are
// compared with.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/document.hpp"
#include "anmkit/psx.hpp"

namespace anmkit::psx {

// One object at one moment: vertices are scaled, rotated, moved (section 3.3). Hidden ones have the
// identity.
struct ObjectPose {
  std::array<float, 4> rotation{0, 0, 0, 1};  // x, y, z, w
  std::array<float, 3> translation{};         // TMD vertex units
  std::array<float, 3> scale{1, 1, 1};
  bool visible = false;
};

// A clip compiled for sampling at any frame in any order: no search, no state, no allocation. It
// gives the same poses as `ReferenceSampler` on the clip's scene, in 32-bit numbers. Immutable;
// takes 64 bytes a keyframe; borrows nothing.
class ClipSampler {
 public:
  // Options `rotation` and `absent` choose the reading (section 10). `model_objects`: the TMD's
  // count; there are at least as many slots.
  explicit ClipSampler(const Anm& anm, const Options& options = {}, std::size_t model_objects = 0);

  // A slot is an object, or a further copy of an object that some frame draws several times: the
  // scene's nodes in their order. Here the object's number of each.
  std::span<const std::uint32_t> slots() const { return slots_; }
  std::size_t frame_count() const { return frame_begin_.size() - 1; }

  // The smooth in-between at a frame: positions and scales on a line, rotations the short way,
  // visible what the whole frame before it shows. Whole frames are what the game shows. Beyond the
  // ends the clip goes round. `out` has one entry a slot; further entries are left alone.
  void sample(double frame, std::span<ObjectPose> out) const;

 private:
  // One cache line: what an object has in a frame, and the way to the next one.
  struct alignas(64) Key {
    std::array<float, 4> rotation;
    std::array<float, 8> place;  // translation, scale
    float angle;                 // between the quaternions; negative: the next one is turned over
    float inverse_sine;          // of its absolute value
    std::uint32_t slot;
    std::uint32_t next;  // the same slot in the next frame, or the key itself
  };

  void link(std::uint32_t from, std::uint32_t to);

  std::vector<std::uint32_t> slots_;
  std::vector<std::uint32_t> frame_begin_;
  std::vector<Key> keys_;
};

}  // namespace anmkit::psx
