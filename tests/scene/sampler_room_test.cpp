// SPDX-License-Identifier: MIT
// The room that a compiled clip takes for curves between frames.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "scene/random_clip.hpp"
#include "scene/sampler/compile.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::line;
using testing::Oracle;
using testing::quaternions;
using testing::turned;

// A translation and a scale of one node are one curve, which takes less room than two; where one of
// them is left to the reference, the other is a curve of its own.
TEST(SamplerRoom, TwoOfANode) {
  Scene scene;
  scene.nodes.resize(2);
  Clip clip;
  clip.tracks = {line({0.5, 2, 5.5}, {}), line({0.5, 2, 5.5}, {})};
  for (Track& track : clip.tracks) {
    track.interpolation = Interpolation::cubic;
    for (int i = 0; i < 27; ++i)
      track.values.push_back(std::sin(i));
  }
  clip.tracks[1].property = Property::scale;
  const auto room = [&] {
    return compile_clip(scene, clip, Sampler::RowSize::floats).pieces.bytes();
  };
  const std::size_t together = room();
  clip.tracks[1].node = 1;
  EXPECT_LT(together, room() - 50);
  clip.tracks[1].node = 0;
  clip.tracks[1].times[1] = 0x1p-30 + 0.5;
  EXPECT_GT(room(), 3 * sizeof(Piece));
  EXPECT_LT(room(), together);
  EXPECT_NE(compile_clip(scene, clip, Sampler::RowSize::floats).others, nullptr);
  std::vector<Transformf> pose(1);
  for (const double frame : {0.25, 1.0, 3.0, 7.0}) {
    Sampler(scene, clip).sample(frame, pose);
    EXPECT_LT(apart(pose[0], Oracle(scene, clip).at(frame)[0]), 1e-5) << frame;
  }
}

// Curves of all kinds take as much room together as one by one, but for what lists of keys have at
// their ends.
TEST(SamplerRoom, OfEachKindCounts) {
  Scene scene;
  scene.nodes.resize(8);
  Clip all;
  std::size_t sum = 0, kinds = 0;
  const auto add = [&](std::vector<Track> tracks) {
    Clip one;
    for (Track& track : tracks) {
      track.node = static_cast<std::uint32_t>(kinds);
      one.tracks.push_back(track);
      all.tracks.push_back(track);
    }
    const std::size_t room = compile_clip(scene, one, Sampler::RowSize::floats).pieces.bytes();
    EXPECT_GT(room, 40 * sizeof(Piece)) << kinds;
    sum += room;
    ++kinds;
  };
  const auto spline = [](Property property) {
    Track track = line({}, {});
    track.property = property;
    track.interpolation = Interpolation::cubic;
    for (int i = 0; i < 40; ++i)
      track.times.push_back(0.5 + 1.3 * i);
    for (int i = 0; i < 40 * 9; ++i)
      track.values.push_back(std::sin(i));
    return track;
  };
  add({spline(Property::translation)});
  add({spline(Property::euler)});
  add({spline(Property::pivot)});
  add({spline(Property::translation), spline(Property::scale)});
  Track turns = quaternions(Interpolation::squad, {}, {});
  for (int i = 0; i < 40; ++i) {
    turns.times.push_back(0.5 + 1.3 * i);
    const Quat q = turned(11 * i, {1, 2, 3});
    for (int k = 0; k < 3; ++k)
      turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
  }
  add({turns});
  const std::size_t together = compile_clip(scene, all, Sampler::RowSize::floats).pieces.bytes();
  EXPECT_LE(together, sum);
  EXPECT_GT(together, sum - kinds * 100);
}

// A curve whose pieces take more than rows may is left to the reference.
TEST(SamplerRoom, OfOneLongCurve) {
  Scene scene;
  scene.nodes.resize(1);
  for (const auto& [count, fits] : {std::pair(1000, true), {4000, false}}) {
    std::vector<Quat> keys;
    std::vector<double> times;
    for (int i = 0; i < count; ++i) {
      const Quat turn = turned(43 * i, {std::cos(i), 1, std::sin(i)});
      keys.insert(keys.end(), {turn, normalize(-turn * 0.5 + turned(43 * i + 43, {1, 0, 0}) * 0.01),
                               turned(43 * i + 86, {0, 1, std::sin(i)})});
      times.push_back(i * 7.3);
    }
    Clip clip;
    clip.tracks.push_back(quaternions(Interpolation::squad, times, keys));
    clip.tracks[0].ease.assign(2 * times.size(), 0.45);
    const CompiledClip compiled = compile_clip(scene, clip, Sampler::RowSize::floats);
    EXPECT_EQ(compiled.others == nullptr, fits);
    EXPECT_EQ(compiled.pieces.bytes() > 1000 * times.size(), fits);
    EXPECT_LT(compiled.pieces.bytes(), (1 << 20) + 16 * sizeof(float) * 13 * times.size());
  }
}

// Wild curves of many nodes: the room for their pieces is bounded by the keys, what has none of it
// is right all the same.
TEST(SamplerRoom, IsBoundedByTheKeys) {
  Scene scene;
  Clip clip;
  std::size_t numbers = 0;
  for (std::uint32_t node = 0; node < 300; ++node) {
    std::vector<Quat> keys;
    // Values nearly opposite to their controls, so that small things say which way to go.
    for (int i = 0; i < 60; ++i) {
      const Quat turn = turned(43 * i + 11.0 * node, {std::cos(i), 1, std::sin(i)});
      keys.push_back(i % 3 == 1 ? -keys.back() * 0.5 + turn * 0.01 : turn);
      keys.back() = normalize(keys.back());
    }
    std::vector<double> times;
    for (int i = 0; i < 20; ++i)
      times.push_back(i * 7.3);
    clip.tracks.push_back(quaternions(Interpolation::squad, times, keys));
    clip.tracks.back().node = node;
    numbers += 20 * 13;
    scene.nodes.emplace_back();
  }
  const CompiledClip compiled = compile_clip(scene, clip, Sampler::RowSize::floats);
  EXPECT_NE(compiled.others, nullptr);
  EXPECT_GT(compiled.pieces.bytes(), 1 << 20);
  EXPECT_LT(compiled.pieces.bytes(), (1 << 20) + 16 * sizeof(float) * numbers + 300 * 1000);
  const Sampler sampler(scene, clip);
  Oracle oracle(scene, clip);
  std::vector<Transformf> pose(scene.nodes.size());
  for (const double frame : {0.0, 3.3, 77.7, 138.0}) {
    sampler.sample(frame, pose);
    for (std::size_t node = 0; node < pose.size(); ++node)
      ASSERT_LT(apart(pose[node], oracle.at(frame)[node]), 1e-6) << frame << " " << node;
  }
}

}  // namespace
}  // namespace anmkit
