// Geometry palettes, skins and texture palettes made here byte by byte from sections 9 to 11.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "anmkit/gc_model.hpp"
#include "anmkit/registry.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

Bytes bytes_of(std::string_view text) {
  std::string hex;
  for (const char c : text)
    if (c != ' ' && c != '\n') hex += c;
  const auto bytes = from_hex(hex);
  EXPECT_TRUE(bytes.has_value());
  return bytes.value_or(Bytes{});
}

// Texture 0: 4x4 RGB565, texel (0, 0) red, the others blue. Texels at 0x40.
const Bytes kTextures = bytes_of(
    "0020AF30000000010000000C00000014 000000000004000400000004 00000040"
    "00000001000000010000000100000001 00000000000000000000000000000000"
    "F800001F001F001F001F001F001F001F 001F001F001F001F001F001F001F001F");

// One object at 0x1C with interleaved positions and normals (4 vertices, s16, 8 bits of fraction)
// and one quad; its offsets count from 0x1C.
Bytes make_geometry() {
  BigWriter out;
  const auto words = [&](std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t v : values)
      out.put(v);
  };
  words({12012000, 0, 0, 1, 0x14, 0x1C, 0xBB});  // header, descriptor
  words({0x18, 0, 0x20, 0, 0x30, 0x01000000});   // +00 layout
  words({0x5C, 0x00043806});                     // +18 positions
  words({0x8C, 0x00040002, 0x9F, 0});            // +20 texture channel
  words({0x94, 0x3C, 0x00020000});               // +30 display
  words({0x03000000, 0x808, 0, 0});              // +3C vertex description
  words({0x01000000, 0x11110000, 0x94, 11});     // +4C texture, then draw
  for (const auto& [x, y] : {std::pair{0, 0}, {256, 0}, {256, 256}, {0, 256}}) {  // +5C
    for (const int v : {x, y, 0, 0, 0, 256})
      out.put(static_cast<std::int16_t>(v));
  }
  words({0x00000100, 0x01010001});                    // +8C texture coordinates
  out.put_bytes(bytes_of("8000040000010102020303"));  // +94 list
  out.put_bytes(bytes_of("68302E74706C00"));          // +9F h0.tpl
  return out.take();
}

// Two vertices of bone 0 (0,0,0) and (1,0,0); two of bones 0 and 1 half each: (1,1,0), (0,1,0).
Bytes make_skin() {
  BigWriter out;
  const auto words = [&](std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t v : values)
      out.put(v);
  };
  words({0x00010001, 0x00000800, 36, 36 + 0x40, 0, 0, 0, 0, 0});
  for (int i = 0; i < 12; ++i)
    out.put(std::uint32_t{0});
  words({216, 0, 0x00000002, 0});
  for (int i = 0; i < 24; ++i)
    out.put(std::uint32_t{0});
  words({216 + 24, 216 + 48, 24, 0x00000001, 0x00020000});
  for (const auto& [x, y] : {std::pair{0, 0}, {256, 0}, {256, 256}, {0, 256}}) {
    for (const int v : {x, y, 0, 0, 0, 256})
      out.put(static_cast<std::int16_t>(v));
  }
  out.put(std::uint32_t{0x80808080});
  return out.take();
}

// The actor of section 14 with skinned object 0.
Bytes make_actor() {
  return bytes_of(
      "007B7960000100020000000400000020 000000C0000000000000000000000000"
      "00000058000000000000000000000000 0000003CFFFF0001010000000000008C"
      "00000000000000000000002000000000 FFFF0002010000000C0000003F800000"
      "3F8000003F8000000000000000000000 000000003F8000000000000041200000"
      "00000000000000000000000008000000 3F8000003F8000003F80000000000000"
      "00000000000000003F80000040A00000 00000000000000000000000000000000"
      "6865726F2E67706C0000000000000000 00000000000000000000000000000000");
}

DocumentPtr parse(std::string_view id, const Bytes& bytes) {
  Diagnostics diagnostics;
  DocumentPtr document = find_format(id)->parse({bytes, "x"}, {}, diagnostics);
  EXPECT_TRUE(document != nullptr) << id;
  return document;
}

TEST(GcTexture, TexelsOfATile) {
  Diagnostics diagnostics;
  const auto palette = parse_textures(kTextures, diagnostics);
  ASSERT_TRUE(palette.has_value());
  ASSERT_EQ(palette->images.size(), 1U);
  const auto picture = decode(kTextures, palette->images[0], nullptr);
  ASSERT_TRUE(picture.has_value());
  ASSERT_EQ(picture->pixels.size(), 64U);
  EXPECT_EQ(to_hex(ByteView(picture->pixels).first(8)), to_hex(bytes_of("FF0000FF 0000FFFF")));
}

