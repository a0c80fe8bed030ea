// SPDX-License-Identifier: MIT
// Joints that own vertices and faces.
#pragma once

#include "scene/mesh_parts.hpp"

namespace anmkit {

// Of each node, whether vertices follow it.
inline std::vector<bool> followed_joints(const Scene& scene) {
  std::vector<bool> followed(scene.nodes.size(), false);
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (!is_skinned(primitive)) continue;
      for (std::size_t v = 0; v < primitive.joints.size(); ++v) {
        for (std::size_t k = 0; k < 4; ++k) {
          const std::uint32_t joint = primitive.joints[v][k];
          if (primitive.weights[v][k] > 0 && joint < followed.size()) followed[joint] = true;
        }
      }
    }
  }
  return followed;
}

}  // namespace anmkit
