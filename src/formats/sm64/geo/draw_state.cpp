// SPDX-License-Identifier: MIT
// The commands of display lists that set how triangles look.
#include "formats/sm64/geo/draw_state.hpp"

#include <algorithm>

#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Commands that change nothing of what a still picture from near shows: waiting, loading of what
// gsDPSetTextureImage named, fog, which begins far away, depth and dithering.
bool shows_nothing(std::string_view name) {
  static constexpr std::array<std::string_view, 26> kNames = {"gsDPFullSync",
                                                              "gsDPLoadBlock",
                                                              "gsDPLoadSync",
                                                              "gsDPLoadTLUT",
                                                              "gsDPLoadTLUTCmd",
                                                              "gsDPLoadTLUT_pal16",
                                                              "gsDPLoadTLUT_pal256",
                                                              "gsDPLoadTile",
                                                              "gsDPNoOp",
                                                              "gsDPPipeSync",
                                                              "gsDPPipelineMode",
                                                              "gsDPSetAlphaDither",
                                                              "gsDPSetColorDither",
                                                              "gsDPSetCycleType",
                                                              "gsDPSetDepthSource",
                                                              "gsDPSetFogColor",
                                                              "gsDPSetTextureDetail",
                                                              "gsDPSetTextureLOD",
                                                              "gsDPSetTextureLUT",
                                                              "gsDPSetTexturePersp",
                                                              "gsDPTileSync",
                                                              "gsSPCullDisplayList",
                                                              "gsSPFogFactor",
                                                              "gsSPFogPosition",
                                                              "gsSPNoOp",
                                                              "gsSPNumLights"};
  return std::ranges::find(kNames, name) != kNames.end();
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
  Symbols symbols;
  symbols.enumerators.emplace("G_TEXTURE_IMAGE_FRAC", 2);
  Lexer lexer(command.arguments[argument]);
  const Evaluated result = evaluate(lexer, symbols);
  return result.state == Evaluated::State::value ? result.value : -1;
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
  } else if (name == "gsSPLight" || name == "gsSPLightColor" || name.starts_with("gsSPSetLights")) {
    set_light(command, model);
  } else {
    return set_texture(command) || shows_nothing(name);
  }
  return true;
}

void DrawState::set_geometry(std::string_view modes, bool on) {
  if (has_word(modes, "G_LIGHTING")) lighting = on;
  if (has_word(modes, "G_SHADING_SMOOTH")) smooth = on;
  if (has_word(modes, "G_CULL_BACK") || has_word(modes, "G_CULL_BOTH")) cull_back = on;
  if (has_word(modes, "G_CULL_FRONT") || has_word(modes, "G_CULL_BOTH")) cull_front = on;
  if (has_word(modes, "G_TEXTURE_GEN")) mirrors = on;
}

// The light that colours everything is the first; the second is the ambient one.
void DrawState::set_light(const ListCommand& command, const ModelSource& model) {
  if (command.arguments.empty()) return;
  if (command.name == "gsSPLight" && list_number(command, 1) != 1 &&
      argument(command, 1) != "LIGHT_1") {
    return;
  }
  if (command.name == "gsSPLightColor") {
    const std::int64_t color = list_number(command, 1);
    if (command.arguments[0] != "LIGHT_1" || color < 0) return;
    for (std::size_t i = 0; i < 3; ++i)
      light.diffuse[i] = static_cast<float>(color >> (24 - 8 * i) & 255) / 255.0F;
    return;
  }
  const auto found = model.lights.find(name_in(command.arguments[0]));
  if (found != model.lights.end()) light = found->second;
}

bool DrawState::set_texture(const ListCommand& command) {
  const std::string_view name = command.name;
  if (name == "gsSPTexture" && !command.arguments.empty()) {
    // fast64 writes 1 for G_ON, and leaves it to the combiner whether a texture shows.
    const std::size_t last = command.arguments.size() - 1;
    textured = command.arguments[last] == "G_ON" || list_number(command, last) == 1;
    texture_scale = {scale_of(list_number(command, 0)), scale_of(list_number(command, 1))};
  } else if (name == "gsDPSetTextureImage") {
    if (command.arguments.size() >= 4) texture = name_in(command.arguments[3]);
  } else if (name.starts_with("gsDPLoadTextureBlock") || name.starts_with("gsDPLoadMultiBlock")) {
    load_texture(command);
  } else if (name == "gsDPSetTileSize") {
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t begin = std::max<std::int64_t>(list_number(command, 1 + i), 0);
      const std::int64_t end = list_number(command, 3 + i);
      if (end < 0) continue;
      tile_begin[i] = static_cast<float>(begin) / 4.0F;
      tile[i] = static_cast<float>(std::max<std::int64_t>((end - begin) / 4, 0) + 1);
    }
  } else if (name == "gsDPSetTile") {
    set_tile(command);
  } else {
    return false;
  }
  return true;
}

// Tile 0 is the one that triangles show.
void DrawState::set_tile(const ListCommand& command) {
  const std::string_view number = argument(command, 4);
  if (number != "G_TX_RENDERTILE" && list_number(command, 4) != 0) return;
  wrap_t = wrap_of(command, 6);
  wrap_s = wrap_of(command, 9);
}

// (texture, format, size, width, height, palette, s, t ...), without the size when it is 4 bits.
void DrawState::load_texture(const ListCommand& command) {
  if (command.arguments.empty()) return;
  texture = name_in(command.arguments[0]);
  const bool multi = command.name.starts_with("gsDPLoadMulti");
  const bool small = command.name.find("_4b") != std::string_view::npos;
  const std::size_t width = (small ? 2U : 3U) + (multi ? 2U : 0U);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::int64_t size = list_number(command, width + i);
    if (size > 0) tile[i] = static_cast<float>(size);
  }
  tile_begin = {0, 0};
  wrap_s = wrap_of(command, width + 3);
  wrap_t = wrap_of(command, width + 4);
}

}  // namespace anmkit::sm64
