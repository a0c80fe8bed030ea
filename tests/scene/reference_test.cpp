// SPDX-License-Identifier: MIT
// The reference sampler against worked curves.
#include "scene/reference.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <random>

namespace anmkit {
namespace {

Track make_track(Property property, Interpolation interpolation, std::vector<double> times,
                 std::vector<double> values) {
  Track track;
  track.property = property;
  track.interpolation = interpolation;
  track.times = std::move(times);
  track.values = std::move(values);
  return track;
}

double one(const Track& track, double frame) {
  double out[16] = {};
  evaluate(track, frame, out);
  return out[0];
}

TEST(Evaluate, StepLinearAndEnds) {
  const Track step = make_track(Property::roll, Interpolation::step, {2, 4, 4, 8}, {1, 2, 3, 4});
  EXPECT_EQ(one(step, 0), 1);
  EXPECT_EQ(one(step, 3.99), 1);
  EXPECT_EQ(one(step, 4), 3) << "of equal times the last wins";
  EXPECT_EQ(one(step, 8), 4);
  EXPECT_EQ(one(step, 99), 4);
  const Track linear = make_track(Property::roll, Interpolation::linear, {0, 4}, {1, 3});
  EXPECT_DOUBLE_EQ(one(linear, 1), 1.5);
  EXPECT_EQ(one(linear, -1), 1);
}

TEST(Evaluate, PeriodicTracksFold) {
  Track track = make_track(Property::roll, Interpolation::linear, {0, 4}, {0, 4});
  track.period = 4;
  EXPECT_DOUBLE_EQ(one(track, 5), 1);
  EXPECT_DOUBLE_EQ(one(track, -1), 3);
  EXPECT_DOUBLE_EQ(one(track, 4), 4) << "the end itself is shown";
}

TEST(Evaluate, CubicIsHermitePerFrame) {
  // One segment of 10 frames from 0 to 1 with both slopes 0.3 per frame. At the middle a Hermite
  // curve is (p0 + p1) / 2 + (m0 - m1) * length / 8 = 0.5.
  const Track even =
      make_track(Property::roll, Interpolation::cubic, {0, 10}, {0, 0, 0.3, 0.3, 1, 0});
  EXPECT_DOUBLE_EQ(one(even, 5), 0.5);
  const Track bent =
      make_track(Property::roll, Interpolation::cubic, {0, 10}, {0, 0, 0.3, -0.1, 1, 0});
  EXPECT_DOUBLE_EQ(one(bent, 5), 0.5 + (0.3 + 0.1) * 10 / 8);
  EXPECT_EQ(one(bent, 10), 1);
}

TEST(Evaluate, BezierControlsAreRelative) {
  // de Casteljau of 0, 0 + 3, 1 - 3, 1 at a half: (0 + 3 * 3 + 3 * -2 + 1) / 8.
  const Track track =
      make_track(Property::roll, Interpolation::bezier, {0, 2}, {9, 0, 3, -3, 1, 9});
  EXPECT_DOUBLE_EQ(one(track, 1), 0.5);
  EXPECT_DOUBLE_EQ(one(track, 0.5), (27 * 0 + 27 * 3.0 + 9 * -2.0 + 1) / 64);
}

// Orientations are unit quaternions in every family.
void make_unit(Track& track) {
  double* last = track.values.data() + track.values.size() - 4;
  const Quat q = normalize({last[0], last[1], last[2], last[3]});
  last[0] = q.x;
  last[1] = q.y;
  last[2] = q.z;
  last[3] = q.w;
}

// Random scenes: what the compiled sampler says must not depend on the order of calls, and must
// equal the plain evaluator.
TEST(ReferenceSampler, EqualsThePlainEvaluatorInEveryOrder) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int round = 0; round < 50; ++round) {
    Scene scene;
    scene.nodes.resize(4);
    Clip clip;
    clip.duration = 20;
    for (std::uint32_t node = 0; node < 4; ++node) {
      for (const Property property : {Property::translation, Property::rotation, Property::scale}) {
        Track track;
        track.node = node;
        track.property = property;
        const Interpolation kinds[] = {Interpolation::step, Interpolation::linear,
                                       Interpolation::cubic, Interpolation::slerp,
                                       Interpolation::slerp_long};
        track.interpolation = kinds[random() % (property == Property::rotation ? 5 : 3)];
        // Half of the long ones never take a long way; some of their keys nearly repeat.
        const bool near = random() % 2 == 0;
        const std::size_t keys = random() % 6;
        const bool even = random() % 2 == 0;
        double time = even ? 0 : std::fabs(number(random));
        for (std::size_t key = 0; key < keys; ++key) {
          track.times.push_back(time);
          time += even ? 3 : std::fabs(number(random)) * static_cast<double>(random() % 3);
          for (std::size_t i = 0; i < track.stride(); ++i) {
            track.values.push_back(number(random));
          }
          if (property != Property::rotation || track.stride() != 4) continue;
          if (near && key > 0) {
            const auto end = track.values.end();
            const double step = key % 3 == 0 ? 1e-4 : 0.3;
            for (int i = 1; i <= 4; ++i)
              end[-i] = end[-i - 4] + step * end[-i];
          }
          make_unit(track);
        }
        if (random() % 3 == 0) track.period = 10;
        clip.tracks.push_back(track);
      }
    }
    const ReferenceSampler sampler(scene, clip);
    ReferenceSampler::Cursor cursor;
    Pose pose;
    for (int call = 0; call < 200; ++call) {
      const double frame = call < 100 ? call * 0.23 - 1 : number(random) * 15;
      sampler.sample(frame, pose, cursor);
      for (const Track& track : clip.tracks) {
        double expected[16] = {0, 0, 0, 1};
        if (track.property == Property::scale) expected[0] = expected[1] = expected[2] = 1;
        if (track.property == Property::scale) expected[3] = 0;
        evaluate(track, frame, expected);
        const Transform& local = pose[track.node].local;
        const Vec3 vector{expected[0], expected[1], expected[2]};
        const Quat turn{expected[0], expected[1], expected[2], expected[3]};
        if (track.property == Property::translation) {
          EXPECT_NEAR(length(local.translation - vector), 0, 1e-11);
        } else if (track.property == Property::scale) {
          EXPECT_NEAR(length(local.scale - vector), 0, 1e-11);
        } else {
          EXPECT_NEAR(std::min(length(local.rotation + turn), length(local.rotation + -turn)), 0,
                      1e-11);
        }
      }
    }
  }
}

