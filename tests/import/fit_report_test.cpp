// SPDX-License-Identifier: MIT
// Reported differences of two clips.
#include "import/fit_report.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sliding.hpp"

namespace anmkit {
namespace {

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
