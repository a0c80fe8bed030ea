// SPDX-License-Identifier: MIT
// Names with blanks, and end sites.
#include "convert/from_bvh.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "core/letters.hpp"
#include "exchange/bvh/bvh.hpp"

namespace anmkit {

void restore_names(Scene& scene, const Scene& skeleton) {
  std::map<std::string, const std::string*> known;
  for (const Node& node : skeleton.nodes)
    known.emplace(bvh_name(node.name), &node.name);
  for (Node& node : scene.nodes) {
    const auto found = known.find(node.name);
    if (found != known.end()) node.name = *found->second;
  }
}

void drop_end_sites(Scene& scene) {
  if (!scene.meshes.empty()) return;
  std::vector<bool> kept(scene.nodes.size());
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    const bool plain = node.camera < 0 && !node.bind_matrix && node.extensions.empty();
    kept[i] = node.parent < 0 || !plain ||
              !equal_in_any_case(node.name,
                                 scene.nodes[static_cast<std::size_t>(node.parent)].name + "_end");
  }
  for (const Node& node : scene.nodes)
    if (node.parent >= 0) kept[static_cast<std::size_t>(node.parent)] = true;
  for (const Clip& clip : scene.clips)
    for (const Track& track : clip.tracks)
      kept[track.node] = true;
  std::vector<std::uint32_t> place(scene.nodes.size());
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    place[i] = static_cast<std::uint32_t>(nodes.size());
    if (kept[i]) nodes.push_back(std::move(scene.nodes[i]));
  }
  for (Node& node : nodes)
    if (node.parent >= 0)
      node.parent = static_cast<std::int32_t>(place[static_cast<std::size_t>(node.parent)]);
  scene.nodes = std::move(nodes);
  for (Clip& clip : scene.clips)
    for (Track& track : clip.tracks)
      track.node = place[track.node];
}

}  // namespace anmkit