// The library's reading of an ease may go round many times between two keys (gc specification,
// section 6.4): here -19.5 times the quarter turn after half of the way.
TEST(ReferenceSampler, AMatrixReplacesAllElseInWhicheverOrder) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].rest.translation = {7, 0, 0};
  const Mat4 whole = translation_matrix({1, 2, 3}), offset = translation_matrix({0, 50, 0});
  for (const bool first : {true, false}) {
    for (const bool moves : {true, false}) {
      Clip clip;
      for (const bool matrix : {first, !first}) {
        Track& track = clip.tracks.emplace_back();
        track.property = matrix ? Property::local_matrix : Property::static_offset;
        const Mat4& value = matrix ? whole : offset;
        for (double time = 0; time < 2; ++time) {
          track.times.push_back(time);
          track.values.insert(track.values.end(), value.m.begin(), value.m.end());
          if (moves) track.values.back() += time;
        }
        track.interpolation = Interpolation::step;
      }
      Pose pose;
      ReferenceSampler(scene, clip).sample(0, pose);
      EXPECT_EQ(local_matrix(scene.nodes[0], pose[0]), whole) << first << moves;
      EXPECT_TRUE(pose[0].is_matrix);
    }
  }
  // Without one the offset comes before what the node has.
  EXPECT_EQ(local_matrix(scene.nodes[0], rest_pose(scene)[0]), translation_matrix({7, 0, 0}));
}

TEST(ReferenceSampler, EasesThatLeaveTheWay) {
  const double half = std::sqrt(0.5);
  Track turn =
      make_track(Property::rotation, Interpolation::slerp, {0, 10}, {0, 0, 0, 1, 0, 0, half, half});
  turn.ease = {0, 0, 0, 0.05};
  turn.ease_kind = EaseKind::library;
  Scene scene;
  scene.nodes.resize(1);
  Clip clip;
  clip.tracks = {turn};
  Pose pose;
  ReferenceSampler(scene, clip).sample(5, pose);
  const Quat q = pose[0].local.rotation;
  // 45 degrees, up to whole turns.
  EXPECT_NEAR(std::fabs(q.z), std::sin(kPi / 8), 1e-9);
  EXPECT_NEAR(std::fabs(q.w), std::cos(kPi / 8), 1e-9);
  EXPECT_GT(q.z * q.w, 0);
}

TEST(Matrices, PivotAndScaleThatIsNotInherited) {
  Scene scene;
  scene.nodes.resize(2);
  Node& parent = scene.nodes[1];  // stored after its child
  Node& child = scene.nodes[0];
  child.parent = 1;
  child.rest.translation = {1, 0, 0};
  parent.inherit_scale = false;
  parent.rest.translation = {0, 1, 0};
  parent.rest.rotation = from_axis_angle({0, 0, 1}, kPi / 2);
  parent.rest.pivot = {2, 0, 0};
  parent.rest.scale = {5, 5, 5};
  parent.block_size = Vec3{4, 0, 8};
  std::vector<Mat4> world;
  Pose pose = rest_pose(scene);
  world_matrices(scene, pose, world);
  // The pivot offset (2,0,0) turns with the parent to (0,2,0): centre (0,3,0). The child's own
  // (1,0,0) turns to (0,1,0).
  EXPECT_NEAR(length(transform_point(world[1], {}) - Vec3{0, 3, 0}), 0, 1e-12);
  EXPECT_NEAR(length(transform_point(world[0], {}) - Vec3{0, 4, 0}), 0, 1e-12);
  pose[1].block_size = {2, 3, 8};
  EXPECT_EQ(own_scale(parent, pose[1]), (Vec3{2.5, 15, 5}));
}

TEST(Matrices, CyclesEndAndEveryNodeComesOnce) {
  Scene scene;
  scene.nodes.resize(5);
  scene.nodes[0].parent = 1;
  scene.nodes[1].parent = 2;
  scene.nodes[2].parent = 0;
  scene.nodes[3].parent = 3;
  scene.nodes[4].parent = 77;
  const auto order = parents_first(scene);
  EXPECT_EQ(std::vector<std::uint32_t>(order).size(), 5u);
  std::vector<Mat4> world;
  world_matrices(scene, rest_pose(scene), world);
  EXPECT_EQ(world.size(), 5u);
}

}  // namespace
}  // namespace anmkit
