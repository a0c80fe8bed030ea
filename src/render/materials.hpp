// SPDX-License-Identifier: MIT
// A scene's materials with their textures, as triangles have them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "render/raster.hpp"

namespace anmkit::render {

class Materials {
 public:
  // Borrows the scene and the textures (Renderer::make).
  Materials(const Scene& scene, std::span<const Picture> textures);
  Materials(const Materials&) = delete;
  Materials& operator=(const Materials&) = delete;

  // Those of the scene, then of faces, lines and bones that have none.
  std::span<const Style> styles() const { return styles_; }
  std::uint32_t of(const Primitive& primitive) const;
  std::uint32_t of_lines() const { return static_cast<std::uint32_t>(styles_.size() - 2); }
  std::uint32_t of_bones() const { return static_cast<std::uint32_t>(styles_.size() - 1); }

 private:
  void read_textures(std::span<const Picture> given);
  Style style_of(const Material& material) const;

  const Scene& scene_;
  std::vector<Picture> pictures_;  // of raw images
  std::vector<std::shared_ptr<Texture>> textures_;
  std::vector<Style> styles_;
};

}  // namespace anmkit::render
