// SPDX-License-Identifier: MIT
// Which key a moment comes after: by tables, by searches, and beside keys at which curves jump.
#include "scene/sampler/key_lookup.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "anmkit/sampler.hpp"
#include "scene/each_target.hpp"
#include "scene/random_clip.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::on_each_target;
using testing::Oracle;

constexpr double kForever = std::numeric_limits<double>::infinity();

// Rows of any numbers against the words of KeyRow. Behind the last curve stands what must not
// count.
TEST(KeyLookup, ComparesEachCurve) {
  on_each_target([] {
    std::mt19937 random(5);
    std::uniform_real_distribution<float> within(0, 1);
    for (int round = 0; round < 500; ++round) {
      const std::size_t count = 1 + random() % 20, stride = count + random() % 3;
      const auto nexts = static_cast<std::uint32_t>(random() % 5);
      const float behind = random() % 4 == 0 ? 0 : within(random);
      std::vector<std::uint32_t> places(count + 8);
      // Zero is a time that a moment on a whole frame equals.
      std::vector<float> times(stride * (1 + nexts) + count + 8);
      for (std::size_t i = 0; i < count; ++i) {
        places[i] = static_cast<std::uint32_t>(random() % 1000);
        times[i] = 9 * within(random) - 1;
        float next = 0;
        for (std::size_t k = 1; k <= nexts; ++k) {
          next += within(random) / 2 + 1e-3F;
          const bool none = random() % 5 == 0;
          times[k * stride + i] = none ? std::numeric_limits<float>::infinity() : next;
        }
      }
      const bool equal = random() % 3 == 0 && nexts > 0;
      if (equal) times[stride + random() % count] = behind;
      const KeyRow row{places.data(), times.data(), stride, nexts, 18};
      std::vector<std::uint32_t> found(count + 8);
      std::vector<float> since(count + 8);
      EXPECT_EQ(look_up_keys(row, behind, count, found.data(), since.data()), equal) << round;
      for (std::size_t i = 0; i < count && !equal; ++i) {
        std::uint32_t place = places[i];
        float wanted = times[i] + behind;
        for (std::size_t k = 1; k <= nexts; ++k) {
          if (!(times[k * stride + i] <= behind)) continue;
          place += 18;
          wanted = behind - times[k * stride + i];
        }
        ASSERT_EQ(found[i], place) << round << " " << i;
        ASSERT_EQ(since[i], std::max(wanted, 0.0F)) << round << " " << i;
      }
    }
  });
}

Track steps(std::uint32_t node, std::vector<double> times) {
  Track track;
  track.node = node;
  track.property = Property::translation;
  track.interpolation = Interpolation::step;
  track.times = std::move(times);
  for (std::size_t i = 0; i < 3 * track.times.size(); ++i)
    track.values.push_back(static_cast<double>(i + node));
  return track;
}

// The key that holds: the last one at or before the moment, and the first one before all of them.
double held(const Track& track, double frame) {
  std::size_t key = 0;
  for (std::size_t i = 1; i < track.times.size(); ++i) {
    if (track.times[i] <= frame && frame >= track.times[0]) key = i;
  }
  return track.values[3 * key];
}

// At keys, at the nearest numbers on both sides of them, and at moments that 32 bits cannot tell
// from them. Of more curves than are found in one go, with none to many keys in a frame.
TEST(KeyLookup, JumpsOnTheRightSideOfEachKey) {
  on_each_target([] {
    Scene scene;
    Clip clip;
    std::vector<double> moments = {-3, 0, 400, kForever, -kForever};
    for (std::uint32_t node = 0; node < 150; ++node) {
      scene.nodes.emplace_back();
      const double shift = 0.1 + 0.013 * (node % 50);
      std::vector<double> times = {shift, 1 + shift, 1 + shift, 2, 3.5};
      for (std::uint32_t i = 0; i < node % 4; ++i)
        times.push_back(5 + 0.2 * i + shift / 100);
      // Some are searched: before the clip's beginning, and with nothing for a long time.
      if (node % 7 == 0) times.insert(times.begin(), -2.5);
      if (node % 11 == 0) times.push_back(300.25);
      for (const double time : times) {
        for (const double to : {-kForever, kForever})
          moments.push_back(std::nextafter(time, to));
        moments.insert(moments.end(), {time, time - 1e-9, time + 1e-9});
      }
      clip.tracks.push_back(steps(node, std::move(times)));
    }
    clip.duration = 301;
    const Sampler sampler(scene, clip);
    std::vector<Transformf> pose(150), few(70);
    for (std::size_t i = 0; i < moments.size(); i += 1 + i / 500) {
      sampler.sample(moments[i], pose);
      sampler.sample(moments[i], few);
      for (std::uint32_t node = 0; node < 150; ++node) {
        const double wanted = held(clip.tracks[node], moments[i]);
        ASSERT_EQ(double{pose[node].translation[0]}, wanted) << node << " at " << moments[i];
        if (node < few.size()) {
          ASSERT_EQ(double{few[node].translation[0]}, wanted) << node << " at " << moments[i];
        }
      }
    }
  });
}

