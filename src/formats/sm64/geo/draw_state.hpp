// SPDX-License-Identifier: MIT
// The drawing state of display lists, which lasts from one list to the next.
#pragma once

#include <optional>

#include "formats/sm64/geo/combiner.hpp"
#include "formats/sm64/geo/model.hpp"
#include "formats/sm64/geo/texture.hpp"

namespace anmkit::sm64 {

// Arguments of display-list commands: a number, -1 where it is none.
std::int64_t list_number(const ListCommand& command, std::size_t argument);
std::string_view argument_of(const ListCommand& command, std::size_t argument);  // as it is
// "A | B" has the words A and B.
bool has_word(std::string_view text, std::string_view word);

// Commands that draw, load vertices, or call other lists: all that no state is set by.
bool is_drawing_command(std::string_view name);

// As the game has it before it draws a model.
struct DrawState {
  bool lighting = true, smooth = true;
  bool cull_back = true, cull_front = false;
  bool mirrors = false;  // texture coordinates are made from the normals
  bool textured = false;
  Address texture;                // that the next load reads
  std::uint32_t image_width = 0;  // its texels per row, for loads of a part
  TextureMemory memory;
  std::array<float, 2> texture_scale{1, 1};
  // The tile that triangles show. Places are in 64-bit words.
  std::array<float, 2> tile{32, 32}, tile_begin{0, 0};  // texels
  std::array<float, 2> tile_shift{1, 1};                // factors of the coordinates
  std::array<std::uint32_t, 2> mask{0, 0};  // the texture repeats after 2^mask texels; 0 = not set
  Wrap wrap_s = Wrap::repeat, wrap_t = Wrap::repeat;
  TexelFormat format = TexelFormat::rgba;
  std::uint32_t bits = 16, line = 0, palette = 0;
  std::array<std::uint32_t, 8> places{};  // of each tile
  bool palette_ia = false;
  bool texels = false;  // they are seen one by one
  std::array<float, 4> primitive{1, 1, 1, 1}, environment{1, 1, 1, 1};
  Light light;
  Combiner combiner;
  std::string_view combine_mode;
  std::uint32_t player_parts = 0;  // a bit for each part whose color was taken
  // Where a list sets it itself, and not its layer.
  std::optional<AlphaMode> blending;
  std::optional<bool> decal;

  // False for commands that are not known.
  bool apply(const ListCommand& command, const ModelSource& model);
  // Texels of the texture along s and t.
  std::array<float, 2> texture_size() const;
  // The texture that the tile shows, with no name when there is none.
  TextureView texture_view() const;

 private:
  void set_geometry(std::string_view modes, bool on);
  void set_light(const ListCommand& command, const ModelSource& model);
  bool set_light_command(const ListCommand& command, const ModelSource& model);
  void set_player_light(const ListCommand& command, const ModelSource& model);
  void set_render_mode(std::string_view mode);
  void set_other_mode(const ListCommand& command);
  void set_format(const ListCommand& command, std::size_t kind, std::size_t size);
  void set_tile(const ListCommand& command);
  bool set_texture(const ListCommand& command);
  bool load(const ListCommand& command);
  void load_texture(const ListCommand& command);
  void load_palette(const ListCommand& command);
};

}  // namespace anmkit::sm64
