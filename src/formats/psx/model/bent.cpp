// SPDX-License-Identifier: MIT
// The distance of a skin's vertices from their positions in rigid objects.
#include <algorithm>
#include <cmath>

#include "formats/psx/model/roles.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::psx {
namespace {

// Vertices at times that are looked at, all together.
constexpr std::size_t kMostLooks = 4'000'000, kMostMoments = 2000;

Vec3 shown(const std::vector<Mat4>& skin, const BentVertex& vertex) {
  const auto& p = vertex.position;
  const Vec3 place{double{p[0]}, double{p[1]}, double{p[2]}};
  Vec3 sum{};
  double whole = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    if (vertex.weights[k] == 0 || vertex.joints[k] >= skin.size()) continue;
    const double weight = double{vertex.weights[k]};
    sum = sum + transform_point(skin[vertex.joints[k]], place) * weight;
    whole += weight;
  }
  return whole > 0 ? sum * (1 / whole) : place;
}

}  // namespace

double largest_bend(const Scene& scene, std::size_t clip, std::span<const BentVertex> vertices) {
  static const Clip kRest;
  FrameWalk walk(scene, clip < scene.clips.size() ? scene.clips[clip] : kRest);
  const std::size_t moments = std::min(walk.last() + 1, kMostMoments);
  const std::size_t step = 1 + vertices.size() * moments / kMostLooks;
  double most = 0;
  std::vector<Mat4> skin(scene.nodes.size());
  for (std::size_t m = 0; m < moments; ++m) {
    walk.pose(moments < 2 ? 0
                          : std::floor(static_cast<double>(m) * static_cast<double>(walk.last()) /
                                       static_cast<double>(moments - 1)));
    const std::vector<Mat4>& world = walk.world();
    for (std::size_t i = 0; i < skin.size(); ++i)
      skin[i] = world[i] * affine_inverse(scene.nodes[i].bind_matrix.value_or(Mat4{}));
    for (std::size_t v = 0; v < vertices.size(); v += step) {
      const BentVertex& vertex = vertices[v];
      if (vertex.joint >= skin.size()) continue;
      const auto& p = vertex.position;
      const Vec3 rigid =
          transform_point(skin[vertex.joint], {double{p[0]}, double{p[1]}, double{p[2]}});
      const double far = length(rigid - shown(skin, vertex));
      if (std::isfinite(far)) most = std::max(most, far);
    }
  }
  return most;
}

}  // namespace anmkit::psx
