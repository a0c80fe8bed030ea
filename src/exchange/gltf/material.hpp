// SPDX-License-Identifier: MIT
// Materials, textures and images of a scene in glTF's words.
#pragma once

#include <array>
#include <utility>

#include "anmkit/registry.hpp"
#include "exchange/gltf/buffer.hpp"

namespace anmkit {

// glTF's numbers for what a sampler says, by an example of what is meant.
constexpr auto gltf_numbers(Filter) {
  using enum Filter;
  return std::array{std::pair{9728, nearest},
                    std::pair{9729, linear},
                    std::pair{9984, nearest_mipmap_nearest},
                    std::pair{9985, linear_mipmap_nearest},
                    std::pair{9986, nearest_mipmap_linear},
                    std::pair{9987, linear_mipmap_linear}};
}
constexpr auto gltf_numbers(Wrap) {
  return std::array{std::pair{10497, Wrap::repeat}, std::pair{33071, Wrap::clamp},
                    std::pair{33648, Wrap::mirror}};
}
template <class Meaning>
constexpr int gltf_number(Meaning wanted) {
  int number = 0;
  for (const auto& [known, meaning] : gltf_numbers(wanted)) {
    if (meaning == wanted) number = known;
  }
  return number;
}

// Puts the images into the buffer and writes the members "materials", "textures", "samplers" and
// "images". True when a material needs KHR_materials_unlit.
bool write_materials(const Scene& scene, GltfBuffer& buffer, JsonWriter& json,
                     ConversionReport& report);

}  // namespace anmkit
