// SPDX-License-Identifier: MIT
// Held values at the start of a range begin with the range, not before it.
#include <gtest/gtest.h>

#include "scene/cut.hpp"

namespace anmkit {
namespace {

Clip one_track(Interpolation interpolation, std::vector<double> times, std::vector<double> values) {
  Clip clip;
  clip.duration = 20;
  Track track;
  track.interpolation = interpolation;
  track.times = std::move(times);
  track.values = std::move(values);
  clip.tracks.push_back(std::move(track));
  return clip;
}

TEST(CutStart, StepsBeginWithThePart) {
  const Clip clip = one_track(Interpolation::step, {0, 10}, {1, 2, 3, 4, 5, 6});
  const Track part = cut_clip(clip, 4, 12).tracks.at(0);
  EXPECT_EQ(part.times, (std::vector<double>{0, 6}));
  EXPECT_EQ(part.values, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST(CutStart, OneKeyBeginsWithThePart) {
  const Clip clip = one_track(Interpolation::linear, {1}, {1, 2, 3});
  EXPECT_EQ(cut_clip(clip, 4, 12).tracks.at(0).times, std::vector<double>{0});
  EXPECT_EQ(cut_clip(clip, 0, 12).tracks.at(0).times, std::vector<double>{1})
      << "a later one stays";
}

// Of a line, the key before the part stays where it is: it says how steep the line is.
TEST(CutStart, LinesKeepTheKeyBefore) {
  const Clip clip = one_track(Interpolation::linear, {0, 10}, {1, 2, 3, 4, 5, 6});
  EXPECT_EQ(cut_clip(clip, 4, 12).tracks.at(0).times, (std::vector<double>{-4, 6}));
}

// What repeats is written out frame by frame, as lines: nothing of its easing stays.
TEST(CutStart, UnrollsRepeatsWithoutEasing) {
  Clip clip = one_track(Interpolation::linear, {0, 2}, {0, 0, 0, 8, 0, 0});
  clip.tracks[0].period = 4;
  clip.tracks[0].ease = {0.5, 0.5, 0.5, 0.5};
  const Track part = cut_clip(clip, 5, 6).tracks.at(0);
  EXPECT_EQ(part.period, 0);
  EXPECT_TRUE(part.ease.empty());
  ASSERT_EQ(part.times, (std::vector<double>{0, 1}));
  EXPECT_NEAR(part.values.at(0), 4, 1e-9) << "half way, where easing in and out is half as well";
  EXPECT_NEAR(part.values.at(3), 8, 1e-9);
}

}  // namespace
}  // namespace anmkit
