// SPDX-License-Identifier: MIT
// RGBA as the tiles of a texture.
#include "formats/gc/texture/encode.hpp"

#include <algorithm>

namespace anmkit::gc {

Bytes encode_rgba8(const Picture& picture) {
  const std::uint32_t columns = (picture.width + 3) / 4, rows = (picture.height + 3) / 4;
  Bytes out;
  if (picture.width == 0 || picture.height == 0) return out;
  out.reserve(std::size_t{64} * columns * rows);
  const auto part = [&](std::uint32_t x, std::uint32_t y, std::size_t channel) {
    const std::size_t at = std::size_t{std::min(y, picture.height - 1)} * picture.width +
                           std::min(x, picture.width - 1);
    out.push_back(picture.pixels[4 * at + channel]);
  };
  for (std::uint32_t tile = 0; tile < columns * rows; ++tile) {
    const std::uint32_t left = tile % columns * 4, top = tile / columns * 4;
    for (const std::array<std::size_t, 2> pair : {std::array<std::size_t, 2>{3, 0}, {1, 2}}) {
      for (std::uint32_t texel = 0; texel < 16; ++texel) {
        for (const std::size_t channel : pair)
          part(left + texel % 4, top + texel / 4, channel);
      }
    }
  }
  return out;
}

}  // namespace anmkit::gc
