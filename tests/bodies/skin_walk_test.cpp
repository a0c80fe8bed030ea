// SPDX-License-Identifier: MIT
// Vertices along their joints, and the frames for which they are computed.
#include "bodies/skin_walk.hpp"

#include <gtest/gtest.h>

#include "support/sliding.hpp"

namespace anmkit {
namespace {

TEST(SkinWalk, VerticesFollowTheMeanOfTheirJoints) {
  const std::vector<Mat4> joints = {trs_matrix({4, 0, 0}, {}, {1, 1, 1}),
                                    trs_matrix({0, 8, 0}, {}, {1, 1, 1})};
  EXPECT_EQ(skinned(joints, {1, 1, 1}, {0, 1, 0, 0}, {1, 0, 0, 0}), (Vec3{5, 1, 1}));
  EXPECT_EQ(skinned(joints, {1, 1, 1}, {0, 1, 0, 0}, {0.25, 0.25, 0, 0}), (Vec3{3, 5, 1}));
  // Joints that do not exist, and weights below 0.
  EXPECT_EQ(skinned(joints, {1, 1, 1}, {2, 1, 0, 0}, {0.5, 0.5, -1, 0}), (Vec3{1, 9, 1}));
  EXPECT_EQ(skinned(joints, {1, 1, 1}, {0, 0, 0, 0}, {0, 0, 0, 0}), (Vec3{1, 1, 1}));
}

std::vector<double> frames_of(double last, std::size_t vertices, std::size_t wanted_step) {
  const Scene scene = sliding(30, last, 1);
  FrameWalk walk(scene, scene.clips[0]);
  std::vector<double> frames;
  walk_skin(walk, vertices, [&](const std::vector<Mat4>& world, std::size_t step) {
    frames.push_back(world[0].at(0, 3));
    EXPECT_EQ(step, wanted_step);
  });
  return frames;
}

// No quotient of two whole numbers makes it miss a frame.
TEST(SkinWalk, EveryFrameIsLookedAtOnce) {
  EXPECT_EQ(frames_of(0, 10, 1), std::vector<double>{0});
  for (double last = 1; last < 120; ++last) {
    const std::vector<double> frames = frames_of(last, 10, 1);
    ASSERT_EQ(frames.size(), static_cast<std::size_t>(last) + 1);
    for (std::size_t i = 0; i < frames.size(); ++i)
      EXPECT_NEAR(frames[i], static_cast<double>(i), 1e-9) << last;
  }
}

TEST(SkinWalk, LongClipsAreThinnedOut) {
  const std::vector<double> frames = frames_of(9999, 3999, 2);
  ASSERT_EQ(frames.size(), 2000u);
  EXPECT_NEAR(frames.back(), 9999, 1e-6);
}

}  // namespace
}  // namespace anmkit
