// SPDX-License-Identifier: MIT
// World matrices of 32-bit transforms.
#include <algorithm>

#include "anmkit/sampler.hpp"
#include "playback/compiled.hpp"
#include "playback/matrices.hpp"
#include "scene/reference.hpp"

namespace anmkit {

static constexpr std::uint32_t kMatrix = 16;  // floats

Hierarchy::Hierarchy(const Scene& scene) : node_count_(scene.nodes.size()) {
  std::vector<bool> ready(scene.nodes.size(), false);
  for (const std::uint32_t i : parents_first(scene)) {
    const Node& node = scene.nodes[i];
    const auto parent = static_cast<std::size_t>(node.parent);
    // A parent that is not ready closes a cycle; such a node counts as a root.
    const bool has =
        node.parent >= 0 && node.inherit_parent && parent < ready.size() && ready[parent];
    Link link{kFloats * i, kMatrix * i, -1, -1, node.inherit_scale, false};
    if (has) link.parent = static_cast<std::int32_t>(kMatrix) * node.parent;
    link.plain = has && node.offset == Mat4{};
    if (node.offset != Mat4{}) {
      link.offset = static_cast<std::int32_t>(kMatrix * offsets_.size());
      Mat4f& offset = offsets_.emplace_back();
      for (std::size_t k = 0; k < 16; ++k)
        offset.m[k] = static_cast<float>(node.offset.m[k]);
    }
    links_.push_back(link);
    ready[i] = true;
  }
}

void Hierarchy::world_matrices(std::span<const Transformf> locals, std::span<Mat4f> out) const {
  if (locals.size() < node_count_ || out.size() < node_count_) return;
  link_matrices(links_, offsets_, locals, out);
}

void Hierarchy::skin_matrices(std::span<const Transformf> locals,
                              std::span<const Mat4f> inverse_binds, std::span<Mat4f> world,
                              std::span<Mat4f> skin) const {
  if (inverse_binds.size() < node_count_ || skin.size() < node_count_) return;
  world_matrices(locals, world);
  if (world.size() < node_count_) return;
  multiply_matrices(world, inverse_binds, skin.first(node_count_));
}

}  // namespace anmkit
