// SPDX-License-Identifier: MIT
// Rows of 16 bits are as near to those of 32 as sampler.hpp says.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/each_target.hpp"
#include "scene/random_clip.hpp"

namespace anmkit {
namespace {

using testing::on_each_target;
using testing::RandomClip;
using enum Sampler::RowSize;

double length_of(const Transformf& at) {
  double square = 0;
  for (const float part : at.rotation)
    square += double{part} * double{part};
  return std::sqrt(square);
}

// Of rotations, in radians; by the chord, which knows small angles.
double angle_between(const Transformf& a, const Transformf& b) {
  double plus = 0, minus = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = a.rotation[i] / length_of(a), y = b.rotation[i] / length_of(b);
    plus += (x + y) * (x + y);
    minus += (x - y) * (x - y);
  }
  return 4 * std::asin(std::sqrt(std::min(plus, minus)) / 2);
}

double apart(const std::array<float, 3>& a, const std::array<float, 3>& b) {
  double most = 0;
  for (std::size_t i = 0; i < 3; ++i)
    most = std::max(most, std::fabs(double{a[i]} - double{b[i]}));
  return most;
}

TEST(ShortRows, AreAsNearAsIsSaid) {
  on_each_target([] {
    std::size_t compared = 0;
    for (std::uint32_t seed = 0; seed < 200; ++seed) {
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 9, .whole_frames = true, .lines_only = true}).make(scene, clip);
      for (Node& node : scene.nodes)
        node.rest.pivot = {};
      std::erase_if(clip.tracks, [](const Track& t) { return t.property == Property::pivot; });
      const Sampler whole(scene, clip), small(scene, clip, shorts);
      std::vector<Transformf> a(9), b(9);
      for (double frame = -3; frame < 45; frame += 0.25) {
        whole.sample(frame, a);
        small.sample(frame, b);
        for (std::size_t i = 0; i < a.size(); ++i) {
          // Values lie between -3 and 3. A float adds a part in ten million.
          const double step = 6.0 / 131068 + 2e-6;
          ASSERT_LE(apart(a[i].translation, b[i].translation), step) << seed << ' ' << frame;
          ASSERT_LE(apart(a[i].scale, b[i].scale), step) << seed << ' ' << frame;
          ASSERT_LE(angle_between(a[i], b[i]), 1e-4) << seed << ' ' << frame;
          ASSERT_LE(std::fabs(length_of(a[i]) - length_of(b[i])), 4e-5) << seed << ' ' << frame;
          ++compared;
        }
      }
    }
    EXPECT_GT(compared, 100000u);
  });
}

// Each node turns and one moves, in each of 301 frames.
Scene walking(std::uint32_t nodes) {
  Scene scene;
  scene.nodes.resize(nodes);
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 300;
  for (std::uint32_t node = 0; node < nodes; ++node) {
    Track& turn = clip.tracks.emplace_back();
    turn.node = node;
    turn.property = Property::rotation;
    turn.interpolation = Interpolation::slerp;
    for (int frame = 0; frame <= 300; ++frame) {
      turn.times.push_back(frame);
      const Quat q = normalize(
          {std::sin(frame * 0.03 + node), std::sin(frame * 0.05), std::sin(frame * 0.04), 2});
      turn.values.insert(turn.values.end(), {q.x, q.y, q.z, q.w});
    }
  }
  return scene;
}

TEST(ShortRows, TakeHalfTheRoom) {
  const Scene scene = walking(60);
  const Sampler whole(scene, scene.clips[0]), small(scene, scene.clips[0], shorts);
  EXPECT_GT(whole.bytes(), std::size_t{301} * 60 * 5 * 4);
  EXPECT_LT(small.bytes(), whole.bytes() * 53 / 100);
}

TEST(ShortRows, KeepsWhatIsNoRow) {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed, {.nodes = 7}).make(scene, clip);
    std::erase_if(clip.tracks, [](const Track& track) {
      return track.interpolation != Interpolation::cubic &&
             track.interpolation != Interpolation::bezier;
    });
    const Sampler whole(scene, clip), small(scene, clip, shorts);
    EXPECT_EQ(whole.bytes(), small.bytes());
    std::vector<Transformf> a(7), b(7);
    for (const double frame : {0.0, 3.5, 11.25}) {
      whole.sample(frame, a);
      small.sample(frame, b);
      for (std::size_t i = 0; i < a.size(); ++i) {
        EXPECT_EQ(a[i].rotation, b[i].rotation);
        EXPECT_EQ(a[i].translation, b[i].translation);
        EXPECT_EQ(a[i].scale, b[i].scale);
      }
    }
  }
}

// The steps of a column are those of its own range, wherever that lies.
TEST(ShortRows, AreAsFineFarFromZero) {
  Scene scene = walking(2);
  Track& moves = scene.clips[0].tracks.emplace_back();
  moves.property = Property::translation;
  moves.interpolation = Interpolation::linear;
  for (int frame = 0; frame <= 300; ++frame) {
    moves.times.push_back(frame);
    moves.values.insert(moves.values.end(), {1000 + 0.01 * (frame % 100), -50.0 - frame % 2, 0});
  }
  const Sampler whole(scene, scene.clips[0]), small(scene, scene.clips[0], shorts);
  std::vector<Transformf> a(2), b(2);
  for (double frame = 0; frame <= 300; frame += 0.5) {
    whole.sample(frame, a);
    small.sample(frame, b);
    // Half of 1/65534, and what floats of this size are apart.
    ASSERT_LE(apart(a[0].translation, b[0].translation), 1.0 / 131068 + 1.3e-4) << frame;
  }
}

// A column that stands still, one that is no number, and one from end to end of what floats are.
TEST(ShortRows, OddColumns) {
  Scene scene;
  scene.nodes.resize(1);
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 2;
  constexpr double kMost = 3.4e38;
  Track& track = clip.tracks.emplace_back();
  track.times = {0, 1, 2};
  track.values = {5, std::nan(""), -kMost, 5, std::nan(""), 0, 5, std::nan(""), kMost};
  const Sampler small(scene, clip, shorts);
  Transformf out;
  small.sample(0, {&out, 1});
  EXPECT_EQ(out.translation[0], 5);
  EXPECT_EQ(out.translation[2], -static_cast<float>(kMost));
  small.sample(1, {&out, 1});
  EXPECT_EQ(out.translation[0], 5);
  EXPECT_LE(std::fabs(out.translation[2]), static_cast<float>(kMost / 65000));
  small.sample(2, {&out, 1});
  EXPECT_NEAR(out.translation[2] / kMost, 1, 1e-6);
}

}  // namespace
}  // namespace anmkit
