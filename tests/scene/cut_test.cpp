// SPDX-License-Identifier: MIT
// A part of a clip shows what the clip showed: every interpolation, with and without keys where the
// part begins and ends.
#include "scene/cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

struct Made {
  Property property;
  Interpolation interpolation;
  double period = 0;
};

Track random_track(const Made& made, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1, 1);
  Track track;
  track.property = made.property;
  track.interpolation = made.interpolation;
  track.period = made.period;
  const std::size_t keys = 1 + random() % 9;
  const bool eased = random() % 3 == 0;
  double time = static_cast<double>(random() % 7) - 2;
  for (std::size_t i = 0; i < keys; ++i) {
    track.times.push_back(std::max(time, made.period > 0 ? 0.0 : -9.0));
    time += std::array{0.0, 1.0, 2.5, 4.0}[random() % 4];
    std::vector<double> key(track.stride());
    for (double& value : key)
      value = number(random);
    for (std::size_t k = 0; made.property == Property::rotation && k < key.size(); k += 4) {
      const Quat q = normalize({key[k], key[k + 1], key[k + 2], key[k + 3]});
      std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, key.begin() + static_cast<long>(k));
    }
    track.values.insert(track.values.end(), key.begin(), key.end());
    if (eased) track.ease.insert(track.ease.end(), {std::fabs(number(random)), 0.3});
  }
  return track;
}

constexpr std::array<Made, 10> kKinds = {{
    {Property::translation, Interpolation::step},
    {Property::translation, Interpolation::linear},
    {Property::translation, Interpolation::cubic},
    {Property::translation, Interpolation::bezier},
    {Property::rotation, Interpolation::step},
    {Property::rotation, Interpolation::linear},
    {Property::rotation, Interpolation::slerp},
    {Property::rotation, Interpolation::cubic},
    {Property::rotation, Interpolation::squad},
    {Property::visibility, Interpolation::step},
}};

TEST(CutClip, APartEqualsTheWhole) {
  std::mt19937 random(20);
  for (const Made& made : kKinds) {
    for (int round = 0; round < 200; ++round) {
      Clip clip;
      clip.duration = 20;
      clip.tracks.push_back(random_track(made, random));
      const double start = static_cast<double>(random() % 24) / 2;
      const double end = start + 0.5 + static_cast<double>(random() % 14) / 2;
      const Clip part = cut_clip(clip, start, end);
      EXPECT_EQ(part.duration, end - start);
      for (double frame = 0; frame <= part.duration; frame += 0.25) {
        std::array<double, 4> was{}, is{};
        evaluate(clip.tracks[0], start + frame, was.data());
        evaluate(part.tracks[0], frame, is.data());
        for (std::size_t i = 0; i < was.size(); ++i)
          ASSERT_NEAR(was[i], is[i], 1e-9)
              << static_cast<int>(made.interpolation) << " " << start + frame << " of " << start
              << " to " << end << ::testing::PrintToString(clip.tracks[0].times)
              << ::testing::PrintToString(part.tracks[0].times);
      }
    }
  }
}

TEST(CutClip, UnrollsRepeatsAtWholeFrames) {
  std::mt19937 random(21);
  Clip clip;
  clip.duration = 30;
  clip.tracks.push_back(random_track({Property::translation, Interpolation::linear, 7}, random));
  const Clip part = cut_clip(clip, 5, 25);
  for (double frame = 0; frame <= 20; ++frame) {
    std::array<double, 3> was{}, is{};
    evaluate(clip.tracks[0], 5 + frame, was.data());
    evaluate(part.tracks[0], frame, is.data());
    for (std::size_t i = 0; i < was.size(); ++i)
      EXPECT_NEAR(was[i], is[i], 1e-9) << frame;
  }
}

TEST(CutClip, KeysOfThePartAloneAreKept) {
  Clip clip;
  clip.duration = 10;
  clip.loop_start = 6;
  Track& track = clip.tracks.emplace_back();
  track.times = {0, 2, 4, 6, 8, 10};
  track.values.assign(18, 1.0);
  const Clip whole = cut_clip(clip, 2, 8);
  EXPECT_EQ(whole.tracks[0].times, (std::vector<double>{0, 2, 4, 6}));
  EXPECT_EQ(whole.loop_start, 4);
  const Clip odd = cut_clip(clip, 3, 7);
  EXPECT_EQ(odd.tracks[0].times, (std::vector<double>{-1, 1, 3, 5}));
  EXPECT_EQ(cut_clip(clip, 7, 10).loop_start, 0);
  EXPECT_EQ(cut_clip(clip, 0, 5).loop_start, 0);
}

}  // namespace
}  // namespace anmkit
