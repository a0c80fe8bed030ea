// SPDX-License-Identifier: MIT
// Euler tracks: mixed by component in degrees, then turned into a rotation.
#include <gtest/gtest.h>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

Quat turned(double from, double to, Interpolation interpolation, double frame) {
  Scene scene;
  scene.nodes.emplace_back();
  Track track;
  track.property = Property::euler;
  track.interpolation = interpolation;
  track.times = {0, 4};
  track.values = {0, 0, from, 0, 0, to};
  Clip clip;
  clip.duration = 4;
  clip.tracks = {track};
  Pose pose;
  ReferenceSampler(scene, clip).sample(frame, pose);
  return pose[0].local.rotation;
}

TEST(EulerTracks, LinearTakesTheShorterWay) {
  const Quat across = turned(350, 10, Interpolation::linear, 2);  // 350 -> 370, half way: 360
  EXPECT_NEAR(angle_between(across, Quat{}), 0, 1e-9);
  const Quat plain = turned(0, 90, Interpolation::linear, 1);
  EXPECT_NEAR(angle_between(plain, from_axis_angle({0, 0, 1}, kPi / 8)), 0, 1e-7);
}

TEST(EulerTracks, StepHolds) {
  const Quat held = turned(90, 0, Interpolation::step, 3.9);
  EXPECT_NEAR(angle_between(held, from_axis_angle({0, 0, 1}, kPi / 2)), 0, 1e-7);
}

TEST(RotationMatrix, RoundedQuaternionsCountByTheirDirection) {
  const Mat4 matrix = rotation_matrix({0, 0, 2, 2});
  EXPECT_NEAR(matrix.at(0, 1), -1, 1e-12);
  EXPECT_NEAR(matrix.at(1, 0), 1, 1e-12);
  EXPECT_NEAR(matrix.at(0, 0), 0, 1e-12);
}

}  // namespace
}  // namespace anmkit
