// SPDX-License-Identifier: MIT
// Texture palettes of random texels and a plain decoder written from section 11: it walks the
// bytes of a level in file order, tile after tile. Uses nothing of the library but its byte writer.
#pragma once

#include <algorithm>

#include "generator.hpp"

namespace anmkit::gc::test {

struct MadeTexture {
  unsigned format = 0, width = 1, height = 1, levels = 1;
  unsigned clut_format = 0;
  std::vector<unsigned> clut;  // 16-bit entries
  Bytes texels;                // of all levels
};

struct TileShape {
  unsigned width, height, bytes;
};
inline TileShape tile_of(unsigned format) {
  if (format == 0 || format == 8 || format == 14) return {8, 8, 32};
  if (format == 1 || format == 2 || format == 9) return {8, 4, 32};
  return {4, 4, format == 6 ? 64U : 32U};
}
inline unsigned shrunk(unsigned extent, unsigned level) {
  return std::max(extent >> level, 1U);
}
inline std::size_t bytes_of_level(const MadeTexture& texture, unsigned level) {
  const TileShape tile = tile_of(texture.format);
  const unsigned across = (shrunk(texture.width, level) + tile.width - 1) / tile.width;
  const unsigned down = (shrunk(texture.height, level) + tile.height - 1) / tile.height;
  return std::size_t{across} * down * tile.bytes;
}

inline MadeTexture random_texture(Generator& random, unsigned format, unsigned levels) {
  MadeTexture made;
  made.format = format;
  made.levels = levels;
  made.width = static_cast<unsigned>(random.whole(1, 37));
  made.height = static_cast<unsigned>(random.whole(1, 37));
  made.clut_format = static_cast<unsigned>(random.whole(0, 2));
  if (format >= 8 && format <= 10) {
    // Some indices are beyond a short palette.
    for (int i = random.whole(1, format == 8 ? 16 : 300); i > 0; --i)
      made.clut.push_back(static_cast<unsigned>(random.whole(0, 65535)));
  }
  std::size_t size = 0;
  for (unsigned level = 0; level < levels; ++level)
    size += bytes_of_level(made, level);
  for (std::size_t i = 0; i < size; ++i)
    made.texels.push_back(static_cast<std::byte>(random.whole(0, 255)));
  // Indices of two bytes are mostly small enough to be in the palette.
  for (std::size_t i = 0; format == 10 && i < size; i += 2)
    made.texels[i] &= std::byte{0xC1};
  return made;
}

inline Bytes texture_palette(const std::vector<MadeTexture>& textures) {
  const std::size_t images_at = 12 + 8 * textures.size(),
                    cluts_at = images_at + 36 * textures.size();
  std::size_t data = (cluts_at + 12 * textures.size() + 31) / 32 * 32;
  const auto u32 = [](std::size_t v) { return static_cast<std::uint32_t>(v); };
  BigWriter head, images, cluts, tail;
  head.put(std::uint32_t{2142000});
  head.put(u32(textures.size()));
  head.put(std::uint32_t{12});
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const MadeTexture& t = textures[i];
    head.put(u32(images_at + 36 * i));
    head.put(t.clut.empty() ? 0 : u32(cluts_at + 12 * i));
    images.put(static_cast<std::uint16_t>(t.height));
    images.put(static_cast<std::uint16_t>(t.width));
    for (const std::size_t word : {std::size_t{t.format}, data + tail.size(), std::size_t{0},
                                   std::size_t{0}, std::size_t{1}, std::size_t{1}, std::size_t{0}})
      images.put(u32(word));
    images.put(u32(t.levels - 1) << 8U);  // edge, least and largest level, not unpacked
    tail.put_bytes(t.texels);
    tail.align(32);
    cluts.put(static_cast<std::uint16_t>(t.clut.size()));
    cluts.put(std::uint16_t{0});
    cluts.put(u32(t.clut_format));
    cluts.put(u32(data + tail.size()));
    for (const unsigned entry : t.clut)
      tail.put(static_cast<std::uint16_t>(entry));
    tail.align(32);
  }
  for (BigWriter* part : {&images, &cluts})
    head.put_bytes(part->take());
  head.align(32);
  head.put_bytes(tail.take());
  return head.take();
}

using Texel = std::array<int, 4>;  // red, green, blue, alpha

