// SPDX-License-Identifier: MIT
// Display lists as C text: vertices, triangles and colours of an actor (model.inc.c).
#pragma once

#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/math.hpp"
#include "anmkit/scene.hpp"
#include "formats/sm64/document.hpp"

namespace anmkit::sm64 {

struct Vertex {
  std::array<std::int32_t, 3> position{};
  std::array<std::int32_t, 2> texel{};  // 1/32 texels
  std::array<std::uint8_t, 4> color{};  // or the normal in the first three, signed
};
struct Light {
  std::array<float, 3> diffuse{1, 1, 1};
};
struct ListCommand {
  std::string_view name;
  std::vector<std::string_view> arguments;
};

// The declarations of display-list sources. Borrows the texts.
struct ModelSource {
  std::map<std::string_view, std::vector<Vertex>> vertices;
  std::map<std::string_view, std::vector<ListCommand>> lists;
  std::map<std::string_view, Light> lights;
  // Texture arrays with the picture that they include ("bob-omb_eyes.rgba16").
  std::map<std::string_view, std::string> textures;
  std::list<std::string> own;  // names and arguments that stand in no text
};
void read_model(std::string_view text, ModelSource& model);
// The binary display lists (Fast3D) that a layout draws, and all they reach. Their names are
// addresses. What no segment holds is left out.
void read_model_binary(const SegmentImage& image, const GeoLayout& layout, ModelSource& model);
bool is_model_text(std::string_view text);

// Runs display lists one after another, as the game draws them: the state (light, texture,
// vertex buffer) lasts from one list to the next.
class MeshBuilder {
 public:
  MeshBuilder(const ModelSource& model, Companions companions, Scene& scene)
      : model_(model), companions_(companions), scene_(scene) {}
  // Adds the triangles of a list, moved by `place`, to a mesh. False when the list is not known.
  bool draw(std::string_view list, const Mat4& place, Mesh& mesh);
  // Pictures that were wanted and are not there.
  const std::vector<std::string>& missing() const { return missing_; }

 private:
  struct Slot {
    const Vertex* vertex = nullptr;
  };
  void command(const ListCommand& command, const Mat4& place, Mesh& mesh);
  void load(const ListCommand& command);
  void triangle(const ListCommand& command, std::size_t first, const Mat4& place, Mesh& mesh);
  void light(const ListCommand& command);
  Primitive& primitive(Mesh& mesh);
  std::int32_t material();
  std::int32_t image_of(const std::string& picture);

  const ModelSource& model_;
  Companions companions_;
  Scene& scene_;
  std::array<Slot, 64> buffer_{};
  bool lighting_ = true;
  bool textured_ = false;
  bool combined_ = true;  // the colour combiner uses the texture
  std::string_view texture_;
  std::array<float, 2> tile_{32, 32};
  Light light_;
  std::map<std::string, std::int32_t> materials_, images_;
  std::vector<std::string> missing_;
  std::size_t steps_ = 0;
};

}  // namespace anmkit::sm64
