// SPDX-License-Identifier: MIT
// How one skeleton stands over another: pairs, direction, size, and the rotation of each bone.
#include "retarget/alignment.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "retarget/presets.hpp"
#include "retarget/roles.hpp"

namespace anmkit::bones {
namespace {

// Limbs that differ by less stand alike: it is how the two are built, not how they are posed.
constexpr double kSameWay = 20 * kPi / 180;

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

// The direction of each bone at whose end nothing is driven: to what hangs on it, else to the
// middle of what it turns.
std::vector<Vec3> lies(const Scene& scene, const Stance& stance) {
  std::vector<Vec3> ways(scene.nodes.size());
  for (std::size_t i = 0; i < ways.size(); ++i) {
    const std::int32_t parent = parent_of(scene, i);
    if (parent < 0) continue;
    const auto up = static_cast<std::size_t>(parent);
    ways[up] = ways[up] + (stance.joint[i] - stance.joint[up]);
  }
  for (std::size_t i = 0; i < ways.size(); ++i) {
    if (!(length(ways[i]) > 0)) ways[i] = transform_point(stance.world[i], {}) - stance.joint[i];
  }
  return ways;
}

class Aligner {
 public:
  explicit Aligner(const RetargetRequest& request)
      : request_(request),
        source_(request.source),
        target_(request.target),
        up_(up_of(request.target.up)),
        order_(parents_first(request.target)),
        bone_(request.target.nodes.size(), -1) {}

  Alignment run() {
    find_pairs();
    if (pairs_ > 0) {
      reference_ = pose_of(target_, request_.reference);
      target_stance_ = stance_of(target_, reference_);
      const bool same = has_same_bones();
      source_stance_ = same ? stance_of(source_, reference_of_source()) : bind_stance(source_);
      roles_ = anatomy_of(target_, target_bones(target_)).roles;
      face();
      measure();
      if (same) lay_over();
      align();
    }
    return {up_,
            std::move(order_),
            std::move(bone_),
            pairs_,
            std::move(source_stance_),
            std::move(target_stance_),
            std::move(reference_),
            root_,
            turn_,
            size_,
            std::move(alignment_),
            std::move(limbs_)};
  }

 private:
  std::size_t bone(std::size_t node) const { return static_cast<std::size_t>(bone_[node]); }
  // The nearest node above that a bone drives.
  std::int32_t driven_above(std::size_t node) const {
    std::int32_t up = parent_of(target_, node);
    for (std::size_t steps = 0; up >= 0 && steps < bone_.size(); ++steps) {
      if (bone_[static_cast<std::size_t>(up)] >= 0) return up;
      up = parent_of(target_, static_cast<std::size_t>(up));
    }
    return -1;
  }

  void find_pairs() {
    const auto targets = by_name(target_);
    const auto sources = by_name(source_, find_twins(source_).others);
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

  // From the joint above, seen from there; it does not depend on how the body is posed.
  static Vec3 offset_of(const Stance& stance, std::size_t above, std::size_t node) {
    return rotate(conjugate(stance.turn[above]), stance.joint[node] - stance.joint[above]);
  }
  bool hangs_alike(std::size_t t) const {
    return above_[t] >= 0 && parent_of(target_, t) == above_[t] &&
           parent_of(source_, bone(t)) == bone_[static_cast<std::size_t>(above_[t])];
  }
  // Every bone of the target has one that is fixed to its parent in the same place and direction:
  // the source is this skeleton in some other pose, with the same axes.
  bool has_same_bones() const {
    const Stance own = stance_of(source_, rest_pose(source_));
    std::vector<std::pair<Vec3, Vec3>> offsets;
    double here = 0, there = 0;
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (bone_[t] < 0 || above_[t] < 0) continue;
      if (!hangs_alike(t)) return false;
      const auto above = static_cast<std::size_t>(above_[t]);
      const auto& [to, from] = offsets.emplace_back(offset_of(target_stance_, above, t),
                                                    offset_of(own, bone(above), bone(t)));
      here += length(to);
      there += length(from);
    }
    // Offsets of 0 tell nothing: names alone identify these bones.
    if (here == 0 && there == 0) return true;
    if (!(here > 0 && there > 0)) return false;
    // Rounded by an editor.
    const double tolerance = 0.01 * here / static_cast<double>(offsets.size());
    return std::ranges::all_of(offsets, [&](const auto& offset) {
      return length(offset.first - offset.second * (here / there)) <= tolerance;
    });
  }
  Pose reference_of_source() const {
    Pose pose = rest_pose(source_);
    for (std::size_t t = 0; t < bone_.size(); ++t)
      if (bone_[t] >= 0) pose[bone(t)].local.rotation = reference_[t].local.rotation;
    return pose;
  }

  // Both bodies stand in one place, too: where they are at rest is no part of the skeleton.
  void lay_over() {
    const Vec3 by = rotate(conjugate(turn_), target_stance_.joint[root_]) * (1 / size_) -
                    source_stance_.joint[bone(root_)];
    for (std::size_t i = 0; i < source_stance_.joint.size(); ++i) {
      source_stance_.joint[i] = source_stance_.joint[i] + by;
      source_stance_.world[i] = translation_matrix(by) * source_stance_.world[i];
    }
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
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      // From thigh to shin, and from there to the foot.
      if (roles_[t].part == Part::shin || roles_[t].part == Part::foot) add_way(t, here, there);
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
    const auto in_limb = [&](std::size_t t) { return is_limb(roles_[t].part); };
    for (std::size_t t = 0; t < bone_.size(); ++t) {
      if (below[t] == 1 && in_limb(t) && in_limb(child[t])) limbs_.push_back({t, child[t]});
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

  const RetargetRequest& request_;
  const Scene &source_, &target_;
  Vec3 up_;
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> bone_;
  std::vector<std::int32_t> above_;
  std::size_t pairs_ = 0, root_ = 0;
  Stance source_stance_, target_stance_;
  Pose reference_;
  std::vector<Role> roles_;
  Quat turn_;
  double size_ = 1;
  std::vector<Quat> alignment_;
  std::vector<Alignment::Limb> limbs_;
};

}  // namespace

Alignment align(const RetargetRequest& request) {
  return Aligner(request).run();
}

Vec3 unit(Vec3 v) {
  const double size = length(v);
  return size > 0 ? v * (1 / size) : Vec3{};
}

}  // namespace anmkit::bones
