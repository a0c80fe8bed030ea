// SPDX-License-Identifier: MIT
// The commands of display lists that set how triangles look.
#include "formats/sm64/geo/draw_state.hpp"

#include <algorithm>

#include "formats/sm64/geo/player.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Commands that change nothing of what a still picture from near shows: waiting, fog, which begins
// far away, depth, dithering, the screen.
bool shows_nothing(std::string_view name) {
  static constexpr std::array<std::string_view, 38> kNames = {"gsDPFullSync",
                                                              "gsDPLoadSync",
                                                              "gsDPNoOp",
                                                              "gsDPNoOpTag",
                                                              "gsDPPipeSync",
                                                              "gsDPPipelineMode",
                                                              "gsDPSetAlphaDither",
                                                              "gsDPSetBlendColor",
                                                              "gsDPSetColorDither",
                                                              "gsDPSetColorImage",
                                                              "gsDPSetCombineKey",
                                                              "gsDPSetConvert",
                                                              "gsDPSetCycleType",
                                                              "gsDPSetDepthImage",
                                                              "gsDPSetDepthSource",
                                                              "gsDPSetFillColor",
                                                              "gsDPSetFogColor",
                                                              "gsDPSetKeyGB",
                                                              "gsDPSetKeyR",
                                                              "gsDPSetPrimDepth",
                                                              "gsDPSetScissor",
                                                              "gsDPSetTextureConvert",
                                                              "gsDPSetTextureDetail",
                                                              "gsDPSetTextureLOD",
                                                              "gsDPSetTexturePersp",
                                                              "gsDPTileSync",
                                                              "gsSPClipRatio",
                                                              "gsSPCullDisplayList",
                                                              "gsSPFogFactor",
                                                              "gsSPFogPosition",
                                                              "gsSPLookAt",
                                                              "gsSPLookAtX",
                                                              "gsSPLookAtY",
                                                              "gsSPNoOp",
                                                              "gsSPNumLights",
                                                              "gsSPPerspNormalize",
                                                              "gsSPSegment",
                                                              "gsSPViewport"};
  static_assert(std::ranges::is_sorted(kNames));
  return std::ranges::binary_search(kNames, name);
}

// Numbers that names of the console's library stand for.
const Symbols& console_names() {
  static const Symbols kNames = [] {
    Symbols symbols;
    symbols.enumerators = {{"G_IM_FMT_CI", 2},
                           {"G_IM_FMT_I", 4},
                           {"G_IM_FMT_IA", 3},
                           {"G_IM_FMT_RGBA", 0},
                           {"G_IM_FMT_YUV", 1},
                           {"G_IM_SIZ_16b", 2},
                           {"G_IM_SIZ_16b_LOAD_BLOCK", 2},
                           {"G_IM_SIZ_32b", 3},
                           {"G_IM_SIZ_32b_LOAD_BLOCK", 3},
                           {"G_IM_SIZ_4b", 0},
                           {"G_IM_SIZ_4b_LOAD_BLOCK", 2},
                           {"G_IM_SIZ_8b", 1},
                           {"G_IM_SIZ_8b_LOAD_BLOCK", 2},
                           {"G_TEXTURE_IMAGE_FRAC", 2},
                           {"G_TX_LOADTILE", 7},
                           {"G_TX_NOLOD", 0},
                           {"G_TX_NOMASK", 0},
                           {"G_TX_RENDERTILE", 0}};
    return symbols;
  }();
  return kNames;
}

bool is_word(char c) {
  return is_identifier_start(c) || is_digit(c);
}
// "A | B" has the words A and B.
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

std::string_view argument(const ListCommand& command, std::size_t i) {
  return i < command.arguments.size() ? command.arguments[i] : std::string_view();
}

// By name, or as the bits of a tile: 1 mirror, 2 clamp.
Wrap wrap_of(const ListCommand& command, std::size_t i) {
  const std::string_view text = argument(command, i);
  const std::int64_t bits = list_number(command, i);
  if (has_word(text, "G_TX_CLAMP") || (bits > 0 && (bits & 2) != 0)) return Wrap::clamp;
  if (has_word(text, "G_TX_MIRROR") || (bits > 0 && (bits & 1) != 0)) return Wrap::mirror;
  return Wrap::repeat;
}

// A number of a field of the console; 0 for what is none.
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

