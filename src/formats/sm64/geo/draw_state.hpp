// SPDX-License-Identifier: MIT
// What display lists set before they draw: it lasts from one list to the next.
#pragma once

#include <optional>

#include "formats/sm64/geo/combiner.hpp"
#include "formats/sm64/geo/model.hpp"

namespace anmkit::sm64 {

// Arguments of display-list commands: a number (-1 where it is none), and the name in `&name.l`,
// `name + 3`, `&name[3]`.
std::int64_t list_number(const ListCommand& command, std::size_t argument);
std::string_view name_in(std::string_view argument);

// As the game has it before it draws a model.
struct DrawState {
  bool lighting = true, smooth = true;
  bool cull_back = true, cull_front = false;
  bool mirrors = false;  // texture coordinates are made of the normals
  bool textured = false;
  std::string_view texture;
  std::array<float, 2> texture_scale{1, 1};
  std::array<float, 2> tile{32, 32}, tile_begin{0, 0};  // texels
  Wrap wrap_s = Wrap::repeat, wrap_t = Wrap::repeat;
  bool texels = false;  // they are seen one by one
  std::array<float, 4> primitive{1, 1, 1, 1}, environment{1, 1, 1, 1};
  Light light;
  Combiner combiner;
  std::string_view combine_mode;
  std::optional<AlphaMode> blending;  // where a list sets it itself, and not its layer

  // False for commands that are not known.
  bool apply(const ListCommand& command, const ModelSource& model);

 private:
  void set_geometry(std::string_view modes, bool on);
  void set_light(const ListCommand& command, const ModelSource& model);
  void set_tile(const ListCommand& command);
  bool set_texture(const ListCommand& command);
  void load_texture(const ListCommand& command);
};

}  // namespace anmkit::sm64
