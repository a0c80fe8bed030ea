// SPDX-License-Identifier: MIT
// Textures whose texels are in the source (section 8.6): every format, by the console's rules.
#include "formats/sm64/geo/texture.hpp"
#include "model_support.hpp"

namespace anmkit::sm64::test {
namespace {

using Pixels = std::vector<std::array<int, 4>>;
Pixels pixels_of(ByteView bytes) {
  Pixels pixels;
  for (std::size_t i = 0; i + 4 <= bytes.size(); i += 4)
    pixels.push_back({std::to_integer<int>(bytes[i]), std::to_integer<int>(bytes[i + 1]),
                      std::to_integer<int>(bytes[i + 2]), std::to_integer<int>(bytes[i + 3])});
  return pixels;
}

Pixels decoded(TexelFormat format, std::uint32_t bits, std::string_view texels,
               std::string_view palette = {}, bool ia = false) {
  TextureView view;
  view.format = format;
  view.bits = bits;
  view.palette_ia = ia;
  const Bytes bytes = hex(texels), colors = hex(palette);
  view.width = static_cast<std::uint32_t>(bytes.size() * 8 / bits);
  view.height = 1;
  const auto picture = decode(view, bytes, colors);
  EXPECT_TRUE(picture) << name_of(format, bits);
  return picture ? pixels_of(picture->pixels) : Pixels();
}

TEST(Sm64TextureArrays, EveryFormat) {
  // Five bits per channel and one of alpha: 31 is 255, 16 is 10000 and 100 after it.
  EXPECT_EQ(decoded(TexelFormat::rgba, 16, "F801 07C0 003F 8421"),
            (Pixels{{255, 0, 0, 255}, {0, 255, 0, 0}, {0, 0, 255, 255}, {132, 132, 132, 255}}));
  EXPECT_EQ(decoded(TexelFormat::rgba, 32, "01020304 FFFEFDFC"),
            (Pixels{{1, 2, 3, 4}, {255, 254, 253, 252}}));
  EXPECT_EQ(decoded(TexelFormat::ia, 16, "80FF 1234"),
            (Pixels{{128, 128, 128, 255}, {0x12, 0x12, 0x12, 0x34}}));
  EXPECT_EQ(decoded(TexelFormat::ia, 8, "F0 8F"),
            (Pixels{{255, 255, 255, 0}, {136, 136, 136, 255}}));
  // Three bits of intensity, one of alpha: 001 is 00100100.
  EXPECT_EQ(decoded(TexelFormat::ia, 4, "E3"), (Pixels{{255, 255, 255, 0}, {36, 36, 36, 255}}));
  EXPECT_EQ(decoded(TexelFormat::i, 8, "80 FF"),
            (Pixels{{128, 128, 128, 128}, {255, 255, 255, 255}}));
  EXPECT_EQ(decoded(TexelFormat::i, 4, "8F"), (Pixels{{136, 136, 136, 136}, {255, 255, 255, 255}}));
  EXPECT_EQ(decoded(TexelFormat::ci, 8, "01 00", "F801 003F"),
            (Pixels{{0, 0, 255, 255}, {255, 0, 0, 255}}));
  EXPECT_EQ(decoded(TexelFormat::ci, 4, "10", "F801 003F"),
            (Pixels{{0, 0, 255, 255}, {255, 0, 0, 255}}));
  EXPECT_EQ(decoded(TexelFormat::ci, 4, "10", "80FF 1234", true),
            (Pixels{{0x12, 0x12, 0x12, 0x34}, {128, 128, 128, 255}}));
}

TEST(Sm64TextureArrays, ReportsUndecodableTextures) {
  const auto error = [](TexelFormat format, std::uint32_t bits, std::size_t bytes) {
    TextureView view;
    view.format = format;
    view.bits = bits;
    view.width = view.height = 2;
    const auto picture = decode(view, Bytes(bytes), {});
    return picture ? std::string("good") : picture.error().message;
  };
  EXPECT_EQ(error(TexelFormat::rgba, 16, 8), "good");
  EXPECT_EQ(error(TexelFormat::rgba, 16, 7), "it has 7 bytes, 2x2 rgba16 needs 8");
  EXPECT_EQ(error(TexelFormat::ci, 8, 4), "it is 2x2 ci8 and no palette is loaded for it");
  EXPECT_NE(error(TexelFormat::rgba, 8, 100), "good");
  EXPECT_NE(error(TexelFormat::yuv, 16, 100), "good");
}

const std::string kTriangle =
    "Vtx v[] = { {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}}, {{{1, 0, 0}, 0, {64, 0}, {0, 0, 127, "
    "255}}}, {{{0, 1, 0}, 0, {0, 64}, {0, 0, 127, 255}}} };\n";
Shown textured(const std::string& arrays, const std::string& commands,
               std::vector<Companion> more = {}) {
  return show_model("const GeoLayout g[] = { GEO_DISPLAY_LIST(LAYER_ALPHA, a), GEO_END(), };\n",
                    arrays + kTriangle + "Gfx a[] = { gsSPTexture(65535, 65535, 0, 0, 1), " +
                        commands +
                        " gsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0), gsSPEndDisplayList() "
                        "};\n",
                    std::move(more));
}
Pixels image_of(const Shown& shown, std::size_t index = 0) {
  return index < shown.scene.images.size() ? pixels_of(shown.scene.images[index].bytes) : Pixels();
}
const Pixels kFour = {{255, 0, 0, 255}, {0, 0, 255, 255}, {0, 0, 255, 255}, {255, 0, 0, 255}};

// The ways in which writers load a texture of 2 x 2 texels.
TEST(Sm64TextureArrays, LoadsOfEveryWriter) {
  const std::string bytes = "u8 t[] = { 0xf8, 0x01, 0x00, 0x3f, 0x00, 0x3f, 0xf8, 0x01 };\n";
  const std::string words = "static const u64 t[] = { 0xf801003f003ff801, };\n";
  const std::string tile =
      "gsDPSetTextureImage(G_IM_FMT_RGBA, G_IM_SIZ_16b_LOAD_BLOCK, 1, t), "
      "gsDPSetTile(G_IM_FMT_RGBA, G_IM_SIZ_16b_LOAD_BLOCK, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0), "
      "gsDPLoadBlock(7, 0, 0, 3, 1024), "
      "gsDPSetTile(G_IM_FMT_RGBA, G_IM_SIZ_16b, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0), "
      "gsDPSetTileSize(0, 0, 0, 4, 4),";
  const std::string block =
      "gsDPLoadTextureBlock(t, G_IM_FMT_RGBA, G_IM_SIZ_16b, 2, 2, 0, 0, 0, 1, 1, 0, 0),";
  for (const std::string& arrays : {bytes, words}) {
    for (const std::string& load : {tile, block}) {
      const Shown shown = textured(arrays, load);
      ASSERT_EQ(shown.scene.images.size(), 1u) << load;
      EXPECT_EQ(shown.scene.images[0].width, 2u);
      EXPECT_EQ(shown.scene.images[0].height, 2u);
      EXPECT_EQ(image_of(shown), kFour) << load;
      EXPECT_TRUE(shown.found.empty()) << shown.found.front().message;
    }
  }
  // A part of a larger array: the right half of 4 x 2 texels.
  const Shown part = textured("u16 t[] = { 0, 0, 0xf801, 0x003f, 0, 0, 0x003f, 0xf801 };\n",
                              "gsDPLoadTextureTile(t, G_IM_FMT_RGBA, G_IM_SIZ_16b, 4, 2, 2, 0, 3, "
                              "1, 0, 0, 0, 1, 1, 0, 0),");
  EXPECT_EQ(image_of(part), kFour);
  // The array that an include names, in a file of its own.
  const Bytes own = to_bytes("0xf8,0x01,0x00,0x3f,\n0x00,0x3f,0xf8,0x01\n");
  const Shown included = textured("Texture t[] = {\n#include \"actors/x/t.rgba16.inc.c\"\n};\n",
                                  tile, {{"actors/x/t.rgba16.inc.c", own, nullptr}});
  EXPECT_EQ(image_of(included), kFour);
}

// Palettes are loaded after the texels, whichever comes first.
TEST(Sm64TextureArrays, Palettes) {
  const std::string arrays =
      "u8 t[] = { 0x01, 0x10 };\nu8 p[] = { 0xf8, 0x01, 0x00, 0x3f };\n"
      "u8 q[] = { 0, 0, 0xff, 0xff };\n";
  const std::string texels =
      "gsDPSetTextureImage(G_IM_FMT_CI, G_IM_SIZ_8b, 1, t), "
      "gsDPSetTile(G_IM_FMT_CI, G_IM_SIZ_8b, 1, 0, 7, 0, 0, 0, 0, 0, 0, 0), "
      "gsDPLoadTile(7, 0, 0, 4, 4), "
      "gsDPSetTile(G_IM_FMT_CI, G_IM_SIZ_4b, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0), "
      "gsDPSetTileSize(0, 0, 0, 4, 4),";
  const auto palette = [](const std::string& name, const std::string& place) {
    return "gsDPSetTextureImage(G_IM_FMT_RGBA, G_IM_SIZ_16b, 1, " + name +
           "), gsDPSetTile(0, 0, 0, " + place + ", 5, 0, 0, 0, 0, 0, 0, 0), gsDPLoadTLUTCmd(5, 1),";
  };
  // The tile takes the second 16 colors.
  const std::string both = palette("p", "272") + palette("q", "256");
  EXPECT_EQ(image_of(textured(arrays, both + texels)), kFour);
  EXPECT_EQ(image_of(textured(arrays, texels + both)), kFour);
  EXPECT_EQ(image_of(textured(arrays, "gsDPLoadTLUT_pal16(1, p)," + texels)), kFour);
  const Shown none = textured(arrays, texels);
  ASSERT_EQ(none.found.size(), 1u);
  EXPECT_EQ(none.found[0].code, "sm64.W-TEXTURE");
  EXPECT_EQ(none.found[0].message, "texture 't': it is 2x2 ci4 and no palette is loaded for it");
}

// One array in two formats is two images.
TEST(Sm64TextureArrays, OneArrayInTwoFormats) {
  const std::string vertices = "gsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0),";
  const std::string load = "gsDPLoadTextureBlock(t, G_IM_FMT_IA, G_IM_SIZ_16b, 2, 2, 0, 0, 0),";
  const Shown shown = textured(
      "u8 t[] = { 0xf8, 0x01, 0x00, 0x3f, 0x00, 0x3f, 0xf8, 0x01 };\n",
      load + vertices + "gsDPLoadTextureBlock(t, G_IM_FMT_RGBA, G_IM_SIZ_16b, 2, 2, 0, 0, 0),");
  ASSERT_EQ(shown.scene.images.size(), 2u);
  EXPECT_EQ(image_of(shown, 0)[0], (std::array{248, 248, 248, 1}));
  EXPECT_EQ(image_of(shown, 1), kFour);
}

TEST(Sm64TextureArrays, MissingTexturesAreImagesWithoutPixels) {
  const Shown shown =
      textured("u8 t[] = {\n#include \"actors/x/eye.rgba16.inc.c\"\n};\n",
               "gsDPLoadTextureBlock(t, G_IM_FMT_RGBA, G_IM_SIZ_16b, 2, 2, 0, 0, 0),");
  ASSERT_EQ(shown.scene.images.size(), 1u);
  EXPECT_EQ(shown.scene.images[0].name, "eye.rgba16");
  EXPECT_TRUE(shown.scene.images[0].bytes.empty());
  EXPECT_EQ(shown.scene.materials.at(0).image, 0);
  ASSERT_EQ(shown.found.size(), 1u);
  EXPECT_EQ(shown.found[0].code, "sm64.I-TEXTURE");
}

}  // namespace
}  // namespace anmkit::sm64::test
