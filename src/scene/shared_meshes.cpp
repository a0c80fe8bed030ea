// SPDX-License-Identifier: MIT
// Vertices that are stored, and those that nodes show.
#include "scene/shared_meshes.hpp"

#include <algorithm>
#include <vector>

#include "core/limits.hpp"

namespace anmkit {

Result<void> check_shared_meshes(const Scene& scene, std::uint64_t most) {
  constexpr std::uint64_t kTimes = 8;
  std::vector<std::uint64_t> sizes;
  std::uint64_t stored = 0, shown = 0;
  for (const Mesh& mesh : scene.meshes) {
    std::uint64_t size = 0;
    for (const Primitive& primitive : mesh.primitives)
      size += std::max(primitive.indices.size(), primitive.positions.size());
    sizes.push_back(size);
    stored += size;
  }
  for (const Node& node : scene.nodes) {
    if (node.mesh >= 0) shown += sizes[static_cast<std::size_t>(node.mesh)];
  }
  if (shown <= most || shown <= kTimes * stored) return {};
  return std::unexpected(
      over_limit(Limit::vertices, most,
                 "nodes that share meshes show " + std::to_string(shown) + " vertices"));
}

}  // namespace anmkit