// Each format once: a tile of chosen bytes, the first texel as section 11 defines it.
TEST(GcTexture, FirstTexelOfEveryFormat) {
  struct Case {
    std::uint32_t format;
    const char* start;
    const char* rgba;
  };
  const Case cases[] = {
      {0x0, "F000", "FFFFFFFF"},
      {0x1, "8000", "808080FF"},
      {0x2, "F000", "000000FF"},
      {0x3, "4080", "80808040"},
      {0x4, "07E0", "00FF00FF"},
      {0x5, "7F00", "FF0000FF"},
      {0x6, "1122", "220000 11"},
      {0x8, "1000", "0000FFFF"},
      {0x9, "0100", "0000FFFF"},
      {0xA, "0001", "0000FFFF"},
      {0xE, "F800001F40000000", "0000FFFF"},
  };
  for (const Case& c : cases) {
    Bytes file = bytes_of(c.start);
    file.resize(64);
    const Bytes palette = bytes_of("F800001F");
    file.insert(file.end(), palette.begin(), palette.end());
    TextureHeader image;
    image.width = image.height = 1;
    image.format = c.format;
    ClutHeader clut;
    clut.entries = 2;
    clut.format = 1;
    clut.data = 64;
    const auto picture = decode(file, image, &clut);
    ASSERT_TRUE(picture.has_value()) << c.format;
    EXPECT_EQ(to_hex(picture->pixels), to_hex(bytes_of(c.rgba))) << c.format;
  }
}

TEST(GcModel, FilesComeBackByteForByteAndFromTheirDump) {
  const std::pair<std::string_view, Bytes> files[] = {
      {"gc-gpl", make_geometry()}, {"gc-skn", make_skin()}, {"gc-tpl", kTextures}};
  for (const auto& [id, bytes] : files) {
    const DocumentPtr document = parse(id, bytes);
    ASSERT_TRUE(document);
    EXPECT_EQ(*document->write(), bytes) << id;
    const auto built = rebuilt(*document);
    ASSERT_TRUE(built.has_value()) << built.error().message;
    EXPECT_EQ(*(*built)->write(), bytes) << id;
    Diagnostics findings;
    document->check({}, {}, findings);
    EXPECT_FALSE(findings.has_errors()) << id << " " << findings.first_error()->message;
  }
}

TEST(GcModel, CutFilesAreRefusedOrComeBack) {
  const std::pair<std::string_view, Bytes> files[] = {
      {"gc-gpl", make_geometry()}, {"gc-skn", make_skin()}, {"gc-tpl", kTextures}};
  for (const auto& [id, whole] : files) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const Bytes bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      Diagnostics diagnostics;
      const DocumentPtr document = find_format(id)->parse({bytes, "x"}, {}, diagnostics);
      ASSERT_NE(document != nullptr, diagnostics.has_errors()) << id << size;
      if (!document) continue;
      EXPECT_EQ(*document->write(), bytes) << id << size;
      Diagnostics findings;
      document->check({}, {}, findings);
      (void)document->to_scene({}, {}, findings);
    }
  }
}

TEST(GcModel, AnActorWearsItsSkinAndTexture) {
  const DocumentPtr actor = parse("gc-act", make_actor()), mesh = parse("gc-gpl", make_geometry()),
                    skin = parse("gc-skn", make_skin()), texture = parse("gc-tpl", kTextures);
  const Companion with[] = {
      {"h0.gpl", {}, mesh.get()}, {"h0.skn", {}, skin.get()}, {"h0.tpl", {}, texture.get()}};
  Diagnostics diagnostics;
  const auto scene = actor->to_scene(with, {}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  EXPECT_TRUE(diagnostics.empty());
  ASSERT_EQ(scene->images.size(), 1U);
  ASSERT_EQ(scene->meshes.size(), 1U);
  ASSERT_EQ(scene->meshes[0].primitives.size(), 1U);
  const Primitive& quad = scene->meshes[0].primitives[0];
  ASSERT_EQ(quad.positions.size(), 4U);
  EXPECT_EQ(quad.positions[2], (std::array<float, 3>{1, 1, 0}));
  EXPECT_EQ(quad.normals[1], (std::array<float, 3>{0, 0, 1}));
  EXPECT_EQ(quad.uvs[2], (std::array<float, 2>{1, 1}));
  EXPECT_EQ(quad.indices, (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 0}));
  EXPECT_EQ(quad.weights[0], (std::array<float, 4>{1, 0, 0, 0}));
  EXPECT_EQ(quad.weights[2], (std::array<float, 4>{0.5F, 0.5F, 0, 0}));
  EXPECT_EQ(quad.joints[2], (std::array<std::uint32_t, 4>{0, 1, 0, 0}));
  EXPECT_EQ(scene->materials.at(static_cast<std::size_t>(quad.material)).image, 0);
}

}  // namespace
}  // namespace anmkit::gc::test
