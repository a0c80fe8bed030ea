// SPDX-License-Identifier: MIT
// Clips at another rate, angles that do not spin, and differences that are reported.
#include "scene/frame_walk.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "scene/fit_report.hpp"

namespace anmkit {
namespace {

Scene sliding(double rate, double duration, double per_frame) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "root";
  scene.nodes[1].name = "arm";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {0, 1, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.rate = rate;
  clip.duration = duration;
  Track& track = clip.tracks.emplace_back();
  track.times = {0, duration};
  track.values = {0, 0, 0, per_frame * duration, 0, 0};
  return scene;
}

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

const FitLine* line(const ConversionReport& report, std::string_view what) {
  for (const FitLine& one : report.fits)
    if (one.what == what) return &one;
  return nullptr;
}

TEST(FitReport, ReportsTheLargestErrorOfEachProperty) {
  const Scene wanted = sliding(30, 10, 1), made = sliding(30, 10, 0.9);
  const NodePair pairs[] = {{0, 0, "node root"}, {1, 1, "node arm"}};
  ConversionReport report;
  report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {}, report);
  ASSERT_EQ(report.fits.size(), 1u);
  EXPECT_EQ(report.fits[0].what, "node root, position");
  EXPECT_NEAR(report.fits[0].error, 1, 1e-12);
  EXPECT_EQ(report.fits[0].unit, "units");
  ConversionReport world;
  report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs,
              {.space = FitRequest::Space::world, .length_unit = "pixels"}, world);
  ASSERT_EQ(world.fits.size(), 2u);
  EXPECT_NEAR(line(world, "node arm, position")->error, 1, 1e-12);
  EXPECT_EQ(line(world, "node arm, position")->unit, "pixels");
}

TEST(FitReport, ReportsVisibilityAndAnimatedNodes) {
  const Scene wanted = sliding(30, 10, 1);
  Scene made = wanted;
  Track& track = made.clips[0].tracks.emplace_back();
  track.property = Property::visibility;
  track.interpolation = Interpolation::step;
  track.times = {0, 4};
  track.values = {1, 0};
  const NodePair pairs[] = {{0, 0, "node root"}};
  ConversionReport report;
  report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {}, report);
  ASSERT_EQ(report.fits.size(), 2u);
  EXPECT_EQ(line(report, "node root, position")->error, 0);
  EXPECT_EQ(line(report, "node root, visibility")->error, 7);
}

// A page of a flip book: rotated by a quarter, seen from frame 4 on.
Scene page(double angle, std::vector<double> scales, bool inherit = true) {
  Scene scene = sliding(30, 10, 0);
  Node& root = scene.nodes[0];
  root.rest.rotation = from_axis_angle({0, 0, 1}, to_radians(angle));
  root.rest.scale = {0, 0, 0};
  root.inherit_scale = inherit;
  Track& track = scene.clips[0].tracks.emplace_back();
  track.property = Property::scale;
  track.interpolation = Interpolation::step;
  track.times = {0, 4};
  track.values = std::move(scales);
  return scene;
}

TEST(FitReport, ComparesOnlyTheScaleOfHiddenNodes) {
  const NodePair pairs[] = {{0, 0, "node root"}};
  for (const auto space :
       {FitRequest::Space::local, FitRequest::Space::matrix, FitRequest::Space::world}) {
    // Both are hidden to the end; what says so differs.
    for (const bool inherit : {true, false}) {
      // What children get is not the scale that a node keeps to itself.
      if (!inherit && space == FitRequest::Space::matrix) continue;
      const Scene wanted = page(90, {0, 0, 0, 0, 0, 0}),
                  made = page(0, {0, 0, 0, 0, 0, 0}, inherit);
      ConversionReport report;
      report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {.space = space}, report);
      for (const FitLine& one : report.fits)
        ADD_FAILURE() << one.what << " " << one.error;
    }
    // The rotation counts as soon as there is something to see.
    const Scene wanted = page(90, {0, 0, 0, 1, 1, 1}), made = page(60, {0, 0, 0, 1, 1, 1});
    ConversionReport report;
    report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {.space = space}, report);
    ASSERT_NE(line(report, "node root, rotation"), nullptr);
    EXPECT_NEAR(line(report, "node root, rotation")->error, 30, 1e-6);
    // One is there and the other is not: the scale tells it.
    const Scene never = page(60, {0, 0, 0, 0, 0, 0});
    ConversionReport other;
    report_fits(wanted, wanted.clips[0], never, never.clips[0], pairs, {.space = space}, other);
    EXPECT_EQ(line(other, "node root, rotation"), nullptr);
    ASSERT_NE(line(other, "node root, scale"), nullptr);
    EXPECT_NEAR(line(other, "node root, scale")->error, std::sqrt(3.0), 1e-9);
  }
  // Differences from a rest pose hide nothing where they are 0.
  const Scene wanted = page(90, {0, 0, 0, 0, 0, 0}), made = page(60, {0, 0, 0, 0, 0, 0});
  ConversionReport report;
  report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {.differences = true}, report);
  ASSERT_NE(line(report, "node root, rotation"), nullptr);
  EXPECT_NEAR(line(report, "node root, rotation")->error, 30, 1e-6);
}

}  // namespace
}  // namespace anmkit
