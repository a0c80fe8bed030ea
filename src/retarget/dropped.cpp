// SPDX-License-Identifier: MIT
// Bones that move and drive nothing.
#include "retarget/dropped.hpp"

#include <algorithm>
#include <cmath>

#include "scene/frame_walk.hpp"

namespace anmkit::bones {
namespace {

constexpr double kSameTurn = 0.5 * kPi / 180;  // exporters store every bone in every frame, rounded
constexpr double kSamePlace = 0.01;            // of the skeleton's size

constexpr std::size_t kMostDrivers = 64;

class LeftOut {
 public:
  LeftOut(const Scene& source, const std::vector<std::size_t>& drivers, const Stance& rest)
      : source_(source), rest_(rest) {
    // A skin on few bones (a prop) does not say which of them are seen.
    std::vector<bool> seen = skinned(source);
    const auto carrying = static_cast<std::size_t>(std::ranges::count(seen, true));
    const bool skin = 2 * carrying >= drivers.size();
    if (!skin) seen.assign(source.nodes.size(), true);
    std::vector<bool> used(source.nodes.size());
    for (const std::size_t driver : drivers) {
      std::int32_t up = static_cast<std::int32_t>(driver);
      for (std::size_t steps = 0; up >= 0 && steps <= used.size(); ++steps) {
        used[static_cast<std::size_t>(up)] = true;
        up = parent_of(source, static_cast<std::size_t>(up));
      }
    }
    // Bodies have fewer drivers than that.
    const std::vector<std::size_t> first(
        drivers.begin(),
        drivers.begin() + static_cast<std::ptrdiff_t>(std::min(drivers.size(), kMostDrivers)));
    for (std::size_t i = 0; i < seen.size(); ++i) {
      if (seen[i] && !used[i]) left_.push_back({i, false, first});
    }
    for (const Vec3& joint : rest.joint)
      size_ = std::max(size_, length(joint - rest.joint.front()));
  }

  std::vector<std::size_t> run() {
    const Pose still = rest_pose(source_);
    each_pose([&](const Pose& pose) { find_movers(pose, still); });
    std::erase_if(left_, [](const One& one) { return !one.moves; });
    each_pose([&](const Pose& pose) { compare(stance_of(source_, pose)); });
    std::vector<std::size_t> bones;
    for (const One& one : left_) {
      if (one.fixed_to.empty()) bones.push_back(one.bone);
    }
    return bones;
  }

 private:
  struct One {
    std::size_t bone;
    bool moves;
    std::vector<std::size_t> fixed_to;  // drivers, so far
  };

  template <class See>
  void each_pose(See see) const {
    for (const Clip& clip : source_.clips) {
      if (left_.empty()) return;
      FrameWalk walk(source_, clip);
      for (std::size_t frame = 0; frame <= walk.last(); ++frame)
        see(walk.pose(static_cast<double>(frame)));
    }
  }
  void find_movers(const Pose& pose, const Pose& still) {
    for (One& one : left_) {
      const Transform &at = pose[one.bone].local, &was = still[one.bone].local;
      const double way = length(at.translation - was.translation) * scale_above(one.bone);
      one.moves = one.moves || way > kSamePlace * size_ ||
                  angle_between(at.rotation, was.rotation) > kSameTurn;
    }
  }
  void compare(const Stance& now) {
    std::vector<Quat> deeds;
    for (std::size_t i = 0; i < now.turn.size(); ++i)
      deeds.push_back(now.turn[i] * conjugate(rest_.turn[i]));
    for (One& one : left_) {
      const std::size_t i = one.bone;
      std::erase_if(one.fixed_to, [&](std::size_t driver) {
        const Vec3 arm = rotate(deeds[driver], rest_.joint[i] - rest_.joint[driver]);
        return angle_between(deeds[i], deeds[driver]) > kSameTurn ||
               length(now.joint[i] - now.joint[driver] - arm) > kSamePlace * size_;
      });
    }
  }
  // Lengths in the world over those below the bone's parent.
  double scale_above(std::size_t bone) const {
    const std::int32_t parent = parent_of(source_, bone);
    if (parent < 0) return 1;
    return length(transform_vector(rest_.world[static_cast<std::size_t>(parent)], {1, 0, 0}));
  }

  const Scene& source_;
  const Stance& rest_;
  std::vector<One> left_;
  double size_ = 0;
};

}  // namespace

std::vector<std::size_t> left_out(const Scene& source, const std::vector<std::size_t>& drivers,
                                  const Stance& rest) {
  return LeftOut(source, drivers, rest).run();
}

}  // namespace anmkit::bones
