// SPDX-License-Identifier: MIT
// The sampler against the reference on random clips, and against values worked out by hand, on
// every instruction set of this machine.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <tuple>

#include "playback/poses.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::expect_reference;
using testing::line;
using testing::on_each_target;
using testing::pose_at;
using testing::RandomClip;
using testing::sampler_of;
using testing::wide;

// Values of these clips reach 10, translations that a pivot moves on 30.
constexpr double kBound = 1e-5;

std::vector<double> moments(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  std::vector<double> list;
  for (int i = 0; i < count; ++i) {
    // Times of keys, times next to them, and times beyond the ends.
    list.push_back(static_cast<double>(random() % 70) * 0.5 - 5);
    if (i % 3 == 0) list.back() += std::uniform_real_distribution<double>(0, 1)(random);
  }
  return list;
}

void expect_clip(std::uint32_t seed, const RandomClip::Kind& kind, int count) {
  SCOPED_TRACE(::testing::Message() << "seed " << seed << " nodes " << kind.nodes);
  Scene scene;
  Clip clip;
  RandomClip(seed, kind).make(scene, clip);
  expect_reference(scene, clip, moments(seed, count), kBound);
}

TEST(Sampler, EqualsTheReferenceInAnyOrder) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 200; ++seed)
      expect_clip(seed, {.nodes = 5}, 60);
  });
}

TEST(Sampler, EqualsTheReferenceWithAnyNumberOfNodes) {
  on_each_target([] {
    for (const std::uint32_t nodes : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 20u, 60u, 100u}) {
      for (std::uint32_t seed = 0; seed < 120 / nodes + 2; ++seed) {
        for (const bool lines_only : {false, true}) {
          expect_clip(seed + 1000 * nodes,
                      {.nodes = nodes, .whole_frames = true, .lines_only = lines_only}, 40);
        }
      }
    }
  });
}

Track track(Property property, Interpolation interpolation, std::vector<double> times,
            std::vector<double> values) {
  Track made = line(std::move(times), std::move(values));
  made.property = property;
  made.interpolation = interpolation;
  return made;
}

// A value on every frame, as games have it: at whole frames the result is these values.
TEST(Sampler, KeysOnWholeFramesAreExact) {
  on_each_target([] {
    std::vector<Track> tracks;
    std::mt19937 random(5);
    const auto number = [&] {
      return double{static_cast<float>(std::uniform_real_distribution<double>(-1, 1)(random))};
    };
    for (std::uint32_t node = 0; node < 11; ++node) {
      Track turn = track(Property::rotation, Interpolation::slerp, {}, {});
      Track move = line({}, {}), grow = track(Property::scale, Interpolation::linear, {}, {});
      for (int frame = 0; frame < 20; ++frame) {
        const double angle = frame * 0.11 + node;
        turn.values.insert(turn.values.end(), {0, double{static_cast<float>(std::sin(angle))}, 0,
                                               double{static_cast<float>(std::cos(angle))}});
        move.values.insert(move.values.end(), {number(), number(), number()});
        grow.values.insert(grow.values.end(), {number(), number(), number()});
        for (Track* each : {&turn, &move, &grow})
          each->times.push_back(frame);
      }
      for (Track* each : {&turn, &move, &grow}) {
        each->node = node;
        tracks.push_back(*each);
      }
    }
    const Sampler sampler = sampler_of(11, tracks);
    for (std::size_t frame = 0; frame < 20; ++frame) {
      const std::vector<Transformf> pose = pose_at(sampler, static_cast<double>(frame));
      for (std::size_t node = 0; node < 11; ++node) {
        const Transform got = wide(pose[node]);
        const double* q = tracks[3 * node].values.data() + 4 * frame;
        const double* move = tracks[3 * node + 1].values.data() + 3 * frame;
        const double* grow = tracks[3 * node + 2].values.data() + 3 * frame;
        const double sign = got.rotation.w * q[3] < 0 ? -1 : 1;
        ASSERT_EQ(got.rotation * sign, (Quat{q[0], q[1], q[2], q[3]}));
        ASSERT_EQ(got.translation, (Vec3{move[0], move[1], move[2]}));
        ASSERT_EQ(got.scale, (Vec3{grow[0], grow[1], grow[2]}));
      }
    }
  });
}

// Arcs of every size between two frames, small ones and a quarter turn of the quaternion.
TEST(Sampler, ArcsOfEverySize) {
  on_each_target([] {
    for (double angle = 1e-6; angle < kPi / 2; angle = angle * 1.07 + 1e-6) {
      const Sampler sampler = sampler_of(
          1,
          {track(Property::rotation, Interpolation::slerp, {0, 1},
                 {0, 0, 0, 1, 0.6 * std::sin(angle), 0, 0.8 * std::sin(angle), std::cos(angle)})});
      for (double at = 0; at <= 1; at += 1.0 / 64) {
        const double part = std::sin(at * angle);
        const Transform want{.rotation = {0.6 * part, 0, 0.8 * part, std::cos(at * angle)}};
        ASSERT_LT(apart(pose_at(sampler, at)[0], want), 2.5e-7) << angle << " at " << at;
      }
    }
  });
}

