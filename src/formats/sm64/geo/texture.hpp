// SPDX-License-Identifier: MIT
// Textures as the console's display lists load and show them (section 8.6).
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "anmkit/document.hpp"
#include "formats/sm64/source/c_address.hpp"

namespace anmkit::sm64 {

// The console's numbers of formats.
enum class TexelFormat : std::uint8_t { rgba, yuv, ci, ia, i };

// A tile's view of a texture in memory.
struct TextureView {
  Address texture;
  Address palette;                  // of its colors; no array = none
  std::uint32_t palette_begin = 0;  // first color after that address that the tile uses
  bool palette_ia = false;          // colors are intensity and alpha, not RGBA
  TexelFormat format = TexelFormat::rgba;
  std::uint32_t bits = 16;                // a texel: 4, 8, 16, 32
  std::uint32_t width = 32, height = 32;  // texels
  std::uint32_t stride = 0;               // bytes from row to row; 0 = the width's
  std::uint32_t left = 0, top = 0;        // first texel of the array that is shown
  bool operator==(const TextureView&) const = default;
};
// "ci8"; empty for pairs that the console does not have.
std::string name_of(TexelFormat format, std::uint32_t bits);
// The pixels; the error gives what is missing. `palette` may be empty for formats without one.
Result<Picture> decode(const TextureView& view, ByteView texels, ByteView palette);

// Texture memory: which array each place and each palette entry was loaded from. Places count in
// 64-bit words, as the commands do.
class TextureMemory {
 public:
  struct Load {
    Address from;
    std::uint32_t row_texels = 0;  // of the array in memory, where a part of each row was loaded
    std::uint32_t left = 0, top = 0;
    bool block = true;
  };
  void load(std::uint32_t place, const Load& load);
  void load_palette(std::uint32_t place, std::uint32_t count, const Address& from);
  const Load* at(std::uint32_t place) const;
  // Sets the palette of a view of a tile with this number.
  void find_palette(TextureView& view, std::uint32_t number) const;

 private:
  struct Texture {
    std::uint32_t place;
    Load load;
  };
  struct Palette {
    std::uint32_t first, count;
    Address from;
  };
  std::vector<Texture> textures_;  // one a place
  std::vector<Palette> palettes_;  // the newest last
};

}  // namespace anmkit::sm64
