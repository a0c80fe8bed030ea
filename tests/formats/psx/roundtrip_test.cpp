// SPDX-License-Identifier: MIT
// The worked examples of section 11, byte round trips, damage at every place.
#include "formats/psx/document.hpp"
#include "formats/psx/model/packet.hpp"
#include "formats/psx/texture/vram.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

struct Example {
  std::string_view id;
  Bytes bytes;
};
std::vector<Example> examples() {
  return {{"psx-anm", example_anm()},
          {"psx-anc", example_anc()},
          {"psx-tmd", example_tmd()},
          {"psx-tim", example_tim()},
          {"psx-pak", example_pak()}};
}

// A broken file is either refused with an error or comes back, and every question has an answer.
void expect_refusal_or_round_trip(std::string_view id, const Bytes& bytes,
                                  const std::string& where) {
  const auto loaded = parse(id, bytes);
  if (!loaded->document) {
    EXPECT_TRUE(loaded->diagnostics.has_errors()) << where;
    return;
  }
  expect_round_trip(id, bytes, where);
  Diagnostics diagnostics;
  loaded->document->check({{}, {}}, diagnostics);
  (void)loaded->document->info();
  (void)loaded->document->to_scene({}, {{}, {}}, diagnostics);
}

TEST(PsxRoundTrip, Examples) {
  for (const Example& example : examples()) {
    const auto loaded = parse(example.id, example.bytes);
    ASSERT_TRUE(loaded->document) << example.id;
    EXPECT_TRUE(check(*loaded).empty() || example.id == "psx-tmd") << example.id;
    expect_round_trip(example.id, example.bytes, std::string(example.id));
    const auto detected = detect_one({example.bytes, "noname"});
    ASSERT_TRUE(detected.has_value()) << example.id;
    EXPECT_EQ((*detected)->id, example.id);
  }
}

TEST(PsxRoundTrip, DamageAtEveryOffset) {
  for (const Example& example : examples()) {
    for (std::size_t size = 0; size < example.bytes.size(); ++size) {
      const Bytes cut(example.bytes.begin(),
                      example.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      expect_refusal_or_round_trip(example.id, cut, "cut at " + std::to_string(size));
    }
    for (std::size_t at = 0; at < example.bytes.size(); ++at) {
      for (const unsigned value : {0u, 1u, 0x7Fu, 0x80u, 0xFFu}) {
        Bytes changed = example.bytes;
        changed[at] = static_cast<std::byte>(value);
        expect_refusal_or_round_trip(example.id, changed,
                                     std::string(example.id) + " byte " + std::to_string(at));
      }
    }
  }
}

TEST(PsxRoundTrip, GapAndTail) {
  Bytes bytes = example_anm();
  for (const std::size_t at : {6u, 8u, 10u})
    set16(bytes, at, static_cast<unsigned>(bytes[at]) + 1);
  const Bytes gap = hex("ABCD");
  bytes.insert(bytes.begin() + 12, gap.begin(), gap.end());
  bytes.push_back(std::byte{7});
  Diagnostics diagnostics;
  const auto anm = parse_anm(bytes, diagnostics);
  ASSERT_TRUE(anm.has_value());
  EXPECT_EQ(anm->gap, gap);
  EXPECT_EQ(anm->tail, hex("07"));
  expect_round_trip("psx-anm", bytes, "gap and tail");
}

TEST(PsxExamples, AnmFields) {
  Diagnostics diagnostics;
  const auto anm = parse_anm(example_anm(), diagnostics);
  ASSERT_TRUE(anm.has_value());
  EXPECT_EQ(anm->rate_hint, 30);
  ASSERT_EQ(anm->frame_count(), 2u);
  ASSERT_EQ(anm->frame(0).size(), 2u);
  EXPECT_EQ(anm->frame(0)[0].rot, (std::array<std::int16_t, 3>{1024, 1024, 1024}));
  EXPECT_EQ(anm->frame(0)[0].scale, (std::array<std::int16_t, 3>{4096, 2048, 4096}));
  EXPECT_EQ(anm->frame(0)[0].pos, (std::array<std::int16_t, 3>{100, -200, 0}));
  EXPECT_EQ(anm->frame(0)[1].pos, (std::array<std::int16_t, 3>{0, 0, 300}));
  EXPECT_EQ(anm->frame(1)[0].rot, (std::array<std::int16_t, 3>{0, 0, 2048}));
}

// The vertex (100, 100, 0) of object 0 in the three orders of rotation.
TEST(PsxExamples, RotationOrders) {
  const struct {
    const char* name;
    Vec3 at;
  } cases[] = {{"xyz", {100, -150, -100}}, {"zyx", {100, -250, 100}}, {"zxy", {200, -200, 50}}};
  const auto loaded = parse("psx-anm", example_anm());
  for (const auto& test : cases) {
    Options options;
    options.set("rotation", test.name);
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{}, options}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    const ReferenceSampler sampler(*scene, scene->clips[0]);
    Pose pose;
    std::vector<Mat4> world;
    sampler.sample(0, pose);
    world_matrices(*scene, pose, world);
    EXPECT_LT(length(transform_point(world[0], {100, 100, 0}) - test.at), 1e-6) << test.name;
    EXPECT_TRUE(pose[1].visible);
    sampler.sample(1, pose);
    world_matrices(*scene, pose, world);
    EXPECT_LT(length(transform_point(world[0], {100, 100, 0}) - Vec3{-100, -100, 0}), 1e-6);
    EXPECT_FALSE(pose[1].visible);
  }
}

