// SPDX-License-Identifier: MIT
// Nodes of a scene that become objects, and their numbers.
#include "formats/psx/model/roles.hpp"

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

TEST(PsxRoles, MeshesWithoutANumberGetFreeNumbers) {
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
TEST(PsxRoles, JointsAreObjectsAndSkinHoldersAreNot) {
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
// one is bent, and it is reported once.
TEST(PsxRoles, ReportsTrianglesOfSeveralJoints) {
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

// "obj", a number of at most nine digits, and "_" and another for a further copy.
TEST(PsxRoles, NamesOfObjects) {
  using Name = std::optional<ObjectName>;
  EXPECT_EQ(object_name("obj012"), Name({12, 0}));
  EXPECT_EQ(object_name("obj999999999_1"), Name({999999999, 1}));
  for (const char* none : {"", "ob1", "obj", "obj/", "obj:", "objx", "obj-1", "obj1x", "obj1_",
                           "obj1_x", "obj1_2_3", "obj1234567890", "Obj1"})
    EXPECT_EQ(object_name(none), std::nullopt) << none;
}

TEST(PsxRoles, CamerasAndLostMeshesAreNotObjects) {
  Scene scene;
  scene.meshes.resize(1);
  scene.cameras.resize(1);
  scene.nodes = {node("obj003", 0), node("obj004", 0), node("lost", 7), node("hat", 0)};
  scene.nodes[1].camera = 0;
  EXPECT_EQ(told(scene), "3_0=obj003 4_0=hat ");
}

// A joint has a size where it was scaled by the same in all directions, to something that is one.
TEST(PsxRoles, SizesOfJoints) {
  for (const auto& [scale, size] : {std::pair{Vec3{1, 1, 1}, 1.0},
                                    {{2, 2, 2}, 2},
                                    {{2, 2, 3}, 1},
                                    {{0, 0, 0}, 1},
                                    {{1e7, 1e7, 1e7}, 1}}) {
    Scene scene;
    scene.nodes = {node("hip")};
    Mat4 bound;
    bound.at(0, 0) = scale.x;
    bound.at(1, 1) = scale.y;
    bound.at(2, 2) = scale.z;
    scene.nodes[0].bind_matrix = bound;
    const auto roles = roles_of(scene);
    ASSERT_EQ(roles.size(), 1u);
    EXPECT_DOUBLE_EQ(roles[0].size, size) << scale.z;
  }
}

// Of more joints than objects, those that vertices follow or that have a mesh of their own.
TEST(PsxRoles, OmitsUnusedJoints) {
  Scene scene;
  for (int i = 0; i < 300; ++i)
    scene.nodes.emplace_back(node("joint" + std::to_string(i))).bind_matrix = Mat4{};
  scene.nodes[10].mesh = 1;
  scene.nodes.push_back(node("hat", 1));
  scene.nodes.push_back(node("holder", 0));
  scene.meshes.resize(2);
  Primitive& skin = scene.meshes[0].primitives.emplace_back();
  skin.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};
  skin.joints = {{5, 9, 0, 0},    {5, 0, 0, 0},    {7, 0, 0, 0},
                 {9999, 0, 0, 0}, {9999, 0, 0, 0}, {9999, 0, 0, 0}};
  skin.weights.assign(6, {1, 0, 0, 0});
  // Without weights joints have no effect.
  Primitive& own = scene.meshes[1].primitives.emplace_back();
  own.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  own.joints.assign(3, {3, 0, 0, 0});
  EXPECT_EQ(told(scene), "0_0=joint5 1_0=joint7 2_0=joint10 3_0=hat ");
  auto roles = roles_of(scene);
  EXPECT_EQ(object_meshes(scene, roles).homeless, 1u);  // that of a joint that is none
  roles.erase(roles.begin());
  EXPECT_EQ(object_meshes(scene, roles).homeless, 2u);
}

}  // namespace
}  // namespace anmkit::psx::test
