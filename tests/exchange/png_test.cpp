// SPDX-License-Identifier: MIT
// PNG there and back, and files that are none.
#include "pictures/png.hpp"

#include <gtest/gtest.h>

#include <random>

namespace anmkit {
namespace {

Bytes noise(std::size_t size) {
  std::mt19937 random(7);
  Bytes bytes(size);
  for (std::byte& b : bytes)
    b = static_cast<std::byte>(random() & 0xFF);
  return bytes;
}

TEST(Png, PixelsComeBack) {
  const Bytes pixels = noise(4 * 5 * 3);
  const auto file = encode_png(pixels, 5, 3);
  ASSERT_TRUE(file);
  EXPECT_EQ(as_text(*file).substr(0, 8), "\x89PNG\r\n\x1a\n");
  const auto back = decode_png(*file);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->width, 5u);
  EXPECT_EQ(back->height, 3u);
  EXPECT_EQ(back->pixels, pixels);
  EXPECT_EQ(*encode_png(pixels, 5, 3), *file);
}

// A 1x1 palette picture (one red entry), written by hand from the PNG specification.
TEST(Png, PalettesAreExpanded) {
  const auto file = from_hex(
      "89504e470d0a1a0a0000000d494844520000000100000001080300000028cb34bb00000003504c5445ff000019e2"
      "09370000000a49444154789c636000000002000148afa4710000000049454e44ae426082");
  ASSERT_TRUE(file);
  const auto picture = decode_png(*file);
  ASSERT_TRUE(picture) << picture.error().message;
  EXPECT_EQ(picture->pixels, *from_hex("ff0000ff"));
}

TEST(Png, TruncatedAndDamagedFilesAreErrors) {
  const Bytes file = *encode_png(noise(4 * 16 * 16), 16, 16);
  for (std::size_t length = 0; length + 12 < file.size(); ++length) {
    EXPECT_FALSE(decode_png(ByteView(file).first(length))) << length;
  }
  for (std::size_t i = 0; i < 100; ++i) {
    Bytes damaged = file;
    damaged[i] ^= std::byte{0x40};
    (void)decode_png(damaged);
  }
}

TEST(Png, ImpossibleSizesTakeNoMemory) {
  // A header that promises 60000 x 60000 pixels; its CRC was computed with zlib's crc32.
  const auto file = from_hex(
      "89504e470d0a1a0a0000000d494844520000ea600000ea60080600000080d275420000000a49444154789c636000"
      "000002000148afa471");
  ASSERT_TRUE(file);
  EXPECT_FALSE(decode_png(*file));
  EXPECT_FALSE(encode_png({}, 0, 0));
  EXPECT_FALSE(encode_png(noise(4), 65536, 65536));
  EXPECT_FALSE(encode_png(noise(7), 2, 1));
}

}  // namespace
}  // namespace anmkit