TEST(PsxExamples, TmdObjects) {
  Diagnostics diagnostics;
  const auto tmd = parse_tmd(example_tmd(), diagnostics);
  ASSERT_TRUE(tmd.has_value());
  ASSERT_EQ(tmd->objects.size(), 2u);
  const TmdObject& first = tmd->objects[0];
  ASSERT_EQ(first.vertices.size(), 3u);
  EXPECT_EQ(first.vertices[0], (TmdVector{0, -100, 0, 0}));
  ASSERT_EQ(first.primitives.size(), 4u);
  const auto triangle = decode_packet(*tmd, first, first.primitives[0]);
  ASSERT_TRUE(triangle.has_value());
  EXPECT_EQ(triangle->corners, 3);
  EXPECT_EQ(triangle->vertex[2], 2);
  const auto dot = decode_packet(*tmd, tmd->objects[1], tmd->objects[1].primitives[1]);
  ASSERT_TRUE(dot.has_value());
  EXPECT_EQ(dot->kind, TmdFace::Kind::line);
  EXPECT_EQ(dot->vertex[0], dot->vertex[1]);
  Tmd again = *tmd;
  lay_out(again);
  EXPECT_EQ(write(again).value(), example_tmd());  // the example is canonical
}

// The table of section 7.3.
TEST(PsxExamples, PacketLengths) {
  const unsigned table[][4] = {{0, 0x20, 3, 4}, {0, 0x28, 4, 5}, {4, 0x20, 5, 6}, {4, 0x28, 7, 8},
                               {0, 0x30, 4, 6}, {0, 0x38, 5, 8}, {4, 0x30, 6, 6}, {4, 0x38, 8, 8},
                               {0, 0x24, 5, 7}, {0, 0x2C, 7, 9}, {0, 0x34, 6, 9}, {0, 0x3C, 8, 12},
                               {1, 0x21, 3, 4}, {1, 0x29, 3, 5}, {1, 0x31, 5, 6}, {1, 0x39, 6, 8},
                               {1, 0x25, 6, 7}, {1, 0x2D, 7, 9}, {1, 0x35, 8, 9}, {1, 0x3D, 10, 12},
                               {1, 0x40, 2, 3}, {1, 0x50, 3, 4}, {1, 0x64, 3, 5}, {1, 0x6C, 2, 4},
                               {1, 0x74, 2, 4}, {1, 0x7C, 2, 4}};
  for (const auto& row : table) {
    for (const unsigned extra : {0u, 2u}) {  // double sided, semi-transparent
      const auto lengths = packet_lengths(static_cast<std::uint8_t>(row[0] | extra),
                                          static_cast<std::uint8_t>(row[1] | extra));
      ASSERT_TRUE(lengths.has_value());
      EXPECT_EQ(lengths->ilen, row[2]) << row[0] << " " << row[1];
      EXPECT_EQ(lengths->olen, row[3]) << row[0] << " " << row[1];
    }
  }
}

