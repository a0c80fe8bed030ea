// SPDX-License-Identifier: MIT
// The sampler at the edges: strange frames, short spans, long tracks, and the room that it takes.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "playback/each_target.hpp"
#include "playback/random_clip.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::line;
using testing::on_each_target;
using testing::Oracle;
using testing::RandomClip;

TEST(SamplerEdges, StrangeFramesAndSpansAreBounded) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(2);
    Clip clip;
    clip.tracks.push_back(line({0, 10}, {1, 2, 3, 11, 2, 3}));
    const Sampler sampler(scene, clip);
    std::vector<Transformf> pose(1);
    for (const double frame : {std::numeric_limits<double>::quiet_NaN(), -1e300, -0.0}) {
      sampler.sample(frame, pose);
      EXPECT_EQ(pose[0].translation[0], 1) << frame;
    }
    for (const double frame : {std::numeric_limits<double>::infinity(), 1e300, 10.0}) {
      sampler.sample(frame, pose);
      EXPECT_EQ(pose[0].translation[0], 11) << frame;
    }
    sampler.sample(5, {});
    pose.resize(7);
    pose[2].scale = {9, 9, 9};
    sampler.sample(5, pose);
    EXPECT_EQ(pose[0].translation[0], 6);
    EXPECT_EQ(pose[2].scale[0], 9) << "entries beyond the nodes are left alone";
  });
}

// Scenes of other programs that check_scene refuses: such a track is left out, whatever it lacks.
TEST(SamplerEdges, TracksThatLackNumbersAreLeftOut) {
  on_each_target([] {
    for (const Interpolation way :
         {Interpolation::linear, Interpolation::cubic, Interpolation::squad}) {
      for (const std::size_t ease : {0U, 1U, 5U}) {
        Scene scene;
        scene.nodes.resize(1);
        Track track;
        track.property = Property::rotation;
        track.interpolation = way;
        track.times = {0, 5, 10};
        track.values = {0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 0};  // of 12, or 36
        if (ease != 0 && way == Interpolation::linear) track.values.push_back(0);
        track.ease.assign(ease, 0.5);
        Clip clip;
        clip.duration = 10;
        clip.tracks = {track};
        scene.clips = {clip};
        ASSERT_FALSE(check_scene(scene));
        std::vector<Transformf> pose(1);
        for (const double frame : {0.0, 3.3, 7.7, 10.0}) {
          Sampler(scene, clip).sample(frame, pose);
          EXPECT_EQ(pose[0].rotation, (std::array<float, 4>{0, 0, 0, 1})) << frame << " " << ease;
        }
      }
    }
  });
}

// A shorter span gets the first nodes, and nothing behind them is touched.
TEST(SamplerEdges, ShorterSpansGetTheFirstNodes) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 20; ++seed) {
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 13, .whole_frames = true, .lines_only = true}).make(scene, clip);
      const Sampler sampler(scene, clip);
      std::vector<Transformf> whole(13);
      sampler.sample(3.25, whole);
      for (std::size_t count = 0; count <= 13; ++count) {
        // The very end of an allocation, which sanitizers watch.
        std::vector<Transformf> some(count);
        sampler.sample(3.25, some);
        for (std::size_t node = 0; node < count; ++node) {
          // Groups that are cut are not always computed in the same order of the same numbers.
          for (std::size_t i = 0; i < 4; ++i)
            ASSERT_NEAR(some[node].rotation[i], whole[node].rotation[i], 1e-6);
          for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_NEAR(some[node].translation[i], whole[node].translation[i], 1e-5);
            ASSERT_EQ(some[node].scale[i], whole[node].scale[i]);
          }
        }
      }
    }
  });
}

// The same of splines: a node that moves and grows is kept apart from those that only move, and is
// cut off before them.
TEST(SamplerEdges, ShorterSpansOfSplines) {
  Scene scene;
  scene.nodes.resize(3);
  Clip clip;
  clip.duration = 10;
  const auto spline = [&](std::uint32_t node, Property property, double at) {
    Track made = line({0, 10}, {0, 0, 0, at, at + 1, at + 2, 1, 2, 3, 4, 5, 6, 9, 8, 7, 0, 0, 0});
    made.node = node;
    made.property = property;
    made.interpolation = Interpolation::cubic;
    clip.tracks.push_back(made);
  };
  spline(0, Property::translation, 20);
  spline(1, Property::translation, 30);
  spline(1, Property::scale, 40);
  spline(2, Property::translation, 50);
  on_each_target([&] {
    const Sampler sampler(scene, clip);
    std::vector<Transformf> whole(3), first(1);
    sampler.sample(2.5, whole);
    sampler.sample(2.5, first);
    // Half of the first tangent is still there after a quarter of the way (Hermite's polynomials):
    // 20 * (1 - 3/16 + 2/64) + 10 * (1/4 - 2/16 + 1/64) + 9 * (3/16 - 2/64) + 10 * 4 * (1/64 -
    // 1/16)
    EXPECT_NEAR(whole[0].translation[0],
                20 * 0.84375 + 10 * 1 * 0.140625 + 9 * 0.15625 - 10 * 4 * 0.046875, 1e-5);
    EXPECT_EQ(first[0].translation, whole[0].translation);
    EXPECT_EQ(first[0].scale, (std::array<float, 3>{1, 1, 1}));
  });
}

