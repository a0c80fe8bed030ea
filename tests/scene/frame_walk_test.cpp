// SPDX-License-Identifier: MIT
// Clips at another rate, and angles that do not spin.
#include "scene/frame_walk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/sliding.hpp"

namespace anmkit {
namespace {

TEST(FrameWalk, PlaysAtTheRateOfTheFile) {
  const Scene scene = sliding(24, 12, 1);  // half a second
  FrameWalk walk(scene, scene.clips[0], 30);
  EXPECT_EQ(walk.last(), 15u);
  EXPECT_FALSE(walk.rounded());
  EXPECT_NEAR(walk.pose(15)[0].local.translation.x, 12, 1e-12);
  EXPECT_NEAR(walk.pose(5)[0].local.translation.x, 4, 1e-12);
  // The world follows the pose that was asked for last.
  EXPECT_NEAR(walk.world()[1].at(0, 3), 4, 1e-12);
  EXPECT_NEAR(walk.world()[1].at(1, 3), 1, 1e-12);
  FrameWalk odd(scene, scene.clips[0], 25);
  EXPECT_EQ(odd.last(), 13u);
  EXPECT_TRUE(odd.rounded());
  EXPECT_FALSE(frames_within(odd, 12, "x.RANGE").has_value());
  EXPECT_EQ(frames_within(odd, 13, "x.RANGE").value(), 13u);
}

TEST(FrameWalk, NonfiniteLengthsAreZero) {
  Scene scene = sliding(30, 12, 1);
  scene.clips[0].duration = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(FrameWalk(scene, scene.clips[0], 30).last(), 0u);
  scene.clips[0].duration = 1e300;
  EXPECT_FALSE(frames_within(FrameWalk(scene, scene.clips[0], 30), 65535, "x").has_value());
}

TEST(NearestEuler, FollowsARotationInEveryOrder) {
  for (const EulerOrder order : {EulerOrder::xyz, EulerOrder::xzy, EulerOrder::yxz, EulerOrder::yzx,
                                 EulerOrder::zxy, EulerOrder::zyx}) {
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) {
      Vec3 angles;
      for (int step = 0; step <= 100; ++step) {
        const double turn = step * 0.1;
        const Quat q = from_axis_angle(axis, turn);
        angles = nearest_euler(q, order, angles);
        EXPECT_LT(angle_between(from_euler(angles, order), q), 1e-6);
        EXPECT_NEAR(dot(angles, axis), turn, 1e-6) << int(order) << " " << step;
      }
    }
  }
}

}  // namespace
}  // namespace anmkit
