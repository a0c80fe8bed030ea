// SPDX-License-Identifier: MIT
// Which nodes of a scene become objects, and under which numbers.
#include "formats/psx/roles.hpp"

#include "support.hpp"

namespace anmkit::psx::test {
namespace {

Node node(std::string name, std::int32_t mesh = -1) {
  Node made;
  made.name = std::move(name);
  made.mesh = mesh;
  return made;
}

std::string told(const Scene& scene) {
  std::string text;
  for (const Role& role : roles_of(scene)) {
    text += std::to_string(role.name.object) + "_" + std::to_string(role.name.occurrence) + "=" +
            scene.nodes[role.node].name + " ";
  }
  return text;
}

TEST(PsxRoles, MeshesWithoutANumberGetThoseBehind) {
  Scene scene;
  scene.meshes.resize(1);
  scene.cameras.resize(1);
  scene.nodes = {node("obj005", 0), node("hat", 0), node("obj002_1"),
                 node("bone"),      node("eye", 0), node("feather", 0)};
  scene.nodes[4].camera = 0;
  EXPECT_EQ(told(scene), "2_1=obj002_1 5_0=obj005 6_0=hat 7_0=feather ");
}

TEST(PsxRoles, WithoutNamesMeshesCountInTheirOrder) {
  Scene scene;
  scene.meshes.resize(1);
  scene.nodes = {node("body", 0), node("bone"), node("hat", 0)};
  EXPECT_EQ(told(scene), "0_0=body 1_0=hat ");
}

// Vertices that follow joints are cut by joint; what holds them is no object.
TEST(PsxRoles, JointsAreObjectsAndWhatHoldsTheSkinIsNot) {
  Scene scene;
  scene.nodes = {node("holder", 0), node("hip"), node("knee")};
  scene.meshes.resize(1);
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.joints = {{1, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}};
  primitive.weights = {{1, 0, 0, 0}, {1, 0, 0, 0}, {1, 0, 0, 0}};
  EXPECT_EQ(told(scene), "0_0=hip 1_0=knee ");
}

// The face goes to the joint that most of its weight follows; only the corner that follows another
// one is bent, and it is told once.
TEST(PsxRoles, OnlyCornersOfOtherJointsAreBent) {
  Scene scene;
  scene.nodes = {node("holder", 0), node("hip"), node("knee")};
  scene.meshes.resize(1);
  Primitive& primitive = scene.meshes[0].primitives.emplace_back();
  primitive.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  primitive.joints = {{1, 0, 0, 0}, {1, 0, 0, 0}, {2, 1, 0, 0}, {2, 0, 0, 1}};
  primitive.weights = {{1, 0, 0, 0}, {1, 0, 0, 0}, {0.75, 0.25, 0, 0}, {0, 0, 0, 1}};
  primitive.indices = {0, 1, 2, 1, 3, 2};
  const auto roles = roles_of(scene);
  ASSERT_EQ(roles.size(), 2u);
  const ObjectMeshes objects = object_meshes(scene, roles);
  EXPECT_EQ(objects.bent, 2u);
  EXPECT_EQ(objects.homeless, 0u);
  ASSERT_EQ(objects.bent_vertices.size(), 1u);
  EXPECT_EQ(objects.bent_vertices[0].position, (std::array<float, 3>{0, 1, 0}));
  EXPECT_EQ(objects.bent_vertices[0].joint, 1u);
  ASSERT_EQ(objects.meshes.size(), 2u);
  EXPECT_EQ(objects.meshes[0].primitives.size(), 1u);
  EXPECT_TRUE(objects.meshes[1].primitives.empty());
}

}  // namespace
}  // namespace anmkit::psx::test
