// SPDX-License-Identifier: MIT
// Geo layouts (section 8) as trees.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

enum class GeoKind : std::uint8_t {
  other,      // no effect on the skeleton
  part,       // animated part
  transform,  // translation, rotation (Z, X, Y), scale
  billboard,
  switch_case,
  render_range,
  held_object,
  display_list,
  shadow,
  unknown,  // not one of the game's commands: `function` has its name
};

// A command that makes a node, with its place in the tree.
struct GeoNode {
  GeoKind kind = GeoKind::other;
  std::int32_t parent = -1;                   // index into GeoLayout::nodes, always smaller
  std::array<std::int32_t, 3> translation{};  // model units
  // As stored, X, Y, Z: degrees; of a part 65536ths of a turn, which only forks have.
  std::array<std::int32_t, 3> rotation{};
  std::array<double, 3> scale{1, 1, 1};
  std::string display_list;  // symbol or 0x address; empty = none
  std::int32_t layer = 0;    // layers.hpp
  // What the game calls while it draws: of a switch, or GEO_ASM; a symbol or 0x address.
  std::string function;
  // Made by command 0x10, one of those that move and turn.
  bool translate_rotate = false;
  std::int32_t first = 0, second = 0;  // switch: cases; render range: minimum, maximum
};

struct GeoLayout {
  std::string name;
  std::vector<GeoNode> nodes;  // parents first, children in drawing order
  bool branch = false;         // another layout of the known ones branches to it
};

// The layouts of a C text, each with the branches to others followed, or those of a binary.
// Findings (E-CSYNTAX, E-CNAME, E-TRUNC, E-PTR) go to `diagnostics`.
Result<std::vector<GeoLayout>> parse_geo_c(std::string_view text,
                                           std::span<const std::string_view> others,
                                           Diagnostics& diagnostics);
Result<std::vector<GeoLayout>> parse_geo_binary(ByteView bytes, Diagnostics& diagnostics);

// A drawn part (section 8.3).
struct DrawnPart {
  std::string name;
  std::int32_t node = -1;    // in the layout
  std::int32_t parent = -1;  // drawn part above, -1 = none
};

}  // namespace anmkit::sm64
