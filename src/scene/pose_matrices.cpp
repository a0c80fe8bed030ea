// SPDX-License-Identifier: MIT
// From a pose to matrices.
#include "scene/reference.hpp"

namespace anmkit {

Mat4 local_matrix(const Node& node, const NodePose& pose) {
  if (pose.is_matrix) return pose.offset;
  const Transform& t = pose.local;
  const Vec3 centre = t.translation + rotate(t.rotation, t.pivot);
  return pose.offset * trs_matrix(centre, t.rotation, node.inherit_scale ? t.scale : Vec3{1, 1, 1});
}

void world_matrices(const Scene& scene, const Pose& pose, std::vector<Mat4>& out) {
  world_matrices(scene, parents_first(scene), pose, out);
}

void world_matrices(const Scene& scene, const std::vector<std::uint32_t>& order, const Pose& pose,
                    std::vector<Mat4>& out) {
  out.resize(scene.nodes.size());
  std::vector<bool> ready(scene.nodes.size(), false);
  for (const std::uint32_t i : order) {
    const Node& node = scene.nodes[i];
    out[i] = local_matrix(node, pose[i]);
    const auto parent = static_cast<std::size_t>(node.parent);
    // A parent that is not ready closes a cycle; such a node counts as a root.
    if (node.parent >= 0 && node.inherit_parent && parent < ready.size() && ready[parent]) {
      out[i] = out[parent] * out[i];
    }
    ready[i] = true;
  }
}

Vec3 own_scale(const Node& node, const NodePose& pose) {
  Vec3 factor = node.inherit_scale ? Vec3{1, 1, 1} : pose.local.scale;
  if (node.block_size) {
    const auto ratio = [](double now, double rest) { return rest == 0 ? now : now / rest; };
    factor = scale(factor, {ratio(pose.block_size.x, node.block_size->x),
                            ratio(pose.block_size.y, node.block_size->y),
                            ratio(pose.block_size.z, node.block_size->z)});
  }
  return factor;
}

}  // namespace anmkit
