// SPDX-License-Identifier: MIT
// Packets of models: what flag and mode specify (section 7.3).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "anmkit/psx.hpp"

namespace anmkit::psx {

// What a packet says, as far as section 7.3 names it.
struct TmdFace {
  enum class Kind : std::uint8_t { polygon, line, sprite } kind = Kind::polygon;
  std::uint8_t corners = 3;  // 3 or 4; line 2; sprite 1
  bool lit = false, gouraud = false, textured = false;
  bool semi_transparent = false, double_sided = false, raw_texture = false;
  std::uint16_t cba = 0, tsb = 0;
  std::array<std::array<std::uint8_t, 2>, 4> uv{};
  std::uint8_t color_count = 0;  // 0, 1 or `corners`
  std::array<std::array<std::uint8_t, 4>, 4> color{};
  std::uint8_t normal_count = 0;  // 0, 1 or `corners`
  std::array<std::uint16_t, 4> normal{}, vertex{};
  std::array<std::uint16_t, 2> sprite_size{};
  bool pad_set = false;  // a filling field is not zero
};
// Lengths in words that flag and mode call for; empty for modes that section 7.3 does not name.
struct TmdLengths {
  std::uint8_t ilen = 0, olen = 0;
};
std::optional<TmdLengths> packet_lengths(std::uint8_t flag, std::uint8_t mode);
// Where a packet names vertices and normals: 16 bits each from byte `first` of its data, one
// normal before each of the first `normals` vertices.
struct TmdIndices {
  std::uint8_t ilen = 0, first = 0, vertices = 0, normals = 0;
};
// Empty for modes that section 7.3 does not name; `lit` is of polygons alone.
std::optional<TmdIndices> packet_indices(std::uint8_t flag, std::uint8_t mode, bool lit);
inline constexpr std::uint8_t kTmdUnlit = 1;  // of the flag: the packet has no normals
// Empty for unknown packets and for those whose stored length is too short for their kind.
// `object` settles packets whose flag and mode disagree about light (section 7.3).
std::optional<TmdFace> decode_packet(const Tmd& tmd, const TmdObject& object,
                                     const TmdPrimitive& primitive);
// Where the arrays' file offsets start counting: offset = top + base (section 7.1, FIXP).
std::int64_t tops_base(const Tmd& tmd);

}  // namespace anmkit::psx
