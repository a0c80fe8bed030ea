// SPDX-License-Identifier: MIT
// GX display lists and the vertex attributes that they name (sections 9.2 to 9.4).
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "core/bytes.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {

// Attributes in the order of a vertex description.
inline constexpr std::size_t kAttributes = 13;
inline constexpr std::size_t kMatrixIndex = 0, kPosition = 1, kNormal = 2, kColor = 3, kTexture = 5;

// Where the elements of one attribute are in the file.
struct AttributeArray {
  std::uint64_t offset = 0, count = 0, stride = 0;
  unsigned type = 0, frac = 0, components = 0;

  bool readable(ByteView bytes) const {
    return stride != 0 && fits(offset, count * stride, bytes.size());
  }
  // Component of the element that begins at an offset.
  float component(ByteView bytes, std::uint64_t at, unsigned index) const;
};
// Component counts that an attribute may have (section 9.2), a bit each.
inline constexpr unsigned kPositionCounts = 1u << 2u | 1u << 3u | 1u << 6u;
inline constexpr unsigned kNormalCounts = 1u << 3u | 1u << 6u;
inline constexpr unsigned kTextureCounts = 1u << 1u | 1u << 2u;
// `counts`: those allowed; an array with another has no stride.
AttributeArray attribute_array(const VertexArray& array, std::uint64_t base, unsigned counts);
// The same for colours, whose stride is that of their format.
AttributeArray color_array(const VertexArray& array, std::uint64_t base);
// RGBA 0 ... 1 as stored.
std::array<float, 4> color_at(ByteView bytes, const AttributeArray& array, std::uint64_t at);

struct Corner {
  std::array<std::uint64_t, kAttributes> at{};  // offsets of elements in the file
  std::array<std::uint32_t, kAttributes> index{};
  std::array<bool, kAttributes> present{};
};
struct DrawnPrimitive {
  unsigned opcode = 0;  // 0x80 ... 0xB8
  std::vector<Corner> corners;
};

// How a list was followed.
struct ListEnd {
  bool whole = true;         // false: cut off or with an unknown command; what came before is kept
  std::size_t left_out = 0;  // primitives with an index outside its array
};
// Follows a list; `draw` may be empty. Colours are a vertex attribute only when there are several
// (section 9.2).
ListEnd read_list(ByteView bytes, std::uint64_t offset, std::uint64_t size,
                  std::uint32_t description, const std::array<AttributeArray, kAttributes>& arrays,
                  const std::function<void(const DrawnPrimitive&)>& draw);

// The state that sets the vertex description (section 9.3).
inline std::uint8_t vertex_state(const GeometryPalette& palette) {
  return palette.version_number == kGeometryVersion ? 3 : 2;
}

// How a texture meets the colour of vertices and light (section 9.3, "TEV mode"). What the setting
// of version 6012001 contains is not known.
enum class TextureMode : std::uint8_t { modulate, decal, blend, replace, pass_color };
inline bool sets_mode(const GeometryPalette& palette, const DisplayState& state) {
  return palette.version_number == kGeometryVersion && state.id == 4;
}
// Modes without a name count as modulate.
inline TextureMode texture_mode(std::uint32_t setting) {
  const std::uint32_t mode = setting & 15u;
  return mode <= 4 ? static_cast<TextureMode>(mode) : TextureMode::modulate;
}

}  // namespace anmkit::gc
