// SPDX-License-Identifier: MIT
// Carrying motion from one skeleton over to another.
#include "anmkit/retarget.hpp"

#include <algorithm>
#include <cmath>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/portable.hpp"
#include "retarget/alignment.hpp"
#include "retarget/dropped.hpp"
#include "retarget/ground.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {
namespace {

using bones::Stance;
using bones::unit;

// Frames of a clip times nodes, of the larger skeleton. Bodies need fewer for a quarter of an hour.
constexpr std::size_t kMostTurns = 16'000'000;

class Retargeter {
 public:
  explicit Retargeter(const RetargetRequest& request)
      : request_(request),
        source_(request.source),
        target_(request.target),
        alignment_(bones::align(request)) {
    for (const auto& [begin, end] : alignment_.limbs)
      limbs_.push_back({begin, end, 0});
  }

  Result<Retargeted> run() {
    if (alignment_.pairs == 0)
      return fail("anmkit.MAP", "no bone of the source drives a node of the target");
    Retargeted result;
    result.size = alignment_.size;
    result.scene = target_;
    result.scene.clips.clear();
    for (const Clip& clip : source_.clips) {
      auto carried = carry(clip);
      if (!carried) return std::unexpected(std::move(carried.error()));
      result.scene.clips.push_back(std::move(*carried));
    }
    find_dropped(result.dropped);
    for (const LimbCheck& limb : limbs_)
      result.limbs.push_back({target_.nodes[limb.begin].name, to_degrees(limb.angle)});
    return result;
  }

 private:
  // What a bone does, seen from the bone's rest pose, in the target's directions.
  Quat deed(const Stance& now, std::size_t source) const {
    const Quat moved = now.turn[source] * conjugate(alignment_.source_stance.turn[source]);
    return normalize(alignment_.turn * moved * conjugate(alignment_.turn));
  }
  Vec3 way(const Stance& now, std::size_t source) const {
    const Vec3 origin = alignment_.source_stance.joint[alignment_.bone(alignment_.root)];
    return rotate(alignment_.turn, now.joint[source] - origin) * alignment_.size;
  }

  Result<Clip> carry(const Clip& from) {
    Clip clip;
    clip.name = from.name;
    clip.rate = from.rate;
    clip.duration = from.duration;
    clip.loops = from.loops;
    clip.loop_start = from.loop_start;
    FrameWalk walk(source_, from);
    if (walk.last() > kMostTurns / std::max(alignment_.driver.size(), source_.nodes.size())) {
      return fail("anmkit.MAP", "the clip " + quoted(from.name) + " lasts " +
                                    counted(walk.last(), "frame") +
                                    ", too many to be put on another skeleton");
    }
    std::vector<double> times;
    for (std::size_t frame = 0; frame <= walk.last(); ++frame)
      times.push_back(static_cast<double>(frame));
    if (walk.length() > times.back() + 1e-6) times.push_back(walk.length());
    std::vector<Track> turns(alignment_.driver.size()), places(alignment_.driver.size());
    const bones::Ground ground(request_, alignment_.driver, alignment_.up, alignment_.size,
                               alignment_.source_stance, alignment_.target_stance);
    for (const double time : times) {
      const Stance now = bones::stance_of(source_, walk.pose(time));
      Pose pose = posed(now);
      if (request_.ground)
        shift(pose, alignment_.up * ground.lift(now, bones::stance_of(target_, pose)));
      if (request_.in_place) {
        const Vec3 gone = way(now, alignment_.bone(alignment_.root));
        shift(pose, alignment_.up * dot(gone, alignment_.up) - gone);
      }
      compare_limbs(now);
      for (std::size_t t = 0; t < alignment_.driver.size(); ++t) {
        if (alignment_.driver[t] >= 0 || pose[t].local.rotation != target_.nodes[t].rest.rotation) {
          const Quat& q = pose[t].local.rotation;
          turns[t].values.insert(turns[t].values.end(), {q.x, q.y, q.z, q.w});
        }
        const bool driven = alignment_.driver[t] >= 0 && moves(t);
        if (!driven && pose[t].local.translation == target_.nodes[t].rest.translation) continue;
        const Vec3& at = pose[t].local.translation;
        places[t].values.insert(places[t].values.end(), {at.x, at.y, at.z});
      }
    }
    const auto keep = [&](Track& track, std::size_t node, Property property, Interpolation kind) {
      if (track.values.empty()) return;
      track.node = static_cast<std::uint32_t>(node);
      track.property = property;
      track.interpolation = kind;
      track.times = times;
      clip.tracks.push_back(std::move(track));
    };
    for (std::size_t t = 0; t < alignment_.driver.size(); ++t) {
      keep(places[t], t, Property::translation, Interpolation::linear);
      keep(turns[t], t, Property::rotation, Interpolation::slerp);
    }
    for (const Track& track : from.tracks)
      carry_size(track, clip);
    return clip;
  }
  // What hides a bone hides its node, and what makes it larger on all sides. Other scales are along
  // axes that the node does not have.
  void carry_size(const Track& track, Clip& clip) const {
    const bool scales = track.property == Property::scale;
    if (!scales && track.property != Property::visibility) return;
    if (scales && !bones::is_even(track, source_.nodes[track.node].rest.scale)) return;
    for (std::size_t t = 0; t < alignment_.driver.size(); ++t) {
      if (alignment_.driver[t] != track.node) continue;
      Track& own = clip.tracks.emplace_back(track);
      own.node = static_cast<std::uint32_t>(t);
      if (!scales) continue;
      const Vec3 was = source_.nodes[track.node].rest.scale, here = target_.nodes[t].rest.scale;
      const std::array<double, 3> factors = {here.x / was.x, here.y / was.y, here.z / was.z};
      for (std::size_t i = 0; i < own.values.size(); ++i)
        own.values[i] *= factors[i % 3];
    }
  }
  // How far limbs point from where the source's limbs point.
  void compare_limbs(const Stance& source) {
    for (LimbCheck& limb : limbs_) {
      const Vec3 here = joints_[limb.end] - joints_[limb.begin];
      const Vec3 there =
          source.joint[alignment_.bone(limb.end)] - source.joint[alignment_.bone(limb.begin)];
      if (!(length(here) > 0) || !(length(there) > 0)) continue;
      const double along = dot(unit(here), rotate(alignment_.turn, unit(there)));
      limb.angle = std::max(limb.angle, portable::acos(std::clamp(along, -1.0, 1.0)));
    }
  }
  // The first bone carries the way of the whole; what hangs on nothing goes with its own bone.
  bool moves(std::size_t node) const {
    return node == alignment_.root || bones::parent_of(target_, node) < 0 ||
           !target_.nodes[node].inherit_parent;
  }

