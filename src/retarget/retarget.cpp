// SPDX-License-Identifier: MIT
// Carrying motion from one skeleton over to another.
#include "anmkit/retarget.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/portable.hpp"
#include "retarget/dropped.hpp"
#include "retarget/ground.hpp"
#include "retarget/presets.hpp"
#include "retarget/roles.hpp"
#include "retarget/skeleton.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {
namespace {

using bones::Part;
using bones::Stance;

// Limbs that differ by less stand alike: it is how the two are built, not how they are posed.
constexpr double kSameWay = 20 * kPi / 180;

// Frames of a clip times nodes, of the larger skeleton. Bodies need fewer for a quarter of an hour.
constexpr std::size_t kMostTurns = 16'000'000;

Vec3 unit(Vec3 v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Vec3{};
}

// The shortest rotation from one direction to another.
Quat arc(Vec3 from, Vec3 to) {
  const double c = dot(from, to);
  if (c > 1 - 1e-12) return {};
  Vec3 axis = cross(from, to);
  if (c < -1 + 1e-9) {
    axis = cross(from, std::fabs(from.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  }
  return from_axis_angle(unit(axis), portable::acos(std::clamp(c, -1.0, 1.0)));
}

Vec3 up_of(UpAxis axis) {
  switch (axis) {
    case UpAxis::y_down:
      return {0, -1, 0};
    case UpAxis::z_up:
      return {0, 0, 1};
    case UpAxis::y_up:
      break;
  }
  return {0, 1, 0};
}

class Retargeter {
 public:
  explicit Retargeter(const RetargetRequest& request)
      : request_(request),
        source_(request.source),
        target_(request.target),
        up_(up_of(request.target.up)),
        order_(parents_first(request.target)),
        bone_(request.target.nodes.size(), -1) {}

  Result<Retargeted> run() {
    find_pairs();
    if (pairs_ == 0) return fail("anmkit.MAP", "no bone of the source drives a node of the target");
    file_role();
    face();
    measure();
    align();
    Retargeted result;
    result.size = size_;
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
  std::size_t bone(std::size_t node) const { return static_cast<std::size_t>(bone_[node]); }
  // The nearest node above that a bone drives.
  std::int32_t driven_above(std::size_t node) const {
    std::int32_t up = bones::parent_of(target_, node);
    for (std::size_t steps = 0; up >= 0 && steps < bone_.size(); ++steps) {
      if (bone_[static_cast<std::size_t>(up)] >= 0) return up;
      up = bones::parent_of(target_, static_cast<std::size_t>(up));
    }
    return -1;
  }

  void find_pairs() {
    const auto targets = bones::by_name(target_);
    const auto sources = bones::by_name(source_, bones::find_twins(source_).others);
    const auto index = [](std::int64_t known, const auto& names, const std::string& name) {
      const auto found = names.find(name);
      if (known >= 0 || found == names.end()) return known;
      return static_cast<std::int64_t>(found->second);
    };
    for (const BonePair& pair : request_.map.pairs) {
      const std::int64_t target = index(pair.target_node, targets, pair.target);
      const std::int64_t source = index(pair.source_node, sources, pair.source);
      if (target < 0 || source < 0) continue;
      bone_[static_cast<std::size_t>(target)] = source;
      ++pairs_;
    }
    above_.resize(bone_.size());
    for (std::size_t t = 0; t < bone_.size(); ++t)
      above_[t] = driven_above(t);
  }

  void file_role() {
    source_stance_ = bones::bind_stance(source_);
    reference_ = bones::pose_of(target_, request_.reference);
    target_stance_ = bones::stance_of(target_, reference_);
  }

  // The quarter rotation about the vertical that lays the source's joints nearest to the target's.
  void face() {
    Vec3 here, there;
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] < 0) continue;
      here = here + target_stance_.joint[t] * (1.0 / static_cast<double>(pairs_));
      there = there + source_stance_.joint[bone(t)] * (1.0 / static_cast<double>(pairs_));
    }
    double along = 0, across = 0, whole = 0;
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] < 0) continue;
      const auto flat = [&](Vec3 v) { return v - up_ * dot(v, up_); };
      const Vec3 from = source_stance_.joint[bone(t)] - there, to = target_stance_.joint[t] - here;
      const Vec3 a = flat(from), b = flat(to);
      whole += length(from) * length(to);
      along += dot(a, b);
      across += dot(cross(a, b), up_);
    }
    const double quarters = portable::round(portable::atan2(across, along) / (kPi / 2));
    // A body whose nodes are on one vertical line has no front.
    if (portable::hypot(along, across) > 0.01 * whole)
      turn_ = from_axis_angle(up_, quarters * kPi / 2);
  }

  // The target's size over the source's: of both legs, else of all bones, else of how far joints
  // are from the first.
  void measure() {
    root_ = first_driven();
    double here = 0, there = 0;
    const auto roles = bones::anatomy_of(target_, bones::target_bones(target_)).roles;
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      // From thigh to shin, and from there to the foot.
      if (roles[t].part == Part::shin || roles[t].part == Part::foot) add_way(t, here, there);
    }
    if (!(here > 0 && there > 0)) {
      here = there = 0;
      for (std::size_t t = 0; t < bone_.size(); ++t)
        add_way(t, here, there);
    }
    if (!(here > 0 && there > 0)) {
      here = there = 0;
      for (std::size_t t = 0; t < bone_.size(); ++t) {
        if (bone_[t] < 0) continue;
        here += length(target_stance_.joint[t] - target_stance_.joint[root_]);
        there += length(source_stance_.joint[bone(t)] - source_stance_.joint[bone(root_)]);
      }
    }
    if (here > 0 && there > 0) size_ = here / there;
  }
  void add_way(std::size_t t, double& here, double& there) const {
    if (bone_[t] < 0 || above_[t] < 0) return;
    const auto above = static_cast<std::size_t>(above_[t]);
    here += length(target_stance_.joint[t] - target_stance_.joint[above]);
    there += length(source_stance_.joint[bone(t)] - source_stance_.joint[bone(above)]);
  }
  std::size_t first_driven() const {
    for (const std::uint32_t t : order_) {
      if (bone_[t] >= 0) return t;
    }
    return 0;
  }

  // The direction of each bone at whose end nothing is driven: to what hangs on it, else to the
  // middle of what it turns.
  static std::vector<Vec3> lies(const Scene& scene, const Stance& stance) {
    std::vector<Vec3> ways(scene.nodes.size());
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const std::int32_t parent = bones::parent_of(scene, i);
      if (parent < 0) continue;
      const auto up = static_cast<std::size_t>(parent);
      ways[up] = ways[up] + (stance.joint[i] - stance.joint[up]);
    }
    for (std::size_t i = 0; i < ways.size(); ++i) {
      if (!(length(ways[i]) > 0)) ways[i] = transform_point(stance.world[i], {}) - stance.joint[i];
    }
    return ways;
  }

  // How each node must be rotated from its reference so that its bone lies as the source's does.
  void align() {
    alignment_.assign(bone_.size(), Quat{});
    std::vector<std::size_t> below(bone_.size());
    std::vector<std::size_t> child(bone_.size());
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] < 0 || above_[t] < 0) continue;
      ++below[static_cast<std::size_t>(above_[t])];
      child[static_cast<std::size_t>(above_[t])] = t;
    }
    const auto roles = bones::anatomy_of(target_, bones::target_bones(target_)).roles;
    const auto is_limb = [&](std::size_t t) { return bones::is_limb(roles[t].part); };
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (below[t] == 1 && is_limb(t) && is_limb(child[t])) limbs_.push_back({t, child[t], 0});
    }
    const auto target_lies = lies(target_, target_stance_);
    const auto source_lies = lies(source_, source_stance_);
    for (const std::uint32_t t : order_) {
      if (bone_[t] < 0) continue;
      if (above_[t] >= 0) alignment_[t] = alignment_[static_cast<std::size_t>(above_[t])];
      // The trunk stands as it is.
      if (below[t] > 1) alignment_[t] = {};
      if (below[t] > 1) continue;
      Vec3 here, there;
      if (below[t] == 0) {
        here = target_lies[t];
        there = source_lies[bone(t)];
      } else {
        here = target_stance_.joint[child[t]] - target_stance_.joint[t];
        there = source_stance_.joint[bone(child[t])] - source_stance_.joint[bone(t)];
      }
      if (!(length(here) > 0) || !(length(there) > 0)) continue;
      const Vec3 own = rotate(alignment_[t], unit(here)), wanted = rotate(turn_, unit(there));
      if (portable::acos(std::clamp(dot(own, wanted), -1.0, 1.0)) < kSameWay) continue;
      alignment_[t] = normalize(arc(own, wanted) * alignment_[t]);
    }
  }

  // What a bone does, seen from the bone's rest pose, in the target's directions.
  Quat deed(const Stance& now, std::size_t source) const {
    const Quat moved = now.turn[source] * conjugate(source_stance_.turn[source]);
    return normalize(turn_ * moved * conjugate(turn_));
  }
  Vec3 way(const Stance& now, std::size_t source) const {
    const Vec3 origin = source_stance_.joint[bone(root_)];
    return rotate(turn_, now.joint[source] - origin) * size_;
  }

  Result<Clip> carry(const Clip& from) {
    Clip clip;
    clip.name = from.name;
    clip.rate = from.rate;
    clip.duration = from.duration;
    clip.loops = from.loops;
    clip.loop_start = from.loop_start;
    FrameWalk walk(source_, from);
    if (walk.last() > kMostTurns / std::max(bone_.size(), source_.nodes.size())) {
      return fail("anmkit.MAP", "the clip " + quoted(from.name) + " lasts " +
                                    counted(walk.last(), "frame") +
                                    ", too many to be put on another skeleton");
    }
    std::vector<double> times;
    for (std::size_t frame = 0; frame <= walk.last(); ++frame)
      times.push_back(static_cast<double>(frame));
    if (walk.length() > times.back() + 1e-6) times.push_back(walk.length());
    std::vector<Track> turns(bone_.size()), places(bone_.size());
    const bones::Ground ground(request_, bone_, up_, size_, source_stance_, target_stance_);
    for (const double time : times) {
      const Stance now = bones::stance_of(source_, walk.pose(time));
      Pose pose = posed(now);
      if (request_.ground) shift(pose, up_ * ground.lift(now, bones::stance_of(target_, pose)));
      if (request_.in_place) {
        const Vec3 gone = way(now, bone(root_));
        shift(pose, up_ * dot(gone, up_) - gone);
      }
      compare_limbs(now);
      for (std::size_t t = 0; t < bone_.size(); ++t) {
        if (bone_[t] >= 0 || pose[t].local.rotation != target_.nodes[t].rest.rotation) {
          const Quat& q = pose[t].local.rotation;
          turns[t].values.insert(turns[t].values.end(), {q.x, q.y, q.z, q.w});
        }
        const bool driven = bone_[t] >= 0 && moves(t);
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
    for (std::size_t t = 0; t < bone_.size(); ++t) {
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
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] != track.node) continue;
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
      const Vec3 there = source.joint[bone(limb.end)] - source.joint[bone(limb.begin)];
      if (!(length(here) > 0) || !(length(there) > 0)) continue;
      const double along = dot(unit(here), rotate(turn_, unit(there)));
      limb.angle = std::max(limb.angle, portable::acos(std::clamp(along, -1.0, 1.0)));
    }
  }
  // The first bone carries the way of the whole; what hangs on nothing goes with its own bone.
  bool moves(std::size_t node) const {
    return node == root_ || bones::parent_of(target_, node) < 0 ||
           !target_.nodes[node].inherit_parent;
  }

  // Leaves the joints of the pose in `joints_`.
  Pose posed(const Stance& now) {
    Pose pose = reference_;
    joints_.resize(pose.size());
    std::vector<Mat4> world(pose.size());
    std::vector<Quat> turn(pose.size());
    for (const std::uint32_t t : order_) {
      const Node& node = target_.nodes[t];
      const std::int32_t parent = bones::parent_of(target_, t);
      const bool hangs = parent >= 0 && node.inherit_parent;
      const Mat4 above =
          (hangs ? world[static_cast<std::size_t>(parent)] : Mat4{}) * pose[t].offset;
      Quat above_turn = hangs ? turn[static_cast<std::size_t>(parent)] : Quat{};
      if (pose[t].offset != Mat4{})
        above_turn = normalize(above_turn * decompose(pose[t].offset).rotation);
      if (bone_[t] >= 0) {
        const Quat done = deed(now, bone(t));
        const Quat wanted = normalize(done * alignment_[t] * target_stance_.turn[t]);
        pose[t].local.rotation = normalize(conjugate(above_turn) * wanted);
        if (moves(t)) {
          // As if it were fixed to its bone, seen from the place of both in the reference pose.
          const Vec3 arm =
              target_stance_.joint[t] - target_stance_.joint[root_] - way(source_stance_, bone(t));
          const Vec3 at = target_stance_.joint[root_] + way(now, bone(t)) +
                          rotate(normalize(done * alignment_[t]), arm);
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
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] < 0 || !moves(t)) continue;
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
    for (const std::int64_t bone : bone_) {
      if (bone >= 0) drivers.push_back(static_cast<std::size_t>(bone));
    }
    for (const std::size_t bone : bones::left_out(source_, drivers, source_stance_))
      dropped.push_back(source_.nodes[bone].name);
  }

  const RetargetRequest& request_;
  const Scene &source_, &target_;
  Vec3 up_;
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> bone_;  // of each node of the target; -1 = none
  std::vector<std::int32_t> above_;
  std::size_t pairs_ = 0, root_ = 0;
  Stance source_stance_, target_stance_;
  Pose reference_;
  Quat turn_;
  double size_ = 1;
  std::vector<Quat> alignment_;
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
