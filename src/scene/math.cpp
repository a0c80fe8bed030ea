// SPDX-License-Identifier: MIT
// Quaternions, matrices and Euler angles.
#include "anmkit/math.hpp"

#include "core/portable.hpp"

#include <algorithm>

namespace anmkit {

Quat normalize(Quat q) {
  const double norm = length(q);
  if (!(norm > 0) || !std::isfinite(norm)) return {};
  return q * (1 / norm);
}

Quat operator*(Quat a, Quat b) {
  return {
      a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
      a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

Vec3 rotate(Quat q, Vec3 v) {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 t = cross(axis, v) * 2;
  return v + t * q.w + cross(axis, t);
}

double angle_between(Quat a, Quat b) {
  // atan2 of the relative rotation stays exact near zero, where acos loses half the digits.
  const Quat relative = conjugate(a) * b;
  const double sine =
      std::sqrt(relative.x * relative.x + relative.y * relative.y + relative.z * relative.z);
  return 2 * portable::atan2(sine, std::fabs(relative.w));
}

Quat from_axis_angle(Vec3 axis, double radians) {
  const double s = portable::sin(radians / 2);
  return {axis.x * s, axis.y * s, axis.z * s, portable::cos(radians / 2)};
}

Mat4 operator*(const Mat4& a, const Mat4& b) {
  Mat4 product;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      double sum = 0;
      for (int k = 0; k < 4; ++k)
        sum += a.at(row, k) * b.at(k, column);
      product.at(row, column) = sum;
    }
  }
  return product;
}

Mat4 translation_matrix(Vec3 t) {
  return {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t.x, t.y, t.z, 1}};
}

Mat4 scale_matrix(Vec3 s) {
  return {{s.x, 0, 0, 0, 0, s.y, 0, 0, 0, 0, s.z, 0, 0, 0, 0, 1}};
}

Mat4 rotation_matrix(Quat q) {
  return trs_matrix({}, q, {1, 1, 1});
}

Mat4 trs_matrix(Vec3 t, Quat q, Vec3 s) {
  // Rounded quaternions are a little off unit length; their direction is what they mean.
  if (const double square = dot(q, q); std::fabs(square - 1) > 1e-12 && square > 0) {
    q = q * (1 / std::sqrt(square));
  }
  const double xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
  const double xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
  const double wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
  return {{(1 - 2 * (yy + zz)) * s.x, 2 * (xy + wz) * s.x, 2 * (xz - wy) * s.x, 0,
           2 * (xy - wz) * s.y, (1 - 2 * (xx + zz)) * s.y, 2 * (yz + wx) * s.y, 0,
           2 * (xz + wy) * s.z, 2 * (yz - wx) * s.z, (1 - 2 * (xx + yy)) * s.z, 0, t.x, t.y, t.z,
           1}};
}

Vec3 transform_vector(const Mat4& a, Vec3 v) {
  return {a.at(0, 0) * v.x + a.at(0, 1) * v.y + a.at(0, 2) * v.z,
          a.at(1, 0) * v.x + a.at(1, 1) * v.y + a.at(1, 2) * v.z,
          a.at(2, 0) * v.x + a.at(2, 1) * v.y + a.at(2, 2) * v.z};
}

Vec3 transform_point(const Mat4& a, Vec3 p) {
  return transform_vector(a, p) + Vec3{a.at(0, 3), a.at(1, 3), a.at(2, 3)};
}

