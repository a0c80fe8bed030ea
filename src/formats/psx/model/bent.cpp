// SPDX-License-Identifier: MIT
// The distance of a skin's vertices from their positions in rigid objects.
#include <algorithm>
#include <cmath>

#include "bodies/skin_walk.hpp"
#include "formats/psx/model/roles.hpp"
#include "scene/mesh_parts.hpp"

namespace anmkit::psx {

double largest_bend(const Scene& scene, std::size_t clip, std::span<const BentVertex> vertices) {
  static const Clip kRest;
  FrameWalk walk(scene, clip < scene.clips.size() ? scene.clips[clip] : kRest);
  double most = 0;
  std::vector<Mat4> skin(scene.nodes.size());
  walk_skin(walk, vertices.size(), [&](const std::vector<Mat4>& world, std::size_t step) {
    for (std::size_t i = 0; i < skin.size(); ++i)
      skin[i] = world[i] * affine_inverse(scene.nodes[i].bind_matrix.value_or(Mat4{}));
    for (std::size_t v = 0; v < vertices.size(); v += step) {
      const BentVertex& vertex = vertices[v];
      if (vertex.joint >= skin.size()) continue;
      const Vec3 place = vec(vertex.position), rigid = transform_point(skin[vertex.joint], place);
      const double far = length(rigid - skinned(skin, place, vertex.joints, vertex.weights));
      if (std::isfinite(far)) most = std::max(most, far);
    }
  });
  return most;
}

}  // namespace anmkit::psx
