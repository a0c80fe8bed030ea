// SPDX-License-Identifier: MIT
// Poses at whole frames of a format's rate.
#include "scene/frame_walk.hpp"
#include "core/counted.hpp"
#include "core/portable.hpp"

#include <cmath>

namespace anmkit {
namespace {

// Lengths beyond this are no lengths; a format's own limit is far below, and a std::size_t of 32
// bits holds it.
constexpr double kMostFrames = 4e9;

}  // namespace

FrameWalk::FrameWalk(const Scene& scene, const Clip& clip, double rate)
    : scene_(scene),
      sampler_(scene, clip),
      order_(parents_first(scene)),
      step_(clip.rate > 0 && rate > 0 ? clip.rate / rate : 1),
      length_(clip.duration / step_) {
  if (!(length_ >= 0)) length_ = 0;
  last_ = static_cast<std::size_t>(portable::round(std::min(length_, kMostFrames)));
}

bool FrameWalk::rounded() const {
  return std::fabs(length_ - static_cast<double>(last_)) > 1e-3;
}

const Pose& FrameWalk::pose(double frame) {
  sampler_.sample(frame * step_, pose_, cursor_);
  world_is_current_ = false;
  return pose_;
}

const std::vector<Mat4>& FrameWalk::world() {
  if (!world_is_current_) world_matrices(scene_, order_, pose_, world_);
  world_is_current_ = true;
  return world_;
}

Result<std::size_t> frames_within(const FrameWalk& walk, std::size_t most, std::string_view code) {
  if (walk.last() <= most) return walk.last();
  return fail(std::string(code), "the clip lasts " + counted(walk.last(), "frame") +
                                     ", the format counts to " + std::to_string(most));
}

}  // namespace anmkit