// Narrow values widen by repeating their bits, as the hardware does.
inline int widened(unsigned value, unsigned bits) {
  unsigned out = 0;
  for (int left = 8; left > 0; left -= static_cast<int>(bits))
    out |= left >= static_cast<int>(bits) ? value << (static_cast<unsigned>(left) - bits)
                                          : value >> (bits - static_cast<unsigned>(left));
  return static_cast<int>(out);
}
inline Texel color16(unsigned format, unsigned v) {
  if (format == 0) return {int(v & 255), int(v & 255), int(v & 255), int(v >> 8)};  // IA8
  if (format == 1) return {widened(v >> 11, 5), widened(v >> 5 & 63, 6), widened(v & 31, 5), 255};
  if (v >= 0x8000)
    return {widened(v >> 10 & 31, 5), widened(v >> 5 & 31, 5), widened(v & 31, 5), 255};
  return {widened(v >> 8 & 15, 4), widened(v >> 4 & 15, 4), widened(v & 15, 4),
          widened(v >> 12 & 7, 3)};
}

// One level as rows from the top.
class LevelDecoder {
 public:
  LevelDecoder(const MadeTexture& texture, unsigned level)
      : texture_(texture),
        width_(shrunk(texture.width, level)),
        height_(shrunk(texture.height, level)),
        texels_(std::size_t{width_} * height_) {
    for (unsigned i = 0; i < level; ++i)
      at_ += bytes_of_level(texture, i);
  }
  std::vector<Texel> decode() {
    const TileShape tile = tile_of(texture_.format);
    for (unsigned y = 0; y < height_; y += tile.height) {
      for (unsigned x = 0; x < width_; x += tile.width) {
        if (texture_.format == 6) {
          wide(x, y);
        } else if (texture_.format == 14) {
          for (unsigned block = 0; block < 4; ++block)
            compressed(x + 4 * (block % 2), y + 4 * (block / 2));
        } else {
          plain(x, y, tile);
        }
      }
    }
    return std::move(texels_);
  }

 private:
  unsigned byte() { return std::to_integer<unsigned>(texture_.texels.at(at_++)); }
  unsigned half() {
    const unsigned high = byte();
    return high << 8 | byte();
  }
  void put(unsigned x, unsigned y, const Texel& texel) {
    if (x < width_ && y < height_) texels_[std::size_t{y} * width_ + x] = texel;
  }
  Texel indexed(unsigned index) const {
    if (index >= texture_.clut.size()) return {0, 0, 0, 0};
    return color16(texture_.clut_format, texture_.clut[index]);
  }
  Texel narrow(unsigned v) const {  // four bits
    if (texture_.format == 8) return indexed(v);
    return {int(v) * 17, int(v) * 17, int(v) * 17, int(v) * 17};
  }
  void plain(unsigned left, unsigned top, TileShape tile) {
    const unsigned bits = tile.bytes * 8 / (tile.width * tile.height);
    for (unsigned y = top; y < top + tile.height; ++y) {
      for (unsigned x = left; x < left + tile.width; ++x) {
        if (bits == 4) {
          const unsigned both = byte();
          put(x++, y, narrow(both >> 4));
          put(x, y, narrow(both & 15));
        } else if (bits == 8) {
          const unsigned v = byte();
          if (texture_.format == 9) put(x, y, indexed(v));
          if (texture_.format == 1) put(x, y, {int(v), int(v), int(v), int(v)});
          const int grey = widened(v & 15, 4);
          if (texture_.format == 2) put(x, y, {grey, grey, grey, widened(v >> 4, 4)});
        } else {
          const unsigned v = half();
          put(x, y, texture_.format == 10 ? indexed(v & 0x3FFF) : color16(texture_.format - 3, v));
        }
      }
    }
  }
  void wide(unsigned left, unsigned top) {
    std::array<Texel, 16> block{};
    for (Texel& texel : block) {
      texel[3] = int(byte());
      texel[0] = int(byte());
    }
    for (Texel& texel : block) {
      texel[1] = int(byte());
      texel[2] = int(byte());
    }
    for (unsigned i = 0; i < 16; ++i)
      put(left + i % 4, top + i / 4, block[i]);
  }
  void compressed(unsigned left, unsigned top) {
    const unsigned first = half(), second = half();
    std::array<Texel, 4> colors{color16(1, first), color16(1, second)};
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = colors[0][k], b = colors[1][k];
      colors[2][k] = first > second ? (2 * a + b) / 3 : (a + b) / 2;
      colors[3][k] = first > second ? (a + 2 * b) / 3 : (a + b) / 2;
    }
    colors[2][3] = 255;
    colors[3][3] = first > second ? 255 : 0;
    for (unsigned y = top; y < top + 4; ++y) {
      const unsigned row = byte();
      for (unsigned x = 0; x < 4; ++x)
        put(left + x, y, colors[row >> (6 - 2 * x) & 3]);
    }
  }

  const MadeTexture& texture_;
  unsigned width_, height_;
  std::size_t at_ = 0;
  std::vector<Texel> texels_;
};

}  // namespace anmkit::gc::test
