// SPDX-License-Identifier: MIT
// The commands of display lists that set how triangles look.
#include "formats/sm64/geo/draw_state.hpp"

#include <algorithm>

#include "formats/sm64/geo/player.hpp"
#include "formats/sm64/source/c_expression.hpp"

namespace anmkit::sm64 {
namespace {

// Commands that change nothing of what a still image from near shows: waiting, fog, which begins
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

// Numbers that names of the console's library represent.
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
bool set_color(const ListCommand& command, std::size_t first, std::array<float, 4>& color) {
  for (std::size_t i = 0; i < 4; ++i) {
    const std::int64_t value = list_number(command, first + i);
    if (value >= 0) color[i] = static_cast<float>(value & 255) / 255.0F;
  }
  return true;
}

AlphaMode blending_of(std::string_view mode) {
  if (mode.find("XLU") != std::string_view::npos) return AlphaMode::blend;
  return mode.find("TEX_EDGE") != std::string_view::npos ? AlphaMode::mask : AlphaMode::opaque;
}

}  // namespace

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

std::string_view argument_of(const ListCommand& command, std::size_t i) {
  return i < command.arguments.size() ? command.arguments[i] : std::string_view();
}

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

bool DrawState::apply(const ListCommand& command, const ModelSource& model) {
  const std::string_view name = command.name, first = argument_of(command, 0);
  if (name == "gsSPSetGeometryMode" || name == "gsSPClearGeometryMode") {
    set_geometry(first, name == "gsSPSetGeometryMode");
  } else if (name == "gsSPGeometryMode") {
    set_geometry(first, false);
    set_geometry(argument_of(command, 1), true);
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
    const std::string_view second = argument_of(command, 1);
    const bool fog = first.starts_with("G_RM_FOG") || first == "G_RM_PASS";
    set_render_mode(fog ? second : first);
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

void DrawState::set_render_mode(std::string_view mode) {
  blending = blending_of(mode);
  decal = mode.find("_DECAL") != std::string_view::npos;
}

// All modes of one word at once: (word, shift, bits, modes).
void DrawState::set_other_mode(const ListCommand& command) {
  const std::string_view modes = argument_of(command, 3);
  if (modes.find("G_RM_") != std::string_view::npos) set_render_mode(modes);
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
  const std::string_view number = argument_of(command, 1);
  if (list_number(command, 1) == 1 || number == "LIGHT_1") light.diffuse = found->second.diffuse;
  if (list_number(command, 1) == 2 || number == "LIGHT_2") light.ambient = found->second.ambient;
}

// sm64coopdx: a part of the player gives the light its color, which players choose (section 8.7).
// gsSPCopyLightEXT counts lights: 2 * part + 3 is a part's color, 2 * part + 4 its ambient one.
void DrawState::set_player_light(const ListCommand& command, const ModelSource& model) {
  const bool both = command.name == "gsSPCopyLightsPlayerPart";
  const std::int64_t from = list_number(command, 1);
  const auto part = both        ? find_player_part(argument_of(command, 0))
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

}  // namespace anmkit::sm64
