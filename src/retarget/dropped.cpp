// SPDX-License-Identifier: MIT
// Bones that move and drive nothing.
#include "retarget/dropped.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

bool is_even(const Track& scales, Vec3 rest) {
  constexpr double kSame = 1e-3;
  if (rest.x == 0 || rest.y == 0 || rest.z == 0) return false;
  bool changes = false;
  for (std::size_t i = 0; i + 3 <= scales.values.size(); i += 3) {
    const double x = scales.values[i] / rest.x, y = scales.values[i + 1] / rest.y,
                 z = scales.values[i + 2] / rest.z;
    if (std::fabs(x - y) > kSame || std::fabs(x - z) > kSame) return false;
    changes = changes || std::fabs(x - 1) > kSame;
  }
  return changes;
}

std::vector<std::size_t> still_above(const Scene& source, const std::vector<std::int64_t>& driven) {
  std::vector<bool> drives(source.nodes.size()), keyed(source.nodes.size()),
      above(source.nodes.size());
  for (const std::int64_t bone : driven) {
    if (bone >= 0) drives[static_cast<std::size_t>(bone)] = true;
  }
  for (const Clip& clip : source.clips) {
    for (const Track& track : clip.tracks)
      keyed[track.node] = true;
  }
  for (std::size_t bone = 0; bone < drives.size(); ++bone) {
    // Of a skin the pose counts in which it was bound to its bones, whatever is above them.
    if (!drives[bone] || source.nodes[bone].bind_matrix) continue;
    std::int32_t up = parent_of(source, bone);
    for (; up >= 0 && !above[static_cast<std::size_t>(up)];
         up = parent_of(source, static_cast<std::size_t>(up)))
      above[static_cast<std::size_t>(up)] = true;
  }
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < above.size(); ++i) {
    const Node& node = source.nodes[i];
    const bool stands = !drives[i] && !keyed[i] && !node.bind_matrix;
    if (above[i] && stands &&
        (node.rest.translation != Vec3{} || node.rest.rotation != Quat{} ||
         node.rest.scale != Vec3{1, 1, 1}))
      found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> stretched(const Scene& source, const Scene& target,
                                   const std::vector<std::int64_t>& driven) {
  constexpr double kFar = 0.02;  // of the skeleton's size
  const Stance rest = stance_of(source, rest_pose(source));
  double size = 0;
  for (const Vec3& joint : rest.joint)
    size = std::max(size, length(joint - rest.joint.front()));
  // The first bone carries the way of the whole; what hangs on nothing goes with its own bone.
  std::vector<bool> drives(source.nodes.size()), held(source.nodes.size());
  bool root = true;
  for (const std::uint32_t t : parents_first(target)) {
    if (driven[t] < 0) continue;
    const auto bone = static_cast<std::size_t>(driven[t]);
    drives[bone] = true;
    if (!std::exchange(root, false) && parent_of(target, t) >= 0 && target.nodes[t].inherit_parent)
      held[bone] = true;
  }
  const auto leaves = [&](const Track& track, std::size_t bone) {
    const bool scales = track.property == Property::scale;
    if (track.node != bone || (!scales && track.property != Property::translation)) return false;
    const Transform& rest_of = source.nodes[bone].rest;
    if (scales ? is_even(track, rest_of.scale) : !held[bone]) return false;
    const Vec3 was = scales ? rest_of.scale : rest_of.translation;
    for (std::size_t k = 0; k + track.stride() <= track.values.size(); k += track.stride()) {
      // A cubic key's value is after its first tangent.
      const double* at = track.values.data() + k + (track.stride() > 3 ? 3 : 0);
      if (length(Vec3{at[0], at[1], at[2]} - was) > (scales ? kFar : kFar * size)) return true;
    }
    return false;
  };
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const auto moved = [&](const Clip& clip) {
      return std::ranges::any_of(clip.tracks, [&](const Track& one) { return leaves(one, i); });
    };
    if (drives[i] && std::ranges::any_of(source.clips, moved)) found.push_back(i);
  }
  return found;
}

}  // namespace anmkit::bones
