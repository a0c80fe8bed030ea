// SPDX-License-Identifier: MIT
// Texels of a TPL as RGBA (section 11).
#include <algorithm>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {
namespace {

struct Rgba {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;
};
// The hardware repeats the bits of narrow values: of 4 or more once, of 3 twice.
std::uint8_t widen(unsigned value, unsigned bits) {
  const unsigned twice = value << bits | value;
  if (bits >= 4) return static_cast<std::uint8_t>(twice >> (2 * bits - 8));
  return static_cast<std::uint8_t>((twice << bits | value) >> (3 * bits - 8));
}
Rgba grey(std::uint8_t intensity, std::uint8_t alpha) {
  return {intensity, intensity, intensity, alpha};
}
// I4 and I8: all four channels have the one value that is stored.
Rgba intensity(std::uint8_t value) {
  return grey(value, value);
}
Rgba rgb565(unsigned v) {
  return {widen(v >> 11u, 5), widen((v >> 5u) & 63u, 6), widen(v & 31u, 5), 255};
}
// The top bit chooses between 5 bits a colour and 4 bits with 3 bits of alpha.
Rgba rgb5a3(unsigned v) {
  if ((v & 0x8000u) != 0)
    return {widen((v >> 10u) & 31u, 5), widen((v >> 5u) & 31u, 5), widen(v & 31u, 5), 255};
  return {widen((v >> 8u) & 15u, 4), widen((v >> 4u) & 15u, 4), widen(v & 15u, 4),
          widen((v >> 12u) & 7u, 3)};
}
// Alpha comes first in the pair.
Rgba ia8(unsigned v) {
  return grey(static_cast<std::uint8_t>(v & 255u), static_cast<std::uint8_t>(v >> 8u));
}
unsigned byte_at(ByteView bytes, std::size_t at) {
  return std::to_integer<unsigned>(bytes[at]);
}
unsigned short_at(ByteView bytes, std::size_t at) {
  return byte_at(bytes, at) << 8u | byte_at(bytes, at + 1);
}

// One 4x4 block of CMPR: two colours and 16 two-bit choices from the high end.
Rgba cmpr(ByteView block, unsigned x, unsigned y) {
  const unsigned first = short_at(block, 0), second = short_at(block, 2);
  const Rgba a = rgb565(first), b = rgb565(second);
  const unsigned choice = (byte_at(block, 4 + y) >> (6 - 2 * x)) & 3u;
  if (choice == 0) return a;
  if (choice == 1) return b;
  const auto mix = [&](unsigned p, unsigned q) {
    const auto part = [&](std::uint8_t u, std::uint8_t v) {
      return static_cast<std::uint8_t>((p * u + q * v) / (p + q));
    };
    return Rgba{part(a.r, b.r), part(a.g, b.g), part(a.b, b.b), 255};
  };
  if (first > second) return choice == 2 ? mix(2, 1) : mix(1, 2);
  Rgba half = mix(1, 1);
  if (choice == 3) half.a = 0;
  return half;
}

class Palette {
 public:
  Palette() = default;
  Palette(ByteView entries, std::uint32_t format) : entries_(entries), format_(format) {}
  Rgba color(std::size_t index) const {
    if (2 * index + 1 >= entries_.size()) return {0, 0, 0, 0};
    const unsigned v = short_at(entries_, 2 * index);
    return format_ == 0 ? ia8(v) : format_ == 1 ? rgb565(v) : rgb5a3(v);
  }

