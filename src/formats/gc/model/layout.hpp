// SPDX-License-Identifier: MIT
// Sizes and small helpers that the model files share.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "formats/gc/model/model.hpp"

namespace anmkit::gc {

inline constexpr std::uint32_t kTextureVersion = 2142000;
inline constexpr std::uint32_t kGeometryVersion = 12012000, kLaterGeometryVersion = 6012001;
inline constexpr std::uint64_t kTextureHeaderSize = 36, kClutHeaderSize = 12;
inline constexpr std::uint64_t kOneBoneSize = 0x40, kTwoBoneSize = 0x74, kAccumulationSize = 0x44;
inline constexpr std::uint64_t kSkinnedVertexSize = 12;  // position and normal, s16 each
// Texels that all textures of a palette may have together: a bounded multiple of its size.
inline constexpr std::uint64_t most_texels(std::uint64_t file_size) {
  return 16 * file_size + 65536;
}
inline constexpr std::uint64_t kLargestFile = std::uint64_t{1} << 30u;

// Texture formats (section 11): tile size in texels and bytes a tile.
struct TileFormat {
  const char* name = nullptr;
  std::uint32_t width = 0, height = 0, bytes = 0;
};
inline TileFormat tile_format(std::uint32_t format) {
  switch (format) {
    case 0x0:
      return {"I4", 8, 8, 32};
    case 0x1:
      return {"I8", 8, 4, 32};
    case 0x2:
      return {"IA4", 8, 4, 32};
    case 0x3:
      return {"IA8", 4, 4, 32};
    case 0x4:
      return {"RGB565", 4, 4, 32};
    case 0x5:
      return {"RGB5A3", 4, 4, 32};
    case 0x6:
      return {"RGBA8", 4, 4, 64};
    case 0x8:
      return {"C4", 8, 8, 32};
    case 0x9:
      return {"C8", 8, 4, 32};
    case 0xA:
      return {"C14X2", 4, 4, 32};
    case 0xE:
      return {"CMPR", 8, 8, 32};
    default:
      return {};
  }
}
inline bool is_indexed(std::uint32_t format) {
  return format == 8 || format == 9 || format == 10;
}

// I4 and I8 store an intensity alone, which is their alpha as well.
inline bool stores_alpha(std::uint32_t format) {
  return format > 1;
}

// Records by where they are in the file.
template <class Record>
class HeaderIndex {
 public:
  explicit HeaderIndex(const std::vector<Record>& records) {
    for (const Record& record : records)
      by_offset_.try_emplace(record.offset, &record);
  }
  const Record* find(std::uint32_t offset) const {
    const auto found = by_offset_.find(offset);
    return found == by_offset_.end() ? nullptr : found->second;
  }

 private:
  std::map<std::uint32_t, const Record*> by_offset_;
};
// The headers of a palette's textures by index.
class Textures {
 public:
  explicit Textures(const TexturePalette& palette)
      : palette_(palette), images_(palette.images), cluts_(palette.cluts) {}
  const TextureHeader* image(std::size_t index) const {
    return index < palette_.descriptors.size() ? images_.find(palette_.descriptors[index].image)
                                               : nullptr;
  }
  // Of a texture that there is.
  const ClutHeader* clut(std::size_t index) const {
    const std::uint32_t offset = palette_.descriptors[index].clut;
    return offset == 0 ? nullptr : cluts_.find(offset);
  }

 private:
  const TexturePalette& palette_;
  HeaderIndex<TextureHeader> images_;
  HeaderIndex<ClutHeader> cluts_;
};

inline const DisplayObject* object_of(const GeometryPalette& palette, std::size_t index) {
  if (index >= palette.descriptors.size()) return nullptr;
  for (const DisplayObject& object : palette.objects)
    if (object.offset == palette.descriptors[index].layout) return &object;
  return nullptr;
}

}  // namespace anmkit::gc
