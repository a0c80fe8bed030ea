// SPDX-License-Identifier: MIT
// A matrix with one axis left still says where that axis points, in every direction.
#include <gtest/gtest.h>

#include <cmath>

#include "anmkit/math.hpp"

namespace anmkit {
namespace {

TEST(Flattened, TheRemainingAxisKeepsItsDirection) {
  for (int direction = 1; direction < 27; ++direction) {
    const Vec3 axis{direction % 3 - 1.0, direction / 3 % 3 - 1.0, direction / 9 - 1.0};
    if (length(axis) == 0) continue;
    for (int column = 0; column < 3; ++column) {
      SCOPED_TRACE(::testing::Message()
                   << axis.x << " " << axis.y << " " << axis.z << ": " << column);
      Mat4 matrix;
      for (int other = 0; other < 3; ++other) {
        const double on = other == column ? 1 : 0;
        matrix.at(0, other) = on * axis.x;
        matrix.at(1, other) = on * axis.y;
        matrix.at(2, other) = on * axis.z;
      }
      const Quat q = decompose(matrix).rotation;
      EXPECT_NEAR(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w, 1, 1e-12);
      const Vec3 own{column == 0 ? 1.0 : 0.0, column == 1 ? 1.0 : 0.0, column == 2 ? 1.0 : 0.0};
      const Vec3 turned = transform_vector(trs_matrix({}, q, {1, 1, 1}), own);
      EXPECT_LT(length(turned - axis * (1 / length(axis))), 1e-9);
    }
  }
}

}  // namespace
}  // namespace anmkit
