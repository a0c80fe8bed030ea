// SPDX-License-Identifier: MIT
// Oddities of real models and textures: each comes back byte for byte, says what is odd, and is
// still shown as far as it makes sense.
#include "anmkit/gltf.hpp"
#include "export_scene.hpp"
#include "formats/psx/document.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

struct Odd {
  std::string name;
  Bytes bytes;
  std::vector<const char*> codes;  // what check says, among other things
  std::size_t triangles = 1, lines = 0;
};

// One object: an unlit triangle `packet`, three vertices, one normal nobody uses.
constexpr std::size_t kTable = 12, kPacket = 40, kVertices = 56, kNormal = 80, kEnd = 88;
Bytes triangle_model() {
  return hex(
      "41000000 00000000 01000000"
      "2C000000 03000000 44000000 01000000 1C000000 01000000 00000000"
      "04030121 80402021 00000100 02000000"
      "0000000000000000 6400000000000000 0000640000000000 0000000000100000");
}
Bytes changed(std::size_t at, std::initializer_list<unsigned> values,
              Bytes bytes = triangle_model()) {
  for (std::size_t i = 0; const unsigned value : values)
    bytes.at(at + i++) = static_cast<std::byte>(value);
  return bytes;
}
Bytes inserted(Bytes bytes, std::size_t at, const Bytes& more) {
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  return bytes;
}
Bytes joined(Bytes bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
  return bytes;
}
Bytes with_tops(Bytes bytes, unsigned vertices, unsigned normals, unsigned primitives) {
  set32(bytes, kTable, vertices);
  set32(bytes, kTable + 8, normals);
  set32(bytes, kTable + 16, primitives);
  return bytes;
}

// The arrays in an order that no writer is known to use: normals, vertices, primitives.
Bytes reversed_arrays() {
  const Bytes plain = triangle_model();
  const auto part = [&](std::size_t from, std::size_t to) {
    return Bytes(plain.begin() + static_cast<std::ptrdiff_t>(from),
                 plain.begin() + static_cast<std::ptrdiff_t>(to));
  };
  Bytes bytes = joined(part(0, kPacket), part(kNormal, kEnd));
  bytes = joined(joined(bytes, part(kVertices, kNormal)), part(kPacket, kVertices));
  return with_tops(bytes, 28 + 8, 28, 28 + 8 + 24);
}

// Two rows of the table that name the same arrays.
Bytes shared_arrays() {
  const Bytes plain = triangle_model();
  Bytes row(plain.begin() + kTable, plain.begin() + kPacket);
  Bytes bytes = inserted(plain, kPacket, row);
  set32(bytes, 8, 2);
  for (const std::size_t at : {kTable, kTable + 28}) {
    for (const std::size_t top : {0u, 8u, 16u})
      set32(bytes, at + top, static_cast<unsigned>(bytes[at + top]) + 28);
  }
  return bytes;
}

// A second object that is empty, and whose tops point anywhere.
Bytes dummy_object() {
  Bytes row = hex("FFFFFFFF 00000000 03000080 00000000 FFFFFF7F 00000000 08000000");
  Bytes bytes = inserted(triangle_model(), kPacket, row);
  set32(bytes, 8, 2);
  return with_tops(bytes, 0x2C + 28, 0x44 + 28, 0x1C + 28);
}

// A dump from memory: addresses count from 0x80095000.
Bytes dumped(unsigned flags) {
  Bytes bytes = with_tops(triangle_model(), 0x80095010, 0x80095028, 0x80095000);
  set32(bytes, 4, flags);
  return bytes;
}

