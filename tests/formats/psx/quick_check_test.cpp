// SPDX-License-Identifier: MIT
// Models, textures and archives that are right at a glance: the worked examples, and each number
// alone that is not right any more (sections 5, 7, 8).
#include "formats/psx/quick_check.hpp"

#include "formats/psx/model/packet.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

using Changes = std::vector<std::pair<std::size_t, const char*>>;

void expect_seen(bool (*passes_quick_check)(ByteView), const Bytes& good, const Changes& changes) {
  EXPECT_TRUE(passes_quick_check(good));
  for (const auto& [at, to] : changes) {
    Bytes bytes = good;
    std::ranges::copy(hex(to), bytes.begin() + static_cast<std::ptrdiff_t>(at));
    EXPECT_FALSE(passes_quick_check(bytes)) << at << " " << to;
  }
}

TEST(PsxQuickCheck, ModelsFieldByField) {
  const Bytes model = example_tmd();
  expect_seen(&quick_check_tmd, model,
              {{0, "42"},           // another id
               {4, "01"},           // a memory dump
               {8, "07"},           // more objects than the file contains
               {0x0C, "95"},        // vertices that end after it
               {0x10, "02"},        // a vertex less than packets name
               {0x18, "FF"},        // normals
               {0x20, "07000000"},  // more packets: what follows the last is none
               {0x1C, "B8"},        // packets after the end
               {0x45, "04"},        // of another length
               {0x45, "FF"},        // that leaves the file
               {0x46, "00"},        // with light, which takes more
               {0x47, "81"},        // of no kind
               {0x4C, "03"},        // a vertex that is not there
               {0x50, "0300"},      // the last one
               {0x5C, "03"},        // of a line
               {0x90 - 2, "02"}});  // of the other object
  EXPECT_FALSE(quick_check_tmd(ByteView(model).first(11)));
  // What is after the arrays is nobody's.
  Bytes longer = model;
  longer.resize(model.size() + 8);
  EXPECT_TRUE(quick_check_tmd(longer));
}

// A triangle with light and one normal, and one with three.
TEST(PsxQuickCheck, NormalsOfPackets) {
  const auto model = [](const char* packet) {
    return hex(std::string("41000000 00000000 01000000"
                           "1C000000 03000000 34000000 01000000 3C000000 01000000 00000000"
                           "00000000 00000000 00000000 00000000 00000000 00000000"
                           "00000000 00100000") +
               packet);
  };
  EXPECT_TRUE(quick_check_tmd(model("04030020 00000020 0000 0000 0100 0200")));
  EXPECT_FALSE(quick_check_tmd(model("04030020 00000020 0100 0000 0100 0200")));
  EXPECT_FALSE(quick_check_tmd(model("04030020 00000020 0000 0000 0100 0300")));
  EXPECT_TRUE(quick_check_tmd(model("06040030 00000030 0000 0000 0000 0100 0000 0200")));
  EXPECT_FALSE(quick_check_tmd(model("06040030 00000030 0000 0000 0100 0100 0000 0200")));
  EXPECT_FALSE(quick_check_tmd(model("06040030 00000030 0000 0000 0000 0100 0100 0200")));
  // One colour for each vertex, both sides.
  EXPECT_TRUE(quick_check_tmd(model("06050620 00000020 00000000 00000000 0000 0000 0100 0200")));
  EXPECT_FALSE(quick_check_tmd(model("06050620 00000020 00000000 00000000 0000 0000 0100 0300")));
}

// A model of one vertex, one normal and one packet of any kind: words that are not zero are seen
// exactly where an index is.
TEST(PsxQuickCheck, IndicesOfAllKinds) {
  for (unsigned kind = 0; kind < 8 * 256; ++kind) {
    const auto flag = static_cast<std::uint8_t>(kind / 256), mode = static_cast<std::uint8_t>(kind);
    const auto indices = packet_indices(flag, mode, (flag & kTmdUnlit) == 0);
    if (!indices) continue;
    const Bytes head =
        hex("41000000 00000000 01000000"
            "1C000000 01000000 24000000 01000000 2C000000 01000000 00000000"
            "00000000 00000000 00000000 00100000 00");
    Bytes model = head;
    for (const std::uint8_t byte : {indices->ilen, flag, mode})
      model.push_back(std::byte{byte});
    const std::size_t data = model.size();
    model.resize(data + std::size_t{4} * indices->ilen);
    EXPECT_TRUE(quick_check_tmd(model)) << kind;
    const unsigned end = indices->first + 2u * (indices->vertices + indices->normals);
    for (unsigned at = 0; at < 4u * indices->ilen; at += 2) {
      for (const unsigned byte : {at, at + 1}) {
        model[data + byte] = std::byte{0x80};
        EXPECT_EQ(quick_check_tmd(model), at < indices->first || at >= end) << kind << " " << byte;
        model[data + byte] = std::byte{0};
      }
    }
  }
}

TEST(PsxQuickCheck, TexturesFieldByField) {
  // Four colours by one, with a palette of sixteen, and a tail.
  const Bytes texture = hex(std::string("10000000 08000000 2C000000 0000 E001 1000 0100") +
                            std::string(64, '1') + "0E000000 0000 0000 0100 0100 1032 77");
  expect_seen(&quick_check_tim, texture,
              {{0, "11"},   // another id
               {4, "0D"},   // an unknown depth
               {4, "05"},   // and no palette
               {8, "2D"},   // a longer palette block than its colours make
               {16, "80"},  // more colours than there are
               {60, "02"},  // more texels
               {62, "02"}});
  EXPECT_FALSE(quick_check_tim(ByteView(texture).first(7)));
  EXPECT_FALSE(quick_check_tim(ByteView(texture).first(60)));
  EXPECT_TRUE(quick_check_tim(ByteView(texture).first(texture.size() - 1)));
  EXPECT_FALSE(quick_check_tim(ByteView(texture).first(texture.size() - 2)));
}

TEST(PsxQuickCheck, ArchivesFieldByField) {
  const Bytes archive =
      hex("020000000C00000020000000412F4D2E 414E4D00080000000080010000000400"
          "412F582E544D44000C00000041000000 0000000000000000");
  expect_seen(&quick_check_pak, archive,
              {{0, "0E"},         // more entries than the file contains
               {8, "38"},         // one that begins after it
               {8, "32"},         // whose length would
               {0x28, "0D"},      // whose content would
               {0x0C, "2E2E2F"},  // that leads out
               {0x0C, "2F"}});
  EXPECT_FALSE(quick_check_pak(ByteView(archive).first(3)));
  EXPECT_FALSE(quick_check_pak(hex("01000000 08000000 41414141")));  // a name without an end
  // Names that many entries share.
  Bytes shared = hex("40000000");
  for (int i = 0; i < 64; ++i) {
    const Bytes at = hex("04010000");
    shared.insert(shared.end(), at.begin(), at.end());
  }
  Bytes one = hex("4141414141414141 4141414141414141 4141414141414141 4141414100000000 00000000");
  shared.insert(shared.end(), one.begin(), one.end());
  EXPECT_FALSE(quick_check_pak(shared));
  std::ranges::copy(hex("00414100000000"), shared.begin() + 0x105);
  EXPECT_TRUE(quick_check_pak(shared));
}

}  // namespace
}  // namespace anmkit::psx::test
