// SPDX-License-Identifier: MIT
// A clip played frame by frame at a format's own rate: how every way from a scene to a file looks
// at the scene.
#pragma once

#include <cstddef>
#include <vector>

#include "anmkit/result.hpp"
#include "scene/reference.hpp"

namespace anmkit {

class FrameWalk {
 public:
  // Borrows the scene and the clip. `rate`: frames per second of the walk; 0 or less means the
  // clip's.
  FrameWalk(const Scene& scene, const Clip& clip, double rate = 0);

  const Scene& scene() const { return scene_; }
  // The clip's length in frames of the walk, and the nearest whole number of them. Frames to show
  // are 0 ... last().
  double length() const { return length_; }
  std::size_t last() const { return last_; }
  // Whether the length had to be rounded by more than a thousandth of a frame.
  bool rounded() const;

  // The pose at a frame of the walk, fractions allowed; valid until the next call.
  const Pose& pose(double frame);
  // World matrices of the pose that was asked for last, in scene order.
  const std::vector<Mat4>& world();

 private:
  const Scene& scene_;
  ReferenceSampler sampler_;
  ReferenceSampler::Cursor cursor_;
  std::vector<std::uint32_t> order_;
  Pose pose_;
  std::vector<Mat4> world_;
  double step_;  // clip frames per frame of the walk
  double length_;
  std::size_t last_ = 0;
  bool world_is_current_ = false;
};

// The walk's last frame when a format can count that far; else the error `code`, in words.
Result<std::size_t> frames_within(const FrameWalk& walk, std::size_t most, std::string_view code);

}  // namespace anmkit
