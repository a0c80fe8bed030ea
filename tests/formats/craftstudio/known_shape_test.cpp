// SPDX-License-Identifier: MIT
// Two surfaces are the same when each triangle of one has a triangle of the other for itself.
#include "formats/craftstudio/model/known_shape.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace anmkit::craftstudio::test {
namespace {

Facet facet(double at, std::int32_t material = 0) {
  Facet made;
  made.corners = {Vec3{at, 0, 0}, Vec3{at + 1, 0, 0}, Vec3{at, 1, 0}};
  made.uvs = {{{0, 0}, {1, 0}, {0, 1}}};
  made.material = material;
  return made;
}
bool same(std::vector<Facet> a, std::vector<Facet> b, double reach = 1e-6) {
  Surface first, second;
  first.facets = std::move(a);
  second.facets = std::move(b);
  return is_same(first, second, reach);
}

TEST(CraftStudioKnownShape, TrianglesInAnyOrder) {
  EXPECT_TRUE(same({}, {}));
  EXPECT_TRUE(same({facet(0), facet(5)}, {facet(5), facet(0)}));
  EXPECT_FALSE(same({facet(0)}, {facet(0), facet(5)}));
  EXPECT_FALSE(same({facet(0), facet(5)}, {facet(0), facet(6)}));
  // Each counts once.
  EXPECT_FALSE(same({facet(0), facet(0)}, {facet(0), facet(5)}));
  EXPECT_FALSE(same({facet(0), facet(5)}, {facet(0), facet(0)}));
  EXPECT_FALSE(same({facet(0)}, {facet(0, 1)}));
}

TEST(CraftStudioKnownShape, CornersKeepTheirOrderFromAnyStart) {
  Facet turned = facet(0), over = facet(0);
  std::ranges::rotate(turned.corners, turned.corners.begin() + 1);
  std::ranges::rotate(turned.uvs, turned.uvs.begin() + 1);
  EXPECT_TRUE(same({facet(0)}, {turned}));
  std::swap(over.corners[0], over.corners[1]);
  std::swap(over.uvs[0], over.uvs[1]);
  EXPECT_FALSE(same({facet(0)}, {over}));
}

TEST(CraftStudioKnownShape, ToleratesSmallDistances) {
  EXPECT_TRUE(same({facet(0)}, {facet(0.01)}, 0.02));
  EXPECT_FALSE(same({facet(0)}, {facet(0.03)}, 0.02));
  Facet painted = facet(0), shifted = facet(0);
  painted.colors[1] = {1, 0, 0, 1};
  shifted.uvs[2][1] += 0.5;
  EXPECT_FALSE(same({facet(0)}, {painted}));
  EXPECT_FALSE(same({facet(0)}, {shifted}));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