// The processors' results differ in the last bits only.
TEST(Sampler, InstructionSetsAgree) {
  for (std::uint32_t seed = 0; seed < 30; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed, {.nodes = 23, .whole_frames = true, .lines_only = true}).make(scene, clip);
    const Sampler sampler(scene, clip);
    std::vector<Transformf> first;
    on_each_target([&] {
      std::vector<Transformf> poses;
      for (const double frame : moments(seed, 30)) {
        const std::vector<Transformf> pose = pose_at(sampler, frame);
        poses.insert(poses.end(), pose.begin(), pose.end());
      }
      if (first.empty()) first = poses;
      for (std::size_t i = 0; i < poses.size(); ++i) {
        ASSERT_LT(apart(poses[i], wide(first[i])), kBound);
        for (std::size_t k = 0; k < 4; ++k)
          ASSERT_NEAR(poses[i].rotation[k], first[i].rotation[k], 1e-6);
      }
    });
  }
}

// Angles about x, at the sines and cosines of half of them.
void expect_turn(const Sampler& sampler, double frame, double degrees) {
  const Transform got = wide(pose_at(sampler, frame)[0]);
  const double half = degrees / 360 * std::numbers::pi;
  const double sign = got.rotation.x * std::sin(half) + got.rotation.w * std::cos(half);
  EXPECT_NEAR(std::fabs(sign), 1, 1e-6) << frame << " frames, " << degrees << " degrees";
}

Track angles(Interpolation interpolation, std::vector<double> times, std::vector<double> values) {
  return track(Property::euler, interpolation, std::move(times), std::move(values));
}

// Lines take the nearer way, splines the one that their numbers say; whole turns change nothing.
TEST(SamplerCurves, AnglesBeyondHalfATurn) {
  on_each_target([] {
    const Sampler lines = sampler_of(
        1, {angles(Interpolation::linear, {0, 4, 8}, {170, 0, 0, -170, 0, 0, 190.0 + 720, 0, 0})});
    for (const auto& [frame, degrees] :
         {std::pair(0.0, 170.0), std::pair(1.0, 175.0), std::pair(2.5, 182.5),
          std::pair(4.0, -170.0), std::pair(8.0, 190.0)})
      expect_turn(lines, frame, degrees);
    expect_turn(sampler_of(1, {angles(Interpolation::linear, {0, 4}, {-170, 0, 0, 170, 0, 0})}), 3,
                -185);
    // Its tangents are all 340 / 4 a frame: a line.
    const double up = 85;
    const Sampler spline =
        sampler_of(1, {angles(Interpolation::cubic, {0, 4},
                              {up, 0, 0, -170, 0, 0, up, 0, 0, up, 0, 0, 170, 0, 0, up, 0, 0})});
    expect_turn(spline, 1, -85);
    expect_turn(spline, 3.5, 127.5);
  });
}

// Of two kinds of rotation of one node, the angles count.
TEST(SamplerCurves, AnglesOverrideAnotherRotation) {
  const Track turn = track(Property::rotation, Interpolation::slerp, {0, 1, 2},
                           {0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0});
  const Track degrees = angles(Interpolation::linear, {0, 1, 2}, {0, 0, 0, 30, 0, 0, 90, 0, 0});
  expect_turn(sampler_of(1, {turn, degrees}), 1.5, 60);
}

// Keys between frames, two of them at one moment: the later one counts from there on.
TEST(SamplerCurves, KeysBetweenFramesJump) {
  const Track turn = track(Property::rotation, Interpolation::slerp, {0.5, 2.5, 2.5, 3.5},
                           {0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0});
  const Sampler sampler =
      sampler_of(1, {turn, line({0.5, 2.5, 2.5, 3.5}, {0, 0, 0, 4, 0, 0, 8, 0, 0, 9, 0, 0})});
  // A quarter of the way of a half rotation about x: 45 degrees.
  for (const auto& [frame, x, degrees] :
       {std::tuple(0.0, 0.0F, 0.0), {1.0, 1.0F, 45.0}, {2.5, 8.0F, 0.0}, {9.0, 9.0F, 180.0}}) {
    const Transformf pose = pose_at(sampler, frame)[0];
    EXPECT_NEAR(pose.translation[0], x, 1e-6) << frame;
    EXPECT_NEAR(pose.rotation[3], std::cos(degrees / 360 * std::numbers::pi), 1e-6) << frame;
  }
}

}  // namespace
}  // namespace anmkit
