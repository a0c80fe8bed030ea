// SPDX-License-Identifier: MIT
// Numbers in messages about psx files: sizes of headers and tables are those of the
// specification, and `info` counts what is there.
#include <algorithm>

#include "support.hpp"

namespace anmkit::psx::test {
namespace {

Bytes cut(Bytes bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}
Bytes with32(Bytes bytes, std::size_t at, std::uint32_t value) {
  set32(bytes, at, value);
  return bytes;
}

std::string said(std::string_view id, const Bytes& bytes, std::string_view code) {
  const auto found = check(*parse(id, bytes));
  const Diagnostic* hit = find(found, code);
  return hit == nullptr ? "nothing" : hit->message;
}

// Section 6: a header of 6 bytes and 16 per keyframe.
TEST(PsxMessages, CameraKeyframesTakeSixteenBytes) {
  const Bytes good = example_anc();
  EXPECT_EQ(said("psx-anc", cut(good, 37), "ANC-01"), "file has 37 bytes, 2 keyframes take 38");
  EXPECT_EQ(said("psx-anc", cut(good, 5), "ANC-01"),
            "file too short for an ANC header (5 bytes, need at least 6)");
  // Half a tag is no wrong tag.
  EXPECT_EQ(said("psx-anc", cut(good, 1), "ANC-02"), "nothing");
  EXPECT_EQ(said("psx-anc", hex("0180"), "ANC-02"), "bad tag 0x8001 at 0x0, expected 0x8000");
}

// Section 7: a header of 12 bytes and 28 an object.
TEST(PsxMessages, TableOfObjectsTakesTwentyEightBytesEach) {
  const Bytes good = example_tmd();
  const std::string size = std::to_string(good.size());
  EXPECT_EQ(said("psx-tmd", with32(good, 8, 1000), "TMD-03"),
            "table of 1000 objects needs 28012 bytes, file has " + size);
  EXPECT_EQ(said("psx-tmd", cut(good, 7), "TMD-03"),
            "file of 7 bytes is too short for the 12-byte header");
}

// Section 8: the table takes 4 bytes an entry after the count, an entry begins at the next word.
TEST(PsxMessages, EntriesAwayFromTheirOffset) {
  Bytes bytes = example_pak();
  EXPECT_EQ(said("psx-pak", bytes, "PAK-05"), "nothing");
  set32(bytes, 8, 0x0C);
  EXPECT_EQ(said("psx-pak", bytes, "PAK-05"),
            "entry 1 begins at 0xC, inside the entry that ends at 0x20");
  bytes = example_pak();
  bytes.insert(bytes.begin() + 0x20, 4, std::byte{0});
  set32(bytes, 8, 0x24);
  EXPECT_EQ(said("psx-pak", bytes, "PAK-05"), "entry 1 begins at 0x24, after a gap from 0x20");
}

const std::string* fact(const DocumentInfo& info, std::string_view name) {
  const auto found = std::ranges::find(info.facts, name, [](const auto& f) { return f.first; });
  return found == info.facts.end() ? nullptr : &found->second;
}

TEST(PsxMessages, CameraIsAClipOfOneNode) {
  const DocumentInfo info = parse("psx-anc", example_anc())->document->info();
  ASSERT_EQ(info.clips.size(), 1u);
  EXPECT_EQ(info.clips[0].frames, 2);
  EXPECT_EQ(info.clips[0].rate, 30);
  EXPECT_TRUE(info.clips[0].loop);
  EXPECT_EQ(info.nodes, std::vector<std::string>{"camera"});
}

TEST(PsxMessages, ClipsHaveTheirFramesAndObjects) {
  const DocumentInfo info = parse("psx-anm", example_anm())->document->info();
  ASSERT_EQ(info.clips.size(), 1u);
  EXPECT_EQ(info.clips[0].frames, 2);
  EXPECT_EQ(info.clips[0].rate, 30);
  EXPECT_TRUE(info.clips[0].loop);
  EXPECT_EQ(info.nodes.size(), 2u);
}

// Section 8: clips are listed with the model of their folder, other files without.
TEST(PsxMessages, ClipsInArchivesHaveAModel) {
  const DocumentInfo info = parse("psx-pak", example_pak())->document->info();
  ASSERT_NE(fact(info, "A/M.ANM"), nullptr);
  ASSERT_NE(fact(info, "A/X.TMD"), nullptr);
  EXPECT_EQ(*fact(info, "A/M.ANM"), "8 bytes, model A/X.TMD");
  EXPECT_EQ(*fact(info, "A/X.TMD"), "12 bytes");
}

// A cell of 16 bits is 4 texels of 4 bits, 2 of 8, 1 of 16, and two thirds of one of 24.
TEST(PsxMessages, SizesOfTextures) {
  struct Depth {
    unsigned flags;
    const char* size;
  };
  for (const auto& [flags, size] :
       {Depth{0, "24 x 1"}, Depth{1, "12 x 1"}, Depth{2, "6 x 1"}, Depth{3, "4 x 1"}}) {
    Bytes bytes = hex("10000000 00000000 18000000 4001 0000 0600 0100");
    bytes.insert(bytes.end(), 12, std::byte{0});
    set32(bytes, 4, flags);
    const auto loaded = parse("psx-tim", bytes);
    ASSERT_TRUE(loaded->document) << flags;
    const DocumentInfo info = loaded->document->info();
    ASSERT_NE(fact(info, "size"), nullptr);
    EXPECT_EQ(*fact(info, "size"), size) << flags;
  }
}

// Section 8: a palette of 16 colours for 4 bits, of 256 for 8.
TEST(PsxMessages, PalettesOfAnotherSize) {
  const auto with_palette = [](unsigned flags, unsigned width, unsigned height) {
    Bytes bytes = hex("10000000 00000000");
    set32(bytes, 4, flags);
    Bytes clut = hex("00000000 0000 E001 0000 0000");
    set32(clut, 0, 12 + 2 * width * height);
    set16(clut, 8, width);
    set16(clut, 10, height);
    clut.resize(12 + 2 * std::size_t{width} * height);
    bytes.insert(bytes.end(), clut.begin(), clut.end());
    const Bytes pixels = hex("0E000000 4001 0000 0100 0100 0101");
    bytes.insert(bytes.end(), pixels.begin(), pixels.end());
    return bytes;
  };
  EXPECT_EQ(said("psx-tim", with_palette(8, 16, 1), "TIM-06"), "nothing");
  EXPECT_EQ(said("psx-tim", with_palette(9, 256, 1), "TIM-06"), "nothing");
  EXPECT_EQ(said("psx-tim", with_palette(8, 16, 2), "TIM-06"),
            "palette block has 16 x 2 colours, one palette of this depth has 16");
  EXPECT_EQ(said("psx-tim", with_palette(9, 16, 1), "TIM-06"),
            "palette block has 16 x 1 colours, one palette of this depth has 256");
  EXPECT_EQ(said("psx-tim", with_palette(10, 16, 2), "TIM-06"), "nothing") << "16 bits need none";
}

// The memory between the coordinates of a vertex says nothing about where it is.
TEST(PsxMessages, PaddingDoesNotMakeVerticesDiffer) {
  Bytes bytes =
      hex("41000000 00000000 01000000"
          "2C000000 03000000 44000000 01000000 1C000000 01000000 00000000"
          "04030121 80402021 00000100 02000000"
          "0000000000000000 6400000000000000 0000640000000000 0000000000100000");
  EXPECT_EQ(said("psx-tmd", bytes, "TMD-14"), "nothing");
  set16(bytes, 64, 0);
  set16(bytes, 70, 5);  // the second vertex is where the first one is
  EXPECT_NE(said("psx-tmd", bytes, "TMD-14"), "nothing");
}

}  // namespace
}  // namespace anmkit::psx::test