namespace {

Vec3 column(const Mat4& a, int index) {
  return {a.at(0, index), a.at(1, index), a.at(2, index)};
}

// Orientation of an orthonormal right-handed basis; the largest diagonal sum avoids cancellation.
Quat from_basis(Vec3 x, Vec3 y, Vec3 z) {
  const double trace = x.x + y.y + z.z;
  Quat q;
  if (trace > 0) {
    const double s = 2 * std::sqrt(trace + 1);
    q = {(y.z - z.y) / s, (z.x - x.z) / s, (x.y - y.x) / s, s / 4};
  } else if (x.x > y.y && x.x > z.z) {
    const double s = 2 * std::sqrt(1 + x.x - y.y - z.z);
    q = {s / 4, (y.x + x.y) / s, (z.x + x.z) / s, (y.z - z.y) / s};
  } else if (y.y > z.z) {
    const double s = 2 * std::sqrt(1 + y.y - x.x - z.z);
    q = {(y.x + x.y) / s, s / 4, (z.y + y.z) / s, (z.x - x.z) / s};
  } else {
    const double s = 2 * std::sqrt(1 + z.z - x.x - y.y);
    q = {(z.x + x.z) / s, (z.y + y.z) / s, s / 4, (x.y - y.x) / s};
  }
  return normalize(q);
}

// Some unit vector at a right angle to v.
Vec3 perpendicular(Vec3 v) {
  const Vec3 side = cross(v, std::fabs(v.x) < 0.9 * length(v) ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
  return side * (1 / length(side));
}

// Gives flattened axes (length 0) a direction that makes the basis right-handed.
void complete_basis(Vec3& x, Vec3& y, Vec3& z) {
  const bool has_x = length(x) > 1e-30, has_y = length(y) > 1e-30, has_z = length(z) > 1e-30;
  if (!has_x) x = has_y && has_z ? cross(y, z) : has_y ? perpendicular(y) : Vec3{1, 0, 0};
  if (!has_x && !has_y && has_z) x = perpendicular(z);
  if (!has_y) y = has_z ? cross(z, x) : perpendicular(x);
  if (!has_z) z = cross(x, y);
}

}  // namespace

Mat4 affine_inverse(const Mat4& a) {
  const Vec3 x = column(a, 0), y = column(a, 1), z = column(a, 2);
  const double determinant = dot(x, cross(y, z));
  if (!(std::fabs(determinant) > 1e-300) || !std::isfinite(determinant)) return {};
  const Vec3 rx = cross(y, z) * (1 / determinant);
  const Vec3 ry = cross(z, x) * (1 / determinant);
  const Vec3 rz = cross(x, y) * (1 / determinant);
  const Vec3 t = column(a, 3);
  return {{rx.x, ry.x, rz.x, 0, rx.y, ry.y, rz.y, 0, rx.z, ry.z, rz.z, 0, -dot(rx, t), -dot(ry, t),
           -dot(rz, t), 1}};
}

Transform decompose(const Mat4& a) {
  Vec3 x = column(a, 0), y = column(a, 1), z = column(a, 2);
  Transform parts;
  parts.translation = column(a, 3);
  parts.scale = {length(x), length(y), length(z)};
  if (dot(x, cross(y, z)) < 0) {
    parts.scale.x = -parts.scale.x;
    x = x * -1;
  }
  complete_basis(x, y, z);
  // Gram-Schmidt; parallel axes (extreme shear) fall back to any right angle.
  x = x * (1 / length(x));
  const Vec3 across = y - x * dot(x, y);
  y = length(across) > 1e-12 * length(y) ? across * (1 / length(across)) : perpendicular(x);
  parts.rotation = from_basis(x, y, cross(x, y));
  return parts;
}

namespace {

// First, second and third axis, and whether they are an even permutation of x, y, z.
struct Axes {
  int first, second, third;
  double parity;
};
Axes axes_of(EulerOrder order) {
  switch (order) {
    case EulerOrder::xyz:
      return {0, 1, 2, 1};
    case EulerOrder::xzy:
      return {0, 2, 1, -1};
    case EulerOrder::yxz:
      return {1, 0, 2, -1};
    case EulerOrder::yzx:
      return {1, 2, 0, 1};
    case EulerOrder::zxy:
      return {2, 0, 1, 1};
    case EulerOrder::zyx:
      break;
  }
  return {2, 1, 0, -1};
}

Vec3 unit(int axis) {
  return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
}
double component(Vec3 v, int axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

}  // namespace

Quat from_euler(Vec3 radians, EulerOrder order) {
  const Axes axes = axes_of(order);
  const auto turn = [&](int axis) { return from_axis_angle(unit(axis), component(radians, axis)); };
  return turn(axes.third) * turn(axes.second) * turn(axes.first);
}

Vec3 to_euler(Quat q, EulerOrder order) {
  const Axes axes = axes_of(order);
  const Mat4 m = rotation_matrix(q);
  // R = R3 * R2 * R1; entry (third, first) is -parity * sin(second).
  const double sine = std::clamp(-axes.parity * m.at(axes.third, axes.first), -1.0, 1.0);
  std::array<double, 3> angles{};
  const auto set = [&](int axis, double value) { angles[static_cast<std::size_t>(axis)] = value; };
  set(axes.second, portable::asin(sine));
  if (std::fabs(sine) < 0.9999999) {
    set(axes.first,
        portable::atan2(axes.parity * m.at(axes.third, axes.second), m.at(axes.third, axes.third)));
    set(axes.third,
        portable::atan2(axes.parity * m.at(axes.second, axes.first), m.at(axes.first, axes.first)));
  } else {
    set(axes.third, portable::atan2(-axes.parity * m.at(axes.first, axes.second),
                                    m.at(axes.second, axes.second)));
  }
  return {angles[0], angles[1], angles[2]};
}

Vec3 nearest_euler(Quat q, EulerOrder order, Vec3 before) {
  const auto near = [](double angle, double to) {
    return angle - 2 * kPi * portable::round((angle - to) / (2 * kPi));
  };
  const auto placed = [&](Vec3 a) {
    return Vec3{near(a.x, before.x), near(a.y, before.y), near(a.z, before.z)};
  };
  const Vec3 first = to_euler(q, order);
  // The same orientation once more: the middle angle is mirrored at 90 degrees, the other two turn
  // half round.
  Vec3 second = first + Vec3{kPi, kPi, kPi};
  switch (order) {
    case EulerOrder::yxz:
    case EulerOrder::zxy:
      second.x = kPi - first.x;
      break;
    case EulerOrder::xyz:
    case EulerOrder::zyx:
      second.y = kPi - first.y;
      break;
    case EulerOrder::xzy:
    case EulerOrder::yzx:
      second.z = kPi - first.z;
      break;
  }
  const Vec3 a = placed(first), b = placed(second);
  return length(a - before) <= length(b - before) + 1e-9 ? a : b;
}

}  // namespace anmkit
