// SPDX-License-Identifier: MIT
// The commands of display lists that load textures and say how tiles show them (section 8.6).
#include <algorithm>

#include "formats/sm64/geo/draw_state.hpp"

namespace anmkit::sm64 {
namespace {

// By name, or as the bits of a tile: 1 mirror, 2 clamp.
Wrap wrap_of(const ListCommand& command, std::size_t i) {
  const std::string_view text = argument_of(command, i);
  const std::int64_t bits = list_number(command, i);
  if (has_word(text, "G_TX_CLAMP") || (bits > 0 && (bits & 2) != 0)) return Wrap::clamp;
  if (has_word(text, "G_TX_MIRROR") || (bits > 0 && (bits & 1) != 0)) return Wrap::mirror;
  return Wrap::repeat;
}

// A number of a field of the console; 0 for other values.
std::uint32_t small_number(const ListCommand& command, std::size_t i) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(list_number(command, i), 0, 4095));
}
std::size_t tile_number(const ListCommand& command, std::size_t i) {
  return small_number(command, i) & 7;
}
// Coordinates are shifted to the right by 1 ... 10 bits, or to the left by 1 ... 5.
float shift_of(const ListCommand& command, std::size_t i) {
  const std::uint32_t shift = small_number(command, i);
  if (shift == 0 || shift > 15) return 1;
  return shift <= 10 ? 1 / static_cast<float>(1U << shift) : static_cast<float>(1U << (16 - shift));
}

// 0xFFFF represents 1.
float scale_of(std::int64_t stored) {
  return stored <= 0 || stored >= 0xFFFF ? 1.0F : static_cast<float>(stored) / 65536.0F;
}

}  // namespace

bool DrawState::set_texture(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name == "gsSPTexture" && !command.arguments.empty()) {
    // fast64 writes 1 for G_ON, and leaves it to the combiner whether a texture shows.
    const std::size_t last = command.arguments.size() - 1;
    textured = command.arguments[last] == "G_ON" || list_number(command, last) == 1;
    texture_scale = {scale_of(list_number(command, 0)), scale_of(list_number(command, 1))};
  } else if (name == "gsDPSetTextureImage") {
    if (command.arguments.size() < 4) return true;
    texture = address_in(command.arguments[3]);
    image_width =
        static_cast<std::uint32_t>(std::clamp<std::int64_t>(list_number(command, 2), 0, 65535));
  } else if (name == "gsDPSetTileSize") {
    if (tile_number(command, 0) != 0) return true;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t begin = std::max<std::int64_t>(list_number(command, 1 + i), 0);
      const std::int64_t end = list_number(command, 3 + i);
      if (end < 0) continue;
      tile_begin[i] = static_cast<float>(begin) / 4.0F;
      tile[i] = static_cast<float>(std::max<std::int64_t>((end - begin) / 4, 0) + 1);
    }
  } else if (name == "gsDPSetTextureLUT") {
    palette_ia = argument_of(command, 0) == "G_TT_IA16";
  } else if (name == "gsDPSetTile") {
    set_tile(command);
  } else {
    return false;
  }
  return true;
}

// (format, size, line, place, tile, palette, t ..., s ...): how to wrap, the mask and the shift.
// Tile 0 is the one that triangles show.
void DrawState::set_tile(const ListCommand& command) {
  const std::size_t number = tile_number(command, 4);
  places[number] = small_number(command, 3);
  if (number != 0) return;
  set_format(command, 0, 1);
  line = small_number(command, 2);
  palette = small_number(command, 5);
  wrap_t = wrap_of(command, 6);
  wrap_s = wrap_of(command, 9);
  mask = {small_number(command, 10), small_number(command, 7)};
  tile_shift = {shift_of(command, 11), shift_of(command, 8)};
}

void DrawState::set_format(const ListCommand& command, std::size_t kind, std::size_t size) {
  const std::int64_t number = list_number(command, kind), width = list_number(command, size);
  if (number >= 0 && number <= 4) format = static_cast<TexelFormat>(number);
  if (width >= 0 && width <= 3) bits = 4U << width;
}

