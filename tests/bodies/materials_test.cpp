// SPDX-License-Identifier: MIT
// Colours, textured materials and the joints of skins.
#include <gtest/gtest.h>

#include <limits>

#include "bodies/colors.hpp"
#include "bodies/owners.hpp"
#include "bodies/textures.hpp"

namespace anmkit {
namespace {

TEST(Bodies, ColoursRoundTrip) {
  for (int byte = 0; byte < 256; ++byte)
    EXPECT_EQ(display_byte(linear_of(byte / 255.0)), byte);
  EXPECT_EQ(display_byte(0.5), 188);
  EXPECT_EQ(byte_of(0.5), 128);
  for (const double none : {-1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_EQ(display_byte(none), 0);
    EXPECT_EQ(byte_of(none), 0);
  }
  for (const double much : {1.5, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(display_byte(much), 255);
    EXPECT_EQ(byte_of(much), 255);
  }
}

TEST(Bodies, TexturedMaterials) {
  Scene scene;
  auto& primitives = scene.meshes.emplace_back().primitives;
  for (const std::int32_t material : {3, 1, 3, -1, 2})
    primitives.emplace_back().material = material;
  for (std::size_t i = 0; i < 4; ++i)
    primitives[i].uvs.resize(1);
  primitives[1].mode = PrimitiveMode::lines;
  EXPECT_EQ(textured_materials(scene), (std::set<std::int32_t>{1, 3}));
  EXPECT_EQ(textured_materials(scene, PrimitiveMode::triangles), (std::set<std::int32_t>{3}));
}

TEST(Bodies, FollowedJoints) {
  Scene scene;
  scene.nodes.resize(4);
  Primitive& skin = scene.meshes.emplace_back().primitives.emplace_back();
  skin.positions.resize(1);
  skin.joints = {{1, 2, 9, 0}};
  EXPECT_EQ(followed_joints(scene), (std::vector<bool>{false, false, false, false}));
  skin.weights = {{0, 0.5, 0.5, 0}};
  EXPECT_EQ(followed_joints(scene), (std::vector<bool>{false, false, true, false}));
}

}  // namespace
}  // namespace anmkit