// Long and crowded tracks are searched and give the same.
TEST(SamplerEdges, LongAndCrowdedTracks) {
  for (const double step : {1000.0, 1000.25, 0.001}) {
    Scene scene;
    scene.nodes.resize(1);
    Clip clip;
    std::vector<double> times, values;
    for (int i = 0; i < 500; ++i) {
      times.push_back(i * step);
      values.insert(values.end(), {std::sin(i), std::cos(i), 0.1 * i});
    }
    clip.tracks.push_back(line(times, values));
    const Sampler sampler(scene, clip);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(1);
    for (int i = 0; i < 2000; ++i) {
      const double frame = (i * 7919 % 2000) * step / 3.7;
      sampler.sample(frame, pose);
      ASSERT_LT(apart(pose[0], oracle.at(frame)[0]), 1e-5) << frame;
    }
  }
}

// Two keys a million frames apart, a thousand times, do not fill the memory.
TEST(SamplerEdges, BytesAreBoundedByTheKeys) {
  Scene scene;
  scene.nodes.resize(1000);
  Clip clip;
  std::size_t keys = 0;
  for (std::uint32_t node = 0; node < 1000; ++node) {
    Track move = line({0, 1e6}, {0, 0, 0, 1, 2, 3});
    if (node % 3 == 0) move.interpolation = Interpolation::step;
    move.node = node;
    keys += move.times.size();
    clip.tracks.push_back(move);
  }
  // A dense track next to them keeps its rows.
  Track dense = line({}, {});
  dense.property = Property::scale;
  for (int frame = 0; frame < 500; ++frame) {
    dense.times.push_back(frame);
    dense.values.insert(dense.values.end(), {1.0 + frame, 1, 1});
  }
  clip.tracks.push_back(dense);
  const Sampler sampler(scene, clip);
  // Rows as sampler.hpp says, and what is searched: three lines of the cache a key.
  EXPECT_LT(sampler.bytes(), (1 << 20) + 16 * 16 * (keys + 500) + 192 * keys + 100 * 1000);
  std::vector<Transformf> pose(1000);
  sampler.sample(250.5, pose);
  EXPECT_NEAR(pose[999].translation[2], 0, 1e-6);
  EXPECT_NEAR(pose[998].translation[2], 3 * 250.5e-6, 1e-7);
  EXPECT_NEAR(pose[0].scale[0], 251.5, 1e-4);
}

TEST(SamplerEdges, PeriodsThatAreNoneHold) {
  Scene scene;
  scene.nodes.resize(3);
  Clip clip;
  std::uint32_t node = 0;
  for (const double period : {std::numeric_limits<double>::quiet_NaN(), -4.0, 0.0}) {
    Track move = line({0, 2}, {0, 0, 0, 8, 0, 0});
    move.node = node++;
    move.period = period;
    clip.tracks.push_back(move);
  }
  std::vector<Transformf> pose(3);
  for (const auto& [frame, x] :
       {std::pair(1.0, 4.0F), std::pair(5.0, 8.0F), std::pair(-1.0, 0.0F)}) {
    Sampler(scene, clip).sample(frame, pose);
    for (const Transformf& at : pose)
      EXPECT_EQ(at.translation[0], x) << frame;
  }
}

// The last of two tracks of one property counts, and what moves no node is not looked at.
TEST(SamplerEdges, TracksThatMoveNothing) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  clip.tracks = {line({0, 10}, {1, 2, 3, 11, 2, 3}), line({}, {}), line({0, 1}, {0, 0, 0, 7, 7, 7}),
                 line({0, 1}, {0, 5})};
  clip.tracks[2].node = 1;
  clip.tracks[3].property = Property::visibility;
  std::vector<Transformf> pose(1);
  Sampler(scene, clip).sample(5, pose);
  EXPECT_EQ(pose[0].translation, (std::array<float, 3>{6, 2, 3}));
}