bool set_color(const ListCommand& command, std::size_t first, std::array<float, 4>& color) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int64_t value = list_number(command, first + i);
    if (value >= 0) color[i] = static_cast<float>(value & 255) / 255.0F;
  }
  return true;
}

// 0xFFFF stands for 1.
float scale_of(std::int64_t stored) {
  return stored <= 0 || stored >= 0xFFFF ? 1.0F : static_cast<float>(stored) / 65536.0F;
}

AlphaMode blending_of(std::string_view mode) {
  if (mode.find("XLU") != std::string_view::npos) return AlphaMode::blend;
  return mode.find("TEX_EDGE") != std::string_view::npos ? AlphaMode::mask : AlphaMode::opaque;
}

}  // namespace

std::int64_t list_number(const ListCommand& command, std::size_t argument) {
  if (argument >= command.arguments.size()) return -1;
  Lexer lexer(command.arguments[argument]);
  const Evaluated result = evaluate(lexer, console_names());
  return result.state == Evaluated::State::value ? result.value : -1;
}

bool is_drawing_command(std::string_view name) {
  static constexpr std::array<std::string_view, 7> kNames = {
      "gsSP1Quadrangle", "gsSP1Triangle",      "gsSP2Triangles", "gsSPBranchList",
      "gsSPDisplayList", "gsSPEndDisplayList", "gsSPVertex"};
  return std::ranges::binary_search(kNames, name);
}

std::string_view name_in(std::string_view argument) {
  while (!argument.empty() && !is_identifier_start(argument[0]))
    argument.remove_prefix(1);
  std::size_t end = 0;
  while (end < argument.size() && is_word(argument[end]))
    ++end;
  return argument.substr(0, end);
}

bool DrawState::apply(const ListCommand& command, const ModelSource& model) {
  const std::string_view name = command.name, first = argument(command, 0);
  if (name == "gsSPSetGeometryMode" || name == "gsSPClearGeometryMode") {
    set_geometry(first, name == "gsSPSetGeometryMode");
  } else if (name == "gsSPGeometryMode") {
    set_geometry(first, false);
    set_geometry(argument(command, 1), true);
  } else if (name == "gsSPLoadGeometryMode") {
    set_geometry("G_LIGHTING | G_SHADING_SMOOTH | G_CULL_BOTH | G_TEXTURE_GEN", false);
    set_geometry(first, true);
  } else if (name == "gsDPSetCombineMode") {
    combine_mode = first;
    combiner = combiner_of(first);
  } else if (name == "gsDPSetCombineLERP") {
    combine_mode = name;
    combiner = combiner_of(command.arguments);
  } else if (name == "gsDPSetEnvColor") {
    set_color(command, 0, environment);
  } else if (name == "gsDPSetPrimColor") {
    set_color(command, 2, primitive);
  } else if (name == "gsDPSetRenderMode") {
    // Of two cycles the first may only be fog; the second then says it.
    const std::string_view second = argument(command, 1);
    const bool fog = first.starts_with("G_RM_FOG") || first == "G_RM_PASS";
    blending = blending_of(fog ? second : first);
  } else if (name == "gsDPSetAlphaCompare") {
    if (first == "G_AC_THRESHOLD") blending = AlphaMode::mask;
    if (first == "G_AC_DITHER") blending = AlphaMode::blend;
  } else if (name == "gsDPSetTextureFilter") {
    texels = first == "G_TF_POINT";
  } else if (name == "gsSPSetOtherMode") {
    set_other_mode(command);
  } else {
    return set_light_command(command, model) || set_texture(command) || load(command) ||
           shows_nothing(name);
  }
  return true;
}

// All modes of one word at once: (word, shift, bits, modes).
void DrawState::set_other_mode(const ListCommand& command) {
  const std::string_view modes = argument(command, 3);
  if (modes.find("G_RM_") != std::string_view::npos) blending = blending_of(modes);
  if (has_word(modes, "G_AC_THRESHOLD")) blending = AlphaMode::mask;
  if (has_word(modes, "G_TF_POINT")) texels = true;
  if (has_word(modes, "G_TF_BILERP") || has_word(modes, "G_TF_AVERAGE")) texels = false;
  if (has_word(modes, "G_TT_IA16")) palette_ia = true;
  if (has_word(modes, "G_TT_RGBA16")) palette_ia = false;
}

