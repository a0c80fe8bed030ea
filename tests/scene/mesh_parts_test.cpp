// SPDX-License-Identifier: MIT
// Faces of primitives, and meshes and materials by index.
#include "scene/mesh_parts.hpp"

#include <gtest/gtest.h>

namespace anmkit {
namespace {

using Faces = std::vector<std::vector<std::uint32_t>>;

Faces faces_of(const Primitive& primitive, std::size_t left_out = 0) {
  Faces faces;
  EXPECT_EQ(for_each_face(primitive,
                          [&](std::span<const std::uint32_t> face) {
                            faces.emplace_back(face.begin(), face.end());
                          }),
            left_out);
  return faces;
}

TEST(MeshParts, FacesOfEachMode) {
  Primitive primitive;
  primitive.positions.resize(7);
  EXPECT_EQ(faces_of(primitive), (Faces{{0, 1, 2}, {3, 4, 5}}));
  primitive.indices = {6, 0, 5, 1, 4};
  EXPECT_EQ(faces_of(primitive), (Faces{{6, 0, 5}}));
  primitive.mode = PrimitiveMode::lines;
  EXPECT_EQ(faces_of(primitive), (Faces{{6, 0}, {5, 1}}));
  primitive.mode = PrimitiveMode::points;
  EXPECT_EQ(faces_of(primitive), (Faces{{6}, {0}, {5}, {1}, {4}}));
}

TEST(MeshParts, FacesOfAbsentVerticesAreLeftOut) {
  Primitive primitive;
  primitive.positions.resize(3);
  primitive.indices = {0, 1, 3, 2, 1, 0, 9, 9, 9};
  EXPECT_EQ(faces_of(primitive, 2), (Faces{{2, 1, 0}}));
}

TEST(MeshParts, AbsentMeshesAndMaterialsAreNull) {
  Scene scene;
  scene.meshes.resize(2);
  scene.materials.resize(1);
  Node node;
  EXPECT_EQ(mesh_of(scene, node), nullptr);
  node.mesh = 1;
  EXPECT_EQ(mesh_of(scene, node), &scene.meshes[1]);
  node.mesh = 2;
  EXPECT_EQ(mesh_of(scene, node), nullptr);
  EXPECT_EQ(material_at(scene, -1), nullptr);
  EXPECT_EQ(material_at(scene, 0), &scene.materials[0]);
  EXPECT_EQ(material_at(scene, 1), nullptr);
}

// A mesh without primitives hangs on its node, and so does one with a rigid part.
TEST(MeshParts, NodesThatOnlyHoldASkin) {
  Scene scene;
  scene.meshes.resize(1);
  Node node;
  EXPECT_FALSE(only_holds_a_skin(scene, node));
  node.mesh = 0;
  EXPECT_FALSE(only_holds_a_skin(scene, node));
  Primitive& skin = scene.meshes[0].primitives.emplace_back();
  skin.positions.resize(1);
  skin.joints.resize(1);
  skin.weights.resize(1);
  EXPECT_TRUE(only_holds_a_skin(scene, node));
  scene.meshes[0].primitives.emplace_back().positions.resize(1);
  EXPECT_FALSE(only_holds_a_skin(scene, node));
}

}  // namespace
}  // namespace anmkit
