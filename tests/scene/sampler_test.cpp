// SPDX-License-Identifier: MIT
// The sampler against the reference on random clips.
#include "anmkit/sampler.hpp"
#include "scene/reference.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace anmkit {
namespace {

constexpr std::uint32_t kNodes = 5;

class RandomClip {
 public:
  explicit RandomClip(std::uint32_t seed) : random_(seed) {}

  void make(Scene& scene, Clip& clip) {
    scene.nodes.resize(kNodes);
    for (Node& node : scene.nodes) {
      node.rest = {{number(), number(), number()},
                   normalize({number(), number(), number(), 2}),
                   {number(), number(), number()},
                   {number(), 0, number()}};
    }
    clip.duration = 40;
    for (std::uint32_t node = 0; node < kNodes; ++node) {
      const double period = coin() ? 17 : 0;
      for (const Property property : {Property::translation, Property::rotation, Property::scale,
                                      Property::pivot, Property::euler, Property::translation}) {
        if (!coin()) continue;
        Track track = make_track(node, property);
        // Mostly one period for all of a node.
        track.period = random_() % 4 == 0 ? 11 : period;
        clip.tracks.push_back(std::move(track));
      }
    }
  }

 private:
  bool coin() { return random_() % 3 != 0; }
  double number() { return std::uniform_real_distribution<double>(-3, 3)(random_); }

  Track make_track(std::uint32_t node, Property property) {
    Track track;
    track.node = node;
    track.property = property;
    const Interpolation arcs[] = {Interpolation::step, Interpolation::slerp, Interpolation::slerp,
                                  Interpolation::slerp_long, Interpolation::cubic};
    const Interpolation lines[] = {Interpolation::step, Interpolation::linear,
                                   Interpolation::linear, Interpolation::bezier};
    track.interpolation =
        property == Property::rotation ? arcs[random_() % 5] : lines[random_() % 4];
    const std::size_t keys = random_() % 7;
    const bool still = random_() % 5 == 0;
    double time = random_() % 5 == 0 ? -2 : static_cast<double>(random_() % 3);
    for (std::size_t key = 0; key < keys; ++key) {
      track.times.push_back(time);
      // Whole and other lengths, and jumps.
      time += static_cast<double>(random_() % 4) * (coin() ? 1 : 0.37);
      if (still && key > 0) {
        const auto stride = static_cast<std::ptrdiff_t>(track.stride());
        const std::vector<double> first(track.values.begin(), track.values.begin() + stride);
        track.values.insert(track.values.end(), first.begin(), first.end());
        continue;
      }
      if (property == Property::rotation && track.stride() == 4) {
        const Quat q = normalize({number(), number(), number(), number()});
        track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
        continue;
      }
      for (std::size_t i = 0; i < track.stride(); ++i)
        track.values.push_back(number());
    }
    if (random_() % 6 == 0) track.ease.assign(2 * keys, 0.3);
    return track;
  }

  std::mt19937 random_;
};

double away(const std::array<float, 4>& a, Vec3 b) {
  return std::hypot(double{a[0]} - b.x, double{a[1]} - b.y, double{a[2]} - b.z);
}
// Quaternions of either sign are one rotation.
double away(const std::array<float, 4>& a, Quat b) {
  const Quat q{double{a[0]}, double{a[1]}, double{a[2]}, double{a[3]}};
  const auto distance = [](Quat d) { return std::sqrt(dot(d, d)); };
  return std::min(distance(q + b * -1), distance(q + b));
}

// What the tracks say by the plain evaluator, the last of each property.
Transform plainly(const Scene& scene, const Clip& clip, std::uint32_t node, double frame) {
  Transform at = scene.nodes[node].rest;
  std::array<const Track*, kPropertyCount> tracks{};
  for (const Track& track : clip.tracks) {
    if (track.node == node && !track.times.empty()) {
      tracks[static_cast<std::size_t>(track.property)] = &track;
    }
  }
  const auto value = [&](Property property, auto take) {
    const Track* track = tracks[static_cast<std::size_t>(property)];
    double v[16] = {};
    if (track == nullptr) return;
    evaluate(*track, frame, v);
    take(v);
  };
  value(Property::translation, [&](double* v) { at.translation = {v[0], v[1], v[2]}; });
  value(Property::rotation, [&](double* v) { at.rotation = {v[0], v[1], v[2], v[3]}; });
  value(Property::scale, [&](double* v) { at.scale = {v[0], v[1], v[2]}; });
  value(Property::pivot, [&](double* v) { at.pivot = {v[0], v[1], v[2]}; });
  return at;
}

bool has(const Clip& clip, std::uint32_t node, Property property) {
  for (const Track& track : clip.tracks) {
    if (track.node == node && track.property == property && !track.times.empty()) return true;
  }
  return false;
}

TEST(Sampler, EqualsThePlainEvaluatorInAnyOrder) {
  for (std::uint32_t seed = 0; seed < 400; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed).make(scene, clip);
    const Sampler sampler(scene, clip);
    ASSERT_EQ(sampler.node_count(), kNodes);
    std::vector<Transformf> pose(kNodes);
    std::mt19937 random(seed);
    for (int i = 0; i < 120; ++i) {
      // Keys themselves, moments beside them, and moments beyond the ends.
      double frame = static_cast<double>(random() % 60) * 0.5 - 5;
      if (i % 3 == 0) frame += std::uniform_real_distribution<double>(0, 1)(random);
      sampler.sample(frame, pose);
      for (std::uint32_t node = 0; node < kNodes; ++node) {
        const Transform want = plainly(scene, clip, node, frame);
        const auto where = [&] {
          return "seed " + std::to_string(seed) + " node " + std::to_string(node) + " frame " +
                 std::to_string(frame);
        };
        ASSERT_LT(away(pose[node].translation, want.translation), 5e-5) << where();
        ASSERT_LT(away(pose[node].scale, want.scale), 5e-5) << where();
        ASSERT_LT(away(pose[node].pivot, want.pivot), 5e-5) << where();
        // Which of two rotations of a node counts is the file's affair; none of ours has both.
        if (has(clip, node, Property::euler)) continue;
        ASSERT_LT(away(pose[node].rotation, want.rotation), 2e-6) << where();
      }
    }
  }
}

