// SPDX-License-Identifier: MIT
// Limits of psx clips, cameras and folders: the largest allowed, and one more.
#include <algorithm>
#include <cmath>

#include "formats/psx/animation/sequence.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

// Sections 1.5 and 9.2: a clip ends at word 65535 at most. Three words of header, two of the table,
// and one per keyframe without components.
TEST(PsxLimits, OneFrameFillsAFile) {
  Anm anm;
  anm.add_frame(std::vector<Keyframe>(65535 - 5));
  const auto parts = split(anm);
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 1u);
  const auto bytes = write((*parts)[0]);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(bytes->size(), 2u * 65535);

  Anm larger;
  larger.add_frame(std::vector<Keyframe>(65535 - 4));
  EXPECT_FALSE(split(larger).has_value());
  EXPECT_FALSE(write(larger).has_value());
}

// Each keyframe with all components takes ten words.
TEST(PsxLimits, FramesUseAsFewFilesAsPossible) {
  Keyframe full;
  full.flags = 7;
  Anm anm;
  for (int frame = 0; frame < 3; ++frame)
    anm.add_frame(std::vector<Keyframe>(3276, full));  // 32761 words with its place in the table
  const auto parts = split(anm);
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 2u);
  EXPECT_EQ((*parts)[0].frame_count(), 2u - 1u * (4 + 2 * 32761 > 65535));
}

// A clip that is held takes memory for each frame; too long a sequence is refused before that.
TEST(PsxLimits, RejectsLongHoldsBeforeAllocation) {
  Anm large, small;
  large.add_frame(std::vector<Keyframe>(65000));
  small.add_frame(std::vector<Keyframe>(1));
  // 2^24 keyframes are the most: 258 frames of 65000 are 16770000, 259 are more than 16777216.
  Diagnostics diagnostics;
  const std::vector<SequencePart> parts = {{&large, 0}, {&small, 259}};
  const auto joined = join(parts, diagnostics);
  ASSERT_FALSE(joined.has_value());
  EXPECT_EQ(joined.error().code, "psx.SIZE");
  EXPECT_EQ(joined.error().message, "the sequence has too many keyframes");
  const std::vector<SequencePart> fewer = {{&large, 0}, {&small, 3}};
  const auto held = join(fewer, diagnostics);
  ASSERT_TRUE(held.has_value());
  EXPECT_EQ(held->frame_count(), 4u);
  EXPECT_EQ(held->keyframes.size(), 3u * 65000 + 1);
}

// Objects may share their arrays until they have claimed 16 times the file and 64 KiB more.
// Ten objects take all 16384 bytes after the table as vertices and again as normals; `rows`
// eight-byte vertices or primitives of four bytes, each counted twice, are left for the last one.
Bytes sharing_objects(unsigned vertices, unsigned primitives) {
  constexpr unsigned kObjects = 11, kData = 16384;
  Bytes bytes(12 + 28 * kObjects + kData);
  set32(bytes, 0, 0x41);
  set32(bytes, 8, kObjects);
  for (unsigned i = 0; i < kObjects; ++i) {
    const std::size_t row = 12 + 28 * i;
    const bool last = i + 1 == kObjects;
    for (unsigned part = 0; part < 3; ++part)
      set32(bytes, row + 8 * part, 28 * kObjects);
    set32(bytes, row + 4, last ? vertices : kData / 8);
    set32(bytes, row + 12, last ? 0 : kData / 8);
    set32(bytes, row + 20, last ? primitives : 0);
  }
  return bytes;
}

TEST(PsxLimits, LimitsSharedArrays) {
  constexpr unsigned kAllowed = 16 * (12 + 28 * 11 + 16384) + 65536, kTaken = 10 * 2 * 16384;
  constexpr unsigned kLeft = (kAllowed - kTaken) / 8;
  static_assert(kLeft * 8 == kAllowed - kTaken);
  const auto is_read = [](unsigned vertices, unsigned primitives) {
    const auto loaded = parse("psx-tmd", sharing_objects(vertices, primitives));
    const bool told = find_code(loaded->diagnostics.finish(), "psx.TMD-04") != nullptr;
    EXPECT_NE(told, loaded->document != nullptr);
    return loaded->document != nullptr;
  };
  EXPECT_TRUE(is_read(kLeft, 0));
  EXPECT_FALSE(is_read(kLeft + 1, 0));
  EXPECT_TRUE(is_read(0, kLeft));
  EXPECT_FALSE(is_read(0, kLeft + 1));
}

// Section 6: half the projection distance of an image 320 pixels wide; what is seen ends far
// after.
TEST(PsxLimits, CamerasHaveAFarPlane) {
  for (const unsigned fov : {1u, 683u}) {
    Bytes bytes = example_anc();
    set16(bytes, 6 + 14, fov);
    const auto loaded = parse("psx-anc", bytes, "CAM.ANC");
    ASSERT_TRUE(loaded->document);
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    ASSERT_EQ(scene->cameras.size(), 1u);
    const double half = fov * std::acos(-1.0) / 4096;
    const double near_plane = 60 / std::tan(half);
    EXPECT_NEAR(scene->cameras[0].near_plane, near_plane, 1e-9 * near_plane);
    EXPECT_NEAR(scene->cameras[0].far_plane, std::max(65535.0, 2 * near_plane), 1e-6 * near_plane);
  }
}

}  // namespace
}  // namespace anmkit::psx::test
