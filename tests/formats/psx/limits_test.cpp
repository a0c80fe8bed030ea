// SPDX-License-Identifier: MIT
// Where psx clips, cameras and folders come to an end: the largest that still goes, and one more.
#include <algorithm>
#include <cmath>

#include "formats/psx/sequence.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

// Sections 1.5 and 9.2: a clip ends at word 65535 at most. Three words of header, two of the table,
// and one a keyframe without components.
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
TEST(PsxLimits, FramesGoIntoAsFewFilesAsTheyFit) {
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

// Section 6: half the projection distance of a picture 320 pixels wide; what is seen ends far
// behind.
TEST(PsxLimits, CamerasSeeFarBehindTheirNearPlane) {
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
