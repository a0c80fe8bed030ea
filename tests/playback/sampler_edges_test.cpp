// SPDX-License-Identifier: MIT
// The sampler at the edges: strange frames, short spans, long tracks, and the room that it takes.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "playback/poses.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::expect_reference;
using testing::line;
using testing::on_each_target;
using testing::pose_at;
using testing::RandomClip;
using testing::sampler_of;

TEST(SamplerEdges, StrangeFramesAndSpansAreBounded) {
  on_each_target([] {
    const Sampler sampler = sampler_of(2, {line({0, 10}, {1, 2, 3, 11, 2, 3})});
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
        for (const double frame : {0.0, 3.3, 7.7, 10.0}) {
          EXPECT_EQ(pose_at(Sampler(scene, clip), frame)[0].rotation,
                    (std::array<float, 4>{0, 0, 0, 1}))
              << frame << " " << ease;
        }
      }
    }
  });
}

// Long and crowded tracks are searched and give the same.
TEST(SamplerEdges, LongAndCrowdedTracks) {
  Scene scene;
  scene.nodes.resize(1);
  for (const double step : {1000.0, 1000.25, 0.001}) {
    Clip clip;
    clip.tracks = {line({}, {})};
    for (int i = 0; i < 500; ++i) {
      clip.tracks[0].times.push_back(i * step);
      clip.tracks[0].values.insert(clip.tracks[0].values.end(),
                                   {std::sin(i), std::cos(i), 0.1 * i});
    }
    std::vector<double> frames;
    for (int i = 0; i < 2000; ++i)
      frames.push_back((i * 7919 % 2000) * step / 3.7);
    expect_reference(scene, clip, frames, 1e-5);
  }
}

// Two keys a million frames apart, a thousand times, do not fill the memory.
TEST(SamplerEdges, BytesAreBoundedByTheKeys) {
  std::vector<Track> tracks;
  std::size_t keys = 0;
  for (std::uint32_t node = 0; node < 1000; ++node) {
    Track move = line({0, 1e6}, {0, 0, 0, 1, 2, 3});
    if (node % 3 == 0) move.interpolation = Interpolation::step;
    move.node = node;
    keys += move.times.size();
    tracks.push_back(move);
  }
  // A dense track next to them keeps its rows.
  Track dense = line({}, {});
  dense.property = Property::scale;
  for (int frame = 0; frame < 500; ++frame) {
    dense.times.push_back(frame);
    dense.values.insert(dense.values.end(), {1.0 + frame, 1, 1});
  }
  tracks.push_back(dense);
  const Sampler sampler = sampler_of(1000, tracks);
  // Rows as sampler.hpp says, and what is searched: three lines of the cache a key.
  EXPECT_LT(sampler.bytes(), (1 << 20) + 16 * 16 * (keys + 500) + 192 * keys + 100 * 1000);
  const std::vector<Transformf> pose = pose_at(sampler, 250.5);
  EXPECT_NEAR(pose[999].translation[2], 0, 1e-6);
  EXPECT_NEAR(pose[998].translation[2], 3 * 250.5e-6, 1e-7);
  EXPECT_NEAR(pose[0].scale[0], 251.5, 1e-4);
}

TEST(SamplerEdges, PeriodsThatAreNoneHold) {
  std::vector<Track> tracks;
  for (const double period : {std::numeric_limits<double>::quiet_NaN(), -4.0, 0.0}) {
    Track move = line({0, 2}, {0, 0, 0, 8, 0, 0});
    move.node = static_cast<std::uint32_t>(tracks.size());
    move.period = period;
    tracks.push_back(move);
  }
  for (const auto& [frame, x] :
       {std::pair(1.0, 4.0F), std::pair(5.0, 8.0F), std::pair(-1.0, 0.0F)}) {
    for (const Transformf& at : pose_at(sampler_of(3, tracks), frame))
      EXPECT_EQ(at.translation[0], x) << frame;
  }
}

// The last of two tracks of one property counts, and what moves no node is not looked at.
TEST(SamplerEdges, TracksThatMoveNothing) {
  std::vector<Track> tracks = {line({0, 10}, {1, 2, 3, 11, 2, 3}), line({}, {}),
                               line({0, 1}, {0, 0, 0, 7, 7, 7}), line({0, 1}, {0, 5})};
  tracks[2].node = 1;
  tracks[3].property = Property::visibility;
  EXPECT_EQ(pose_at(sampler_of(1, tracks), 5)[0].translation, (std::array<float, 3>{6, 2, 3}));
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
        SCOPED_TRACE(::testing::Message() << whole << eased << " " << w);
        std::vector<double> frames;
        for (double frame = -1; frame < 12; frame += 0.3)
          frames.push_back(frame);
        expect_reference(scene, clip, frames, 1e-6);
      }
    }
  }
}

// Moments that no row of a table has: beyond 2^24 frames.
TEST(SamplerEdges, KeysFarAway) {
  for (const double far : {1e9, -1e9}) {
    const Sampler sampler =
        sampler_of(1, {line({std::min(far, 0.0), std::max(far, 0.0)}, {0, 0, 0, 8, 4, 2})});
    EXPECT_EQ(pose_at(sampler, far / 4)[0].translation[0], far < 0 ? 6 : 2);
  }
}

TEST(SamplerEdges, NothingMoves) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest.translation = {1, 2, 3};
  scene.nodes[0].rest.pivot = {0, 0, 4};
  scene.nodes[0].rest.rotation = from_axis_angle({1, 0, 0}, kPi / 2);
  std::vector<Transformf> pose = pose_at(Sampler(scene, Clip{}), 3);
  EXPECT_NEAR(pose[0].translation[1], -2, 1e-6) << "the pivot is in the translation";
  Sampler(Scene{}, Clip{}).sample(3, pose);
}

// What was moved from has no nodes, in every call that takes samplers.
TEST(SamplerEdges, MovedFromSamplesNothing) {
  Sampler sampler = sampler_of(2, {line({0, 10}, {0, 0, 0, 1, 2, 3})});
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

// Whatever a clip is kept as, it is kept in whole 32-bit numbers.
TEST(SamplerEdges, RoomIsOfWholeNumbers) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    for (const bool lines : {false, true}) {
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 3, .whole_frames = lines, .lines_only = lines}).make(scene, clip);
      EXPECT_EQ(Sampler(scene, clip).bytes() % 4, 0u) << seed;
    }
  }
}

// The rest pose alone takes a transform a node.
TEST(SamplerEdges, RoomGrowsWithTheNodes) {
  EXPECT_GE(sampler_of(1000, {}).bytes(), 1000 * sizeof(Transformf));
}

}  // namespace
}  // namespace anmkit
