// SPDX-License-Identifier: MIT
// Weighted means of places, and the frames for which they are computed.
#include "bodies/skin_walk.hpp"

#include <algorithm>
#include <cmath>

namespace anmkit {

Vec3 skinned(const std::vector<Mat4>& matrices, Vec3 place,
             const std::array<std::uint32_t, 4>& joints, const std::array<float, 4>& weights) {
  Vec3 sum{};
  double whole = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const double weight = double{weights[k]};
    if (!(weight > 0) || joints[k] >= matrices.size()) continue;
    sum = sum + transform_point(matrices[joints[k]], place) * weight;
    whole += weight;
  }
  return whole > 0 ? sum * (1 / whole) : place;
}

void walk_skin(FrameWalk& walk, std::size_t vertices,
               const std::function<void(const std::vector<Mat4>& world, std::size_t step)>& look) {
  constexpr std::size_t kMostVertices = 4'000'000, kMostFrames = 2000;  // in all
  const std::size_t count = std::min(walk.last() + 1, kMostFrames);
  const std::size_t step = 1 + vertices * count / kMostVertices;
  for (std::size_t n = 0; n < count; ++n) {
    const double frame = static_cast<double>(n) * static_cast<double>(walk.last());
    walk.pose(count < 2 ? 0 : std::floor(frame / static_cast<double>(count - 1)));
    look(walk.world(), step);
  }
}

}  // namespace anmkit
