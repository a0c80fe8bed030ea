// SPDX-License-Identifier: MIT
// Meshes and materials by their indices, faces by their vertices, and stored numbers as vectors.
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "scene/skinned.hpp"

namespace anmkit {

inline Vec3 vec(const std::array<float, 3>& v) {
  return {double{v[0]}, double{v[1]}, double{v[2]}};
}
inline std::array<float, 3> to_floats(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Null where there is none.
inline const Mesh* mesh_of(const Scene& scene, const Node& node) {
  const auto index = static_cast<std::size_t>(node.mesh);
  return node.mesh >= 0 && index < scene.meshes.size() ? &scene.meshes[index] : nullptr;
}
inline const Material* material_at(const Scene& scene, std::int32_t material) {
  const auto index = static_cast<std::size_t>(material);
  return material >= 0 && index < scene.materials.size() ? &scene.materials[index] : nullptr;
}

// A mesh that its skin moves does not move with the node that contains it.
inline bool only_holds_a_skin(const Scene& scene, const Node& node) {
  const Mesh* mesh = mesh_of(scene, node);
  return mesh != nullptr && !mesh->primitives.empty() &&
         std::ranges::all_of(mesh->primitives, is_skinned);
}

inline std::size_t corner_count(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 3 : mode == PrimitiveMode::lines ? 2 : 1;
}

// Calls `action` with the vertices of each triangle, line or point. Returns how many were left out
// because they name vertices that do not exist.
template <class Action>
std::size_t for_each_face(const Primitive& primitive, Action action) {
  const std::size_t corners = corner_count(primitive.mode), count = primitive.positions.size();
  const std::size_t total = primitive.indices.empty() ? count : primitive.indices.size();
  std::size_t left_out = 0;
  for (std::size_t i = 0; i + corners <= total; i += corners) {
    std::array<std::uint32_t, 3> face{};
    bool good = true;
    for (std::size_t k = 0; k < corners; ++k) {
      face[k] =
          primitive.indices.empty() ? static_cast<std::uint32_t>(i + k) : primitive.indices[i + k];
      good = good && face[k] < count;
    }
    if (good) {
      action(std::span(face).first(corners));
    } else {
      ++left_out;
    }
  }
  return left_out;
}

}  // namespace anmkit
