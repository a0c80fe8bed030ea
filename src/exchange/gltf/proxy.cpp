// SPDX-License-Identifier: MIT
// A small octahedron at every joint, and a spike to each child.
#include "exchange/gltf/skin.hpp"

#include <algorithm>
#include <cmath>

#include "exchange/gltf/not_finite.hpp"
#include "scene/bone_shape.hpp"
#include "scene/bounds.hpp"

namespace anmkit {
namespace {

Vec3 place_of(const Mat4& matrix) {
  return {matrix.m[12], matrix.m[13], matrix.m[14]};
}

class Shapes {
 public:
  explicit Shapes(double size) : size_(size) { primitive_.proxy = true; }

  void add(Vec3 from, Vec3 to, double waist, double radius, std::int32_t joint) {
    const auto first = static_cast<std::uint32_t>(primitive_.positions.size() / 3);
    for (const Vec3 p : bone_shape(from, to, waist, radius)) {
      primitive_.positions.insert(primitive_.positions.end(),
                                  {finite(p.x), finite(p.y), finite(p.z)});
      primitive_.joints.push_back(static_cast<std::uint16_t>(joint));
    }
    for (std::uint32_t k = 0; k < 4; ++k) {
      const std::uint32_t a = 1 + k, b = 1 + (k + 1) % 4;
      for (const std::uint32_t corner : {0u, b, a, 5u, a, b})
        primitive_.indices.push_back(first + corner);
    }
  }

  double size() const { return size_; }
  SkinPrimitive take() { return std::move(primitive_); }

 private:
  double size_;
  SkinPrimitive primitive_;
};

// The largest side of the box around all joints.
double extent(const Rig& rig, std::span<const Mat4> bind) {
  Bounds bounds;
  for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
    if (rig.nodes[i].part == GltfPart::node) bounds.add(place_of(bind[i]));
  }
  return bounds.size();
}

}  // namespace

SkinPrimitive bone_shapes(const Rig& rig, std::span<const Mat4> bind,
                          std::span<const std::int32_t> joints) {
  const double whole = extent(rig, bind);
  // A twentieth of the skeleton; ten centimetres for a single joint.
  Shapes shapes(whole > 1e-6 && std::isfinite(whole) ? whole / 20 : 0.1);
  for (std::size_t i = 0; i < rig.nodes.size(); ++i) {
    if (rig.nodes[i].part != GltfPart::node) continue;
    const Vec3 at = place_of(bind[i]);
    // Bound to the leaf parts where there are any, so that hidden nodes lose their shape too.
    const Chain& chain = rig.chains[rig.nodes[i].scene_node];
    std::size_t joint = i;
    for (const GltfPart leaf : {GltfPart::scale, GltfPart::size}) {
      if (chain.at(leaf) >= 0) joint = static_cast<std::size_t>(chain.at(leaf));
    }
    const Vec3 half{0, shapes.size() / 2, 0};
    shapes.add(at - half, at + half, 0.5, shapes.size() / 2, joints[joint]);
    for (const std::uint32_t child : rig.nodes[i].children) {
      if (rig.nodes[child].scene_node == rig.nodes[i].scene_node) continue;
      const Vec3 to = place_of(bind[child]);
      const double distance = length(to - at);
      if (distance < 1e-9 || !std::isfinite(distance)) continue;
      shapes.add(at, to, 0.2, std::min(distance, shapes.size() * 4) / 10, joints[i]);
    }
  }
  return shapes.take();
}

}  // namespace anmkit
