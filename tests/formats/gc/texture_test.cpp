// SPDX-License-Identifier: MIT
// Texture palettes: every format, level and palette against a plain decoder; bounded memory.
#include "formats/gc/document.hpp"
#include "formats/gc/model/model.hpp"
#include "model_files.hpp"
#include "support.hpp"
#include "texture_generator.hpp"

namespace anmkit::gc::test {
namespace {

constexpr unsigned kFormats[] = {0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 14};

void expect_level(const MadeTexture& made, unsigned level, const Result<Picture>& picture) {
  ASSERT_TRUE(picture.has_value()) << picture.error().message;
  EXPECT_EQ(picture->width, shrunk(made.width, level));
  EXPECT_EQ(picture->height, shrunk(made.height, level));
  const auto wanted = LevelDecoder(made, level).decode();
  ASSERT_EQ(picture->pixels.size(), 4 * wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Texel found{};
    for (std::size_t k = 0; k < 4; ++k)
      found[k] = std::to_integer<int>(picture->pixels[4 * i + k]);
    ASSERT_EQ(found, wanted[i]) << "format " << made.format << " level " << level << " texel " << i
                                << " of " << made.width << 'x' << made.height;
  }
}

TEST(GcTextures, EveryFormatAndLevelAsAPlainDecoderReadsIt) {
  Generator random(565);
  for (int round = 0; round < 25; ++round) {
    std::vector<MadeTexture> textures;
    for (const unsigned format : kFormats)
      textures.push_back(random_texture(random, format, static_cast<unsigned>(random.whole(1, 6))));
    const Bytes bytes = texture_palette(textures);
    const auto loaded = parse("gc-tpl", bytes, "made.tpl");
    ASSERT_TRUE(loaded->document);
    EXPECT_EQ(loaded->document->write().value(), bytes);
    // Headers of palettes that no texture names stay unreached.
    for (const Diagnostic& item : check(*loaded))
      EXPECT_EQ(item.code, "gc.TPL012") << item.message;
    const auto& palette = static_cast<const TextureDocument&>(*loaded->document).file;
    ASSERT_EQ(palette.images.size(), textures.size());
    std::size_t clut = 0;
    for (std::size_t i = 0; i < textures.size(); ++i) {
      const ClutHeader* colors = textures[i].clut.empty() ? nullptr : &palette.cluts.at(clut++);
      for (unsigned level = 0; level < textures[i].levels; ++level) {
        EXPECT_EQ(level_size(palette.images[i], level), bytes_of_level(textures[i], level));
        expect_level(textures[i], level, decode(bytes, palette.images[i], colors, level));
      }
    }
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    EXPECT_TRUE(diagnostics.empty());
    ASSERT_EQ(scene->images.size(), textures.size());
    for (std::size_t i = 0; i < textures.size(); ++i) {
      const Image& image = scene->images[i];
      expect_level(textures[i], 0, Picture{image.width, image.height, image.bytes});
    }
    const auto pictures = loaded->document->pictures({}).value();
    ASSERT_EQ(pictures.size(), textures.size());
    for (std::size_t i = 0; i < textures.size(); ++i) {
      EXPECT_EQ(pictures[i].id, i);
      const auto& [width, height, pixels] = pictures[i].picture;
      expect_level(textures[i], 0, Picture{width, height, pixels});
    }
  }
}

// The texture unit puts an intensity into alpha as well; surfaces of models stay opaque, where a
// format with alpha of its own is seen through.
TEST(GcTextures, IntensityIsAlphaInImagesOnly) {
  const auto made_with = [](std::uint32_t format) {
    Bytes bytes = kTextures;
    bytes[0x1B] = static_cast<std::byte>(format);
    const auto textures = parse("gc-tpl", bytes, "h0.tpl");
    const auto geometry = parse("gc-gpl", make_geometry(), "h0.gpl");
    const Companion beside[] = {{"h0.tpl", textures->bytes, textures->document.get()}};
    Diagnostics diagnostics;
    return geometry->document->to_scene({}, {beside, {}}, diagnostics).value();
  };
  constexpr std::uint32_t kI4 = 0, kI8 = 1, kIA8 = 3;
  for (const std::uint32_t format : {kI4, kI8}) {
    const Scene scene = made_with(format);
    ASSERT_EQ(scene.images.size(), 1U);
    // The first texels are F8 and 00; as nibbles F and 8.
    EXPECT_EQ(scene.images[0].bytes[3],
              std::byte{format == kI4 ? std::uint8_t{255} : std::uint8_t{0xF8}});
    EXPECT_EQ(scene.images[0].bytes[7],
              std::byte{format == kI4 ? std::uint8_t{136} : std::uint8_t{0}});
    ASSERT_EQ(scene.materials.size(), 1U);
    EXPECT_EQ(scene.materials[0].alpha, AlphaMode::opaque);
  }
  EXPECT_EQ(made_with(kIA8).materials.at(0).alpha, AlphaMode::blend);
}

// Many descriptors of one large image: what they would take together has a bound.
TEST(GcTextures, SharedTexelsStayWithinAMultipleOfTheFile) {
  Generator random(1);
  MadeTexture large = random_texture(random, 0, 1);
  large.width = large.height = 512;
  large.texels.assign(bytes_of_level(large, 0), std::byte{0x5A});
  std::vector<MadeTexture> textures(64, random_texture(random, 4, 1));
  textures.push_back(large);
  Bytes bytes = texture_palette(textures);
  for (std::size_t i = 0; i < 64; ++i)  // all descriptors name the last image
    for (std::size_t k = 0; k < 4; ++k)
      bytes[12 + 8 * i + k] = bytes[12 + 8 * 64 + k];
  const auto loaded = parse("gc-tpl", bytes);
  ASSERT_TRUE(loaded->document);
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  std::size_t taken = 0;
  for (const Image& image : scene->images)
    taken += image.bytes.size();
  EXPECT_LE(taken, 64 * bytes.size() + 4 * 65536);
  EXPECT_LT(scene->images.size(), 65U);
  EXPECT_TRUE(find(diagnostics.finish(), "TPL010"));
}

TEST(GcTextures, HugeExtentsAreRefusedBeforeTheyCostMemory) {
  Bytes file(64);
  for (const unsigned format : kFormats) {
    TextureHeader image;
    image.width = image.height = 65535;
    image.format = format;
    const ClutHeader clut;
    for (const unsigned level : {0U, 1U, 15U, 255U}) {
      const auto picture = decode(file, image, &clut, level);
      ASSERT_FALSE(picture.has_value());
      EXPECT_EQ(picture.error().code, "gc.TPL007");
    }
  }
}

}  // namespace
}  // namespace anmkit::gc::test
