// SPDX-License-Identifier: MIT
// Which parts are side by side in a track, and how a bone specifies where it rests (sections 4
// and 5).
#include "cases.hpp"
#include "formats/gc/layout.hpp"
#include "formats/gc/skeleton.hpp"

namespace anmkit::gc::test {
namespace {

// Parts are bits: 1 scale, 2 Euler, 4 quaternion, 8 translation, 16 matrix.
TEST(GcMatrixTracks, AMatrixExcludesOtherParts) {
  for (unsigned others = 0; others < 16; ++others) {
    Bytes bytes = patched(kBank, Case{"", Severity::error, 0, "", {{0x40, "40"}}});
    bytes.at(0x41) = static_cast<std::byte>(0x10 | others);
    const auto found = check(*parse("gc-anm", bytes));
    EXPECT_EQ(find(found, "ANM034") != nullptr, others != 0) << others;
    EXPECT_EQ(find(found, "ANM032"), nullptr) << others;
  }
}

// A control of scale, quaternion and translation: 0 on any axis of the scale leaves nothing to turn
// back.
TEST(GcMatrixTracks, ReportsScaleZeroOnAnyAxis) {
  const auto told = [](std::optional<std::size_t> axis) {
    Bytes bytes = patched(kActor, Case{"", Severity::error, 0, "", {{0x58, "0D"}}});
    for (std::size_t i = 0; i < 3; ++i)
      std::ranges::copy(hex(axis == i ? "00000000" : "3F800000"),
                        bytes.begin() + static_cast<std::ptrdiff_t>(0x5C + 4 * i));
    return find(check(*parse("gc-act", bytes)), "ACT012") != nullptr;
  };
  EXPECT_FALSE(told({}));
  for (const std::size_t axis : {0u, 1u, 2u})
    EXPECT_TRUE(told(axis)) << axis;
}

// A track that is appended to the rest pose and has all of its parts replaces them.
TEST(GcMatrixTracks, PartsThatATrackLacksAreAppliedTwice) {
  const auto actor = parse("gc-act", kActor, "hero.act");
  const Companion with[] = {{"hero.act", {}, actor->document.get()}};
  const auto told = [&](const char* appended) {
    const Bytes bytes = patched(kBank, Case{"", Severity::error, 0, "", {{0x43, appended}}});
    return find(check(*parse("gc-anm", bytes), with), "ANM072") != nullptr;
  };
  EXPECT_TRUE(told("00"));
  EXPECT_FALSE(told("0F"));
  EXPECT_FALSE(told("10")) << "a matrix has all";
}

TEST(GcMatrixTracks, BonesRestInPartsOrAsAMatrix) {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].rest.translation = {1, 2, 3};
  scene.nodes[1].parent = 0;
  scene.nodes[1].inherit_scale = true;
  scene.nodes[1].rest.scale = {2, 1, 1};
  scene.nodes[2].parent = 0;
  scene.nodes[2].offset = trs_matrix({5, 0, 0}, {}, {1, 1, 1});
  const Skeleton skeleton = skeleton_of(scene);
  ASSERT_EQ(skeleton.rests.size(), 3u);
  EXPECT_EQ(skeleton.rests[0].type, 1u | 4u | 8u);
  EXPECT_EQ(skeleton.rests[0].parts.translation, (Vec3{1, 2, 3}));
  EXPECT_EQ(skeleton.rests[1].type, 1u | 4u | 8u);
  EXPECT_EQ(skeleton.rests[1].parts.scale, (Vec3{2, 1, 1}));
  EXPECT_EQ(skeleton.rests[2].type, 16u);
}

}  // namespace
}  // namespace anmkit::gc::test
