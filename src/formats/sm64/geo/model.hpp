// SPDX-License-Identifier: MIT
// Display lists as C text: vertices, triangles and colours of an actor (model.inc.c).
#pragma once

#include <array>
#include <list>
#include <map>
#include <set>
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
  std::array<float, 3> diffuse{1, 1, 1}, ambient{0, 0, 0};
};
struct ListCommand {
  std::string_view name;
  std::vector<std::string_view> arguments;
};

// The declarations of display-list sources. Borrows the texts.
struct ModelSource {
  std::map<std::string_view, std::vector<Vertex>> vertices;
  std::set<std::string_view> unread;  // vertex arrays that are not made from numbers alone
  // Vertex arrays with numbers that their fields do not hold; names that one text defines twice, of
  // which the first is read, at their second place; arrays of vertices and lists without their last
  // brace.
  std::set<std::string_view> wide, twice, unclosed;
  std::map<std::string_view, std::vector<ListCommand>> lists;
  std::map<std::string_view, Light> lights;
  // Texture arrays with the image that they include ("actors/bobomb/eyes.rgba16").
  std::map<std::string_view, std::string> textures;
  // Texture arrays whose elements are in the source, as the bytes that the console reads.
  std::map<std::string_view, ByteView> texels;
  std::map<std::string_view, std::size_t> element_sizes;  // of texture arrays, in bytes
  // Vertex arrays that the program loads from the game's ROM when it starts.
  std::set<std::string_view> in_rom;
  std::vector<std::string_view> guesses;  // the conditions that nothing tells, from their '#'
  std::list<std::string> own;             // names and arguments that are in no text
  std::list<Bytes> own_bytes;
  struct Text {
    std::string_view text;
    std::string path;
  };
  std::vector<Text> texts;

  // The path of the text that a view is into; empty for other views.
  std::string_view path_of(std::string_view word) const;
  // "model.inc.c:12" of a view into one of the texts; empty for other views.
  std::string place_of(std::string_view word) const;
};
// `path`: the text's name in messages.
void read_model(std::string_view text, ModelSource& model, std::string_view path = {});
// The binary display lists (Fast3D) that a layout draws, and all they reach. Their names are
// addresses. What no segment contains is left out.
void read_model_binary(const SegmentImage& image, const GeoLayout& layout, ModelSource& model);
bool is_model_text(std::string_view text);
bool has_textures(std::string_view text);  // arrays of textures
// The elements of an array whose text is only them, as bytes: each takes as many as the largest.
Bytes read_elements(std::string_view text);

}  // namespace anmkit::sm64
