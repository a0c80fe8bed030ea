// SPDX-License-Identifier: MIT
// The sampler on angles and on keys between frames, against values worked out by hand.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "playback/each_target.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::line;
using testing::on_each_target;

// Angles about x, at the sines and cosines of half of them.
void expect_turn(const Sampler& sampler, double frame, double degrees) {
  std::vector<Transformf> pose(1);
  sampler.sample(frame, pose);
  const double half = degrees / 360 * std::numbers::pi;
  const double sign = pose[0].rotation[0] * std::sin(half) + pose[0].rotation[3] * std::cos(half);
  EXPECT_NEAR(std::fabs(sign), 1, 1e-6) << frame << " frames, " << degrees << " degrees";
}

Track angles(Interpolation interpolation, std::vector<double> times, std::vector<double> values) {
  Track made = line(std::move(times), std::move(values));
  made.property = Property::euler;
  made.interpolation = interpolation;
  return made;
}

// Lines take the nearer way, splines the one that their numbers say; whole turns change nothing.
TEST(SamplerCurves, AnglesBeyondHalfATurn) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(1);
    Clip clip;
    clip.tracks = {
        angles(Interpolation::linear, {0, 4, 8}, {170, 0, 0, -170, 0, 0, 190.0 + 720, 0, 0})};
    const Sampler lines(scene, clip);
    for (const auto& [frame, degrees] :
         {std::pair(0.0, 170.0), std::pair(1.0, 175.0), std::pair(2.5, 182.5),
          std::pair(4.0, -170.0), std::pair(8.0, 190.0)})
      expect_turn(lines, frame, degrees);
    clip.tracks = {angles(Interpolation::linear, {0, 4}, {-170, 0, 0, 170, 0, 0})};
    expect_turn(Sampler(scene, clip), 3, -185);
    // Its tangents are all 340 / 4 a frame: a line.
    const double up = 85;
    clip.tracks = {angles(Interpolation::cubic, {0, 4},
                          {up, 0, 0, -170, 0, 0, up, 0, 0, up, 0, 0, 170, 0, 0, up, 0, 0})};
    expect_turn(Sampler(scene, clip), 1, -85);
    expect_turn(Sampler(scene, clip), 3.5, 127.5);
  });
}

// Of two kinds of rotation of one node, the angles count.
TEST(SamplerCurves, AnglesOverrideAnotherRotation) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  Track turn = line({0, 1, 2}, {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0});
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  clip.tracks = {turn, angles(Interpolation::linear, {0, 1, 2}, {0, 0, 0, 30, 0, 0, 90, 0, 0})};
  expect_turn(Sampler(scene, clip), 1.5, 60);
}

// Keys between frames, two of them at one moment: the later one counts from there on.
TEST(SamplerCurves, KeysBetweenFramesJump) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  Track turn = line({0.5, 2.5, 2.5, 3.5}, {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0});
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  clip.tracks = {turn, line({0.5, 2.5, 2.5, 3.5}, {0, 0, 0, 4, 0, 0, 8, 0, 0, 9, 0, 0})};
  const Sampler sampler(scene, clip);
  std::vector<Transformf> pose(1);
  // A quarter of the way of a half rotation about x: 45 degrees.
  for (const auto& [frame, x, degrees] :
       {std::tuple(0.0, 0.0F, 0.0), {1.0, 1.0F, 45.0}, {2.5, 8.0F, 0.0}, {9.0, 9.0F, 180.0}}) {
    sampler.sample(frame, pose);
    EXPECT_NEAR(pose[0].translation[0], x, 1e-6) << frame;
    EXPECT_NEAR(pose[0].rotation[3], std::cos(degrees / 360 * std::numbers::pi), 1e-6) << frame;
  }
}

}  // namespace
}  // namespace anmkit
