// SPDX-License-Identifier: MIT
// The import to banks and actors: links of bones that move, how many keys a bank contains, and what
// does not move (sections 2, 8.2 and 13).
#include "formats/gc/bank/builder.hpp"
#include "formats/gc/bank/canonical.hpp"
#include "formats/gc/layout.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

// Bones of 28 bytes after a header of 32 (hex: 20, 3C, 58).
constexpr std::uint32_t kFirst = 0x20, kSecond = 0x3C, kThird = 0x58;

// The root is last in the file, its children before it: each link changes its number.
TEST(GcBankImport, BonesAreInTreeOrder) {
  Actor actor;
  actor.total_bones = 3;
  actor.root_bone = kThird;
  actor.bones.resize(3);
  actor.bones[0].bone_id = 20;
  actor.bones[0].parent = kThird;
  actor.bones[0].next_sibling = kSecond;
  actor.bones[1].bone_id = 30;
  actor.bones[1].parent = kThird;
  actor.bones[1].previous_sibling = kFirst;
  actor.bones[2].bone_id = 10;
  actor.bones[2].first_child = kFirst;
  actor.size = 128;
  const Actor moved = canonical(actor, "", {});
  ASSERT_EQ(moved.bones.size(), 3u);
  EXPECT_EQ(moved.root_bone, kFirst);
  EXPECT_EQ(moved.bones[0].bone_id, 10);
  EXPECT_EQ(moved.bones[0].first_child, kSecond);
  EXPECT_EQ(moved.bones[0].parent, 0u);
  EXPECT_EQ(moved.bones[1].bone_id, 20);
  EXPECT_EQ(moved.bones[1].parent, kFirst);
  EXPECT_EQ(moved.bones[1].next_sibling, kThird);
  EXPECT_EQ(moved.bones[1].first_child, 0u);
  EXPECT_EQ(moved.bones[2].bone_id, 30);
  EXPECT_EQ(moved.bones[2].parent, kFirst);
  EXPECT_EQ(moved.bones[2].previous_sibling, kSecond);
}

// Counts have 16 bits.
TEST(GcBankImport, ABankStores65535Keys) {
  const auto track = [](std::size_t keys) {
    EncodedTrack made;
    made.keys.resize(keys);
    return made;
  };
  BankBuilder builder;
  builder.add_sequence("long");
  EXPECT_FALSE(builder.add(track(65536)).has_value());
  EXPECT_TRUE(builder.add(track(65000)).has_value());
  EXPECT_FALSE(builder.add(track(536)).has_value());
  EXPECT_TRUE(builder.add(track(535)).has_value());
  EXPECT_FALSE(builder.add(track(1)).has_value());
}

// A bone that does not move away from its rest pose needs one key.
TEST(GcBankImport, ConstantTracksHaveOneKey) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].name = "bone4";
  scene.nodes[0].rest.translation = {5, 0, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "hold";
  clip.rate = 60;
  clip.duration = 30;
  anmkit::Track still;
  still.times = {0, 15, 30};
  still.values = {9, 2, 0, 9, 2, 0, 9, 2, 0};
  clip.tracks.push_back(still);
  ConversionReport report;
  const auto made = document_from_scene(*find_format("gc-anm"), scene, nullptr, {}, report);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  Diagnostics unused;
  const auto bank = records_of(parse_bank((*made)->write().value(), unused).value());
  ASSERT_EQ(bank.tracks.size(), 1u);
  EXPECT_EQ(bank.tracks[0].total_frames, 1);
  EXPECT_EQ(bank.key_frames.size(), 1u);
}

// Small numbers get all 15 bits of fraction that section 4 has; a sixteenth would be none of them.
TEST(GcBankImport, SmallNumbersHaveTheMostBits) {
  for (const auto& [value, bits] : {std::pair{0.5, 15u}, {0.999, 15u}, {1.5, 14u}, {3.0, 13u}}) {
    Motion motion;
    motion.times = {0};
    motion.translation = {{{value, 0, 0}, {}, {}}};
    const auto made = encode(motion, {}, 1, 4, "bone4");
    ASSERT_TRUE(made.has_value());
    EXPECT_EQ(made->track.quantize_info, 0x30u | bits) << value;
  }
}

}  // namespace
}  // namespace anmkit::gc::test
