// SPDX-License-Identifier: MIT
// Squads between keys, many moments at a time, and what the sampler makes of them.
#include "scene/sampler/squad_values.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "scene/each_target.hpp"
#include "scene/evaluate.hpp"
#include "scene/random_clip.hpp"
#include "scene/sampler/compile.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::on_each_target;
using testing::Oracle;
using testing::turned;

// Keys so many degrees apart, with controls a part of that before and behind them.
Track squad(std::vector<double> times, double degrees, double part = 0.3, std::uint32_t node = 0) {
  Track made;
  made.node = node;
  made.property = Property::rotation;
  made.interpolation = Interpolation::squad;
  made.times = std::move(times);
  for (std::size_t key = 0; key < made.times.size(); ++key) {
    for (const double at : {-part, 0.0, part}) {
      const double turn = static_cast<double>(key) + at;
      const Quat q = turned(degrees * turn, {1, 0.3 * at, 0.1 * node + 0.2 * std::sin(turn)});
      made.values.insert(made.values.end(), {q.x, q.y, q.z, q.w});
    }
  }
  return made;
}

std::optional<SquadSpan> span_of(const Track& track, std::size_t key) {
  const double* values = track.values.data() + key * track.stride();
  return squad_span(values, values + track.stride());
}

// Many moments at once are what one is, by the formula, which takes the line of small arcs.
void expect_formula(const Track& track, std::size_t key) {
  const std::optional<SquadSpan> span = span_of(track, key);
  ASSERT_TRUE(span);
  std::array<double, 24> parts;
  for (std::size_t i = 0; i < parts.size(); ++i)
    parts[i] = static_cast<double>(i) / 23;
  const double* a = track.values.data() + key * track.stride();
  on_each_target([&] {
    std::array<std::array<double, 24>, 4> values;
    squad_values(*span, parts,
                 {values[0].data(), values[1].data(), values[2].data(), values[3].data()});
    for (std::size_t i = 0; i < parts.size(); ++i) {
      std::array<double, 4> wanted;
      interpolate(Interpolation::squad, Property::rotation, a, a + track.stride(),
                  {key, key + 1, parts[i], 1}, wanted.data());
      for (std::size_t k = 0; k < 4; ++k)
        ASSERT_NEAR(values[k][i], wanted[k], 3e-7) << parts[i];
    }
  });
}

// At many moments, before and after the clip too, the sampler says what the reference says.
CompiledClip expect_reference(const std::vector<Track>& tracks) {
  Scene scene;
  Clip clip;
  clip.tracks = tracks;
  scene.nodes.resize(tracks.back().node + 1);
  on_each_target([&] {
    const Sampler sampler(scene, clip);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(scene.nodes.size());
    const double first = tracks[0].times.front(), last = tracks[0].times.back();
    for (int i = -40; i <= 440; ++i) {
      const double frame = first + (last - first) * i / 400;
      sampler.sample(frame, pose);
      for (std::size_t node = 0; node < pose.size(); ++node)
        ASSERT_LT(apart(pose[node], oracle.at(frame)[node]), 1e-6) << frame << " " << node;
    }
  });
  return compile_clip(scene, clip, Sampler::RowSize::floats);
}

const std::vector<double> kTimes = {0, 3, 4, 8, 8.25, 8.5, 20};

TEST(Squads, AreWhatTheFormulaSays) {
  for (const double degrees : {0.0, 1e-5, 0.01, 1.0, 30.0, 90.0, 179.0, 200.0}) {
    const Track track = squad(kTimes, degrees);
    for (std::size_t key = 0; key + 1 < kTimes.size(); ++key)
      expect_formula(track, key);
    expect_reference({track});
  }
}

// From one key to another one, both controls so many degrees away.
Track with_controls(double apart) {
  Track track = squad({0, 10}, 20);
  const Quat far = turned(apart, {0, 1, 0.2});
  for (const std::size_t at : {8u, 12u}) {
    track.values[at] = far.x;
    track.values[at + 1] = far.y;
    track.values[at + 2] = far.z;
    track.values[at + 3] = far.w;
  }
  return track;
}

// Controls anywhere near: the arc between the two may be more than a quarter turn.
TEST(Squads, WithControlsOnEverySide) {
  for (const double apart : {60.0, 150.0, 190.0, 220.0}) {
    expect_formula(with_controls(apart), 0);
    expect_reference({with_controls(apart)});
  }
}

// Of turns that are not too large one piece lasts from key to key.
TEST(Squads, NeedOnePieceAKey) {
  std::vector<double> times;
  for (int i = 0; i < 100; ++i)
    times.push_back(2 * i);
  const CompiledClip compiled = expect_reference({squad(times, 30)});
  EXPECT_EQ(compiled.others, nullptr);
  // For each frame the table has a key, and the time since then.
  constexpr std::size_t kRow = sizeof(std::uint32_t) + sizeof(float);
  EXPECT_LT(compiled.pieces.bytes(), 101 * KeyLists<TurnPiece>::kBytes + 200 * kRow + 500);
}