// Arcs that take the long way are cut in half, except where they are eased, or lead from a rotation
// to its own negative, where both ways are as long.
TEST(SamplerEdges, LongWaysWithoutAMiddle) {
  Scene scene;
  scene.nodes.resize(1);
  for (const bool whole : {true, false}) {
    for (const bool eased : {false, true}) {
      for (const double w : {-1.0, -0.8}) {
        Clip clip;
        const double behind = whole ? 0 : 0.25;
        clip.tracks = {line({behind, behind + 4, behind + 10}, {})};
        Track& track = clip.tracks[0];
        track.property = Property::rotation;
        track.interpolation = Interpolation::slerp_long;
        track.values = {0, 0, 0, 1, 0, 0, std::sqrt(1 - w * w), w, 0.6, 0, 0, 0.8};
        if (eased) track.ease = {0.2, 0.3, 0.4, 0.1, 0.2, 0.3};
        const Sampler sampler(scene, clip);
        Oracle oracle(scene, clip);
        std::vector<Transformf> pose(1);
        for (double frame = -1; frame < 12; frame += 0.3) {
          sampler.sample(frame, pose);
          EXPECT_LT(apart(pose[0], oracle.at(frame)[0]), 1e-6)
              << whole << eased << " " << w << " " << frame;
        }
      }
    }
  }
}

// Moments that no row of a table has: beyond 2^24 frames.
TEST(SamplerEdges, KeysFarAway) {
  Scene scene;
  scene.nodes.resize(1);
  for (const double far : {1e9, -1e9}) {
    Clip clip;
    std::vector<double> times = {0, far};
    if (far < 0) std::swap(times[0], times[1]);
    clip.tracks = {line(times, {0, 0, 0, 8, 4, 2})};
    const Sampler sampler(scene, clip);
    std::vector<Transformf> pose(1);
    sampler.sample(far / 4, pose);
    EXPECT_EQ(pose[0].translation[0], far < 0 ? 6 : 2);
  }
}

TEST(SamplerEdges, NothingMoves) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest.translation = {1, 2, 3};
  scene.nodes[0].rest.pivot = {0, 0, 4};
  scene.nodes[0].rest.rotation = from_axis_angle({1, 0, 0}, kPi / 2);
  std::vector<Transformf> pose(1);
  Sampler(scene, Clip{}).sample(3, pose);
  EXPECT_NEAR(pose[0].translation[1], -2, 1e-6) << "the pivot is in the translation";
  Sampler(Scene{}, Clip{}).sample(3, pose);
}

// What was moved from has no nodes, in every call that takes samplers.
TEST(SamplerEdges, MovedFromSamplesNothing) {
  Scene scene;
  scene.nodes.resize(2);
  Clip clip;
  clip.duration = 10;
  clip.tracks = {line({0, 10}, {0, 0, 0, 1, 2, 3})};
  Sampler sampler(scene, clip);
  const Sampler other = std::move(sampler);
  EXPECT_EQ(other.node_count(), 2u);
  EXPECT_EQ(sampler.node_count(), 0u);  // NOLINT(bugprone-use-after-move): what is asked
  EXPECT_EQ(sampler.bytes(), 0u);
  std::vector<Transformf> pose(2);
  pose[0].translation = {7, 7, 7};
  const auto untouched = [&] { return pose[0].translation == std::array<float, 3>{7, 7, 7}; };
  sampler.sample(5, pose);
  EXPECT_TRUE(untouched());
  const std::vector<double> frames{1, 2};
  sampler.sample_many(frames, pose);
  EXPECT_TRUE(untouched());
  const std::vector<PoseRequest> requests{{&sampler, 5, pose}};
  sample_many(requests);
  EXPECT_TRUE(untouched());
  EXPECT_EQ(sampler.frame_at(5), 0);
}

// Beyond its end a clip holds, or starts again when it loops.
TEST(SamplerEdges, SecondsAreFramesOfTheClip) {
  Clip clip;
  clip.rate = 60;
  clip.duration = 90;
  for (const bool loops : {false, true}) {
    clip.loops = loops;
    const Sampler sampler(Scene{}, clip);
    EXPECT_EQ(sampler.frame_at(0.5), 30);
    EXPECT_EQ(sampler.frame_at(1.5), 90);
    EXPECT_EQ(sampler.frame_at(2), loops ? 30 : 90);
    EXPECT_EQ(sampler.frame_at(-0.5), loops ? 60 : 0);
  }
}

}  // namespace
}  // namespace anmkit
