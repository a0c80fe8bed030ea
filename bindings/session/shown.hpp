// SPDX-License-Identifier: MIT
// A scene that is looked at: its parts once, its pose at any frame.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/render.hpp"
#include "anmkit/scene.hpp"
#include "render/figure.hpp"
#include "session.hpp"

namespace anmkit::bindings {

class Shown {
 public:
  // `decode`: as Session::decode.
  explicit Shown(Scene scene, DecodeTextures decode = nullptr);
  Shown(const Shown&) = delete;
  Shown& operator=(const Shown&) = delete;

  const Scene& scene() const { return scene_; }
  const render::Figure& figure() const { return *figure_; }
  std::optional<std::size_t> clip() const { return clip_; }
  // An index that exists, or empty for the rest pose.
  void choose(std::optional<std::size_t> clip);

  // For each part its matrix (16 numbers, column-major) and 1 where it is hidden; for each node its
  // world matrix and 1 where it is visible; where something is skinned, for each node the matrix
  // from the bind pose; of scenes without parts the corners of triangles that show the bones.
  const std::vector<float>& pose(double frame, const CameraAngles& angles);

  // Where a camera of the scene is and what it sees; column-major, looking along -z.
  struct Aim {
    Mat4 matrix;
    double vertical_fov = 0;  // radians
  };
  Result<Aim> aim_of(std::size_t node, double frame) const;

  // Null with nothing to see.
  Result<const Renderer*> renderer();

 private:
  Scene scene_;
  std::optional<std::size_t> clip_;
  std::unique_ptr<render::Figure> figure_;
  DecodeTextures decode_;
  std::optional<std::vector<Picture>> textures_;  // decoded when something is drawn
  std::optional<Renderer> renderer_;
  std::vector<float> pose_;
};

}  // namespace anmkit::bindings
