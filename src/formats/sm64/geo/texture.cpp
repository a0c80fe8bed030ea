// SPDX-License-Identifier: MIT
// Texels of every format that a display list can name, as RGBA (section 8.6).
#include "formats/sm64/geo/texture.hpp"

#include <algorithm>
#include <string>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/sm64/findings.hpp"

namespace anmkit::sm64 {
namespace {

constexpr std::uint32_t kPalettePlace = 256;  // of the first color, in words

using Rgba = std::array<std::uint8_t, 4>;

// Fewer bits to eight: the highest ones are repeated.
std::uint8_t widen(std::uint32_t value, std::uint32_t bits) {
  std::uint32_t wide = value << (8 - bits);
  for (std::uint32_t have = bits; have < 8; have *= 2)
    wide |= wide >> have;
  return static_cast<std::uint8_t>(wide);
}
std::uint32_t byte_at(ByteView bytes, std::size_t at) {
  return at < bytes.size() ? std::to_integer<std::uint32_t>(bytes[at]) : 0;
}
std::uint32_t half_at(ByteView bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}
Rgba of_5551(std::uint32_t v) {
  return {widen(v >> 11 & 31, 5), widen(v >> 6 & 31, 5), widen(v >> 1 & 31, 5),
          static_cast<std::uint8_t>((v & 1) * 255)};
}
Rgba gray(std::uint32_t intensity, std::uint32_t alpha) {
  const auto i = static_cast<std::uint8_t>(intensity);
  return {i, i, i, static_cast<std::uint8_t>(alpha)};
}

Rgba texel(const TextureView& view, std::uint32_t value, ByteView palette) {
  switch (view.format) {
    case TexelFormat::rgba:
      if (view.bits == 16) return of_5551(value);
      return {static_cast<std::uint8_t>(value >> 24), static_cast<std::uint8_t>(value >> 16),
              static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value)};
    case TexelFormat::ci: {
      const std::uint32_t color = half_at(palette, 2 * std::size_t{view.palette_begin + value});
      return view.palette_ia ? gray(color >> 8, color & 255) : of_5551(color);
    }
    case TexelFormat::ia:
      if (view.bits == 16) return gray(value >> 8, value & 255);
      if (view.bits == 8) return gray(widen(value >> 4, 4), widen(value & 15, 4));
      return gray(widen(value >> 1, 3), (value & 1) * 255);
    default:  // the intensity is the alpha as well
      return view.bits == 8 ? gray(value, value) : gray(widen(value, 4), widen(value, 4));
  }
}

}  // namespace

std::string name_of(TexelFormat format, std::uint32_t bits) {
  const auto one_of = [&](std::initializer_list<std::uint32_t> sizes) {
    return std::ranges::find(sizes, bits) != sizes.end();
  };
  const auto named = [&](std::string_view word, bool known) {
    return known ? std::string(word) + std::to_string(bits) : std::string();
  };
  switch (format) {
    case TexelFormat::rgba:
      return named("rgba", one_of({16, 32}));
    case TexelFormat::ci:
      return named("ci", one_of({4, 8}));
    case TexelFormat::ia:
      return named("ia", one_of({4, 8, 16}));
    case TexelFormat::i:
      return named("i", one_of({4, 8}));
    default:
      return {};
  }
}

Result<Picture> decode(const TextureView& view, ByteView texels, ByteView palette) {
  const std::string kind = name_of(view.format, view.bits);
  if (kind.empty()) return fail(prefixed("W-TEXTURE"), "its format is none that the console shows");
  const std::uint64_t row =
      view.stride != 0 ? view.stride : (std::uint64_t{view.width} * view.bits + 7) / 8;
  const std::uint64_t left = std::uint64_t{view.left} * view.bits;
  const std::uint64_t last_row = view.top + std::uint64_t{view.height} - 1;
  const std::uint64_t needed =
      row * last_row + (left + std::uint64_t{view.width} * view.bits + 7) / 8;
  const std::string size =
      std::to_string(view.width) + "x" + std::to_string(view.height) + " " + kind;
  if (needed > texels.size()) {
    return fail(prefixed("W-TEXTURE"), "it has " + counted(texels.size(), "byte") + ", " + size +
                                           " needs " + std::to_string(needed));
  }
  if (view.format == TexelFormat::ci && palette.empty()) {
    return fail(prefixed("W-TEXTURE"), "it is " + size + " and no palette is loaded for it");
  }
  Picture picture{view.width, view.height, Bytes(std::size_t{4} * view.width * view.height)};
  auto* out = picture.pixels.data();
  for (std::uint32_t y = 0; y < view.height; ++y) {
    for (std::uint32_t x = 0; x < view.width; ++x) {
      const std::uint64_t bit = (view.top + y) * row * 8 + left + std::uint64_t{x} * view.bits;
      const auto at = static_cast<std::size_t>(bit / 8);
      std::uint32_t value = byte_at(texels, at);
      if (view.bits == 4) value = bit % 8 == 0 ? value >> 4 : value & 15;
      if (view.bits >= 16) value = value << 8 | byte_at(texels, at + 1);
      if (view.bits == 32) value = value << 16 | half_at(texels, at + 2);
      for (const std::uint8_t channel : texel(view, value, palette))
        *out++ = static_cast<std::byte>(channel);
    }
  }
  return picture;
}

void TextureMemory::load(std::uint32_t place, const Load& load) {
  const auto known = std::ranges::find(textures_, place, &Texture::place);
  if (known != textures_.end()) {
    known->load = load;
  } else {
    textures_.push_back({place, load});
  }
}

void TextureMemory::load_palette(std::uint32_t place, std::uint32_t count, const Address& from) {
  if (place < kPalettePlace) return;
  const std::uint32_t first = place - kPalettePlace;
  // A later load replaces earlier ones at its place.
  std::erase_if(palettes_, [&](const Palette& one) {
    return one.first >= first && one.first + one.count <= first + count;
  });
  palettes_.push_back({first, count, from});
}

const TextureMemory::Load* TextureMemory::at(std::uint32_t place) const {
  const auto known = std::ranges::find(textures_, place, &Texture::place);
  return known == textures_.end() ? nullptr : &known->load;
}

void TextureMemory::find_palette(TextureView& view, std::uint32_t number) const {
  if (view.format != TexelFormat::ci) return;
  const std::uint32_t first = view.bits == 4 ? 16 * number : 0;
  for (auto it = palettes_.rbegin(); it != palettes_.rend(); ++it) {
    if (first < it->first || first >= it->first + it->count) continue;
    view.palette = it->from;
    view.palette_begin = first - it->first;
    return;
  }
}

}  // namespace anmkit::sm64
