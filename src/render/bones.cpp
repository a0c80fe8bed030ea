// SPDX-License-Identifier: MIT
// Bones drawn for a skeleton without a mesh.
#include <algorithm>

#include "render/figure.hpp"
#include "scene/bone_shape.hpp"

namespace anmkit::render {
namespace {

void add_spike(std::vector<Vec3>& corners, Vec3 from, Vec3 to, double waist, double radius) {
  const std::array<Vec3, 6> shape = bone_shape(from, to, waist, radius);
  for (std::size_t k = 0; k < 4; ++k) {
    const Vec3 a = shape[1 + k], b = shape[1 + (k + 1) % 4];
    corners.insert(corners.end(), {from, b, a, to, a, b});
  }
}

}  // namespace

void Figure::place_bones(const Moment& moment, const VisitCorners& visit) const {
  std::vector<Vec3> corners;
  const auto place_of = [&](std::size_t node) {
    const Mat4& m = moment.world[node];
    return Vec3{m.m[12], m.m[13], m.m[14]};
  };
  for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
    const Node& node = scene_.nodes[i];
    const Vec3 at = place_of(i);
    if (!moment.pose[i].visible || !is_finite(at)) continue;
    const auto parent = static_cast<std::size_t>(node.parent);
    const bool hangs = node.parent >= 0 && parent < scene_.nodes.size() && parent != i;
    const Vec3 from = hangs ? place_of(parent) : at;
    // What its parent shows already, which may be one of very many at one place. Of parents that
    // close a circle one comes after its child.
    if (hangs && parent < i && moment.pose[parent].visible && from == at) continue;
    const Vec3 half{0, bone_size_ / 2, 0};
    corners.clear();
    add_spike(corners, at - half, at + half, 0.5, bone_size_ / 2);
    const double distance = length(at - from);
    if (distance > bone_size_ * 1e-6 && std::isfinite(distance))
      add_spike(corners, from, at, 0.2, std::min(distance, bone_size_ * 10) / 9);
    visit(corners);
  }
}

}  // namespace anmkit::render