// The seventh power of frames has to be a number of 32 bits; what is longer or shorter is left to
// the reference.
TEST(Squads, OfAnyLength) {
  for (const double length : {0x1p-16, 0x1p-3, 0x1p16}) {
    const CompiledClip compiled = expect_reference({squad({0, length}, 30)});
    EXPECT_EQ(compiled.others, nullptr) << length;
  }
  for (const double length : {1e-50, 0x1p-17, 0x1p17, 1e50}) {
    const CompiledClip compiled = expect_reference({squad({0, length}, 30)});
    EXPECT_NE(compiled.others, nullptr) << length;
  }
}

// What holds may do so as long as it wants to.
TEST(Squads, StepsOfAnyLength) {
  Track track = squad({0.5, 1, 1e30, 2e30}, 30);
  track.interpolation = Interpolation::step;
  track.ease.assign(8, 0.25);
  track.ease_kind = EaseKind::library;
  std::vector<double> values;
  for (std::size_t key = 0; key < 4; ++key)
    values.insert(values.end(), track.values.begin() + 12 * static_cast<std::ptrdiff_t>(key) + 4,
                  track.values.begin() + 12 * static_cast<std::ptrdiff_t>(key) + 8);
  track.values = values;
  const CompiledClip compiled = expect_reference({track});
  EXPECT_EQ(compiled.others, nullptr);
  EXPECT_TRUE(compiled.pieces.moves());
}

// Of four, eight and more side by side, and of some nodes only.
TEST(Squads, OfManyNodes) {
  std::vector<Track> tracks;
  for (std::uint32_t node = 0; node < 23; ++node) {
    tracks.push_back(squad(kTimes, 10.0 + 7 * node, 0.2, node));
    if (node % 3 == 0) tracks.back().ease.assign(2 * kTimes.size(), 0.2 + 0.02 * node);
  }
  expect_reference(tracks);
  Scene scene;
  scene.nodes.resize(23);
  Clip clip;
  clip.tracks = tracks;
  const Sampler sampler(scene, clip);
  std::vector<Transformf> whole(23), few(7);
  sampler.sample(3.5, whole);
  sampler.sample(3.5, few);
  for (std::size_t node = 0; node < few.size(); ++node)
    EXPECT_EQ(few[node].rotation, whole[node].rotation);
}

TEST(Squads, WithEases) {
  for (const double ease : {0.0, 0.21, 0.53, 0.93}) {
    Track track = squad(kTimes, 50);
    track.ease = {ease, 0, 0, ease, ease, ease / 2, 1, 0, 0, 1, ease, ease, ease, 0};
    expect_reference({track});
    // Both leave the way between two keys, and the first one jumps.
    track.ease_kind = EaseKind::library;
    expect_reference({track});
    track.ease_kind = EaseKind::standard;
    track.ease[0] = -0.3 - ease;
    expect_reference({track});
  }
}

TEST(Squads, ThatRepeatOrBeginBeforeTheClip) {
  Track track = squad({-2, 1, 5, 7.5}, 40);
  expect_reference({track});
  track.period = 6;
  expect_reference({track});
}

// Of keys at one moment the last counts, before the very first moment the first does. More keys
// within a frame than a table helps with are searched.
TEST(Squads, WithManyKeysAtOnce) {
  expect_reference({squad({2, 2, 5, 5, 5, 9}, 20)});
  std::vector<double> times;
  for (int i = 0; i < 50; ++i)
    times.push_back(i < 20 ? i : 20 + (i - 20) / 40.0);
  times.push_back(60);
  expect_reference({squad(times, 15)});
}

// Near half a turn of a quaternion digits are lost, and rules differ: that is left to the formula,
// as are numbers that are no rotations.
TEST(Squads, AreLeftAloneWhereArcsAreWide) {
  Track track = squad(kTimes, 310);
  EXPECT_FALSE(span_of(track, 0));
  expect_reference({track});
  track = with_controls(310);
  EXPECT_FALSE(span_of(track, 0));
  expect_reference({track});
  // Only the ways between main and control arcs are.
  track = squad({0, 10}, 10, 0.5);
  EXPECT_TRUE(span_of(track, 0));
  for (std::size_t at = 8; at < 16; ++at)
    track.values[at] = -track.values[at];
  EXPECT_FALSE(span_of(track, 0));
  expect_reference({track});
  for (const double size : {0.98, 1.02, std::nan("")}) {
    for (const std::size_t at : {4u, 8u, 12u, 16u}) {
      track = squad({0, 10}, 20);
      for (std::size_t i = at; i < at + 4; ++i)
        track.values[i] *= size;
      EXPECT_FALSE(span_of(track, 0)) << at;
      if (size > 0) expect_reference({track});
    }
  }
}

}  // namespace
}  // namespace anmkit