// Lines and arcs with eases, of translations, scales, rotations and pivots: steps among them, two
// keys at one moment, more of them than are found in one go, and of the first nodes only.
TEST(KeyLookup, EasesOfManyNodes) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto some = [&](int below) { return std::uniform_int_distribution(0, below - 1)(random); };
  Scene scene;
  Clip clip;
  for (std::uint32_t node = 0; node < 90; ++node) {
    scene.nodes.emplace_back();
    for (const Property property :
         {Property::translation, Property::scale, Property::rotation, Property::pivot}) {
      if (property == Property::pivot && node % 3 != 0) continue;
      Track& track = clip.tracks.emplace_back();
      track.node = node;
      track.property = property;
      const bool turns = property == Property::rotation;
      track.interpolation = node % 9 == 4 ? Interpolation::step
                            : turns       ? Interpolation::slerp
                                          : Interpolation::linear;
      for (double time = 0.25 * (node % 3); time < 12; time += 0.5 * (1 + some(5))) {
        track.times.push_back(time);
        if (random() % 4 == 0) track.times.push_back(time);
      }
      track.period = node % 10 == 7 ? 9 : 0;
      for (std::size_t i = 0; i < track.times.size(); ++i) {
        Quat q = normalize({number(random), number(random), number(random), 1.5});
        if (random() % 2 == 0) q = -q;
        for (const double value : {q.x, q.y, q.z, q.w}) {
          if (track.values.size() < track.stride() * (i + 1)) track.values.push_back(value);
        }
        track.ease.push_back(some(3) * 0.3);
        track.ease.push_back(some(3) * 0.4);
      }
    }
  }
  on_each_target([&] {
    const Sampler sampler(scene, clip);
    Oracle oracle(scene, clip);
    std::vector<Transformf> pose(90), few(61);
    for (int i = -20; i < 140; ++i) {
      const double frame = i * 0.1;
      sampler.sample(frame, pose);
      sampler.sample(frame, few);
      const std::vector<Transform>& wanted = oracle.at(frame);
      for (std::uint32_t node = 0; node < 90; ++node) {
        ASSERT_LT(apart(pose[node], wanted[node]), 2e-6) << node << " at " << frame;
        if (node < few.size()) {
          ASSERT_LT(apart(few[node], wanted[node]), 2e-6) << node << " at " << frame;
        }
      }
    }
  });
}

// Splines of many nodes with keys between frames: places, angles and rotations; eights of them, a
// last four and what is left, and those of the first nodes only.
TEST(KeyLookup, SplinesOfManyNodes) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-1, 1);
  for (const std::uint32_t nodes : {3u, 13u, 23u, 32u}) {
    Scene scene;
    Clip clip;
    for (std::uint32_t node = 0; node < nodes; ++node) {
      scene.nodes.emplace_back();
      for (const Property property : {Property::translation, Property::scale,
                                      node % 5 == 3 ? Property::rotation : Property::euler}) {
        Track& track = clip.tracks.emplace_back();
        track.node = node;
        track.property = property;
        track.interpolation = Interpolation::cubic;
        track.times = {0.25, 1.5, 1.75, 4, 6.5};
        for (std::size_t i = 0; i < track.stride() * track.times.size(); ++i)
          track.values.push_back(number(random) / 4);
        for (std::size_t key = 0; property == Property::rotation && key < 5; ++key) {
          double* const q = track.values.data() + key * 12 + 4;
          const Quat unit = normalize({q[0], q[1], q[2], 2});
          std::ranges::copy(std::array{unit.x, unit.y, unit.z, unit.w}, q);
        }
      }
    }
    on_each_target([&] {
      const Sampler sampler(scene, clip);
      Oracle oracle(scene, clip);
      std::vector<Transformf> pose(nodes), few(nodes - 2);
      for (int i = -4; i < 60; ++i) {
        const double frame = i * 0.125;
        sampler.sample(frame, pose);
        sampler.sample(frame, few);
        const std::vector<Transform>& wanted = oracle.at(frame);
        for (std::uint32_t node = 0; node < nodes; ++node) {
          ASSERT_LT(apart(pose[node], wanted[node]), 2e-6) << node << " at " << frame;
          if (node < few.size()) {
            ASSERT_LT(apart(few[node], wanted[node]), 2e-6) << node << " at " << frame;
          }
        }
      }
    });
  }
}

// Ways for whose inverse 32 bits have no number are jumps, and times without an end are no reason
// to come to no number.
TEST(KeyLookup, TimesBeyondNumbers) {
  on_each_target([] {
    for (const bool eased : {false, true}) {
      for (const std::vector<double>& times :
           {std::vector{0.0, 1e-42, 3.5}, std::vector{0.5, 3.5, kForever},
            std::vector{0.5, 3.5, 1e300}, std::vector{-1e300, 0.5, 3.5}}) {
        Scene scene;
        scene.nodes.resize(1);
        Clip clip;
        clip.tracks = {steps(0, times)};
        clip.tracks[0].interpolation = Interpolation::linear;
        if (eased) clip.tracks[0].ease.assign(6, 0.2);
        const Sampler sampler(scene, clip);
        std::vector<Transformf> pose(1);
        for (const double frame : {-1e300, -1.0, 0.0, 0.5, 3.5, 1e299, kForever}) {
          sampler.sample(frame, pose);
          const double least = clip.tracks[0].values[0], most = clip.tracks[0].values[6];
          ASSERT_GE(pose[0].translation[0], least - 1e-5) << times[1] << " at " << frame;
          ASSERT_LE(pose[0].translation[0], most + 1e-5) << times[1] << " at " << frame;
        }
      }
    }
  });
}

}  // namespace
}  // namespace anmkit
