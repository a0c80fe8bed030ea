// SPDX-License-Identifier: MIT
// One scene in several frames: every place is what it was, and the inverse is exact.
#include <gtest/gtest.h>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

// Where the standard axes of a frame point, in metres, Y up.
Vec3 in_metres(const Scene& scene, Vec3 p) {
  p = p * scene.metres_per_unit;
  switch (scene.up) {
    case UpAxis::y_down:
      return {p.x, -p.y, -p.z};
    case UpAxis::z_up:
      return {p.x, p.z, -p.y};
    default:
      return p;
  }
}

Scene make_scene(UpAxis up) {
  Scene scene;
  scene.up = up;
  scene.metres_per_unit = 0.5;
  scene.nodes.resize(3);
  scene.nodes[0].rest = {{1, 2, 3}, normalize({0.1, 0.2, 0.3, 0.9}), {1, 2, 0.5}, {0.5, -1, 2}};
  scene.nodes[1].parent = 0;
  scene.nodes[1].offset = trs_matrix({0.5, 0.25, -3}, normalize({0.5, 0.1, -0.3, 0.4}), {1, 1, 1});
  scene.nodes[1].rest = {{-4, 5, 6}, normalize({-0.3, 0.4, 0.1, 0.7}), {1, 1, 1}, {}};
  scene.nodes[2].parent = 1;
  scene.nodes[2].camera = 0;
  scene.nodes[2].rest.translation = {7, -8, 9};
  scene.cameras.emplace_back();
  scene.meshes.emplace_back();
  scene.nodes[1].mesh = 0;
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  primitive.positions = {{1, 2, 3}};
  primitive.normals = {{0, 1, 0}};
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 1;
  clip.tracks.push_back(
      {0, Property::translation, Interpolation::linear, {0, 1}, {1, 2, 3, 9, 8, -7}, {}});
  const Quat a = normalize({0.2, -0.1, 0.5, 0.8}), b = normalize({-0.6, 0.2, 0.1, 0.5});
  clip.tracks.push_back({1,
                         Property::rotation,
                         Interpolation::slerp,
                         {0, 1},
                         {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w},
                         {}});
  clip.tracks.push_back(
      {0, Property::euler, Interpolation::linear, {0, 1}, {10, 20, 30, 40, 50, 60}, {}});
  return scene;
}

std::vector<Vec3> places(const Scene& scene, double frame) {
  Pose pose;
  std::vector<Mat4> world;
  ReferenceSampler(scene, scene.clips[0]).sample(frame, pose);
  world_matrices(scene, pose, world);
  std::vector<Vec3> out;
  for (const Mat4& m : world)
    out.push_back(in_metres(scene, transform_point(m, {})));
  const auto& p = scene.meshes[0].primitives[0].positions[0];
  const auto& n = scene.meshes[0].primitives[0].normals[0];
  out.push_back(in_metres(scene, transform_point(world[1], {p[0], p[1], p[2]})));
  const Vec3 up = transform_vector(world[1], {n[0], n[1], n[2]});
  out.push_back(in_metres(scene, up * (1 / length(up) / scene.metres_per_unit)));
  // Along the camera's sight.
  const Vec3 ahead = transform_vector(world[2], {0, 0, -1});
  out.push_back(in_metres(scene, ahead * (1 / length(ahead) / scene.metres_per_unit)));
  return out;
}

TEST(Frame, KeepsEveryPosition) {
  for (const UpAxis from : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
    for (const UpAxis to : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
      const Scene before = make_scene(from);
      Scene after = before;
      change_frame(after, {to, 0.01});
      EXPECT_EQ(after.up, to);
      EXPECT_EQ(after.metres_per_unit, 0.01);
      // At the keys: between them a rotation about three axes is another curve in other axes.
      for (const double frame : {0.0, 1.0}) {
        const auto a = places(before, frame), b = places(after, frame);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
          EXPECT_LT(length(a[i] - b[i]), 1e-6) << int(from) << " " << int(to) << " " << i;
      }
    }
  }
}

TEST(Frame, RoundTripsExactly) {
  Scene scene = make_scene(UpAxis::y_down);
  scene.nodes[2].camera = -1;
  const Scene before = scene;
  change_frame(scene, {UpAxis::z_up, 0.25});
  change_frame(scene, {UpAxis::y_down, 0.5});
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    EXPECT_EQ(scene.nodes[i].rest.translation, before.nodes[i].rest.translation);
    EXPECT_EQ(scene.nodes[i].rest.rotation, before.nodes[i].rest.rotation);
    EXPECT_EQ(scene.nodes[i].rest.scale, before.nodes[i].rest.scale);
    EXPECT_EQ(scene.nodes[i].offset, before.nodes[i].offset);
  }
  EXPECT_EQ(scene.clips[0].tracks[0].values, before.clips[0].tracks[0].values);
  EXPECT_EQ(scene.clips[0].tracks[1].values, before.clips[0].tracks[1].values);
}

}  // namespace
}  // namespace anmkit
