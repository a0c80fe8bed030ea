// SPDX-License-Identifier: MIT
// World places of any scene, taken apart into block, pivot and scale.
#include "formats/craftstudio/places.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace anmkit::craftstudio {
namespace {

constexpr double kSame = 1e-6;  // of factors; floats of an untouched file stay below

bool is_one(Vec3 v) {
  return std::max({std::fabs(v.x - 1), std::fabs(v.y - 1), std::fabs(v.z - 1)}) < kSame;
}

bool always_one(const Track& track) {
  return track.stride() == track.components() &&
         std::ranges::all_of(track.values, [](double v) { return std::fabs(v - 1) < kSame; });
}

// `to.pivot` is the rest pivot, and stays.
void read_from_world(const NodePose& now, const Node& shown, const Mat4& world, Quat around,
                     Vec3 from, Local& to) {
  const Transform parts = decompose(world);
  const Vec3& s = parts.scale;
  const bool flat = std::min({std::fabs(s.x), std::fabs(s.y), std::fabs(s.z)}) < 1e-12;
  // A body without extent has no axes: only the node's own rotation is known.
  to.rotation = flat ? normalize(now.local.rotation) : conjugate(around) * parts.rotation;
  to.position = rotate(conjugate(around), parts.translation - from) - rotate(to.rotation, to.pivot);
  to.scale = shown.inherit_scale ? s : scale(s, now.local.scale);
}

// `to` has the skeleton's rest values.
void read_bodied(const NodePose& now, const Mat4& world, const Bodied& bodied, Quat around,
                 Vec3 from, Local& to) {
  const Transform parts = decompose(world);
  const auto ratio = [](double a, double rest) { return std::fabs(rest) > 1e-12 ? a / rest : 1; };
  const Vec3& s = parts.scale;
  const Vec3 grown{ratio(s.x, bodied.scale.x), ratio(s.y, bodied.scale.y),
                   ratio(s.z, bodied.scale.z)};
  if (bodied.below) {
    // Rotated blocks grow along their own axes as far as these reach.
    const auto along = [&](Vec3 axis) { return length(scale(grown, rotate(to.rotation, axis))); };
    to.position = scale(to.position, grown);
    to.scale = scale(to.scale, {along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})});
    return;
  }
  const bool flat = std::min({std::fabs(s.x), std::fabs(s.y), std::fabs(s.z)}) < 1e-12;
  to.rotation = flat ? normalize(now.local.rotation) : conjugate(around) * parts.rotation;
  to.position = rotate(conjugate(around), parts.translation - from);
  to.pivot = scale(to.pivot, grown);
  to.scale = scale(to.scale, grown);
}

// The largest scale that a clip gives each node, along each axis.
std::vector<std::array<double, 3>> largest_scales(const Scene& scene) {
  std::vector<std::array<double, 3>> largest(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track.property != Property::scale || track.node >= largest.size()) continue;
      // Curves have their tangents before and after each value.
      const std::size_t stride = track.stride(), first = stride == 3 ? 0 : 3;
      for (std::size_t i = first; i + 3 <= track.values.size(); i += stride)
        for (std::size_t axis = 0; axis < 3; ++axis)
          largest[track.node][axis] =
              std::max(largest[track.node][axis], std::fabs(track.values[i + axis]));
    }
  }
  return largest;
}

}  // namespace

Pose stance_of(const Scene& scene) {
  constexpr double kHides = 1e-3;  // of the largest scale
  Pose pose = rest_pose(scene);
  const auto largest = largest_scales(scene);
  for (std::size_t i = 0; i < pose.size(); ++i) {
    if (scene.nodes[i].block_size) continue;
    Vec3& scale = pose[i].local.scale;
    std::size_t axis = 0;
    for (double* one : {&scale.x, &scale.y, &scale.z})
      if (std::fabs(*one) <= std::max(kHides * largest[i][axis++], 1e-9)) *one = 1;
  }
  return pose;
}

std::vector<std::string> hidden_at_rest(const Scene& scene) {
  const Pose rest = rest_pose(scene), stance = stance_of(scene);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rest.size(); ++i)
    if (rest[i].local.scale != stance[i].local.scale) names.push_back(scene.nodes[i].name);
  return names;
}

Places::Places(const Scene& scene, const Clip& clip) {
  const std::size_t count = scene.nodes.size();
  std::vector<bool> hands_down(count);
  in_world_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Node& node = scene.nodes[i];
    hands_down[i] = node.inherit_scale && !is_one(node.rest.scale);
    in_world_[i] = node.offset != Mat4{} || !node.inherit_parent;
    hides_ = hides_ || (!node.visible && !node.block_size);
  }
  for (const Track& track : clip.tracks) {
    if (track.node >= count || track.times.empty()) continue;
    const Node& node = scene.nodes[track.node];
    const Property property = track.property;
    if (property == Property::scale && node.inherit_scale && !always_one(track)) {
      hands_down[track.node] = true;
    }
    if (property == Property::static_offset || property == Property::local_matrix) {
      in_world_[track.node] = true;
    }
    if (property == Property::visibility && !node.block_size) hides_ = true;
  }
  for (const std::uint32_t i : parents_first(scene)) {
    const std::int32_t parent = scene.nodes[i].parent;
    if (parent < 0 || static_cast<std::size_t>(parent) >= count) continue;
    const auto above = static_cast<std::size_t>(parent);
    in_world_[i] = in_world_[i] || in_world_[above] || hands_down[above];
  }
  hands_down_ = std::ranges::find(hands_down, true) != hands_down.end();
}

bool Places::any() const {
  return hides_ || hands_down_ || std::ranges::find(in_world_, true) != in_world_.end();
}

LocalsReader::LocalsReader(const Scene& scene, const Scene& skeleton,
                           const std::vector<std::size_t>& shows, std::vector<bool> in_world)
    : scene_(scene),
      skeleton_(skeleton),
      shows_(shows),
      in_world_(std::move(in_world)),
      order_(parents_first(skeleton)),
      turn_(shows.size()),
      origin_(shows.size()) {}

void LocalsReader::read(const Pose& pose, const std::vector<Mat4>& world, bool hides,
                        std::vector<Local>& out) {
  out.resize(shows_.size());
  for (const std::uint32_t i : order_) {
    const Node& node = skeleton_.nodes[i];
    Quat around;
    Vec3 from;
    if (node.parent >= 0) {
      around = turn_[static_cast<std::size_t>(node.parent)];
      from = origin_[static_cast<std::size_t>(node.parent)];
    }
    Local& to = out[i];
    to = {node.rest.translation, node.rest.pivot, node.rest.scale, node.block_size.value_or(Vec3{}),
          normalize(node.rest.rotation)};
    if (shows_[i] != kNoNode) {
      const NodePose& now = pose[shows_[i]];
      const Node& shown = scene_.nodes[shows_[i]];
      if (i < bodied_.size() && bodied_[i]) {
        read_bodied(now, world[shows_[i]], *bodied_[i], around, from, to);
      } else if (in_world_[i]) {
        read_from_world(now, shown, world[shows_[i]], around, from, to);
      } else {
        to.position = now.local.translation;
        to.rotation = normalize(now.local.rotation);
        to.pivot = now.local.pivot;
        to.scale = now.local.scale;
      }
      if (shown.block_size) {
        to.size = now.block_size;
      } else if (hides && !now.visible) {
        to.scale = {0, 0, 0};
      }
    }
    turn_[i] = normalize(around * to.rotation);
    origin_[i] = from + rotate(around, to.position + rotate(to.rotation, to.pivot));
  }
}

}  // namespace anmkit::craftstudio