// Two palettes of 16: the texels 0 and 1 as blue and white, or as red and green.
TEST(PsxExamples, PalettesOfATexture) {
  Tim tim;
  tim.flags = 8;
  TimBlock& clut = tim.clut.emplace();
  clut.w = 16, clut.h = 2;
  clut.data = hex("007C FF7F" + std::string(14 * 4, '0') + "1F00 E003" + std::string(14 * 4, '0'));
  TimBlock& cells = tim.pixels.emplace();
  cells.w = cells.h = 1;
  cells.data = hex("1001");  // texels 0 1 1 0
  const TimDocument document(tim);
  const auto pictures = document.pictures({});
  ASSERT_TRUE(pictures.has_value());
  ASSERT_EQ(pictures->size(), 2u);
  EXPECT_EQ(to_hex((*pictures)[0].picture.pixels), "0000ffffffffffffffffffff0000ffff");
  EXPECT_EQ(to_hex((*pictures)[1].picture.pixels), "ff0000ff00ff00ff00ff00ffff0000ff");
  EXPECT_FALSE((*pictures)[0].recolored);
  EXPECT_TRUE((*pictures)[1].recolored);
  EXPECT_EQ((*pictures)[1].id, 1u);
}

TEST(PsxExamples, TimImage) {
  Diagnostics diagnostics;
  const auto tim = parse_tim(example_tim(), diagnostics);
  ASSERT_TRUE(tim.has_value());
  const auto picture = decode(*tim);
  ASSERT_TRUE(picture.has_value());
  EXPECT_EQ(picture->width, 4u);
  EXPECT_EQ(picture->pixels, hex("FF0000FF 00000000 FF0000FF 00000000"));
  // The same through video memory: page at x 320, palette at y 480.
  Vram vram;
  vram.load(*tim);
  const Picture page = vram.page(5, 480 << 6);
  EXPECT_EQ(Bytes(page.pixels.begin(), page.pixels.begin() + 16), picture->pixels);
}

TEST(PsxExamples, PakEntries) {
  const auto loaded = parse("psx-pak", example_pak());
  ASSERT_TRUE(loaded->document);
  const auto entries = loaded->document->entries();
  ASSERT_EQ(entries.size(), 2u);
  EXPECT_EQ(entries[0].name, "A/M.ANM");
  EXPECT_EQ(entries[1].bytes.size(), 12u);
  EXPECT_TRUE(loaded->document->find_entry("a/x.tmd").has_value());
  EXPECT_FALSE(loaded->document->find_entry("a/y.tmd").has_value());
  std::vector<PakFile> files;
  for (const ArchiveEntry& entry : entries)
    files.insert(files.begin(), {entry.name, Bytes(entry.bytes.begin(), entry.bytes.end())});
  EXPECT_EQ(build_pak(files).value(), example_pak());
}

// Section 5.2: '_' before letters, '.', '/' and digits before both, shorter first.
TEST(PsxExamples, SearchOrder) {
  const char* order[] = {"a", "a.x", "a/x", "a0", "a_", "aA", "AB"};
  for (std::size_t i = 0; i < std::size(order); ++i)
    for (std::size_t j = 0; j < std::size(order); ++j)
      EXPECT_EQ(compare_names(order[i], order[j]) < 0, i < j) << order[i] << " " << order[j];
  EXPECT_EQ(compare_names("WALK.ANM", "walk.anm"), 0);
  EXPECT_LT(compare_names("\x80", "a"), 0);  // bytes are signed
}

TEST(PsxRoundTrip, RealTextures) {
  if (!std::filesystem::exists(kSamples)) GTEST_SKIP() << kNoSamples << kSamples;
  for (const auto& path : files_in(kSamples)) {
    const auto loaded = parse("psx-tim", read_file(path));
    ASSERT_TRUE(loaded->document) << path;
    expect_round_trip("psx-tim", loaded->bytes, path.string());
    Diagnostics diagnostics;
    EXPECT_TRUE(loaded->document->to_scene({}, {{}, {}}, diagnostics).has_value()) << path;
  }
}

}  // namespace
}  // namespace anmkit::psx::test
