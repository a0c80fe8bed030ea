// SPDX-License-Identifier: MIT
// The GameCube character pipeline's models: geometry palettes (GPL), skins (SKN) and texture
// palettes (TPL). Big endian. Section numbers name the format's specification.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/gc.hpp"

namespace anmkit::gc {

// Section 11. `offset` is where the record is in the file.
struct TextureHeader {
  std::uint32_t offset = 0;
  std::uint16_t height = 0;
  std::uint16_t width = 0;
  std::uint32_t format = 0;
  std::uint32_t data = 0;
  std::uint32_t wrap_s = 0;
  std::uint32_t wrap_t = 0;
  std::uint32_t min_filter = 0;
  std::uint32_t mag_filter = 0;
  float lod_bias = 0;
  std::uint8_t edge_lod = 0;
  std::uint8_t min_lod = 0;
  std::uint8_t max_lod = 0;
  std::uint8_t unpacked = 0;
};
struct ClutHeader {
  std::uint32_t offset = 0;
  std::uint16_t entries = 0;
  std::uint8_t unpacked = 0;
  std::uint8_t pad = 0;
  std::uint32_t format = 0;  // 0 IA8, 1 RGB565, 2 RGB5A3
  std::uint32_t data = 0;
};
struct TextureDescriptor {
  std::uint32_t image = 0;  // offset of an image header
  std::uint32_t clut = 0;   // offset of a palette header, 0 = none
};
// One TPL file.
struct TexturePalette {
  std::uint32_t version_number = 2142000;
  std::uint32_t descriptor_array = 12;
  std::vector<TextureDescriptor> descriptors;
  std::vector<TextureHeader> images;  // distinct, by offset; those that are inside the file
  std::vector<ClutHeader> cluts;      // the same
  std::uint64_t size = 0;
  std::vector<Gap> gaps;  // texels, palettes and everything else
};

// Section 9.2. Offsets inside a display object count from its layout.
struct VertexArray {
  std::uint32_t array = 0;
  std::uint16_t count = 0;
  std::uint8_t quantize = 0;  // section 3; in colours the high nibble is a colour format
  std::uint8_t components = 0;
};
struct TextureChannel {
  VertexArray array;
  std::uint32_t name = 0;  // of the .tpl
  std::uint32_t runtime = 0;
};
struct Lighting {
  VertexArray normals;  // array 0: the library's built-in table
  float ambient = 0;    // percent
};
// Section 9.3.
struct DisplayState {
  std::uint8_t id = 0;
  std::array<std::uint8_t, 3> pad{};
  std::uint32_t setting = 0;
  std::uint32_t primitives = 0;
  std::uint32_t size = 0;
};
struct Display {
  std::uint32_t primitive_bank = 0;
  std::uint32_t state_list = 0;
  std::uint16_t state_count = 0;
  std::uint16_t pad = 0;
  std::vector<DisplayState> states;  // empty when the list is outside the file
};
// Section 9.2. A header that is 0 or is outside the file is absent.
struct DisplayObject {
  std::uint32_t offset = 0;  // of the layout, in the file
  std::uint32_t position_header = 0;
  std::uint32_t color_header = 0;
  std::uint32_t texture_header = 0;
  std::uint32_t lighting_header = 0;
  std::uint32_t display_header = 0;
  std::uint8_t texture_channels = 0;
  std::array<std::uint8_t, 3> pad{};
  std::optional<VertexArray> positions;
  std::optional<VertexArray> colors;
  std::vector<TextureChannel> textures;
  std::optional<Lighting> lighting;
  std::optional<Display> display;
};
struct ObjectDescriptor {
  std::uint32_t layout = 0;
  std::uint32_t name = 0;
};
// One GPL file.
struct GeometryPalette {
  std::uint32_t version_number = 12012000;
  std::uint32_t user_data_size = 0;
  std::uint32_t user_data = 0;
  std::uint32_t descriptor_array = 20;
  std::vector<ObjectDescriptor> descriptors;
  std::vector<DisplayObject> objects;  // distinct, by offset
  std::uint64_t size = 0;
  std::vector<Gap> gaps;  // vertices, primitives, names and everything else
};

// Section 10. Scratch bytes before the fields belong to the gaps.
struct OneBoneList {
  std::uint32_t source = 0;
  std::uint32_t destination = 0;
  std::uint16_t bone = 0;
  std::uint16_t count = 0;
  std::uint8_t lead_in = 0;
};
struct TwoBoneList {
  std::uint32_t source = 0;
  std::uint32_t weights = 0;
  std::uint32_t destination = 0;
  std::array<std::uint16_t, 2> bones{};
  std::uint16_t count = 0;
  std::uint8_t lead_in = 0;
};
struct AccumulationList {
  std::uint32_t source = 0;
  std::uint32_t indices = 0;
  std::uint32_t destination = 0;
  std::uint32_t weights = 0;
  std::uint16_t bone = 0;
  std::uint16_t count = 0;
};
// One SKN file.
struct Skin {
  std::uint8_t fraction = 0;
  std::uint8_t relocated = 0;
  std::uint32_t one_bone_offset = 0;
  std::uint32_t two_bone_offset = 0;
  std::uint32_t accumulation_offset = 0;
  std::uint32_t clear_begin = 0;
  std::uint32_t clear_size = 0;
  std::uint32_t flush_indices = 0;
  std::uint32_t flush_count = 0;
  std::vector<OneBoneList> one_bone;
  std::vector<TwoBoneList> two_bone;
  std::vector<AccumulationList> accumulation;
  std::uint64_t size = 0;
  std::vector<Gap> gaps;
};

// Fail on a header or record array that is cut off and on another version (codes GPL001 to GPL004,
// SKN001, SKN002, TPL001 to TPL003). Memory stays within a constant factor of the input.
Result<GeometryPalette> parse_geometry(ByteView bytes, Diagnostics& diagnostics);
Result<Skin> parse_skin(ByteView bytes, Diagnostics& diagnostics);
// Whether every list of these bytes leads to where it may.
bool is_skin(ByteView bytes);
Result<TexturePalette> parse_textures(ByteView bytes, Diagnostics& diagnostics);
Result<Bytes> write(const GeometryPalette& palette);
Result<Bytes> write(const Skin& skin);
Result<Bytes> write(const TexturePalette& palette);

// RGBA rows from the top.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Bytes pixels;
};
// Bytes that the texels of one level take, whole tiles; empty for an unknown format.
std::optional<std::uint64_t> level_size(const TextureHeader& image, unsigned level);
// Those of all levels; 0 for an unknown format.
std::uint64_t texels_size(const TextureHeader& image);
// One mipmap level of a texture; `bytes` is the whole file. Palette indices beyond the palette are
// transparent. Errors: texels or palette outside the file, an unknown format, no pixels.
Result<Picture> decode(ByteView bytes, const TextureHeader& image, const ClutHeader* clut,
                       unsigned level = 0);

}  // namespace anmkit::gc
