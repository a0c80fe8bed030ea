// SPDX-License-Identifier: MIT
// Default palettes of sm64coopdx's playable characters.
#include "formats/sm64/geo/player.hpp"

#include <algorithm>
#include <array>

#include "core/letters.hpp"
#include "core/paths.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::array<std::string_view, kPlayerParts> kParts = {
    "PANTS", "SHIRT", "GLOVES", "SHOES", "HAIR", "SKIN", "CAP", "EMBLEM"};

struct Palette {
  std::string_view character;
  std::array<std::uint32_t, kPlayerParts> colors;  // in the order of the parts, 0xRRGGBB
};
constexpr Palette kPalettes[] = {
    {"mario", {0x0000FF, 0xFF0000, 0xFFFFFF, 0x721C0E, 0x730600, 0xFEC179, 0xFF0000, 0xFF0000}},
    {"luigi", {0x0000FF, 0x00FF00, 0xFFFFFF, 0x721C0E, 0x730600, 0xFEC179, 0x00FF00, 0x00FF00}},
    {"toad_player",
     {0xFFFFFF, 0x4C2CD3, 0xFFFFFF, 0x68401B, 0x730600, 0xFED5A1, 0xFF0000, 0xFF0000}},
    {"waluigi", {0x161627, 0x6126B0, 0xFFFFFF, 0xFE7600, 0x735300, 0xFEC179, 0x6126B0, 0xFFBD00}},
    {"wario", {0x7F207A, 0xFFBD00, 0xFFFFFF, 0x0E721C, 0x735300, 0xFEC179, 0xFFBD00, 0x0000FF}},
};

// "a/wario/model.inc.c" and "a/wario_cap/model.inc.c" are Wario's.
const Palette& palette_of(std::string_view path) {
  std::string folder(folder_of(path));
  if (!folder.empty()) folder.pop_back();
  const std::string name = lowered(file_name(folder));
  for (const Palette& one : kPalettes) {
    if (name == one.character || name == std::string(one.character) + "_cap") return one;
  }
  return kPalettes[0];
}

}  // namespace

std::optional<std::size_t> find_player_part(std::string_view name) {
  const auto found = std::ranges::find(kParts, name);
  if (found == kParts.end()) return {};
  return static_cast<std::size_t>(found - kParts.begin());
}

std::string_view player_part_name(std::size_t part) {
  return kParts[part];
}

// The ambient light has half the color, as the game's own lights do.
Light player_light(std::string_view path, std::size_t part) {
  const std::uint32_t color = palette_of(path).colors[part];
  Light light;
  for (std::size_t i = 0; i < 3; ++i) {
    light.diffuse[i] = static_cast<float>(color >> (16 - 8 * i) & 255) / 255.0F;
    light.ambient[i] = light.diffuse[i] / 2;
  }
  return light;
}

}  // namespace anmkit::sm64
