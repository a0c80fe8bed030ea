// SPDX-License-Identifier: MIT
// The transform of a block's node relative to the node that it was made from.
#include "formats/craftstudio/model/bodied.hpp"

#include <algorithm>
#include <cmath>

#include "scene/reference.hpp"

namespace anmkit::craftstudio {

std::vector<std::optional<Bodied>> find_bodied(const Scene& scene, const Scene& skeleton,
                                               std::vector<std::size_t>& shows) {
  const std::vector<Mat4> here = world_matrices(scene, stance_of(scene)),
                          there = world_matrices(skeleton, stance_of(skeleton));
  double size = 0;
  for (const Mat4& one : there)
    size = std::max(size, length(transform_point(one, {})));
  std::vector<std::optional<Bodied>> bodied(shows.size());
  for (std::size_t i = 0; i < shows.size(); ++i) {
    if (shows[i] == kNoNode) continue;
    const Node& node = scene.nodes[shows[i]];
    if (node.block_size || node.rest.pivot != Vec3{} || !node.inherit_scale) continue;
    const Transform own = decompose(here[shows[i]]), made = decompose(there[i]);
    const Vec3 turns_at = transform_point(there[i], skeleton.nodes[i].rest.pivot * -1);
    if (length(own.translation - turns_at) > 1e-4 * (size + 1e-9)) continue;
    if (angle_between(own.rotation, made.rotation) > 1e-3) continue;
    bodied[i] = Bodied{own.scale};
  }
  std::vector<bool> holds(shows.size());
  for (const Node& node : skeleton.nodes)
    if (node.parent >= 0) holds[static_cast<std::size_t>(node.parent)] = true;
  for (std::size_t i = 0; i < shows.size(); ++i) {
    const auto above = static_cast<std::size_t>(skeleton.nodes[i].parent);
    if (shows[i] != kNoNode || holds[i] || skeleton.nodes[i].parent < 0) continue;
    if (!bodied[above] || bodied[above]->below || scene.nodes[shows[above]].mesh < 0) continue;
    if (skeleton.nodes[above].block_size != Vec3{}) continue;
    shows[i] = shows[above];
    bodied[i] = Bodied{bodied[above]->scale, true};
  }
  return bodied;
}

bool scales_blocks(const Scene& scene, const Clip& clip) {
  return std::ranges::any_of(clip.tracks, [&](const Track& track) {
    return track.property == Property::scale && track.node < scene.nodes.size() &&
           !scene.nodes[track.node].block_size;
  });
}

Node block_on(std::size_t node, const RestNode& block, const Bodied& bodied) {
  const auto share = [](Vec3 v, Vec3 by) {
    const auto over = [](double a, double b) { return std::fabs(b) > 1e-12 ? a / b : a; };
    return Vec3{over(v.x, by.x), over(v.y, by.y), over(v.z, by.z)};
  };
  Node to;
  to.parent = static_cast<std::int32_t>(node);
  to.rest.translation = share(bodied.below ? block.position : block.pivot, bodied.scale);
  to.rest.scale = share(block.scale, bodied.scale);
  if (!bodied.below) return to;
  const auto along = [&](Vec3 axis) {
    return length(scale(bodied.scale, rotate(block.orientation, axis)));
  };
  to.rest.rotation = block.orientation;
  to.rest.scale = share(block.scale, {along({1, 0, 0}), along({0, 1, 0}), along({0, 0, 1})});
  return to;
}

}  // namespace anmkit::craftstudio
