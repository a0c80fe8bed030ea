// SPDX-License-Identifier: MIT
// Blocks of no thickness: their two faces must not lie in one place.
#include <cmath>

#include "formats/craftstudio/geometry.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// The mesh of one block of 4 x 6 x 0 pixels. Its front shows the texels from (0, 0).
Primitive flat(std::array<std::int32_t, 2> back, std::uint8_t transform) {
  RestModel model;
  RestNode node;
  node.size = {4, 6, 0};
  node.quad_offset[1] = back;
  node.quad_transform[1] = transform;
  model.nodes.push_back(node);
  Scene scene;
  scene.nodes.resize(1);
  add_geometry(scene, model, 1, {});
  return scene.meshes.at(0).primitives.at(0);
}

TEST(CraftStudioFlatBlocks, WhatShinesThroughIsOnePlane) {
  // Section 6.2: seen from behind, left and right change sides; a face mirrored about its offset
  // point shows them where the front has them.
  const Primitive one = flat({4, 0}, kMirrorX);
  ASSERT_EQ(one.positions.size(), 4U);
  for (const auto& position : one.positions)
    EXPECT_EQ(position[2], 0);
}

TEST(CraftStudioFlatBlocks, TwoPicturesStandAHairApart) {
  const Primitive two = flat({8, 0}, 0);
  ASSERT_EQ(two.positions.size(), 8U);
  for (std::size_t i = 0; i < 8; ++i) {
    const double z = two.positions[i][2];
    EXPECT_TRUE(i < 4 ? z > 0 : z < 0);  // each on its own side
    EXPECT_LT(std::fabs(z), 0.01);
    EXPECT_EQ(std::fabs(two.positions[i][0]), 2);
    EXPECT_EQ(std::fabs(two.positions[i][1]), 3);
  }
}

}  // namespace
}  // namespace anmkit::craftstudio::test
