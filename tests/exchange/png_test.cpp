// SPDX-License-Identifier: MIT
// PNG there and back, and files that are none.
#include "pictures/png.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "core/pictures.hpp"
#include "core/png_info.hpp"
#include "core/png_write.hpp"
#include "core/zlib.hpp"

namespace anmkit {
namespace {

Bytes noise(std::size_t size) {
  std::mt19937 random(7);
  Bytes bytes(size);
  for (std::byte& b : bytes)
    b = static_cast<std::byte>(random() & 0xFF);
  return bytes;
}

TEST(Png, RoundTripsPixels) {
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

// A 1x1 palette image (one red entry), written by hand from the PNG specification.
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

// A PNG by its own specification: rows without filters, with further chunks before the pixels.
struct Stored {
  std::uint32_t width = 0, height = 0;
  unsigned depth = 16, colour_type = 2;
  bool interlaced = false;
  std::vector<std::pair<std::string, Bytes>> chunks = {};
};
// `put` appends the samples of one pixel.
Bytes png_of(const Stored& stored,
             const std::function<void(BigWriter&, std::uint32_t x, std::uint32_t y)>& put) {
  struct Pass {
    std::uint32_t x, y, step_x, step_y;
  };
  constexpr Pass kWhole[] = {{0, 0, 1, 1}};
  // Section 8.2 of the specification of PNG.
  constexpr Pass kAdam7[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                             {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  BigWriter rows;
  for (const Pass& pass : stored.interlaced ? std::span<const Pass>(kAdam7) : kWhole) {
    for (std::uint32_t y = pass.y; y < stored.height && pass.x < stored.width; y += pass.step_y) {
      rows.put(std::uint8_t{0});
      for (std::uint32_t x = pass.x; x < stored.width; x += pass.step_x)
        put(rows, x, y);
    }
  }
  BigWriter header, out;
  header.put(stored.width);
  header.put(stored.height);
  for (const unsigned byte :
       {stored.depth, stored.colour_type, 0u, 0u, stored.interlaced ? 1u : 0u})
    header.put(static_cast<std::uint8_t>(byte));
  out.put_text("\x89PNG\r\n\x1a\n");
  put_png_chunk(out, "IHDR", header.take());
  for (const auto& [type, payload] : stored.chunks)
    put_png_chunk(out, type, payload);
  put_png_chunk(out, "IDAT", deflate_zlib(rows.take()));
  put_png_chunk(out, "IEND", {});
  return out.take();
}

std::uint8_t shade(std::uint32_t x, std::uint32_t y, std::uint32_t channel) {
  return static_cast<std::uint8_t>(64 + 50 * channel + 9 * x + 3 * y);
}

TEST(Png, ReducesSixteenBitsToEightLinearly) {
  for (const unsigned channels : {1u, 2u, 3u, 4u}) {
    for (const bool interlaced : {false, true}) {
      constexpr unsigned kTypes[] = {0, 0, 4, 2, 6};
      const Stored stored{5, 9, 16, kTypes[channels], interlaced};
      const Bytes file = png_of(stored, [&](BigWriter& out, std::uint32_t x, std::uint32_t y) {
        for (std::uint32_t c = 0; c < channels; ++c)
          out.put(static_cast<std::uint16_t>(shade(x, y, c) * 257));
      });
      const auto picture = decode_png(file);
      ASSERT_TRUE(picture) << picture.error().message;
      for (std::uint32_t i = 0; i < 5 * 9; ++i) {
        const auto at = [&](std::uint32_t c) {
          return std::to_integer<unsigned>(picture->pixels[4 * i + c]);
        };
        const std::uint32_t x = i % 5, y = i / 5;
        for (std::uint32_t c = 0; c < 3; ++c)
          ASSERT_EQ(at(c), shade(x, y, channels < 3 ? 0 : c)) << channels << ' ' << x << ',' << y;
        ASSERT_EQ(at(3), channels % 2 == 0 ? shade(x, y, channels - 1) : 255) << x << ',' << y;
      }
    }
  }
}

TEST(Png, ColourChunksChangeNoPixel) {
  const Bytes linear = *from_hex("000186a0");  // gAMA 1.0
  for (const unsigned depth : {8u, 16u}) {
    Stored stored{4, 1, depth, 0};
    const auto put = [&](BigWriter& out, std::uint32_t x, std::uint32_t y) {
      out.put(shade(x, y, 0));
      if (depth == 16) out.put(shade(x, y, 0));
    };
    const auto plain = decode_png(png_of(stored, put));
    stored.chunks = {{"gAMA", linear}};
    const auto coloured = decode_png(png_of(stored, put));
    ASSERT_TRUE(plain && coloured);
    EXPECT_EQ(plain->pixels, coloured->pixels);
    EXPECT_EQ(plain->pixels[4], std::byte{shade(1, 0, 0)});
  }
}

TEST(Png, BrokenSignaturesAreNamed) {
  const Bytes good = *encode_png(noise(16), 2, 2);
  for (std::size_t i = 0; i < 8; ++i) {
    Bytes broken = good;
    broken[i] ^= std::byte{1};
    const auto still = decode_png(broken);
    ASSERT_FALSE(still);
    EXPECT_NE(still.error().message.find("no PNG signature: expected 89504e470d0a1a0a, found "),
              std::string::npos);
    EXPECT_FALSE(decode_animation(broken)) << i;
    EXPECT_FALSE(read_png_info(broken)) << i;
  }
  // As programs that change the ends of lines leave it.
  Bytes text = good;
  text.erase(text.begin() + 4);
  EXPECT_NE(decode_animation(text).error().message.find("copied as text"), std::string::npos);
  EXPECT_NE(decode_png({}).error().message.find("found nothing"), std::string::npos);
}

}  // namespace
}  // namespace anmkit
