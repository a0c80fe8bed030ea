// SPDX-License-Identifier: MIT
// Small scenes for the renderer's tests, and pixels of images.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <utility>

#include "anmkit/render.hpp"

namespace anmkit::test {

using Rgba = std::array<int, 4>;

inline Rgba pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  Rgba out{};
  for (std::size_t k = 0; k < 4; ++k)
    out[k] = std::to_integer<int>(picture.pixels.at(4 * (std::size_t{y} * picture.width + x) + k));
  return out;
}

inline Material unlit(std::array<float, 4> color) {
  Material material;
  material.base_color = color;
  material.unlit = true;
  return material;
}

// A scene with one node and no material yet.
inline Scene stage() {
  Scene scene;
  scene.nodes.emplace_back().mesh = 0;
  scene.meshes.emplace_back();
  return scene;
}

// A square of this half size at this depth, seen from +Z, with a material of its own.
inline void add_square(Scene& scene, float half, float z, const Material& material) {
  Primitive square;
  square.material = static_cast<std::int32_t>(scene.materials.size());
  square.positions = {{-half, -half, z}, {half, -half, z}, {half, half, z}, {-half, half, z}};
  square.uvs = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  square.indices = {0, 1, 2, 0, 2, 3};
  scene.meshes.front().primitives.push_back(std::move(square));
  scene.materials.push_back(material);
}

// From the front, 10 away: what is 10 units high at depth 0 fills the image's height.
inline RenderCamera front() {
  RenderCamera camera;
  camera.angles = {0, 0};
  camera.distance = 10;
  camera.vertical_fov = 2 * std::atan(0.5);
  return camera;
}

inline RenderOptions plain(std::uint32_t width, std::uint32_t height, std::uint32_t samples = 1) {
  RenderOptions options;
  options.width = width;
  options.height = height;
  options.samples = samples;
  options.background = {0, 0, 0};
  return options;
}

inline Picture drawn(const Scene& scene, const RenderCamera& camera, const RenderOptions& options,
                     std::span<const Picture> textures = {}) {
  auto renderer = Renderer::make(scene, textures, {});
  EXPECT_TRUE(renderer.has_value()) << (renderer ? "" : renderer.error().message);
  if (!renderer) return {};
  auto picture = renderer->draw(0, camera, options);
  EXPECT_TRUE(picture.has_value()) << (picture ? "" : picture.error().message);
  return picture ? std::move(*picture) : Picture{};
}

}  // namespace anmkit::test
