// SPDX-License-Identifier: MIT
// JPEG files that libjpeg writes here, read with the library's decoder.
#include <gtest/gtest.h>

#include <cstdio>  // jpeglib.h wants FILE
#include <cstdlib>
#include <functional>
#include <random>

#include <jpeglib.h>

#include "pictures/animation.hpp"

namespace anmkit {
namespace {

constexpr std::uint32_t kWidth = 37, kHeight = 21;

// What is drawn: soft enough for JPEG to keep it.
int drawn(std::uint32_t x, std::uint32_t y, int channel) {
  return channel == 0   ? static_cast<int>(5 * x)
         : channel == 1 ? static_cast<int>(250 - 6 * x)
                        : static_cast<int>(10 * y);
}

// `channels` of 1 is grey, 3 colour, 4 CMYK.
Bytes make_jpeg(int channels, const std::function<void(jpeg_compress_struct&)>& set_up,
                std::uint32_t width = kWidth, std::uint32_t height = kHeight) {
  jpeg_compress_struct info{};
  jpeg_error_mgr errors{};
  info.err = jpeg_std_error(&errors);
  jpeg_create_compress(&info);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&info, &memory, &size);
  info.image_width = width;
  info.image_height = height;
  info.input_components = channels;
  info.in_color_space = channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_CMYK;
  jpeg_set_defaults(&info);
  jpeg_set_quality(&info, 98, TRUE);
  set_up(info);
  jpeg_start_compress(&info, TRUE);
  std::vector<JSAMPLE> row(static_cast<std::size_t>(channels) * width);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const auto x = static_cast<std::uint32_t>(i / static_cast<std::size_t>(channels));
      row[i] = static_cast<JSAMPLE>(drawn(x, y, static_cast<int>(i) % channels));
    }
    JSAMPLE* pointer = row.data();
    jpeg_write_scanlines(&info, &pointer, 1);
  }
  jpeg_finish_compress(&info);
  jpeg_destroy_compress(&info);
  const auto* begin = reinterpret_cast<const std::byte*>(memory);
  Bytes file(begin, begin + size);
  std::free(memory);
  return file;
}

void plain(jpeg_compress_struct&) {}
void full_colour(jpeg_compress_struct& info) {
  info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1;
}

// The size in the frame header (ISO 10918-1, B.2.2): the marker, a length, the precision, the size.
std::size_t size_in(const Bytes& file) {
  for (std::size_t i = 2; i + 9 < file.size(); ++i) {
    if (file[i] == std::byte{0xFF} &&
        (file[i + 1] == std::byte{0xC0} || file[i + 1] == std::byte{0xC2}))
      return i + 5;
  }
  ADD_FAILURE() << "no frame header";
  return 0;
}

void expect_drawn(const Bytes& file, int channels, int tolerance) {
  const auto picture = decode_jpeg(file);
  ASSERT_TRUE(picture) << picture.error().message;
  ASSERT_EQ(picture->width, kWidth);
  ASSERT_EQ(picture->height, kHeight);
  ASSERT_EQ(picture->pixels.size(), std::size_t{4} * kWidth * kHeight);
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      const std::byte* pixel = picture->pixels.data() + 4 * (std::size_t{y} * kWidth + x);
      for (int i = 0; i < 3; ++i) {
        ASSERT_NEAR(std::to_integer<int>(pixel[i]), drawn(x, y, channels == 1 ? 0 : i), tolerance)
            << x << "," << y << " channel " << i;
      }
      ASSERT_EQ(pixel[3], std::byte{255});
    }
  }
}

TEST(Jpeg, GreyAndColour) {
  expect_drawn(make_jpeg(1, plain), 1, 3);
  expect_drawn(make_jpeg(3, full_colour), 3, 5);
  expect_drawn(make_jpeg(3, plain), 3, 12);  // colour at half the size
  expect_drawn(make_jpeg(3, [](auto& info) { jpeg_simple_progression(&info); }), 3, 12);
  expect_drawn(make_jpeg(3, [](auto& info) { jpeg_set_colorspace(&info, JCS_RGB); }), 3, 3);
  expect_drawn(make_jpeg(3, [](auto& info) { info.restart_interval = 2; }), 3, 12);
}