bool DrawState::load(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name.starts_with("gsDPLoadTextureBlock") || name.starts_with("gsDPLoadTextureTile") ||
      name.starts_with("gsDPLoadMultiBlock") || name.starts_with("gsDPLoadMultiTile")) {
    load_texture(command);
  } else if (name == "gsDPLoadBlock") {
    memory.load(places[tile_number(command, 0)], {texture});
  } else if (name == "gsDPLoadTile") {
    // Places of texels in quarters.
    memory.load(places[tile_number(command, 0)],
                {texture, image_width, small_number(command, 1) / 4, small_number(command, 2) / 4});
  } else if (name.starts_with("gsDPLoadTLUT")) {
    load_palette(command);
  } else {
    return false;
  }
  return true;
}

// (texture, [place, tile,] format, [size,] width, height, [left, top, right, bottom,] palette,
// s, t, masks, shifts): without the size when it is 4 bits.
void DrawState::load_texture(const ListCommand& command) {
  if (command.arguments.empty()) return;
  const bool multi = command.name.find("Multi") != std::string_view::npos;
  const bool part = command.name.find("Tile") != std::string_view::npos;
  const bool small = command.name.find("_4b") != std::string_view::npos;
  texture = address_in(command.arguments[0]);
  if (multi && tile_number(command, 2) != 0) return;
  const std::size_t kind = multi ? 3 : 1;
  set_format(command, kind, kind + 1);
  if (small) bits = 4;
  std::size_t at = kind + (small ? 1 : 2);
  TextureMemory::Load loaded{texture};
  if (part) {
    loaded = {texture, small_number(command, at), small_number(command, at + 2),
              small_number(command, at + 3)};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t first = list_number(command, at + 2 + i);
      const std::int64_t last = list_number(command, at + 4 + i);
      if (first < 0 || last < first) continue;
      tile[i] = static_cast<float>(last - first + 1);
      tile_begin[i] = static_cast<float>(first);
    }
    at += 4;
  } else {
    tile_begin = {0, 0};
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t size = list_number(command, at + i);
      if (size > 0) tile[i] = static_cast<float>(size);
    }
  }
  palette = small_number(command, at + 2);
  wrap_s = wrap_of(command, at + 3);
  wrap_t = wrap_of(command, at + 4);
  mask = {small_number(command, at + 5), small_number(command, at + 6)};
  tile_shift = {shift_of(command, at + 7), shift_of(command, at + 8)};
  line = 0;
  places[0] = multi ? small_number(command, 1) : 0;
  memory.load(places[0], loaded);
}

// Colors of palette textures are in the upper half of the memory.
void DrawState::load_palette(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name == "gsDPLoadTLUT_pal16") {
    memory.load_palette(256 + 16 * small_number(command, 0), 16,
                        address_in(argument_of(command, 1)));
  } else if (name == "gsDPLoadTLUT_pal256") {
    memory.load_palette(256, 256, address_in(argument_of(command, 0)));
  } else if (name == "gsDPLoadTLUT") {
    memory.load_palette(small_number(command, 1), small_number(command, 0),
                        address_in(argument_of(command, 2)));
  } else {
    memory.load_palette(places[tile_number(command, 0)], small_number(command, 1) + 1, texture);
  }
}

std::array<float, 2> DrawState::texture_size() const {
  std::array<float, 2> size = tile;
  for (std::size_t i = 0; i < 2; ++i) {
    if (mask[i] > 0 && mask[i] <= 10)
      size[i] = std::min(size[i], static_cast<float>(1U << mask[i]));
  }
  return size;
}

TextureView DrawState::texture_view() const {
  TextureView view;
  const TextureMemory::Load* loaded = memory.at(places[0]);
  view.texture = loaded != nullptr ? loaded->from : texture;
  view.format = format;
  view.bits = bits;
  const std::array<float, 2> size = texture_size();
  view.width = static_cast<std::uint32_t>(size[0]);
  view.height = static_cast<std::uint32_t>(size[1]);
  const std::uint32_t row = (view.width * bits + 7) / 8;
  if (loaded != nullptr && loaded->row_texels > 1) {
    view.stride = (loaded->row_texels * bits + 7) / 8;
    view.left = loaded->left;
    view.top = loaded->top;
  } else if (const std::uint32_t words = line * (bits == 32 ? 16 : 8); words > row) {
    view.stride = words;
  }
  view.palette_ia = palette_ia;
  memory.find_palette(view, palette);
  return view;
}

}  // namespace anmkit::sm64
