// Sizes and small helpers that the model files share.
#pragma once

#include <cstdint>
#include <optional>

#include "anmkit/gc_model.hpp"

namespace anmkit::gc {

inline constexpr std::uint32_t kTextureVersion = 2142000;
inline constexpr std::uint32_t kGeometryVersion = 12012000, kLaterGeometryVersion = 6012001;
inline constexpr std::uint64_t kTextureHeaderSize = 36, kClutHeaderSize = 12;
inline constexpr std::uint64_t kOneBoneSize = 0x40, kTwoBoneSize = 0x74, kAccumulationSize = 0x44;
inline constexpr std::uint64_t kSkinnedVertexSize = 12;  // position and normal, s16 each
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

inline const TextureHeader* image_of(const TexturePalette& palette, std::size_t index) {
  if (index >= palette.descriptors.size()) return nullptr;
  for (const TextureHeader& image : palette.images)
    if (image.offset == palette.descriptors[index].image) return &image;
  return nullptr;
}
inline const ClutHeader* clut_of(const TexturePalette& palette, std::size_t index) {
  if (index >= palette.descriptors.size() || palette.descriptors[index].clut == 0) return nullptr;
  for (const ClutHeader& clut : palette.cluts)
    if (clut.offset == palette.descriptors[index].clut) return &clut;
  return nullptr;
}
inline const DisplayObject* object_of(const GeometryPalette& palette, std::size_t index) {
  if (index >= palette.descriptors.size()) return nullptr;
  for (const DisplayObject& object : palette.objects)
    if (object.offset == palette.descriptors[index].layout) return &object;
  return nullptr;
}

}  // namespace anmkit::gc