void DrawState::set_geometry(std::string_view modes, bool on) {
  if (has_word(modes, "G_LIGHTING")) lighting = on;
  if (has_word(modes, "G_SHADING_SMOOTH")) smooth = on;
  if (has_word(modes, "G_CULL_BACK") || has_word(modes, "G_CULL_BOTH")) cull_back = on;
  if (has_word(modes, "G_CULL_FRONT") || has_word(modes, "G_CULL_BOTH")) cull_front = on;
  if (has_word(modes, "G_TEXTURE_GEN")) mirrors = on;
}

bool DrawState::set_light_command(const ListCommand& command, const ModelSource& model) {
  const std::string_view name = command.name;
  if (name == "gsSPCopyLightsPlayerPart" || name == "gsSPCopyLightEXT") {
    set_player_light(command, model);
  } else if (name == "gsSPLight" || name == "gsSPLightColor" || name.starts_with("gsSPSetLights")) {
    set_light(command, model);
  } else {
    return false;
  }
  return true;
}

// The light that colors everything is the first; the second is the ambient one.
void DrawState::set_light(const ListCommand& command, const ModelSource& model) {
  if (command.arguments.empty()) return;
  if (command.name == "gsSPLightColor") {
    const std::int64_t color = list_number(command, 1);
    if (color < 0) return;
    std::array<float, 3> rgb{};
    for (std::size_t i = 0; i < 3; ++i)
      rgb[i] = static_cast<float>(color >> (24 - 8 * i) & 255) / 255.0F;
    if (command.arguments[0] == "LIGHT_1") light.diffuse = rgb;
    if (command.arguments[0] == "LIGHT_2") light.ambient = rgb;
    return;
  }
  const auto found = model.lights.find(name_in(command.arguments[0]));
  if (found == model.lights.end()) return;
  if (command.name != "gsSPLight") {
    light = found->second;
    return;
  }
  const std::string_view number = argument(command, 1);
  if (list_number(command, 1) == 1 || number == "LIGHT_1") light.diffuse = found->second.diffuse;
  if (list_number(command, 1) == 2 || number == "LIGHT_2") light.ambient = found->second.ambient;
}

// sm64coopdx: a part of the player gives the light its color, which players choose (section 8.7).
// gsSPCopyLightEXT counts lights: 2 * part + 3 is a part's color, 2 * part + 4 its ambient one.
void DrawState::set_player_light(const ListCommand& command, const ModelSource& model) {
  const bool both = command.name == "gsSPCopyLightsPlayerPart";
  const std::int64_t from = list_number(command, 1);
  const auto part = both        ? find_player_part(argument(command, 0))
                    : from >= 3 ? std::optional(static_cast<std::size_t>((from - 3) / 2))
                                : std::nullopt;
  if (!part || *part >= kPlayerParts) return;
  const Light color = player_light(model.path_of(command.name), *part);
  player_parts |= 1U << *part;
  if (both) {
    light = color;
    return;
  }
  (list_number(command, 0) == 1 ? light.diffuse : light.ambient) =
      from % 2 == 1 ? color.diffuse : color.ambient;
}

bool DrawState::set_texture(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name == "gsSPTexture" && !command.arguments.empty()) {
    // fast64 writes 1 for G_ON, and leaves it to the combiner whether a texture shows.
    const std::size_t last = command.arguments.size() - 1;
    textured = command.arguments[last] == "G_ON" || list_number(command, last) == 1;
    texture_scale = {scale_of(list_number(command, 0)), scale_of(list_number(command, 1))};
  } else if (name == "gsDPSetTextureImage") {
    if (command.arguments.size() < 4) return true;
    texture = name_in(command.arguments[3]);
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
    palette_ia = argument(command, 0) == "G_TT_IA16";
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
  texture = name_in(command.arguments[0]);
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

// Colors of palette textures lie in the upper half of the memory.
void DrawState::load_palette(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name == "gsDPLoadTLUT_pal16") {
    memory.load_palette(256 + 16 * small_number(command, 0), 16, name_in(argument(command, 1)));
  } else if (name == "gsDPLoadTLUT_pal256") {
    memory.load_palette(256, 256, name_in(argument(command, 0)));
  } else if (name == "gsDPLoadTLUT") {
    memory.load_palette(small_number(command, 1), small_number(command, 0),
                        name_in(argument(command, 2)));
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
  view.texture = loaded != nullptr ? loaded->array : texture;
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