TEST(Jpeg, DecodesAsOneFrame) {
  const auto still = decode_animation(make_jpeg(1, plain));
  ASSERT_TRUE(still) << still.error().message;
  EXPECT_EQ(still->frames.size(), 1u);
}

TEST(Jpeg, ReportsUnsupportedFiles) {
  for (const Bytes& file :
       {make_jpeg(4, plain), make_jpeg(3, [](auto& info) { info.arith_code = TRUE; })}) {
    const auto picture = decode_jpeg(file);
    ASSERT_FALSE(picture);
    EXPECT_EQ(picture.error().code, "anmkit.JPEG");
    EXPECT_FALSE(picture.error().message.empty());
  }
}

TEST(Jpeg, EveryTruncationIsAnError) {
  for (const Bytes& file :
       {make_jpeg(3, plain), make_jpeg(3, [](auto& info) { jpeg_simple_progression(&info); })}) {
    for (std::size_t length = 0; length < file.size(); ++length) {
      const auto picture = decode_jpeg(ByteView(file).first(length));
      ASSERT_FALSE(picture) << length;
      ASSERT_LE(picture.error().offset.value_or(0), length);
    }
  }
}

TEST(Jpeg, DamagedFilesNeverCrash) {
  std::mt19937 random(3);
  for (const Bytes& file :
       {make_jpeg(3, plain), make_jpeg(3, [](auto& info) { jpeg_simple_progression(&info); })}) {
    for (int i = 0; i < 500; ++i) {
      Bytes damaged = file;
      for (int k = 0; k < 3; ++k)
        damaged[random() % damaged.size()] = static_cast<std::byte>(random() & 0xFF);
      const auto picture = decode_jpeg(damaged);
      if (picture) {
        EXPECT_EQ(picture->pixels.size(), std::uint64_t{4} * picture->width * picture->height);
      }
    }
  }
}

TEST(Jpeg, ImpossibleSizesTakeNoMemory) {
  Bytes file = make_jpeg(1, plain);
  const std::size_t at = size_in(file);
  file[at] = file[at + 2] = std::byte{0x1F};  // about 8000 x 8000: allowed, but not in so few bytes
  const auto picture = decode_jpeg(file);
  ASSERT_FALSE(picture);
  EXPECT_NE(picture.error().message.find("promises"), std::string::npos) << picture.error().message;
  file[at] = file[at + 2] = std::byte{0xFE};
  file.resize(std::size_t{1} << 20);
  EXPECT_FALSE(decode_jpeg(file));
  // A flat image is the smallest file a size can have; it stays readable.
  const Bytes flat = make_jpeg(1, [](auto& info) { jpeg_set_quality(&info, 1, TRUE); }, 2048, 1);
  EXPECT_TRUE(decode_jpeg(flat));
}

// A file of few bytes may go over its pixels many times: here each coefficient comes in two scans.
TEST(Jpeg, ManyScansAreRefused) {
  std::vector<jpeg_scan_info> scans{{1, {0}, 0, 0, 0, 0}};
  for (int k = 1; k < 64; ++k) {
    scans.push_back({1, {0}, k, k, 0, 1});
    scans.push_back({1, {0}, k, k, 1, 0});
  }
  const auto with = [&](int count) {
    return make_jpeg(1, [&](auto& info) {
      info.scan_info = scans.data();
      info.num_scans = count;
    });
  };
  EXPECT_TRUE(decode_jpeg(with(99)));
  const auto picture = decode_jpeg(with(127));
  ASSERT_FALSE(picture);
  EXPECT_NE(picture.error().message.find("scans"), std::string::npos) << picture.error().message;
}

}  // namespace
}  // namespace anmkit
