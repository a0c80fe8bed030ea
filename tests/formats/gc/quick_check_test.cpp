// SPDX-License-Identifier: MIT
// Actors, palettes and clips that are right at a glance, and each number alone that is not right
// any more (sections 8 to 11, appendix B).
#include "formats/gc/quick_check.hpp"

#include "compact_clip.hpp"
#include "model_files.hpp"

namespace anmkit::gc::test {
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

// Two bones at 20 and 3C, with controls at 58 and 8C, and a name at C0 (hex).
TEST(GcQuickCheck, ActorsFieldByField) {
  expect_seen(&quick_check_actor, kActor,
              {{0, "01"},                               // another version
               {6, "00FF"},                             // more bones than the file contains
               {6, "0001"},                             // fewer than are reached
               {6, "0003"},                             // more
               {0x0C, "00000000"},                      // none is reached
               {0x0C, "0000001C"},                      // in the header
               {0x0C, "00000021"},                      // inside a bone
               {0x0C, "00000058"},                      // after all bones
               {0x0C, "0000003C"},                      // that has a parent
               {0x10, "00000100"},                      // a name outside
               {0x10, "0000FF00"}, {0x20, "000000FF"},  // a control outside
               {0x24, "0000003C"},                      // a root after another
               {0x28, "0000003C"},                      // a sibling that is a child
               {0x28, "00000020"},                      // or the bone itself
               {0x30, "00000000"},                      // the child is not reached
               {0x40, "00000020"},                      // a child after its parent
               {0x48, "0000003C"},                      // of itself
               {0x4C, "00000020"},                      // whose child is the root
               {0x58, "06"},                            // Euler angles and a quaternion
               {0x58, "11"},                            // a matrix and more
               {0x5C, "7F800000"},                      // numbers that are none
               {0x74, "FFC00000"}});
  EXPECT_FALSE(quick_check_actor(ByteView(kActor).first(31)));
  EXPECT_FALSE(quick_check_actor(ByteView(kActor).first(0xC0)));  // the name is cut off
  Bytes turned = kActor;
  turned.at(0x58) = std::byte{4};
  EXPECT_TRUE(quick_check_actor(turned));  // 0 0 0 1
  std::ranges::copy(hex("80000000"), turned.begin() + 0x74);
  EXPECT_FALSE(quick_check_actor(turned));
}

// Ten numbers count, and of a matrix twelve.
TEST(GcQuickCheck, NumbersOfControls) {
  for (const bool matrix : {false, true}) {
    Bytes actor = kActor;
    actor.at(0x58) = std::byte{matrix ? std::uint8_t{16} : std::uint8_t{0}};
    EXPECT_TRUE(quick_check_actor(actor));
    for (std::size_t i = 0; i < 12; ++i) {
      Bytes changed = actor;
      std::ranges::copy(hex("FF800000"),
                        changed.begin() + static_cast<std::ptrdiff_t>(0x5C + 4 * i));
      EXPECT_EQ(quick_check_actor(changed), i >= 10 && !matrix) << i;
    }
  }
}

TEST(GcQuickCheck, PalettesAndSkins) {
  expect_seen(&quick_check_geometry, make_geometry(),
              {{0, "01"}, {4, "01"}, {0x0C, "000000FF"}, {0x14, "000000FF"}, {0x18, "000000FF"}});
  expect_seen(&quick_check_skin, make_skin(),
              {{6, "20"}, {6, "00"}, {0, "00FF"}, {0x1C, "0000FFFF00000001"}});
  expect_seen(&quick_check_textures, kTextures,
              {{0, "01"}, {4, "000000FF"}, {0x0C, "00000050"}, {0x14, "0000"}, {0x1B, "08"}});
}

TEST(GcQuickCheck, CompactClipsFieldByField) {
  expect_seen(&quick_check_compact, clip_bytes(),
              {{0, "01"},           // another version
               {4, "00FF"},         // more tracks than the file contains
               {8, "7FC00000"},     // a length that is no number
               {12, "00000044"},    // data in the track
               {12, "000000A0"},    // that leave the file
               {16, "0000"},        // no keys
               {20, "58"},          // an unknown type
               {22, "10"},          // a rotation that does not exist
               {78, "7FFF"},        // a key after the next one
               {80, "00000000"}});  // a quaternion of length 0
  EXPECT_FALSE(quick_check_compact(ByteView(clip_bytes()).first(7)));
}

}  // namespace
}  // namespace anmkit::gc::test
