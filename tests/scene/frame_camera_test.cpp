// SPDX-License-Identifier: MIT
// Children of a camera keep their position in other axes and units: a camera's own axes do not
// turn along.
#include <gtest/gtest.h>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

Vec3 in_metres(const Scene& scene, Vec3 p) {
  p = p * scene.metres_per_unit;
  if (scene.up == UpAxis::y_down) return {p.x, -p.y, -p.z};
  if (scene.up == UpAxis::z_up) return {p.x, p.z, -p.y};
  return p;
}

// A camera, a node below it that has a fixed offset and the matrix it was bound with, and one more.
Scene below_a_camera(UpAxis up) {
  Scene scene;
  scene.up = up;
  scene.metres_per_unit = 0.5;
  scene.cameras.emplace_back();
  scene.nodes.resize(3);
  scene.nodes[0].camera = 0;
  scene.nodes[0].rest = {{1, 2, 3}, normalize({0.1, 0.2, 0.3, 0.9}), {1, 1, 1}, {}};
  scene.nodes[0].bind_matrix = trs_matrix({3, -5, 7}, normalize({0.2, 0.1, 0.4, 0.8}), {1, 1, 1});
  scene.nodes[1].parent = 0;
  scene.nodes[1].offset = trs_matrix({4, -2, 5}, normalize({0.5, 0.1, -0.3, 0.4}), {1, 1, 1});
  scene.nodes[1].rest = {{-4, 5, 6}, normalize({-0.3, 0.4, 0.1, 0.7}), {1, 1, 1}, {}};
  scene.nodes[2].parent = 1;
  scene.nodes[2].rest.translation = {7, -8, 9};
  return scene;
}

std::vector<Vec3> places(const Scene& scene) {
  Pose pose;
  std::vector<Mat4> world;
  ReferenceSampler(scene, Clip{}).sample(0, pose);
  world_matrices(scene, pose, world);
  std::vector<Vec3> out;
  for (const Mat4& matrix : world)
    out.push_back(in_metres(scene, transform_point(matrix, {})));
  // A bind matrix is the world's: its origin, and what the camera saw ahead of it.
  const Mat4& bind = scene.nodes[0].bind_matrix.value();
  out.push_back(in_metres(scene, transform_point(bind, {})));
  const Vec3 ahead = transform_vector(bind, {0, 0, -1});
  out.push_back(in_metres(scene, ahead * (1 / length(ahead) / scene.metres_per_unit)));
  return out;
}

TEST(FrameBelowCameras, KeepsEveryPosition) {
  for (const UpAxis from : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
    for (const UpAxis to : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
      const Scene before = below_a_camera(from);
      Scene after = before;
      change_frame(after, {to, 0.01});
      const auto a = places(before), b = places(after);
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_LT(length(a[i] - b[i]), 1e-9) << int(from) << " " << int(to) << " " << i;
    }
  }
}

}  // namespace
}  // namespace anmkit
