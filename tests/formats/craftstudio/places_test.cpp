// SPDX-License-Identifier: MIT
// Values of blocks read off where a scene's nodes are in the world: what scales the node scales the
// block.
#include "formats/craftstudio/places.hpp"

#include <cmath>

#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

void expect_near(Vec3 got, Vec3 want) {
  EXPECT_NEAR(got.x, want.x, 1e-9);
  EXPECT_NEAR(got.y, want.y, 1e-9);
  EXPECT_NEAR(got.z, want.z, 1e-9);
}

// One node that was half as large when its block was made, and what is read when it is `world`.
Local read(const Bodied& bodied, const Transform& block, const Mat4& world) {
  Scene scene, skeleton;
  scene.nodes.resize(1);
  skeleton.nodes.resize(1);
  skeleton.nodes[0].rest = block;
  const std::vector<std::size_t> shows{0};
  LocalsReader reader(scene, skeleton, shows, {true});
  reader.set_bodied({bodied});
  Pose pose(1);
  std::vector<Local> out;
  reader.read(pose, {world}, false, out);
  return out.at(0);
}

TEST(CraftStudioBlockSizes, BlocksScaleWithTheirNode) {
  const Transform block{{0, 0, 0}, {}, {1, 2, 3}, {4, 5, 6}};
  const Quat turn = from_axis_angle({0, 0, 1}, 0.5);
  const Local local = read({{0.5, 0.25, 2}}, block, trs_matrix({7, 8, 9}, turn, {1, 1, 1}));
  expect_near(local.scale, {2, 8, 1.5});
  expect_near(local.pivot, {8, 20, 3});
  expect_near(local.position, {7, 8, 9});
  EXPECT_NEAR(std::fabs(local.rotation.z), std::sin(0.25), 1e-9);
}

// What had no extent at rest cannot store how much larger it is.
TEST(CraftStudioBlockSizes, FlatAxesKeepTheirScale) {
  const Transform block{{0, 0, 0}, {}, {1, 2, 3}, {}};
  const Local local = read({{0, 1, 1}}, block, trs_matrix({}, {}, {5, 1, 1}));
  expect_near(local.scale, {1, 2, 3});
}

// A block of several is below the node's own and may be turned against it: along its x it
// reaches into the node's y.
TEST(CraftStudioBlockSizes, RotatedBlocksScaleAlongTheirOwnAxes) {
  const double right = std::acos(-1.0) / 2;
  const Transform block{{1, 1, 1}, from_axis_angle({0, 0, 1}, right), {1, 1, 1}, {}};
  const Local local = read({{1, 1, 1}, true}, block, trs_matrix({}, {}, {2, 3, 4}));
  expect_near(local.position, {2, 3, 4});
  expect_near(local.scale, {3, 2, 4});
}

// Whether places in the world are needed: a scale that differs from 1 on any axis hands itself
// down.
TEST(CraftStudioBlockSizes, ChildrenInheritAScaleOnOneAxis) {
  for (const Vec3 scale : {Vec3{2, 1, 1}, Vec3{1, 2, 1}, Vec3{1, 1, 2}, Vec3{1, 1, 1}}) {
    Scene scene;
    scene.nodes.resize(2);
    scene.nodes[0].rest.scale = scale;
    scene.nodes[0].inherit_scale = true;
    scene.nodes[1].parent = 0;
    const Places places(scene, Clip{});
    const bool grown = scale != Vec3{1, 1, 1};
    EXPECT_EQ(places.any(), grown);
    EXPECT_FALSE(places.in_world(0));
    EXPECT_EQ(places.in_world(1), grown);
  }
}

}  // namespace
}  // namespace anmkit::craftstudio::test