std::vector<Odd> odd_models() {
  const Bytes plain = triangle_model();
  const Bytes line = hex("03020140 FFFFFF40 00000100");
  std::vector<Odd> odd{
      {"plain", plain, {}},
      {"olen 0", changed(kPacket, {0}), {"TMD-08"}},
      {"olen 255", changed(kPacket, {255}), {"TMD-08"}},
      {"flags 2", changed(4, {2}), {"TMD-02"}},
      {"all flags but FIXP", changed(4, {0xFE, 0xFF, 0xFF, 0xFF}), {"TMD-02"}},
      {"a dump", dumped(1), {"TMD-02"}},
      {"a dump with more flags", dumped(0x81), {"TMD-02"}},
      {"trailing bytes", joined(plain, hex("00000000 00")), {"TMD-15"}},
      {"a file behind", joined(plain, plain), {"TMD-15"}},
      {"a gap", with_tops(inserted(plain, kPacket, hex("DEADBEEF")), 0x30, 0x48, 0x20), {"TMD-15"}},
      {"normals among vertices", changed(kTable + 8, {0x2C}), {"TMD-15", "TMD-16"}},
      {"reversed arrays", reversed_arrays(), {}},
      {"shared arrays", shared_arrays(), {"TMD-15"}, 2},
      {"dummy object", dummy_object(), {"TMD-17"}},
      {"no objects", hex("41000000 00000000 00000000"), {}, 0},
      {"no primitives", changed(kTable + 20, {0}), {"TMD-17", "TMD-15"}, 0},
      {"scale", changed(kTable + 24, {0xFE, 0xFF, 0xFF, 0xFF}), {}},
      {"filled pads", changed(kVertices + 6, {0x34, 0x12}), {"TMD-13"}},
      {"filled index", changed(kPacket + 14, {0xCD, 0xAB}), {"TMD-13"}},
      {"no mode beside the colour", changed(kPacket + 7, {0}), {"TMD-12"}},
      {"reserved flag bits", changed(kPacket + 2, {0xF9}), {"TMD-09"}},
      {"mode nobody knows", changed(kPacket + 3, {0xE1}), {"TMD-09"}, 0},
      {"light said twice", changed(kPacket + 2, {0x00}), {}},
      {"same corner twice", changed(kPacket + 10, {0, 0}), {"TMD-14"}},
      {"odd tops", with_tops(inserted(plain, kPacket, hex("00")), 0x2D, 0x45, 0x1D), {"TMD-05"}},
  };
  // A packet longer than its kind needs is still read; a shorter one is kept and skipped.
  Bytes longer = with_tops(inserted(plain, kVertices, hex("01020304")), 0x30, 0x48, 0x1C);
  longer[kPacket + 1] = std::byte{4};
  odd.push_back({"ilen too long", longer, {"TMD-07"}});
  Bytes shorter = with_tops(plain, 0x2C, 0x44, 0x1C);
  shorter[kPacket + 1] = std::byte{2};
  odd.push_back({"ilen too short", shorter, {"TMD-07", "TMD-15"}, 0});
  // A packet of no words before a line.
  Bytes empty = inserted(plain, kPacket, hex("04000121"));
  empty = with_tops(empty, 0x30, 0x48, 0x1C);
  set32(empty, kTable + 20, 2);
  odd.push_back({"ilen 0", empty, {"TMD-07"}});
  Bytes lines = with_tops(inserted(plain, kVertices, line), 0x38, 0x50, 0x1C);
  set32(lines, kTable + 20, 2);
  odd.push_back({"line behind a triangle", lines, {}, 0, 1});
  return odd;
}

void expect_shown(const Scene& scene, const Odd& odd) {
  std::size_t triangles = 0, lines = 0;
  for (const Node& node : scene.nodes) {
    if (node.mesh < 0) continue;
    for (const Primitive& part : scene.meshes[static_cast<std::size_t>(node.mesh)].primitives) {
      if (part.mode == PrimitiveMode::triangles) triangles += part.indices.size() / 3;
      if (part.mode == PrimitiveMode::lines) lines += part.indices.size() / 2;
    }
  }
  EXPECT_EQ(triangles, odd.triangles);
  EXPECT_EQ(lines, odd.lines);
}

void expect_good(std::string_view id, const Odd& odd, std::size_t number) {
  SCOPED_TRACE(odd.name);
  expect_round_trip(id, odd.bytes, odd.name);
  const auto loaded = parse(id, odd.bytes, odd.name);
  ASSERT_TRUE(loaded->document);
  const auto found = check(*loaded);
  for (const char* code : odd.codes)
    EXPECT_NE(find(found, code), nullptr) << code;
  if (odd.codes.empty()) {
    for (const Diagnostic& diagnostic : found)
      EXPECT_EQ(diagnostic.severity, Severity::info) << diagnostic.code << diagnostic.message;
  }
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {{}, Options{}}, diagnostics);
  ASSERT_TRUE(scene.has_value()) << scene.error().message;
  if (id == "psx-tmd") expect_shown(*scene, odd);
  export_scene(*scene, std::string(id) + "_odd" + std::to_string(number));
}

TEST(PsxGltfSamples, OddModels) {
  std::size_t number = 0;
  for (const Odd& odd : odd_models())
    expect_good("psx-tmd", odd, number++);
}

