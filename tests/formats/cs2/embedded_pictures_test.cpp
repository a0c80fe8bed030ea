// SPDX-License-Identifier: MIT
// JPEG images in HG-3 frames with their alpha next to them (section 8.1).
#include "core/zlib.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "support.hpp"

#ifdef ANMKIT_HAVE_CODECS
namespace anmkit::cs2::test {
namespace {

// 2 x 2 pixels of the colour 200, 100, 40, as libjpeg writes them.
const Bytes kJpeg =
    hex("FFD8FFDB0043000302020302020303030304030304050805050404050A070706080C0A0C0C0B0A0B0B0D0E12"
        "100D0E110E0B0B1016101113141515150C0F171816141812141514FFC0001108000200020301110002110003"
        "1100FFC40014000100000000000000000000000000000004FFC4001410010000000000000000000000000000"
        "0000FFC4001501010100000000000000000000000000000708FFC40014110100000000000000000000000000"
        "000000FFDA000C03010002110311003F00100949BFFFD9");

struct Tag {
  std::string name;
  Bytes payload;
};
Bytes frame_of(const std::vector<Tag>& tags) {
  LittleWriter out;
  out.put_text("HG-3");
  for (const std::uint32_t word : {12u, 0x300u, 0u, 7u})
    out.put(word);
  for (std::size_t i = 0; i < tags.size(); ++i) {
    const auto length = static_cast<std::uint32_t>(tags[i].payload.size());
    out.put_text((tags[i].name + std::string(8, '\0')).substr(0, 8));
    out.put(i + 1 == tags.size() ? 0u : 16 + length);
    out.put(length);
    out.put_bytes(tags[i].payload);
  }
  return out.take();
}
Tag words(std::string name, std::initializer_list<std::uint32_t> values, const Bytes& rest = {}) {
  LittleWriter out;
  for (const std::uint32_t value : values)
    out.put(value);
  out.put_bytes(rest);
  return {std::move(name), out.take()};
}
Tag info() {
  return words("stdinfo", {2, 2, 32, 0, 0, 2, 2, 1, 0, 0});
}
Tag alpha(const Bytes& values, std::uint32_t size) {
  const Bytes packed = deflate_zlib(values);
  return words("img_al", {static_cast<std::uint32_t>(packed.size()), size}, packed);
}

Result<Picture> shown(const std::vector<Tag>& tags) {
  const Bytes bytes = frame_of(tags);
  const HgFile file = parse_hg3(bytes).value();
  return decode_hg(bytes, file, file.frames.at(0));
}

void expect_pixels(const Result<Picture>& picture, const std::array<int, 3>& color,
                   const std::array<int, 4>& alphas) {
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  ASSERT_EQ(picture->pixels.size(), 16u);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(std::to_integer<int>(picture->pixels[4 * i + k]), color[k], 4) << i << " " << k;
    EXPECT_EQ(std::to_integer<int>(picture->pixels[4 * i + 3]), alphas[i]) << i;
  }
}

TEST(Cs2EmbeddedImages, JpegWithItsAlpha) {
  const Tag jpeg{"img_jpg", kJpeg}, mode = words("imgmode", {1});
  const Bytes four = hex("01 50 80 FE");
  expect_pixels(shown({info(), jpeg}), {200, 100, 40}, {255, 255, 255, 255});
  expect_pixels(shown({info(), jpeg, alpha(four, 4)}), {200, 100, 40}, {1, 0x50, 0x80, 0xFE});
  // With this tag red and blue have changed places.
  expect_pixels(shown({info(), jpeg, alpha(four, 4), mode}), {40, 100, 200}, {1, 0x50, 0x80, 0xFE});
}

TEST(Cs2EmbeddedImages, DamagedFiles) {
  const Tag jpeg{"img_jpg", kJpeg};
  const auto code = [](const std::vector<Tag>& tags) {
    const auto picture = shown(tags);
    return picture ? std::string("good") : picture.error().code;
  };
  EXPECT_EQ(code({info(), {"img_jpg", hex("FFD8FFD9")}}), "cs2.HG-JPEG");
  EXPECT_EQ(code({words("stdinfo", {2, 1, 32, 0, 0, 2, 2, 1, 0, 0}), jpeg}), "cs2.HG-JPEG");
  EXPECT_EQ(code({info(), jpeg, alpha(Bytes(3), 3)}), "cs2.HG-LENGTH");
  EXPECT_EQ(code({info(), jpeg, words("img_al", {100, 4})}), "cs2.HG-SLICE");
  EXPECT_EQ(code({info(), jpeg, words("img_al", {4, 4}, Bytes(4))}), "cs2.HG-ZLIB");
}

}  // namespace
}  // namespace anmkit::cs2::test
#endif
