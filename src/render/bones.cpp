// SPDX-License-Identifier: MIT
// What is seen of a skeleton without a mesh.
#include <algorithm>

#include "render/figure.hpp"

namespace anmkit::render {
namespace {

// Two pyramids base to base: from `from` to `to`, widest at a share of the way.
void add_spike(std::vector<Vec3>& corners, Vec3 from, Vec3 to, double waist, double radius) {
  const Vec3 along = to - from;
  const Vec3 axis = along * (1 / length(along));
  Vec3 side = cross(axis, std::fabs(axis.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  side = side * (radius / length(side));
  const Vec3 other = cross(axis, side);
  const Vec3 middle = from + along * waist;
  const std::array<Vec3, 4> ring = {middle + side, middle + other, middle - side, middle - other};
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 a = ring[k], b = ring[(k + 1) % 4];
    corners.insert(corners.end(), {from, b, a, to, a, b});
  }
}

}  // namespace

void Figure::place_bones(const Moment& moment, std::vector<Vec3>& corners) const {
  const auto place_of = [&](std::size_t node) {
    const Mat4& m = moment.world[node];
    return Vec3{m.m[12], m.m[13], m.m[14]};
  };
  for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
    const Node& node = scene_.nodes[i];
    const Vec3 at = place_of(i);
    if (!moment.pose[i].visible || !is_finite(at)) continue;
    const Vec3 half{0, bone_size_ / 2, 0};
    add_spike(corners, at - half, at + half, 0.5, bone_size_ / 2);
    const auto parent = static_cast<std::size_t>(node.parent);
    if (node.parent < 0 || parent >= scene_.nodes.size() || parent == i) continue;
    const Vec3 from = place_of(parent);
    const double distance = length(at - from);
    if (!(distance > bone_size_ * 1e-6) || !std::isfinite(distance)) continue;
    add_spike(corners, from, at, 0.2, std::min(distance, bone_size_ * 10) / 9);
  }
}

}  // namespace anmkit::render
