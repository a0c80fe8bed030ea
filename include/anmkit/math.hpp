// SPDX-License-Identifier: MIT
// Vectors, quaternions (x, y, z, w; w last), 4x4 matrices (column-major, column vectors) and
// Euler angles. Everything is double precision.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>

namespace anmkit {

inline constexpr double kPi = 3.14159265358979323846;

struct Vec3 {
  double x = 0, y = 0, z = 0;
  friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend Vec3 operator*(Vec3 a, double s) { return {a.x * s, a.y * s, a.z * s}; }
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

// Componentwise product.
inline Vec3 scale(Vec3 a, Vec3 b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline double dot(Vec3 a, Vec3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec3 cross(Vec3 a, Vec3 b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(Vec3 a) {
  return std::sqrt(dot(a, a));
}

struct Quat {
  double x = 0, y = 0, z = 0, w = 1;
  friend Quat operator*(Quat q, double s) { return {q.x * s, q.y * s, q.z * s, q.w * s}; }
  friend Quat operator+(Quat a, Quat b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
  friend Quat operator-(Quat q) { return {-q.x, -q.y, -q.z, -q.w}; }
  friend bool operator==(const Quat&, const Quat&) = default;
};

inline double dot(Quat a, Quat b) {
  return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
inline double length(Quat q) {
  return std::sqrt(dot(q, q));
}
// Unit quaternion; the identity for a zero or non-finite one.
Quat normalize(Quat q);
inline Quat conjugate(Quat q) {
  return {-q.x, -q.y, -q.z, q.w};
}
// Hamilton's product: rotates by b first, then by a.
Quat operator*(Quat a, Quat b);
// Rotates v by the unit quaternion q.
Vec3 rotate(Quat q, Vec3 v);
// Angle in radians (0 ... pi) between two orientations; the sign of a quaternion does not matter.
double angle_between(Quat a, Quat b);
// Unit quaternion for a rotation by `radians` about a unit axis.
Quat from_axis_angle(Vec3 axis, double radians);

// Column-major: m[4 * column + row]. Points are column vectors, so `a * b` applies b first.
template <class Number>
struct Matrix4 {
  std::array<Number, 16> m{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  Number& at(int row, int column) { return m[static_cast<std::size_t>(4 * column + row)]; }
  Number at(int row, int column) const { return m[static_cast<std::size_t>(4 * column + row)]; }
  friend bool operator==(const Matrix4&, const Matrix4&) = default;
};
using Mat4 = Matrix4<double>;
using Mat4f = Matrix4<float>;  // results of Hierarchy (sampler.hpp)

Mat4 operator*(const Mat4& a, const Mat4& b);
Mat4 translation_matrix(Vec3 t);
Mat4 scale_matrix(Vec3 s);
Mat4 rotation_matrix(Quat q);
// T * R * S.
Mat4 trs_matrix(Vec3 translation, Quat rotation, Vec3 scale);
// Inverse of an affine matrix; the identity when it is singular.
Mat4 affine_inverse(const Mat4& a);
Vec3 transform_point(const Mat4& a, Vec3 p);
Vec3 transform_vector(const Mat4& a, Vec3 v);

// A local transform: T(translation) * R(rotation) * T(pivot) * S(scale).
struct Transform {
  Vec3 translation = {};
  Quat rotation = {};
  Vec3 scale{1, 1, 1};
  Vec3 pivot = {};  // zero unless a comment specifies otherwise
};
// Decomposes T * R * S, without a pivot. A mirrored matrix gets a negative scale.x. Shear is
// lost.
Transform decompose(const Mat4& a);

// The first, second and third axis of rotation; axes are fixed. `xyz` is the matrix Rz * Ry * Rx.
enum class EulerOrder : std::uint8_t { xyz, xzy, yxz, yzx, zxy, zyx };
// Angles in radians, by axis (not by order of application).
Quat from_euler(Vec3 radians, EulerOrder order);
// The inverse, in radians; the middle angle is within +-90 degrees. In gimbal lock the first angle
// is 0 and the last one has the whole rotation.
Vec3 to_euler(Quat q, EulerOrder order);
// Of all angles with the same orientation, the nearest to `before`, so that an engine that
// interpolates angles does not spin.
Vec3 nearest_euler(Quat q, EulerOrder order, Vec3 before);

inline double to_radians(double degrees) {
  return degrees * (kPi / 180.0);
}
inline double to_degrees(double radians) {
  return radians * (180.0 / kPi);
}

}  // namespace anmkit
