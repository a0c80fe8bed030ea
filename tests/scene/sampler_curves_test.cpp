// SPDX-License-Identifier: MIT
// The sampler on curves that are no plain lines and arcs: angles, eases, squads and splines.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "scene/each_target.hpp"
#include "scene/random_clip.hpp"
#include "scene/sampler/compile.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::line;
using testing::on_each_target;
using testing::Oracle;
using testing::quaternions;
using testing::turned;

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
TEST(SamplerCurves, AnglesBesideAnotherRotation) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  Track turn = line({0, 1, 2}, {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0});
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  clip.tracks = {turn, angles(Interpolation::linear, {0, 1, 2}, {0, 0, 0, 30, 0, 0, 90, 0, 0})};
  expect_turn(Sampler(scene, clip), 1.5, 60);
}

// What the sampler makes of one track is the reference's at many moments, and needs no reference.
void expect_pieces(const Track& track, double bound) {
  Scene scene;
  scene.nodes.resize(track.node + 1);
  Clip clip;
  clip.tracks = {track};
  // The library's eases may leave the way by so much that an arc goes round many times.
  if (track.ease.empty() || track.ease_kind == EaseKind::standard) {
    EXPECT_EQ(compile_clip(scene, clip, Sampler::RowSize::floats).others, nullptr);
  }
  on_each_target([&] {
    const Sampler sampler(scene, clip);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(scene.nodes.size());
    const double first = track.times.front(), last = track.times.back();
    for (int i = -20; i <= 1020; ++i) {
      const double frame = first + (last - first) * i / 1000;
      sampler.sample(frame, pose);
      ASSERT_LT(apart(pose[track.node], oracle.at(frame)[track.node]), bound) << frame;
    }
  });
}

// Arcs on arcs are no polynomials: as many pieces as it takes.
TEST(SamplerCurves, SquadsOfEverySize) {
  for (const double size : {0.01, 1.0, 20.0, 75.0}) {
    std::vector<Quat> keys;
    for (int i = 0; i < 12; ++i)
      keys.push_back(turned(size * i * 1.3, {1, 0.2 * i, std::sin(i)}));
    for (const double step : {1.0, 10.0, 0.3})
      expect_pieces(quaternions(Interpolation::squad, {-step, 0, step, 1.5 * step}, keys), 1e-6);
  }
}

// All the ways that eases go: on both sides, more than the whole way, nothing in the middle, and
// the library's reading, which jumps (gc specification, section 6.4).
TEST(SamplerCurves, EasesOfEveryKind) {
  const std::vector<double> three = {1, 2, 3, -4, 5, 6, 7, 8, -9, 0, 0, 0};
  const std::vector<Quat> turns = {turned(0, {0, 0, 1}), turned(120, {0, 1, 1}),
                                   turned(-50, {1, 0, 0}), turned(10, {1, 1, 0})};
  for (const EaseKind kind : {EaseKind::standard, EaseKind::library}) {
    for (const double size : {0.1, 0.5, 0.8, 1.0}) {
      for (const double step : {10.0, 0.7}) {
        Track moves = line({0, step, 3 * step, 4 * step}, three);
        Track turn = quaternions(Interpolation::slerp, moves.times, turns);
        for (Track* track : {&moves, &turn}) {
          track->ease = {size, 0, 0, size, size, size / 2, size, size};
          track->ease_kind = kind;
          // There lines reach several hundred.
          expect_pieces(*track, kind == EaseKind::standard ? 1e-5 : 2e-4);
        }
        Track angle = angles(Interpolation::linear, moves.times,
                             {170, 0, 0, -170, 20, 0, 700, -30, 90, 0, 0, 0});
        angle.ease = moves.ease;
        expect_pieces(angle, 1e-5);
      }
    }
  }
}

