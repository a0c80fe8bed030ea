// SPDX-License-Identifier: MIT
// World and skinning matrices against the plain way, on every instruction set of this machine.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "playback/poses.hpp"

namespace anmkit {
namespace {

using testing::RandomClip;

// Parents before and after, cycles among them.
Scene random_tree(std::uint32_t seed, std::uint32_t nodes, Clip& clip) {
  Scene scene;
  RandomClip(seed, {.nodes = nodes, .whole_frames = true, .lines_only = true}).make(scene, clip);
  std::mt19937 random(seed);
  for (Node& node : scene.nodes) {
    node.parent = static_cast<std::int32_t>(random() % (nodes + 1)) - 1;
    node.inherit_scale = random() % 2 == 0;
    node.inherit_parent = random() % 4 != 0;
    if (random() % 3 == 0) {
      node.offset = trs_matrix({1, 2, 3}, normalize({0.1, 0.2, 0.3, 1}), {1, 2, 1.5});
    }
  }
  return scene;
}

void expect_near(const Mat4f& got, const Mat4& want, double scale) {
  for (std::size_t k = 0; k < 16; ++k)
    ASSERT_NEAR(double{got.m[k]}, want.m[k], scale);
}

double largest(const Mat4& matrix) {
  double most = 1;
  for (const double number : matrix.m)
    most = std::max(most, std::fabs(number));
  return most;
}

TEST(Hierarchy, MatricesEqualThePlainComputation) {
  testing::on_each_target([] {
    for (std::uint32_t seed = 2000; seed < 2060; ++seed) {
      const std::uint32_t nodes = 1 + seed % 11;
      Clip clip;
      const Scene scene = random_tree(seed, nodes, clip);
      Pose pose;
      ReferenceSampler(scene, clip).sample(3.3, pose);
      std::vector<Mat4> want;
      world_matrices(scene, pose, want);
      std::vector<Transformf> locals(nodes);
      Sampler(scene, clip).sample(3.3, locals);
      const Hierarchy hierarchy(scene);
      ASSERT_EQ(hierarchy.node_count(), nodes);
      std::vector<Mat4f> got(nodes), world(nodes), skin(nodes), inverse(nodes);
      hierarchy.world_matrices(locals, got);
      const Mat4 bind = trs_matrix({3, -1, 2}, normalize({0.3, 0, 0.1, 1}), {2, 1, 1});
      for (Mat4f& matrix : inverse) {
        for (std::size_t k = 0; k < 16; ++k)
          matrix.m[k] = static_cast<float>(bind.m[k]);
      }
      hierarchy.skin_matrices(locals, inverse, world, skin);
      for (std::size_t node = 0; node < nodes; ++node) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << " node " << node);
        // What is far from the origin may have passed places farther away.
        const double scale = 2e-5 * largest(want[node]);
        expect_near(got[node], want[node], scale);
        EXPECT_EQ(world[node], got[node]);
        expect_near(skin[node], want[node] * bind, 10 * scale);
      }
    }
  });
}

// Trees as characters have them, in which nothing is an exception: of any number of nodes up to
// some that are more than are worked on at once.
TEST(Hierarchy, PlainTrees) {
  testing::on_each_target([] {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> any(-1, 1);
    for (std::uint32_t nodes = 1; nodes <= 200; nodes += nodes < 20 ? 1 : 15) {
      SCOPED_TRACE(::testing::Message() << nodes << " nodes");
      Scene scene;
      scene.nodes.resize(nodes);
      std::vector<Transformf> locals(nodes);
      std::vector<Mat4> want;
      for (std::uint32_t i = 0; i < nodes; ++i) {
        scene.nodes[i].parent = i == 0 ? -1 : static_cast<std::int32_t>(random() % i);
        const Quat turn = normalize({any(random), any(random), any(random), any(random)});
        const Vec3 place{any(random), any(random), any(random)};
        const Vec3 scale{1 + any(random) / 8, 1 + any(random) / 8, 1 + any(random) / 8};
        const auto narrow = [](double number) { return static_cast<float>(number); };
        locals[i] = {{narrow(turn.x), narrow(turn.y), narrow(turn.z), narrow(turn.w)},
                     {narrow(place.x), narrow(place.y), narrow(place.z)},
                     {narrow(scale.x), narrow(scale.y), narrow(scale.z)}};
        const Mat4 local = trs_matrix(place, turn, scale);
        want.push_back(i == 0 ? local
                              : want[static_cast<std::size_t>(scene.nodes[i].parent)] * local);
      }
      std::vector<Mat4f> got(nodes);
      Hierarchy(scene).world_matrices(locals, got);
      for (std::uint32_t i = 0; i < nodes; ++i)
        expect_near(got[i], want[i], 1e-5 * largest(want[i]));
    }
  });
}

// A quaternion need not be of length 1, and none at all does not turn.
TEST(Hierarchy, QuaternionsOfAnyLength) {
  Scene scene;
  scene.nodes.resize(2);
  std::vector<Transformf> locals(2);
  locals[0].rotation = {0, 0, 3, 3};
  locals[1].rotation = {0, 0, 0, 0};
  std::vector<Mat4f> out(2);
  Hierarchy(scene).world_matrices(locals, out);
  EXPECT_NEAR(out[0].at(1, 0), 1, 1e-6);
  EXPECT_NEAR(out[0].at(0, 1), -1, 1e-6);
  EXPECT_EQ(out[1], Mat4f{});
}

// Neither locals, nor matrices to read, nor places to write may be too few.
TEST(Hierarchy, ShortSpansAreLeftAlone) {
  Scene scene;
  scene.nodes.resize(3);
  const Hierarchy hierarchy(scene);
  const std::vector<Transformf> locals(3);
  const std::vector<Mat4f> inverse(3);
  for (const std::size_t short_one : {0u, 1u, 2u}) {
    std::vector<Mat4f> world(short_one == 0 ? 2 : 3), skin(short_one == 1 ? 2 : 3);
    skin[0].at(0, 3) = 7;
    hierarchy.skin_matrices(locals, std::span(inverse).first(short_one == 2 ? 2 : 3), world, skin);
    EXPECT_EQ(skin[0].at(0, 3), 7) << short_one;
  }
  std::vector<Mat4f> out(3);
  out[0].at(0, 3) = 7;
  hierarchy.world_matrices(std::span(locals).first(2), out);
  EXPECT_EQ(out[0].at(0, 3), 7);
}

}  // namespace
}  // namespace anmkit
