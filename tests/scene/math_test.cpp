// SPDX-License-Identifier: MIT
// Quaternions, matrices and Euler angles against identities.
#include "anmkit/math.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

constexpr EulerOrder kOrders[] = {EulerOrder::xyz, EulerOrder::xzy, EulerOrder::yxz,
                                  EulerOrder::yzx, EulerOrder::zxy, EulerOrder::zyx};

Quat random_quat(std::mt19937& random) {
  std::normal_distribution<double> normal;
  return normalize({normal(random), normal(random), normal(random), normal(random)});
}

Mat4 about(int axis, double radians) {
  Mat4 m;
  const double c = std::cos(radians), s = std::sin(radians);
  const int a = (axis + 1) % 3, b = (axis + 2) % 3;
  m.at(a, a) = c;
  m.at(a, b) = -s;
  m.at(b, a) = s;
  m.at(b, b) = c;
  return m;
}

void expect_near(const Mat4& a, const Mat4& b, double tolerance) {
  for (std::size_t i = 0; i < 16; ++i)
    EXPECT_NEAR(a.m[i], b.m[i], tolerance) << i;
}

TEST(Quaternion, ProductIsMatrixProduct) {
  std::mt19937 random(1);
  for (int i = 0; i < 100; ++i) {
    const Quat a = random_quat(random), b = random_quat(random);
    expect_near(rotation_matrix(a * b), rotation_matrix(a) * rotation_matrix(b), 1e-12);
    const Vec3 v = rotate(a, {1, 2, 3});
    const Vec3 w = transform_vector(rotation_matrix(a), {1, 2, 3});
    EXPECT_NEAR(length(v - w), 0, 1e-12);
  }
}

TEST(Euler, OrdersAreProductsOfAxisRotations) {
  // Each order names the axis that turns first, about fixed axes.
  const int axes[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const double angle[3] = {0.3, -1.1, 2.0};
  for (std::size_t i = 0; i < 6; ++i) {
    const Mat4 expected = about(axes[i][2], angle[axes[i][2]]) *
                          about(axes[i][1], angle[axes[i][1]]) *
                          about(axes[i][0], angle[axes[i][0]]);
    expect_near(rotation_matrix(from_euler({angle[0], angle[1], angle[2]}, kOrders[i])), expected,
                1e-12);
  }
}

TEST(Euler, RoundTripsInGimbalLock) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> angle(-kPi, kPi);
  for (const EulerOrder order : kOrders) {
    for (int i = 0; i < 200; ++i) {
      Vec3 angles{angle(random), angle(random), angle(random)};
      // Every eighth: the middle angle at +-90 degrees exactly.
      if (i % 8 == 0) {
        const double locked = i % 16 == 0 ? kPi / 2 : -kPi / 2;
        const bool x = order == EulerOrder::yxz || order == EulerOrder::zxy;
        const bool y = order == EulerOrder::xyz || order == EulerOrder::zyx;
        (x ? angles.x : y ? angles.y : angles.z) = locked;
      }
      const Quat q = from_euler(angles, order);
      EXPECT_NEAR(angle_between(q, from_euler(to_euler(q, order), order)), 0, 1e-6);
    }
  }
}

TEST(Matrix, DecomposeAndInverse) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-3, 3);
  for (int i = 0; i < 200; ++i) {
    const Vec3 t{number(random), number(random), number(random)};
    const Vec3 s{number(random), number(random), number(random)};
    if (std::fabs(s.x * s.y * s.z) < 0.01) continue;
    const Mat4 m = trs_matrix(t, random_quat(random), s);
    const Transform parts = decompose(m);
    expect_near(trs_matrix(parts.translation, parts.rotation, parts.scale), m, 1e-9);
    expect_near(m * affine_inverse(m), Mat4{}, 1e-9);
  }
}

TEST(Matrix, DecomposeOfFlattenedAxesIsARotation) {
  for (const Vec3 s : {Vec3{0, 0, 0}, Vec3{1, 0, 1}, Vec3{0, 1, 1}, Vec3{1, 1, 0}, Vec3{0, 0, 2},
                       Vec3{0, 2, 0}, Vec3{3, 0, 0}}) {
    const Transform parts = decompose(trs_matrix({}, from_axis_angle({0, 0, 1}, 0.7), s));
    EXPECT_NEAR(length(parts.rotation), 1, 1e-12);
    expect_near(trs_matrix({}, parts.rotation, parts.scale),
                trs_matrix({}, from_axis_angle({0, 0, 1}, 0.7), s), 1e-9);
  }
}

TEST(Slerp, RotatesUniformlyAlongTheShorterArc) {
  const Quat a{}, b = from_axis_angle({0, 1, 0}, to_radians(60));
  for (const Quat end : {b, -b}) {
    const Quat quarter = slerp(a, end, 0.25);
    EXPECT_NEAR(to_degrees(angle_between(a, quarter)), 15, 1e-9);
  }
  // The long variant goes the other way: 300 degrees, a quarter of it is 75.
  EXPECT_NEAR(to_degrees(angle_between(a, slerp_long(a, -b, 0.25))), 75, 1e-9);
}

TEST(Ease, StandardCurveOfTheSpecification) {
  // gc specification, section 6.4: x = y = 0.25, u = 0.5 gives 0.5.
  EXPECT_DOUBLE_EQ(ease(0.5, 0.25, 0.25), 0.5);
  EXPECT_DOUBLE_EQ(ease(0.25, 0, 0), 0.25);
  double last = 0;
  for (double u = 0; u <= 1; u += 0.01) {
    const double now = ease(u, 0.4, 0.9);
    EXPECT_GE(now, last);
    last = now;
  }
}

}  // namespace
}  // namespace anmkit