// Eases that are next to nothing, or next to the whole way, are numbers too.
TEST(SamplerCurves, EasesOfNoSize) {
  const std::vector<Quat> turns = {turned(0, {0, 0, 1}), turned(120, {0, 1, 1}),
                                   turned(-50, {1, 0, 0})};
  for (const double size : {1e-310, 1e-45, 1e-40, 1e-38, 1e-20, 6e-8, 1 - 1e-16}) {
    Track moves = line({0, 4, 10}, {1, 2, 3, -4, 5, 6, 7, 8, -9});
    Track turn = quaternions(Interpolation::slerp, moves.times, turns);
    for (Track* track : {&moves, &turn}) {
      for (const auto& [out, in] :
           {std::pair(size, 0.0), std::pair(0.0, size), std::pair(size, size)}) {
        SCOPED_TRACE(::testing::Message() << out << " " << in);
        track->ease = {out, in, out, in, out, in};
        expect_pieces(*track, 1e-5);
      }
    }
  }
}

// Ways for whose squares 32 bits have no number.
TEST(SamplerCurves, EasesThatLastTooShortOrLong) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  clip.tracks = {line({0, 1, 5}, {1, 2, 3, -4, 5, 6, 7, 8, -9})};
  clip.tracks[0].ease = {0.3, 0.3, 0.3, 0.3, 0.3, 0.3};
  const auto compiled = [&] { return compile_clip(scene, clip, Sampler::RowSize::floats); };
  EXPECT_TRUE(compiled().eased.moves());
  for (const double time : {0x1p-50, 0x1p60}) {
    for (const bool beyond : {false, true}) {
      const double moved = (time < 1) == beyond ? time / 2 : time * 2;
      clip.tracks[0].times = time < 1 ? std::vector{0.0, moved, 1.0} : std::vector{0.0, 1.0, moved};
      SCOPED_TRACE(moved);
      EXPECT_EQ(compiled().eased.moves(), !beyond);
      Oracle oracle(scene, clip);
      std::vector<Transformf> pose(1);
      for (const double frame : {0.0, moved / 3, moved / 2, moved * 0.9, moved}) {
        Sampler(scene, clip).sample(frame, pose);
        EXPECT_LT(apart(pose[0], oracle.at(frame)[0]), 2e-5) << frame;
      }
    }
  }
}

// Splines between frames stay what they are: also angles of several turns, and places as far away.
TEST(SamplerCurves, SplinesBetweenFrames) {
  std::vector<double> numbers;
  for (int i = 0; i < 36; ++i)
    numbers.push_back(std::sin(i * 0.7) * (i % 9 / 3 == 1 ? 900 : 5));
  for (const Property property :
       {Property::translation, Property::scale, Property::euler, Property::pivot}) {
    for (const Interpolation kind : {Interpolation::cubic, Interpolation::bezier}) {
      Track track = line({0.25, 3.5, 3.75, 90}, numbers);
      track.property = property;
      track.interpolation = kind;
      track.node = 2;
      expect_pieces(track, 1e-3);
    }
  }
}

// On whole frames: only angles lose whole turns, places as far away stay there.
TEST(SamplerCurves, SplinesFarFromZero) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(1);
    Clip clip;
    Track track =
        line({0, 4}, {10, 0, 0, 500, -700, 0, 40, 0, 0, 40, 0, 0, 660, -700, 4, 40, 0, 0});
    track.interpolation = Interpolation::cubic;
    clip.tracks = {track};
    const Sampler sampler(scene, clip);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(1);
    for (const double frame : {0.0, 1.25, 3.0, 4.0}) {
      sampler.sample(frame, pose);
      EXPECT_LT(apart(pose[0], oracle.at(frame)[0]), 1e-3) << frame;
    }
  });
}