  // Leaves the joints of the pose in `joints_`.
  Pose posed(const Stance& now) {
    Pose pose = alignment_.reference;
    joints_.resize(pose.size());
    std::vector<Mat4> world(pose.size());
    std::vector<Quat> turn(pose.size());
    for (const std::uint32_t t : alignment_.order) {
      const Node& node = target_.nodes[t];
      const std::int32_t parent = bones::parent_of(target_, t);
      const bool hangs = parent >= 0 && node.inherit_parent;
      const Mat4 above =
          (hangs ? world[static_cast<std::size_t>(parent)] : Mat4{}) * pose[t].offset;
      Quat above_turn = hangs ? turn[static_cast<std::size_t>(parent)] : Quat{};
      if (pose[t].offset != Mat4{})
        above_turn = normalize(above_turn * decompose(pose[t].offset).rotation);
      if (alignment_.driver[t] >= 0) {
        const Quat done = deed(now, alignment_.bone(t));
        const Quat wanted =
            normalize(done * alignment_.rotation[t] * alignment_.target_stance.turn[t]);
        pose[t].local.rotation = normalize(conjugate(above_turn) * wanted);
        if (moves(t)) {
          // As if it were fixed to its bone, seen from the place of both in the reference pose.
          const Vec3 arm = alignment_.target_stance.joint[t] -
                           alignment_.target_stance.joint[alignment_.root] -
                           way(alignment_.source_stance, alignment_.bone(t));
          const Vec3 at = alignment_.target_stance.joint[alignment_.root] +
                          way(now, alignment_.bone(t)) +
                          rotate(normalize(done * alignment_.rotation[t]), arm);
          pose[t].local.translation = transform_point(affine_inverse(above), at);
        }
      }
      joints_[t] = transform_point(above, pose[t].local.translation);
      turn[t] = normalize(above_turn * pose[t].local.rotation);
      const Mat4 local = local_matrix(node, pose[t]);
      world[t] = hangs ? world[static_cast<std::size_t>(parent)] * local : local;
    }
    return pose;
  }

  // Moves the whole.
  void shift(Pose& pose, Vec3 by) const {
    if (by == Vec3{}) return;
    // Nothing that moves hangs on another one that does.
    const Stance stance = bones::stance_of(target_, pose);
    for (std::size_t t = 0; t < alignment_.driver.size(); ++t) {
      if (alignment_.driver[t] < 0 || !moves(t)) continue;
      const std::int32_t parent = bones::parent_of(target_, t);
      const bool hangs = parent >= 0 && target_.nodes[t].inherit_parent;
      const Mat4 above =
          (hangs ? stance.world[static_cast<std::size_t>(parent)] : Mat4{}) * pose[t].offset;
      pose[t].local.translation = transform_point(affine_inverse(above), stance.joint[t] + by);
    }
  }

  // Bones that move and drive nothing.
  void find_dropped(std::vector<std::string>& dropped) const {
    std::vector<std::size_t> drivers;
    for (const std::int64_t bone : alignment_.driver) {
      if (bone >= 0) drivers.push_back(static_cast<std::size_t>(bone));
    }
    for (const std::size_t bone : bones::left_out(source_, drivers, alignment_.source_stance))
      dropped.push_back(source_.nodes[bone].name);
  }

  const RetargetRequest& request_;
  const Scene &source_, &target_;
  const bones::Alignment alignment_;
  struct LimbCheck {
    std::size_t begin, end;  // nodes of the target
    double angle;            // the largest, radians
  };
  std::vector<LimbCheck> limbs_;
  std::vector<Vec3> joints_;
};

}  // namespace

Result<Retargeted> retarget(const RetargetRequest& request) {
  return Retargeter(request).run();
}

}  // namespace anmkit
