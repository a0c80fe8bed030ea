// Scenes out to glTF and back: the same pose at every frame.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "anmkit/gltf.hpp"
#include "anmkit/sampler.hpp"
#include "exchange/random_scene.hpp"

namespace anmkit {
namespace {

double distance(const Mat4& a, const Mat4& b) {
  double worst = 0, size = 1;
  for (std::size_t i = 0; i < 16; ++i) {
    worst = std::max(worst, std::fabs(a.m[i] - b.m[i]));
    size = std::max(size, std::fabs(a.m[i]));
  }
  return worst / size;
}

std::vector<Mat4> world_at(const Scene& scene, const Sampler& sampler, double frame) {
  Pose pose;
  sampler.sample(frame, pose);
  std::vector<Mat4> world;
  world_matrices(scene, pose, world);
  return world;
}

// The scale that only the node's own vertices get, and zero while hidden.
Vec3 shown_scale(const Node& node, const NodePose& pose) {
  return pose.visible ? own_scale(node, pose) : Vec3{};
}

void expect_same_motion(const Scene& before, const Scene& after, std::uint32_t seed) {
  ASSERT_EQ(before.nodes.size(), after.nodes.size()) << seed;
  ASSERT_EQ(before.clips.size(), after.clips.size()) << seed;
  for (std::size_t c = 0; c < before.clips.size(); ++c) {
    EXPECT_EQ(before.clips[c].duration, after.clips[c].duration) << seed;
    EXPECT_EQ(before.clips[c].rate, after.clips[c].rate);
    EXPECT_EQ(before.clips[c].loops, after.clips[c].loops);
    EXPECT_EQ(before.clips[c].name, after.clips[c].name);
    EXPECT_EQ(before.clips[c].extras, after.clips[c].extras);
    const Sampler old_sampler(before, before.clips[c]), new_sampler(after, after.clips[c]);
    for (double frame = 0; frame <= before.clips[c].duration; frame += 1) {
      const auto old_world = world_at(before, old_sampler, frame);
      const auto new_world = world_at(after, new_sampler, frame);
      Pose old_pose, new_pose;
      old_sampler.sample(frame, old_pose);
      new_sampler.sample(frame, new_pose);
      for (std::size_t n = 0; n < old_world.size(); ++n) {
        ASSERT_LT(distance(old_world[n], new_world[n]), 1e-5)
            << "seed " << seed << " clip " << c << " frame " << frame << " node " << n;
        if (new_pose[n].matrix || old_pose[n].matrix) continue;
        const Vec3 a = shown_scale(before.nodes[n], old_pose[n]);
        const Vec3 b = shown_scale(after.nodes[n], new_pose[n]);
        ASSERT_LT(length(a - b), 1e-5 * (1 + length(a)))
            << "seed " << seed << " clip " << c << " frame " << frame << " node " << n;
      }
    }
  }
}

void round_trip(std::uint32_t seed, const GltfWriteOptions& options) {
  const Scene before = test::SceneMaker(seed).make();
  ConversionReport report;
  const auto file = write_gltf(before, options, report);
  ASSERT_TRUE(file) << file.error().message;
  const auto after = read_gltf(*file);
  ASSERT_TRUE(after) << seed << ": " << after.error().path << " " << after.error().message;
  for (std::size_t n = 0; n < before.nodes.size() && n < after->nodes.size(); ++n) {
    EXPECT_EQ(before.nodes[n].name.empty(), after->nodes[n].name.empty()) << seed;
    EXPECT_EQ(before.nodes[n].id, after->nodes[n].id) << seed;
    EXPECT_EQ(before.nodes[n].visible, after->nodes[n].visible) << seed;
    EXPECT_EQ(before.nodes[n].block_size, after->nodes[n].block_size) << seed;
  }
  EXPECT_EQ(before.up, after->up);
  EXPECT_EQ(before.metres_per_unit, after->metres_per_unit);
  expect_same_motion(before, *after, seed);
}

TEST(GltfRoundTrip, BakedScenesMoveTheSame) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    round_trip(seed, {});
    if (HasFatalFailure()) return;
  }
}

TEST(GltfRoundTrip, SparseScenesMoveTheSame) {
  GltfWriteOptions options;
  options.keys = GltfWriteOptions::Keys::sparse;
  options.binary = false;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    round_trip(seed, options);
    if (HasFatalFailure()) return;
  }
}

TEST(GltfRoundTrip, EqualScenesGiveEqualBytes) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    ConversionReport report;
    EXPECT_EQ(*write_gltf(test::SceneMaker(seed).make(), {}, report),
              *write_gltf(test::SceneMaker(seed).make(), {}, report));
  }
}

// Where each vertex of each node stands in the world, whatever mesh and bind pose it is stored in.
std::vector<Vec3> vertices_of(const Scene& scene, const Pose& pose) {
  std::vector<Mat4> world, rest;
  world_matrices(scene, pose, world);
  world_matrices(scene, rest_pose(scene), rest);
  std::vector<Vec3> points;
  for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
    if (scene.nodes[n].mesh < 0) continue;
    for (const Primitive& p :
         scene.meshes[static_cast<std::size_t>(scene.nodes[n].mesh)].primitives) {
      for (const std::uint32_t i : p.indices) {
        const auto& v = p.positions[i];
        const Vec3 at{static_cast<double>(v[0]), static_cast<double>(v[1]),
                      static_cast<double>(v[2])};
        if (!p.joints.empty()) {
          Vec3 sum;
          for (std::size_t k = 0; k < 4; ++k) {
            const std::uint32_t j = p.joints[i][k];
            const Mat4 bind = scene.nodes[j].bind_matrix.value_or(rest[j]);
            sum = sum + transform_point(world[j] * affine_inverse(bind), at) *
                            static_cast<double>(p.weights[i][k]);
          }
          points.push_back(sum);
          continue;
        }
        points.push_back(
            transform_point(world[n], scale(shown_scale(scene.nodes[n], pose[n]), at)));
      }
    }
  }
  const auto key = [](Vec3 v) { return v.x + 0.37 * v.y + 0.11 * v.z; };
  std::sort(points.begin(), points.end(), [&](Vec3 a, Vec3 b) { return key(a) < key(b); });
  return points;
}

TEST(GltfRoundTrip, MeshesComeApartAgain) {
  std::size_t with_mesh = 0;
  for (std::uint32_t seed = 1; seed <= 200; ++seed) {
    Scene before = test::SceneMaker(seed).make();
    for (Mesh& mesh : before.meshes) {
      for (Primitive& p : mesh.primitives) {
        if (p.indices.empty()) p.indices = {0, 1, 2, 3, 4, 5};
      }
    }
    ConversionReport report;
    const auto after = read_gltf(*write_gltf(before, {}, report));
    ASSERT_TRUE(after);
    EXPECT_EQ(after->images.size(), before.images.size());
    EXPECT_EQ(after->materials.size(), before.materials.size());
    const auto old_points = vertices_of(before, rest_pose(before));
    const auto new_points = vertices_of(*after, rest_pose(*after));
    ASSERT_EQ(old_points.size(), new_points.size()) << seed;
    with_mesh += old_points.empty() ? 0 : 1;
    for (std::size_t i = 0; i < old_points.size(); ++i) {
      ASSERT_LT(length(old_points[i] - new_points[i]), 1e-3 * (1 + length(old_points[i])))
          << "seed " << seed << " vertex " << i;
    }
  }
  EXPECT_GT(with_mesh, 50u);
}

}  // namespace
}  // namespace anmkit
