// SPDX-License-Identifier: MIT
// Scenes out to glTF and back: the same pose at every frame.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "anmkit/gltf.hpp"
#include "convert/provenance.hpp"
#include "core/bytes.hpp"
#include "exchange/random_scene.hpp"
#include "scene/reference.hpp"

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

std::vector<Mat4> world_at(const Scene& scene, const ReferenceSampler& sampler, double frame) {
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
    const ReferenceSampler old_sampler(before, before.clips[c]), new_sampler(after, after.clips[c]);
    for (double frame = 0; frame <= before.clips[c].duration; frame += 1) {
      const auto old_world = world_at(before, old_sampler, frame);
      const auto new_world = world_at(after, new_sampler, frame);
      Pose old_pose, new_pose;
      old_sampler.sample(frame, old_pose);
      new_sampler.sample(frame, new_pose);
      for (std::size_t n = 0; n < old_world.size(); ++n) {
        ASSERT_LT(distance(old_world[n], new_world[n]), 1e-5)
            << "seed " << seed << " clip " << c << " frame " << frame << " node " << n;
        if (new_pose[n].is_matrix || old_pose[n].is_matrix) continue;
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

TEST(GltfRoundTrip, BakedScenesKeepTheirMotion) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    round_trip(seed, {});
    if (HasFatalFailure()) return;
  }
}

TEST(GltfRoundTrip, SparseScenesKeepTheirMotion) {
  GltfWriteOptions options;
  options.keys = GltfWriteOptions::Keys::sparse;
  options.binary = false;
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    round_trip(seed, options);
    if (HasFatalFailure()) return;
  }
}

Scene through_gltf(const Scene& scene, GltfWriteOptions options = {}) {
  ConversionReport report;
  const auto bytes = write_gltf(scene, options, report);
  EXPECT_TRUE(bytes.has_value());
  EXPECT_TRUE(options.binary || is_utf8(as_text(*bytes)));
  const auto back = read_gltf(*bytes);
  EXPECT_TRUE(back.has_value()) << (back ? "" : back.error().message);
  return back.value_or(Scene{});
}

// Names need not be UTF-8, nor even text; the file is, and they come back bit for bit.
TEST(GltfRoundTrip, RoundTripsNamesOfAnyBytes) {
  const std::vector<std::string> names = {
      "\x95\xE0\x82\xAD", "\x95\\",      std::string("a\0b", 3),  "",
      "\x96\xE0\x82\xAD", "t\xC3\xAAte", std::string(80, '\xFE'), "\xEF\xBF\xBD"};
  Scene scene;
  scene.name = names[0];
  for (const std::string& name : names) {
    scene.nodes.emplace_back().name = name;
    Clip& clip = scene.clips.emplace_back();
    clip.name = name;
    clip.duration = 3;
    clip.tracks.push_back({.node = 0,
                           .property = Property::translation,
                           .interpolation = Interpolation::linear,
                           .times = {0, 3},
                           .values = {0, 0, 0, 1, 2, 3},
                           .ease = {}});
  }
  for (const bool binary : {false, true}) {
    const Scene back = through_gltf(scene, {.binary = binary});
    EXPECT_EQ(back.name, scene.name);
    ASSERT_EQ(back.nodes.size(), names.size());
    ASSERT_EQ(back.clips.size(), names.size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_EQ(back.nodes[i].name, names[i]) << i;
      // An animation without a name gets one, since tools list them by it.
      EXPECT_EQ(back.clips[i].name, names[i]) << i;
      EXPECT_EQ(back.clips[i].extras, "") << i;
    }
  }
}

// What the sources of an export are called, and which clips they gave.
TEST(GltfRoundTrip, SourcesKeepNamesOfAnyBytes) {
  Scene scene;
  const std::vector<SceneSource> sources = {
      {"gc-anm", "\x95\xE0.anm", {"walk", "\x95\xE0\x82\xAD", ""}, to_bytes("abc")}};
  ASSERT_TRUE(set_sources(scene, sources).has_value());
  EXPECT_TRUE(is_utf8(scene.extras)) << scene.extras;
  const auto back = sources_of(scene);
  ASSERT_EQ(back.size(), 1u);
  EXPECT_EQ(back[0].name, sources[0].name);
  EXPECT_EQ(back[0].clips, sources[0].clips);
  EXPECT_EQ(back[0].bytes, sources[0].bytes);
  EXPECT_NE(find_source(back, "gc-anm", "\x95\xE0\x82\xAD"), nullptr);
}

// A clip that moves nothing, of a scene that has nothing, is still a clip.
TEST(GltfRoundTrip, RoundTripsEmptyClips) {
  Scene scene;
  Clip& clip = scene.clips.emplace_back();
  clip.name = "still";
  clip.rate = 30;
  clip.duration = 35;
  clip.loops = false;
  clip.extras = R"({"note":1})";
  const Scene back = through_gltf(scene);
  ASSERT_EQ(back.clips.size(), 1u);
  EXPECT_TRUE(back.nodes.empty());
  EXPECT_EQ(back.clips[0].name, "still");
  EXPECT_EQ(back.clips[0].duration, 35);
  EXPECT_FALSE(back.clips[0].loops);
  EXPECT_EQ(back.clips[0].extras, clip.extras);
}

