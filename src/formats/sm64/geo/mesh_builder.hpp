// SPDX-License-Identifier: MIT
// Running display lists into meshes and materials.
#pragma once

#include "anmkit/math.hpp"
#include "formats/sm64/geo/draw_state.hpp"

namespace anmkit::sm64 {

// Runs display lists one after another, as the game draws them.
class MeshBuilder {
 public:
  MeshBuilder(const ModelSource& model, Companions companions, Scene& scene)
      : model_(model), companions_(companions), scene_(scene) {}
  // Adds the triangles of a list of a layer, moved by `place`, to a mesh. False when the list is
  // not known.
  bool draw(std::string_view list, std::int32_t layer, const Mat4& place, Mesh& mesh);
  // Pictures that were wanted and are not there.
  const std::vector<std::string>& missing() const { return missing_; }
  // Textures that mirror their surroundings; combiners and commands that are shown only nearly, or
  // not at all. Each once.
  const std::vector<std::string>& mirrors() const { return mirrors_; }
  const std::vector<std::string>& near() const { return near_; }
  const std::vector<std::string>& unknown() const { return unknown_; }

 private:
  using Corners = std::array<const Vertex*, 3>;
  // One look of a triangle: of a decal the colour below, then the texture.
  struct Look {
    std::string picture;  // empty = none
    bool lit = true;      // by the light, whose colour it has
    bool colors = false;  // of the vertices
    bool opacity = false;
    bool on_top = false;
    AlphaMode alpha = AlphaMode::opaque;
    std::array<float, 4> color{1, 1, 1, 1};
  };
  void load(const ListCommand& command);
  void triangle(const ListCommand& command, std::size_t first, const Mat4& place, Mesh& mesh);
  void show(const Corners& corners, const Vertex* flat, const Look& look, const Mat4& place,
            Mesh& mesh);
  Look look() const;
  AlphaMode alpha_of(const Look& look) const;
  std::string picture_of_texture() const;
  std::int32_t material(const Look& look);
  std::int32_t image_of(const std::string& picture);

  const ModelSource& model_;
  Companions companions_;
  Scene& scene_;
  std::array<const Vertex*, 64> buffer_{};
  DrawState state_;
  AlphaMode layer_ = AlphaMode::opaque;
  std::map<std::string, std::int32_t> materials_, images_;
  std::vector<std::string> missing_, mirrors_, near_, unknown_;
  std::size_t steps_ = 0;
};

}  // namespace anmkit::sm64