// Times without an end, and ways for whose inverse 32 bits have no number: the reference computes
// them. What repeats after all time is searched.
TEST(SamplerCurves, TimesThatPiecesCannotFollow) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  clip.tracks = {line({0.5, 1, 5.5}, {})};
  Track& track = clip.tracks[0];
  track.interpolation = Interpolation::cubic;
  for (int i = 0; i < 27; ++i)
    track.values.push_back(std::sin(i));
  const double forever = std::numeric_limits<double>::infinity();
  const auto compiled = [&] { return compile_clip(scene, clip, Sampler::RowSize::floats); };
  EXPECT_EQ(compiled().others, nullptr);
  for (const std::vector<double>& times :
       {std::vector{0.0, 1e-40, 5.5}, std::vector{0.5, 5.5, forever},
        std::vector{-forever, 0.5, 5.5}, std::vector{0.0, 0x1p-21, 5.5},
        std::vector{0.5, 5.5, 0x1p31}}) {
    track.times = times;
    EXPECT_NE(compiled().others, nullptr);
    EXPECT_FALSE(compiled().pieces.moves());
  }
  for (const std::vector<double>& times :
       {std::vector{0.0, 0x1p-20, 5.5}, std::vector{0.5, 5.5, 0x1p29}}) {
    track.times = times;
    EXPECT_EQ(compiled().others, nullptr);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(1);
    for (const double frame : {0x1p-22, 0x3p-22, 2.0, 5.5, 1e3, 1e7, 4e8}) {
      Sampler(scene, clip).sample(frame, pose);
      // Slopes of 9 numbers a frame reach far.
      const double size = 1 + std::fabs(oracle.at(frame)[0].translation.y);
      EXPECT_LT(apart(pose[0], oracle.at(frame)[0]) / size, 4e-6) << times[1] << " " << frame;
    }
  }
  track.times = {0.5, 1, 5.5};
  track.period = forever;
  EXPECT_EQ(compiled().others, nullptr);
  std::vector<Transformf> pose(1);
  Sampler(scene, clip).sample(3, pose);
  EXPECT_LT(apart(pose[0], Oracle(scene, clip).at(3)[0]), 1e-6);
}

// The same of squads, whose pieces have higher powers.
TEST(SamplerCurves, SquadsThatPiecesCannotFollow) {
  Scene scene;
  scene.nodes.resize(1);
  std::vector<Quat> keys;
  for (int i = 0; i < 9; ++i)
    keys.push_back(turned(5 * i, {1, 2, 3}));
  for (const auto& [length, fits] :
       {std::pair(0x1p-17, false), {0x1p-16, true}, {0x1p16, true}, {0x1p17, false}}) {
    Clip clip;
    clip.tracks = {quaternions(Interpolation::squad, {0, length, 2 * length}, keys)};
    EXPECT_EQ(compile_clip(scene, clip, Sampler::RowSize::floats).others == nullptr, fits)
        << length;
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(1);
    for (const double part : {0.0, 0.3, 0.9, 1.0, 1.5, 2.0}) {
      const double frame = part * length;
      Sampler(scene, clip).sample(frame, pose);
      EXPECT_LT(apart(pose[0], oracle.at(frame)[0]), 1e-6) << length << " " << part;
    }
  }
}

// A spline of quaternions through nothing turns at once: no polynomial, but still what it is.
TEST(SamplerCurves, CurvesThatJump) {
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  Track track = quaternions(Interpolation::linear, {0.5, 4.5, 8.5},
                            {{0, 0, 0, 1}, {0, 0, 1, 1e-12}, {0, 0, -1, 1e-12}});
  track.interpolation = Interpolation::cubic;
  track.values = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0};
  track.times = {0.5, 8.5};
  clip.tracks = {track};
  EXPECT_NE(compile_clip(scene, clip, Sampler::RowSize::floats).others, nullptr);
  const Sampler sampler(scene, clip);
  std::vector<Transformf> pose(1);
  sampler.sample(2.5, pose);
  EXPECT_EQ(pose[0].rotation[3], 1);
  sampler.sample(7.5, pose);
  EXPECT_EQ(pose[0].rotation[3], -1);
}

}  // namespace
}  // namespace anmkit