// Blender writes the truth values of extras as numbers.
TEST(GltfRoundTrip, BooleansMayBeNumbers) {
  Scene scene;
  scene.nodes.emplace_back().inherit_scale = false;
  ConversionReport report;
  const Bytes bytes = write_gltf(scene, {.binary = false}, report).value();
  std::string text(as_text(bytes));
  const std::string from = "\"inheritScale\":false";
  std::size_t count = 0;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from), ++count)
    text.replace(at, from.size(), "\"inheritScale\":0");
  EXPECT_EQ(count, 2u) << "the node's own, and the scene's list";
  EXPECT_FALSE(read_gltf(to_bytes(text)).value().nodes[0].inherit_scale);
}

// A box of size 0 cannot be seen; it still has its size, also where one side is always 0.
TEST(GltfRoundTrip, KeepsBoxesOfSizeZero) {
  Scene scene;
  Node& node = scene.nodes.emplace_back();
  node.name = "sprite";
  node.inherit_scale = false;
  node.block_size = Vec3{85, 60, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 10;
  clip.tracks.push_back({.node = 0,
                         .property = Property::block_size,
                         .interpolation = Interpolation::step,
                         .times = {0, 5},
                         .values = {85, 60, 0, 0, 0, 0},
                         .ease = {}});
  const Scene back = through_gltf(scene);
  ASSERT_EQ(back.clips.size(), 1u);
  const ReferenceSampler sampler(back, back.clips[0]);
  Pose pose;
  for (const auto& [frame, size, visible] :
       {std::tuple{4.0, Vec3{85, 60, 0}, true}, {5.0, Vec3{}, false}, {9.0, Vec3{}, false}}) {
    sampler.sample(frame, pose);
    EXPECT_LT(length(pose[0].block_size - size), 1e-4) << frame;
    EXPECT_EQ(pose[0].visible, visible) << frame;
  }
}

TEST(GltfRoundTrip, EqualScenesGiveEqualBytes) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    ConversionReport report;
    EXPECT_EQ(*write_gltf(test::SceneMaker(seed).make(), {}, report),
              *write_gltf(test::SceneMaker(seed).make(), {}, report));
  }
}

// Where each vertex of each node is in the world, whatever mesh and bind pose it is stored in.
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

TEST(GltfRoundTrip, SplitsMergedMeshesAgain) {
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

// Where a node mirrors, the front of its triangles is the other side (glTF 3.7.4). The mesh that
// contains all nodes' triangles mirrors nothing: in it the front must be where it was in the world.
TEST(GltfRoundTrip, MirroredNodesKeepTheirFrontFaces) {
  for (const Vec3 scale : {Vec3{1, 1, 1}, Vec3{-1, 1, 1}, Vec3{1, 2, -1}, Vec3{-1, -1, 1}}) {
    for (const bool inherit : {true, false}) {
      Scene scene;
      Node& node = scene.nodes.emplace_back();
      node.name = "side";
      node.mesh = 0;
      node.rest.scale = scale;
      node.inherit_scale = inherit;
      Primitive triangle;
      triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
      triangle.indices = {0, 1, 2};
      scene.meshes.push_back({"side", {triangle}});
      ConversionReport report;
      GltfWriteOptions options;
      options.binary = false;
      const Bytes file = write_gltf(scene, options, report).value();
      const Scene after = read_gltf(file).value();
      EXPECT_EQ(after.meshes.at(0).primitives.at(0).indices, triangle.indices);
      // The triangle of the file itself: corners in order, seen from where its front was.
      const auto json = nlohmann::json::parse(as_text(file));
      const std::string uri = json["buffers"][0]["uri"];
      const Bytes data = from_base64(uri.substr(uri.find(',') + 1)).value();
      const auto& primitive = json["meshes"][0]["primitives"][0];
      const auto at = [&](const char* what, const auto& accessor) {
        const auto& view = json["bufferViews"][accessor["bufferView"].template get<int>()];
        (void)what;
        return view.value("byteOffset", 0) + accessor.value("byteOffset", 0);
      };
      const auto& indices = json["accessors"][primitive["indices"].get<int>()];
      const auto& positions = json["accessors"][primitive["attributes"]["POSITION"].get<int>()];
      ASSERT_EQ(indices["componentType"], 5123);
      std::array<Vec3, 3> corners;
      for (std::size_t k = 0; k < 3; ++k) {
        const auto index =
            load<std::uint16_t, std::endian::little>(data.data() + at("indices", indices) + 2 * k);
        for (std::size_t axis = 0; axis < 3; ++axis) {
          (axis == 0   ? corners[k].x
           : axis == 1 ? corners[k].y
                       : corners[k].z) =
              double{load<float, std::endian::little>(data.data() + at("positions", positions) +
                                                      12 * index + 4 * axis)};
        }
      }
      double front = cross(corners[1] - corners[0], corners[2] - corners[0]).z;
      // A scale that children do not share is bound as 1; what it does to the mesh comes at rest.
      if (!inherit) front *= scale.x * scale.y;
      // In the node's space it looks along +z, which the scale turns round or not.
      EXPECT_EQ(front > 0, scale.z > 0) << scale.x << " " << scale.z << inherit;
    }
  }
}

}  // namespace
}  // namespace anmkit
