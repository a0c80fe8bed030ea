// SPDX-License-Identifier: MIT
// Joints of a scene, depth first and without recursion.
#include "exchange/bvh/joints.hpp"

#include <algorithm>
#include <ranges>

#include "scene/motion.hpp"

namespace anmkit {
namespace {

// The nodes that are joints of skins.
std::vector<bool> skin_joints(const Scene& scene) {
  std::vector<bool> joints;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& part : mesh.primitives) {
      for (std::size_t i = 0; i < part.joints.size(); ++i) {
        joints.resize(scene.nodes.size());
        for (std::size_t k = 0; k < 4; ++k)
          if (part.weights[i][k] > 0 && part.joints[i][k] < joints.size())
            joints[part.joints[i][k]] = true;
      }
    }
  }
  return joints;
}

}  // namespace

std::vector<BvhJoint> bvh_joints(const Scene& scene, const Clip& clip) {
  const std::vector<std::uint32_t> order = parents_first(scene);
  // As when matrices are made: a parent that comes later closes a cycle and counts for nothing.
  std::vector<std::int32_t> parents(scene.nodes.size(), -1);
  std::vector<bool> ready(scene.nodes.size());
  for (const std::uint32_t i : order) {
    const std::int32_t parent = scene.nodes[i].parent;
    if (parent >= 0 && ready[static_cast<std::size_t>(parent)]) parents[i] = parent;
    ready[i] = true;
  }
  std::vector<bool> kept = skin_joints(scene);
  if (std::ranges::find(kept, true) == kept.end()) {
    kept.assign(scene.nodes.size(), true);
  } else {
    for (const Track& track : clip.tracks)
      if (track_moves(track)) kept[track.node] = true;
    for (const std::uint32_t i : order)
      if (parents[i] >= 0 && kept[static_cast<std::size_t>(parents[i])]) kept[i] = true;
    for (const std::uint32_t i : order | std::views::reverse)
      if (parents[i] >= 0 && kept[i]) kept[static_cast<std::size_t>(parents[i])] = true;
  }
  std::vector<std::vector<std::uint32_t>> children(scene.nodes.size());
  std::vector<std::uint32_t> roots;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (!kept[i]) continue;
    (parents[i] < 0 ? roots : children[static_cast<std::size_t>(parents[i])]).push_back(i);
  }
  std::vector<BvhJoint> joints, waiting;
  if (roots.size() > 1) joints.push_back({-1, -1, 0});
  const auto add = [&](const std::vector<std::uint32_t>& nodes, std::int32_t parent,
                       std::size_t depth) {
    for (const std::uint32_t node : nodes | std::views::reverse)
      waiting.push_back({static_cast<std::int32_t>(node), parent, depth});
  };
  const std::size_t above = joints.size();
  add(roots, above == 0 ? -1 : 0, above);
  while (!waiting.empty()) {
    const BvhJoint joint = waiting.back();
    waiting.pop_back();
    joints.push_back(joint);
    add(children[static_cast<std::size_t>(joint.node)],
        static_cast<std::int32_t>(joints.size()) - 1, joint.depth + 1);
  }
  return joints;
}

}  // namespace anmkit