TEST(Sampler, IsTheSamplerInShort) {
  for (std::uint32_t seed = 1000; seed < 1100; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed).make(scene, clip);
    // One kind of rotation a node, as files have it.
    std::erase_if(clip.tracks, [&](const Track& track) {
      return track.property == (track.node % 2 == 0 ? Property::rotation : Property::euler);
    });
    const Sampler sampler(scene, clip);
    const ReferenceSampler wide(scene, clip);
    std::vector<Transformf> pose(kNodes);
    std::vector<Transform> want(kNodes);
    ReferenceSampler::Cursor cursor;
    for (double frame = -3; frame < 30; frame += 0.31) {
      sampler.sample(frame, pose);
      wide.sample(frame, want, cursor);
      for (std::uint32_t node = 0; node < kNodes; ++node) {
        ASSERT_LT(away(pose[node].translation, want[node].translation), 5e-5) << seed;
        ASSERT_LT(away(pose[node].rotation, want[node].rotation), 2e-6) << seed;
        ASSERT_LT(away(pose[node].scale, want[node].scale), 5e-5) << seed;
        ASSERT_LT(away(pose[node].pivot, want[node].pivot), 5e-5) << seed;
      }
    }
  }
}

Track line(std::vector<double> times, std::vector<double> values) {
  Track track;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

TEST(Sampler, StrangeFramesAndSpansAreBounded) {
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
  pose[2].scale = {9, 9, 9, 9};
  sampler.sample(5, pose);
  EXPECT_EQ(pose[0].translation[0], 6);
  EXPECT_EQ(pose[2].scale[0], 9) << "entries beyond the nodes are left alone";
}

// Long and crowded tracks are searched and give the same.
TEST(Sampler, LongAndCrowdedTracks) {
  Scene scene;
  scene.nodes.resize(1);
  for (const double step : {1000.25, 0.001}) {
    Clip clip;
    std::vector<double> times, values;
    for (int i = 0; i < 500; ++i) {
      times.push_back(i * step);
      values.insert(values.end(), {std::sin(i), std::cos(i), 0.1 * i});
    }
    clip.tracks.push_back(line(times, values));
    const Sampler sampler(scene, clip);
    std::vector<Transformf> pose(1);
    for (int i = 0; i < 2000; ++i) {
      const double frame = (i * 7919 % 2000) * step / 3.7;
      sampler.sample(frame, pose);
      const Transform want = plainly(scene, clip, 0, frame);
      ASSERT_LT(away(pose[0].translation, want.translation), 1e-5) << frame;
    }
  }
}

TEST(Hierarchy, WorldMatricesAreThoseOfThePlainWay) {
  for (std::uint32_t seed = 2000; seed < 2100; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed).make(scene, clip);
    std::mt19937 random(seed);
    for (std::uint32_t i = 0; i < kNodes; ++i) {
      // Parents before and behind, cycles among them.
      Node& node = scene.nodes[i];
      node.parent = static_cast<std::int32_t>(random() % (kNodes + 1)) - 1;
      node.inherit_scale = random() % 2 == 0;
      node.inherit_parent = random() % 4 != 0;
      if (random() % 3 == 0) {
        node.offset = trs_matrix({1, 2, 3}, normalize({0.1, 0.2, 0.3, 1}), {1, 2, 1.5});
      }
    }
    std::erase_if(clip.tracks, [&](const Track& track) {
      return track.property == (track.node % 2 == 0 ? Property::rotation : Property::euler) ||
             // Constant ones would not be of length 1.
             (track.property == Property::rotation && track.interpolation == Interpolation::cubic);
    });
    Pose pose;
    ReferenceSampler(scene, clip).sample(3.3, pose);
    std::vector<Mat4> want;
    world_matrices(scene, pose, want);
    std::vector<Transformf> locals(kNodes);
    std::vector<Mat4f> got(kNodes);
    Sampler(scene, clip).sample(3.3, locals);
    Hierarchy(scene).world_matrices(locals, got);
    for (std::size_t node = 0; node < kNodes; ++node) {
      double most = 1;
      for (const double number : want[node].m)
        most = std::max(most, std::fabs(number));
      for (std::size_t k = 0; k < 16; ++k) {
        ASSERT_NEAR(double{got[node].m[k]}, want[node].m[k], 2e-5 * most)
            << "seed " << seed << " node " << node;
      }
    }
  }
}

TEST(Sampler, NothingMoves) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest.translation = {1, 2, 3};
  std::vector<Transformf> pose(1);
  Sampler(scene, Clip{}).sample(3, pose);
  EXPECT_EQ(pose[0].translation[1], 2);
  Sampler(Scene{}, Clip{}).sample(3, pose);
}

}  // namespace
}  // namespace anmkit
