// SPDX-License-Identifier: MIT
// Findings about texture palettes. The specification names no codes for them.
#include <algorithm>
#include <bit>

#include "core/counted.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/records.hpp"

namespace anmkit::gc {
namespace {

// Fields that only say how texels are shown (section 11).
void check_sampler(const TextureHeader& image, const std::string& path, Findings& out) {
  constexpr std::uint32_t kMostWrap = 2, kMostMinFilter = 5, kMostMagFilter = 1;
  constexpr std::uint8_t kMostLod = 10;  // of a texture of 1024 texels
  const auto report = [&](bool bad, const char* what, std::uint32_t offset) {
    if (bad) out.warning("TPL013", what, image.offset + offset, path);
  };
  report(image.wrap_s > kMostWrap || image.wrap_t > kMostWrap, "a wrap mode is not 0, 1 or 2", 12);
  report(image.min_filter > kMostMinFilter, "the minifying filter is not 0 to 5", 20);
  report(image.mag_filter > kMostMagFilter, "the magnifying filter is not 0 or 1", 24);
  report(!(image.lod_bias >= -4 && image.lod_bias <= 4), "the bias of the level is not -4 to 4",
         28);
  report(image.edge_lod > 1 || image.unpacked > 1, "a boolean byte is not 0 or 1", 32);
  report(image.min_lod > image.max_lod || image.max_lod > kMostLod,
         "the levels are not in 0 to 10 and in order", 33);
  const auto repeats = [](std::uint32_t wrap, std::uint16_t size) {
    return wrap != 0 && wrap <= kMostWrap && size != 0 && !std::has_single_bit(size);
  };
  if (repeats(image.wrap_s, image.width) || repeats(image.wrap_t, image.height))
    out.warning("TPL014",
                "a texture of " + std::to_string(image.width) + " x " +
                    std::to_string(image.height) + " texels repeats, which powers of two do",
                image.offset, path);
}

}  // namespace

void check_records(const TexturePalette& palette, Findings& out) {
  const Textures textures(palette);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const auto path = [i] { return path_of("descriptors", i); };
    const std::uint64_t at = palette.descriptor_array + 8 * std::uint64_t{i};
    const TextureHeader* image = textures.image(i);
    const ClutHeader* clut = textures.clut(i);
    if (image == nullptr) {
      out.error("TPL004", "the image header is outside the file", at, path());
      continue;
    }
    if (tile_format(image->format).bytes == 0) {
      out.error("TPL005", "unknown texture format " + std::to_string(image->format),
                image->offset + 4u, path());
      continue;
    }
    if (image->width == 0 || image->height == 0)
      out.error("TPL006", "the texture has no texels", image->offset, path());
    const std::uint64_t size = texels_size(*image);
    if (!fits(image->data, size, palette.size))
      out.error("TPL007",
                "the texels take " + counted(size, "byte") + " at " + hex_number(image->data) +
                    " and run past the end of the file",
                image->offset + 8u, path());
    if (is_indexed(image->format) &&
        (clut == nullptr || clut->format > 2 ||
         !fits(clut->data, std::uint64_t{2} * clut->entries, palette.size)))
      out.error("TPL008", "the palette is missing, unknown or outside the file", at + 4, path());
    if (!is_indexed(image->format) && palette.descriptors[i].clut != 0)
      out.warning("TPL008", "the texture has a palette, which its format does not use", at + 4,
                  path());
    if (image->data % 32 != 0)
      out.warning("TPL009", "the texels are not 32-byte aligned", image->offset + 8u, path());
    check_sampler(*image, path(), out);
  }
}

void TextureDocument::check(const Context&, Diagnostics& diagnostics) const {
  Findings out(diagnostics);
  check_records(file, out);
  if (const auto bytes = write(); bytes && diagnostics.empty())
    check_ranges(file, *bytes, diagnostics);
}

DocumentInfo TextureDocument::info() const {
  const TexturePalette& palette = file;
  DocumentInfo info;
  const Textures textures(palette);
  info.facts.emplace_back("textures", std::to_string(palette.descriptors.size()));
  for (std::size_t i = 0; i < std::min<std::size_t>(palette.descriptors.size(), 64); ++i) {
    const TextureHeader* image = textures.image(i);
    if (image == nullptr) continue;
    const TileFormat tile = tile_format(image->format);
    info.facts.emplace_back("texture" + std::to_string(i),
                            std::to_string(image->width) + "x" + std::to_string(image->height) +
                                " " + (tile.name != nullptr ? tile.name : "?"));
  }
  return info;
}

}  // namespace anmkit::gc
