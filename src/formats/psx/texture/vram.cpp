// SPDX-License-Identifier: MIT
// From TIM pages and palettes to ordinary images (section 8).
#include <algorithm>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
#include "core/pictures.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/texture/vram.hpp"

namespace anmkit::psx {
namespace {

enum Depth : unsigned { kFourBits, kEightBits, kSixteenBits, kTrueColor, kMixed };

std::uint16_t cell(const Bytes& data, std::size_t index) {
  return load<std::uint16_t, std::endian::little>(data.data() + 2 * index);
}

// 5 bits per channel and the STP bit; black without STP is transparent.
void put_color(std::byte* to, std::uint16_t color) {
  for (unsigned channel = 0; channel < 3; ++channel) {
    const unsigned c = color >> (5 * channel) & 31u;
    to[channel] = static_cast<std::byte>(c << 3 | c >> 2);
  }
  to[3] = static_cast<std::byte>(color == 0 ? 0 : 255);
}

std::size_t palette_size(unsigned depth) {
  return depth == kFourBits ? 16 : depth == kEightBits ? 256 : 0;
}

// Colour `index` of a palette, or a grey where the file has none.
std::uint16_t palette_color(const Tim& tim, std::size_t palette, unsigned index) {
  const std::size_t size = palette_size(tim.depth());
  if (!tim.clut) {
    const unsigned grey = tim.depth() == kFourBits ? index * 31 / 15 : index >> 3;
    return static_cast<std::uint16_t>(0x8000u | grey | grey << 5 | grey << 10);
  }
  const std::size_t at = palette * size + index;
  return 2 * at + 2 <= tim.clut->data.size() ? cell(tim.clut->data, at) : std::uint16_t{0};
}

Picture decode_true_color(const TimBlock& block) {
  Picture picture = make_picture(block.w * 2u / 3u, block.h);
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::byte* from = block.data.data() + y * block.w * 2;
    std::byte* to = picture.pixels.data() + y * picture.width * 4;
    for (std::size_t x = 0; x < picture.width; ++x) {
      std::copy_n(from + 3 * x, 3, to + 4 * x);
      to[4 * x + 3] = std::byte{255};
    }
  }
  return picture;
}

// Cells as 16-bit colours.
Picture decode_colors(const TimBlock& block) {
  Picture picture = make_picture(block.w, block.h);
  for (std::size_t i = 0; 2 * i < std::min(block.data.size(), picture.pixels.size() / 2); ++i)
    put_color(picture.pixels.data() + 4 * i, cell(block.data, i));
  return picture;
}

}  // namespace

std::size_t palette_count(const Tim& tim) {
  const std::size_t size = palette_size(tim.depth());
  if (size == 0 || !tim.clut || is_palette_alone(tim)) return 1;
  return std::max<std::size_t>(1, tim.clut->data.size() / 2 / size);
}

Result<Picture> decode(const Tim& tim, std::size_t palette) {
  const unsigned depth = tim.depth();
  if (depth > kMixed) {
    return fail(prefixed("TIM-07"),
                "depth " + std::to_string(depth) + " is unknown, expected 0 ... 4", 4, "flags");
  }
  if (is_palette_alone(tim)) return decode_colors(*tim.clut);
  const TimBlock& block = tim.pixels ? *tim.pixels : TimBlock{};
  if (block.data.size() != 2 * std::size_t{block.w} * block.h) {
    return fail(prefixed("TIM-02"), "data do not have the size that w and h call for", {},
                "pixels");
  }
  if (depth == kTrueColor) return decode_true_color(block);
  const unsigned per_cell = depth == kFourBits ? 4 : depth == kEightBits ? 2 : 1;
  const unsigned bits = 16 / per_cell;
  Picture picture = make_picture(block.w * per_cell, block.h);
  std::byte* to = picture.pixels.data();
  const std::size_t cells = std::size_t{block.w} * block.h;
  for (std::size_t i = 0; i < cells; ++i) {
    const unsigned value = cell(block.data, i);
    for (unsigned k = 0; k < per_cell; ++k, to += 4) {
      const unsigned index = value >> (k * bits) & ((1u << bits) - 1);
      put_color(to, per_cell == 1 ? static_cast<std::uint16_t>(value)
                                  : palette_color(tim, palette, index));
    }
  }
  return picture;
}

Result<std::vector<StoredPicture>> decode_palettes(const Tim& tim) {
  constexpr std::uint64_t kMostTexels = std::uint64_t{1} << 26;
  const std::size_t count = palette_count(tim);
  if (tim.pixels && count * (std::uint64_t{tim.pixels->data.size()} * 2) > kMostTexels) {
    return fail(prefixed("SIZE"),
                std::to_string(count) + " palettes of so large an image are too many");
  }
  std::vector<StoredPicture> pictures;
  for (std::size_t palette = 0; palette < count; ++palette) {
    auto picture = decode(tim, palette);
    if (!picture) return std::unexpected(std::move(picture.error()));
    if (picture->pixels.empty()) return fail(prefixed("TIM-02"), "the image has no pixels");
    StoredPicture& stored = pictures.emplace_back();
    stored.id = static_cast<std::uint32_t>(palette);
    stored.recolored = palette > 0;
    stored.picture = std::move(*picture);
  }
  return pictures;
}

void Vram::load(const TimBlock& block) {
  if (block.data.size() != 2 * std::size_t{block.w} * block.h) return;
  for (std::uint32_t y = 0; y < block.h; ++y) {
    for (std::uint32_t x = 0; x < block.w; ++x) {
      const std::uint32_t column = (block.x + x) % kWidth, row = (block.y + y) % kHeight;
      cells_[std::size_t{row} * kWidth + column] = cell(block.data, std::size_t{y} * block.w + x);
      loaded_.set(tile(column, row));
    }
  }
}

void Vram::load(const Tim& tim) {
  if (tim.clut) load(*tim.clut);
  if (tim.pixels) load(*tim.pixels);
}

bool Vram::has_page(std::uint16_t tsb) const {
  const std::uint32_t columns = 1u << std::min(tsb >> 7 & 3u, 2u);  // tiles that a page spans
  for (std::uint32_t i = 0; i < columns; ++i) {
    if (loaded_[tile((tsb & 15u) * 64 + i * 64, (tsb >> 4 & 1u) * 256)]) return true;
  }
  return false;
}

Picture Vram::page(std::uint16_t tsb, std::uint16_t cba) const {
  constexpr std::uint32_t kSide = 256;
  const std::uint32_t page_x = (tsb & 15u) * 64, page_y = (tsb >> 4 & 1u) * 256;
  const unsigned depth = std::min(tsb >> 7 & 3u, 2u);
  const std::uint32_t clut_x = (cba & 63u) * 16, clut_y = cba >> 6 & 511u;
  const unsigned per_cell = depth == kFourBits ? 4 : depth == kEightBits ? 2 : 1;
  const unsigned bits = 16 / per_cell;
  Picture picture = make_picture(kSide, kSide);
  std::byte* to = picture.pixels.data();
  for (std::uint32_t v = 0; v < kSide; ++v) {
    for (std::uint32_t u = 0; u < kSide; ++u, to += 4) {
      const unsigned value = at(page_x + u / per_cell, page_y + v);
      const unsigned index = value >> (u % per_cell * bits) & ((1u << bits) - 1);
      put_color(to, per_cell == 1 ? static_cast<std::uint16_t>(value) : at(clut_x + index, clut_y));
    }
  }
  return picture;
}

}  // namespace anmkit::psx