// 8-bit texels 1 and 0 with one palette of two colours: `clut` as it should not be.
Bytes texture(unsigned flags, std::uint32_t clut_bnum, std::uint32_t pixel_bnum) {
  Bytes bytes =
      hex("10000000 09000000 10000000 0000 E001 0200 0100 1F00 E003"
          "0E000000 4001 0000 0100 0100 0100");
  set32(bytes, 4, flags);
  set32(bytes, 8, clut_bnum);
  set32(bytes, 24, pixel_bnum);
  return bytes;
}

TEST(PsxGltfSamples, OddTextures) {
  const Bytes plain = texture(9, 16, 14);
  const Bytes longer = inserted(texture(9, 22, 14), 24, hex("AABBCCDDEEFF"));
  const std::vector<Odd> list{
      {"short palette", plain, {"TIM-06"}},
      {"garbage in the flags", texture(0xABCD00F9, 16, 14), {"TIM-04"}},
      {"version", changed(1, {2}, plain), {"TIM-04"}},
      {"pixel block length 0", texture(9, 16, 0), {"TIM-03"}},
      {"pixel block length beyond the file", texture(9, 16, 0xFFFFFFFF), {"TIM-03"}},
      {"odd pixel block length", texture(9, 16, 13), {"TIM-03"}},
      {"palette block length 0", texture(9, 0, 14), {"TIM-03"}},
      {"palette block length beyond the file", texture(9, 0x7FFFFFFF, 14), {"TIM-03"}},
      {"palette block with more behind", longer, {"TIM-03"}},
      {"two textures", joined(plain, plain), {"TIM-08"}},
      {"trailing bytes", joined(plain, hex("00")), {"TIM-05"}},
      {"palette beside 16-bit texels", texture(10, 16, 14), {}},
      {"empty palette",
       hex("10000000 09000000 0C000000 0000 E001 0000 0100 0E000000 4001 0000 0100 0100 0100"),
       {"TIM-06"}},
      {"24 bits, width no multiple of 3",
       hex("10000000 03000000 10000000 0000 0000 0200 0100 11223344"),
       {}},
  };
  std::size_t number = 0;
  for (const Odd& odd : list)
    expect_good("psx-tim", odd, number++);
}

// Depth 4: only the program that loads the texels knows what they are.
TEST(PsxImages, MixedDepthsAreShownAs16Bits) {
  const auto loaded =
      parse("psx-tim", hex("10000000 04000000 10000000 4001 0000 0200 0100 1F00 E003"));
  ASSERT_TRUE(loaded->document);
  Diagnostics diagnostics;
  const Scene scene = loaded->document->to_scene({}, {{}, Options{}}, diagnostics).value();
  const auto found = diagnostics.finish();
  const Diagnostic* mixed = find(found, "MIXED");
  ASSERT_NE(mixed, nullptr);
  EXPECT_EQ(mixed->severity, Severity::warning);
  EXPECT_EQ(mixed->path, "flags");
  EXPECT_EQ(mixed->offset, 4u);
  EXPECT_NE(mixed->message.find("16-bit colours"), std::string::npos);
  // Red and green.
  ASSERT_EQ(scene.images.size(), 1u);
  const auto picture = decode(static_cast<const TimDocument&>(*loaded->document).tim).value();
  EXPECT_EQ(picture.pixels, hex("FF0000FF 00FF00FF"));
  // 16 bits that are nothing else need no word.
  const auto plain =
      parse("psx-tim", hex("10000000 02000000 10000000 4001 0000 0200 0100 1F00 E003"));
  Diagnostics none;
  ASSERT_TRUE(plain->document->to_scene({}, {{}, Options{}}, none));
  EXPECT_FALSE(find(none.finish(), "MIXED"));
}

// Small data that call for a huge image: 2048 palettes of 16 colours, 65536 texels each.
TEST(PsxImages, TooManyPalettesAreRefused) {
  Tim tim;
  tim.flags = 8;
  TimBlock& clut = tim.clut.emplace();
  clut.w = 16;
  clut.h = 2048;
  clut.data.resize(std::size_t{2} * 16 * 2048);
  TimBlock& cells = tim.pixels.emplace();
  cells.w = cells.h = 128;
  cells.data.resize(std::size_t{2} * 128 * 128);
  const auto pictures = decode_palettes(tim);
  ASSERT_FALSE(pictures.has_value());
  EXPECT_EQ(pictures.error().code, "psx.SIZE");
  EXPECT_TRUE(pictures.error().message.starts_with("2048 palettes")) << pictures.error().message;
}

}  // namespace
}  // namespace anmkit::psx::test
