// SPDX-License-Identifier: MIT
// The sampler against the reference on random clips, on every instruction set of this machine.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

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

void expect_reference(std::uint32_t seed, const RandomClip::Kind& kind, int count) {
  Scene scene;
  Clip clip;
  RandomClip(seed, kind).make(scene, clip);
  const Sampler sampler(scene, clip);
  ASSERT_EQ(sampler.node_count(), kind.nodes);
  Oracle oracle(scene, clip);
  std::vector<Transformf> pose(kind.nodes);
  for (const double frame : moments(seed, count)) {
    sampler.sample(frame, pose);
    const std::vector<Transform>& want = oracle.at(frame);
    for (std::uint32_t node = 0; node < kind.nodes; ++node) {
      ASSERT_LT(apart(pose[node], want[node]), kBound)
          << "seed " << seed << " nodes " << kind.nodes << " node " << node << " frame " << frame;
    }
  }
}

TEST(Sampler, EqualsTheReferenceInAnyOrder) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 200; ++seed)
      expect_reference(seed, {.nodes = 5}, 60);
  });
}

TEST(Sampler, EqualsTheReferenceWithAnyNumberOfNodes) {
  on_each_target([] {
    for (const std::uint32_t nodes : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 20u, 60u, 100u}) {
      for (std::uint32_t seed = 0; seed < 120 / nodes + 2; ++seed) {
        for (const bool lines_only : {false, true}) {
          expect_reference(seed + 1000 * nodes,
                           {.nodes = nodes, .whole_frames = true, .lines_only = lines_only}, 40);
        }
      }
    }
  });
}

Track track(Property property, Interpolation interpolation, std::vector<double> times,
            std::vector<double> values) {
  Track made;
  made.property = property;
  made.interpolation = interpolation;
  made.times = std::move(times);
  made.values = std::move(values);
  return made;
}

// A value on every frame, as games have it: at whole frames the result is these values.
TEST(Sampler, KeysOnWholeFramesAreExact) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(11);
    Clip clip;
    std::mt19937 random(5);
    const auto number = [&] {
      return double{static_cast<float>(std::uniform_real_distribution<double>(-1, 1)(random))};
    };
    for (std::uint32_t node = 0; node < 11; ++node) {
      Track turn = track(Property::rotation, Interpolation::slerp, {}, {});
      Track move = line({}, {}), grow = line({}, {});
      grow.property = Property::scale;
      for (int frame = 0; frame < 20; ++frame) {
        const double angle = frame * 0.11 + node;
        for (Track* each : {&turn, &move, &grow})
          each->times.push_back(frame);
        turn.values.insert(turn.values.end(), {0, double{static_cast<float>(std::sin(angle))}, 0,
                                               double{static_cast<float>(std::cos(angle))}});
        move.values.insert(move.values.end(), {number(), number(), number()});
        grow.values.insert(grow.values.end(), {number(), number(), number()});
      }
      for (Track* each : {&turn, &move, &grow}) {
        each->node = node;
        clip.tracks.push_back(*each);
      }
    }
    const Sampler sampler(scene, clip);
    std::vector<Transformf> pose(11);
    for (std::size_t frame = 0; frame < 20; ++frame) {
      sampler.sample(static_cast<double>(frame), pose);
      for (std::size_t node = 0; node < 11; ++node) {
        const double* turn = clip.tracks[3 * node].values.data() + 4 * frame;
        const double* move = clip.tracks[3 * node + 1].values.data() + 3 * frame;
        const double* grow = clip.tracks[3 * node + 2].values.data() + 3 * frame;
        const double sign = double{pose[node].rotation[3]} * turn[3] < 0 ? -1 : 1;
        for (std::size_t i = 0; i < 4; ++i)
          ASSERT_EQ(double{pose[node].rotation[i]}, sign * turn[i]);
        for (std::size_t i = 0; i < 3; ++i) {
          ASSERT_EQ(double{pose[node].translation[i]}, move[i]);
          ASSERT_EQ(double{pose[node].scale[i]}, grow[i]);
        }
      }
    }
  });
}

// Arcs of every size between two frames, small ones and a quarter turn of the quaternion.
TEST(Sampler, ArcsOfEverySize) {
  on_each_target([] {
    for (double angle = 1e-6; angle < kPi / 2; angle = angle * 1.07 + 1e-6) {
      Scene scene;
      scene.nodes.resize(1);
      Clip clip;
      clip.tracks.push_back(
          track(Property::rotation, Interpolation::slerp, {0, 1},
                {0, 0, 0, 1, 0.6 * std::sin(angle), 0, 0.8 * std::sin(angle), std::cos(angle)}));
      const Sampler sampler(scene, clip);
      std::vector<Transformf> pose(1);
      for (double at = 0; at <= 1; at += 1.0 / 64) {
        sampler.sample(at, pose);
        const double part = std::sin(at * angle);
        const Transform want{.rotation = {0.6 * part, 0, 0.8 * part, std::cos(at * angle)}};
        ASSERT_LT(apart(pose[0], want), 2.5e-7) << angle << " at " << at;
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
        std::vector<Transformf> pose(23);
        sampler.sample(frame, pose);
        poses.insert(poses.end(), pose.begin(), pose.end());
      }
      if (first.empty()) first = poses;
      for (std::size_t i = 0; i < poses.size(); ++i) {
        for (std::size_t k = 0; k < 4; ++k)
          ASSERT_NEAR(poses[i].rotation[k], first[i].rotation[k], 1e-6);
        for (std::size_t k = 0; k < 3; ++k) {
          ASSERT_NEAR(poses[i].translation[k], first[i].translation[k], kBound);
          ASSERT_NEAR(poses[i].scale[k], first[i].scale[k], kBound);
        }
      }
    });
  }
}

}  // namespace
}  // namespace anmkit
