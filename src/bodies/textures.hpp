// SPDX-License-Identifier: MIT
// Materials whose images a model stores.
#pragma once

#include <optional>
#include <set>

#include "anmkit/scene.hpp"

namespace anmkit {

// Those of faces with texture coordinates: of all, or of those of one kind.
inline std::set<std::int32_t> textured_materials(const Scene& scene,
                                                 std::optional<PrimitiveMode> mode = {}) {
  std::set<std::int32_t> found;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      if (primitive.material >= 0 && !primitive.uvs.empty() &&
          primitive.mode == mode.value_or(primitive.mode))
        found.insert(primitive.material);
    }
  }
  return found;
}

}  // namespace anmkit
