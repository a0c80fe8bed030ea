// SPDX-License-Identifier: MIT
// Display lists as C text: vertices, triangles and colours of an actor (model.inc.c).
#pragma once

#include <array>
#include <list>
#include <map>
#include <string>
#include <string_view>
#include <vector>

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
  // Texture arrays with the picture that they include ("actors/bobomb/eyes.rgba16").
  std::map<std::string_view, std::string> textures;
  std::list<std::string> own;  // names and arguments that stand in no text
};
void read_model(std::string_view text, ModelSource& model);
// The binary display lists (Fast3D) that a layout draws, and all they reach. Their names are
// addresses. What no segment holds is left out.
void read_model_binary(const SegmentImage& image, const GeoLayout& layout, ModelSource& model);
bool is_model_text(std::string_view text);

}  // namespace anmkit::sm64