 private:
  ByteView entries_;
  std::uint32_t format_ = 0;
};

// Texel (x, y) of a tile.
Rgba texel(ByteView tile, std::uint32_t format, const Palette& palette, unsigned x, unsigned y) {
  const auto nibble = [&] {
    return (byte_at(tile, 4 * y + x / 2) >> (x % 2 == 0 ? 4u : 0u)) & 15u;
  };
  const auto byte = [&] { return byte_at(tile, 8 * y + x); };
  const auto pair = [&] { return short_at(tile, std::size_t{2} * (4 * y + x)); };
  switch (format) {
    case 0x0:
      return intensity(widen(nibble(), 4));
    case 0x1:
      return intensity(static_cast<std::uint8_t>(byte()));
    case 0x2:
      return grey(widen(byte() & 15u, 4), widen(byte() >> 4u, 4));
    case 0x3:
      return ia8(pair());
    case 0x4:
      return rgb565(pair());
    case 0x5:
      return rgb5a3(pair());
    case 0x6: {
      const std::size_t at = 2 * (std::size_t{4} * y + x);
      const auto part = [&](std::size_t i) { return static_cast<std::uint8_t>(byte_at(tile, i)); };
      return {part(at + 1), part(at + 32), part(at + 33), part(at)};
    }
    case 0x8:
      return palette.color(nibble());
    case 0x9:
      return palette.color(byte());
    case 0xA:
      return palette.color(pair() & 0x3FFFu);
    default:
      return cmpr(tile.subspan(std::size_t{8} * (2 * (y / 4) + x / 4), 8), x % 4, y % 4);
  }
}

std::uint32_t level_extent(std::uint32_t extent, unsigned level) {
  return level > 15 ? 1 : std::max(1u, extent >> level);
}

}  // namespace

std::optional<std::uint64_t> level_size(const TextureHeader& image, unsigned level) {
  const TileFormat tile = tile_format(image.format);
  if (tile.bytes == 0) return std::nullopt;
  const std::uint64_t columns = (level_extent(image.width, level) + tile.width - 1) / tile.width;
  const std::uint64_t rows = (level_extent(image.height, level) + tile.height - 1) / tile.height;
  return columns * rows * tile.bytes;
}

std::uint64_t texels_size(const TextureHeader& image) {
  std::uint64_t size = 0;
  for (unsigned level = 0; level <= (image.min_lod != image.max_lod ? image.max_lod : 0u); ++level)
    size += level_size(image, level).value_or(0);
  return size;
}

Result<Picture> decode(ByteView bytes, const TextureHeader& image, const ClutHeader* clut,
                       unsigned level) {
  const TileFormat tile = tile_format(image.format);
  if (tile.bytes == 0) {
    return fail(prefixed("TPL005"), "unknown texture format " + std::to_string(image.format),
                image.offset + 4u);
  }
  if (image.width == 0 || image.height == 0)
    return fail(prefixed("TPL006"), "the texture has no texels", image.offset);
  std::uint64_t at = image.data;
  for (unsigned i = 0; i < std::min(level, 255u); ++i)
    at += *level_size(image, i);
  const std::uint64_t size = *level_size(image, level);
  if (!fits(at, size, bytes.size())) {
    return fail(prefixed("TPL007"),
                "level " + std::to_string(level) + " takes " + counted(size, "byte") + " at " +
                    hex_number(at) + ", the file ends at " + hex_number(bytes.size()),
                image.offset + 8u);
  }
  Palette palette;
  if (is_indexed(image.format)) {
    if (clut == nullptr || clut->format > 2 ||
        !fits(clut->data, std::uint64_t{2} * clut->entries, bytes.size())) {
      return fail(prefixed("TPL008"), "the palette is missing, unknown or outside the file",
                  image.offset + 4u);
    }
    palette = Palette(bytes.subspan(clut->data, std::size_t{2} * clut->entries), clut->format);
  }
  Picture picture{level_extent(image.width, level), level_extent(image.height, level), {}};
  picture.pixels.resize(std::size_t{4} * picture.width * picture.height);
  const ByteView texels =
      bytes.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
  const std::size_t columns = (picture.width + tile.width - 1) / tile.width;
  std::size_t to = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      const std::size_t index = columns * (y / tile.height) + x / tile.width;
      const Rgba color = texel(texels.subspan(index * tile.bytes, tile.bytes), image.format,
                               palette, x % tile.width, y % tile.height);
      for (const std::uint8_t part : {color.r, color.g, color.b, color.a})
        picture.pixels[to++] = std::byte{part};
    }
  }
  return picture;
}

}  // namespace anmkit::gc
