// SPDX-License-Identifier: MIT
// Images as tiles of 4 x 4 texels (section 9): alpha and red of all sixteen, then green and blue.
#include "formats/gc/texture/encode.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

// Texel (x, y) has the numbers 16 y + x, and one channel more in each of the high bits.
Picture numbered(std::uint32_t width, std::uint32_t height) {
  Picture picture;
  picture.width = width;
  picture.height = height;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      for (std::uint32_t channel = 0; channel < 4; ++channel)
        picture.pixels.push_back(static_cast<std::byte>(channel << 6 | y << 3 | x));
    }
  }
  return picture;
}

TEST(GcTiles, RepeatTheLastTexels) {
  for (const auto& [width, height] : {std::pair{5u, 3u}, {4u, 4u}, {1u, 1u}, {7u, 6u}, {8u, 5u}}) {
    const Bytes tiles = encode_rgba8(numbered(width, height));
    const std::uint32_t columns = (width + 3) / 4, rows = (height + 3) / 4;
    ASSERT_EQ(tiles.size(), std::size_t{64} * columns * rows) << width << " " << height;
    for (std::uint32_t y = 0; y < 4 * rows; ++y) {
      for (std::uint32_t x = 0; x < 4 * columns; ++x) {
        const std::size_t tile = y / 4 * columns + x / 4, texel = y % 4 * 4 + x % 4;
        const std::size_t at = 64 * tile + 2 * texel;
        const std::uint32_t place = std::min(y, height - 1) << 3 | std::min(x, width - 1);
        EXPECT_EQ(tiles[at], std::byte(3u << 6 | place)) << "alpha at " << x << ", " << y;
        EXPECT_EQ(tiles[at + 1], std::byte(place)) << "red";
        EXPECT_EQ(tiles[at + 32], std::byte(1u << 6 | place)) << "green";
        EXPECT_EQ(tiles[at + 33], std::byte(2u << 6 | place)) << "blue";
      }
    }
  }
  EXPECT_TRUE(encode_rgba8(numbered(0, 4)).empty());
}

}  // namespace
}  // namespace anmkit::gc::test
