// SPDX-License-Identifier: MIT
// Applies the transform of a parent to the values of its children.
#include "convert/transform_below.hpp"

#include <algorithm>
#include <cmath>

namespace anmkit {
namespace {

Vec3& vector_of(Transform& rest, Property part) {
  if (part == Property::scale) return rest.scale;
  return part == Property::pivot ? rest.pivot : rest.translation;
}

}  // namespace

std::array<double, 4> value_of(Transform rest, Property part) {
  const Quat q = rest.rotation;
  if (part == Property::rotation) return {q.x, q.y, q.z, q.w};
  const Vec3 v = vector_of(rest, part);
  return {v.x, v.y, v.z, 0};
}

void set_value(Transform& rest, Property part, std::span<const double> v) {
  if (part == Property::rotation) {
    rest.rotation = {v[0], v[1], v[2], v[3]};
  } else {
    vector_of(rest, part) = {v[0], v[1], v[2]};
  }
}

bool is_even(Vec3 s) {
  return s.x > 0 && std::fabs(s.x - s.y) < 1e-4 * s.x && std::fabs(s.x - s.z) < 1e-4 * s.x;
}

void put_value_below(const Transform& above, Property part, bool tangent, double* v) {
  const double size = above.scale.x;
  if (part == Property::rotation) {
    const Quat q = above.rotation * Quat{v[0], v[1], v[2], v[3]};
    v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
  } else if (part == Property::translation) {
    const Vec3 from = tangent ? Vec3{} : above.translation;
    const Vec3 to = from + rotate(above.rotation, Vec3{v[0], v[1], v[2]} * size);
    v[0] = to.x, v[1] = to.y, v[2] = to.z;
  } else {
    for (std::size_t k = 0; k < 3; ++k)
      v[k] *= size;
  }
}

void put_track_below(const Transform& above, Track& track) {
  if (std::ranges::find(kMoved, track.property) == kMoved.end()) return;
  const std::size_t count = track.components();
  const bool triples = track.stride() != count;
  for (std::size_t at = 0; at + count <= track.values.size(); at += count)
    put_value_below(above, track.property, triples && at / count % 3 != 1, &track.values[at]);
}

std::optional<Transform> below_offset(const Transform& above, const Mat4& offset) {
  if (offset == Mat4{}) return above;
  const Transform parts = decompose(offset);
  const Mat4 even = trs_matrix(parts.translation, parts.rotation, parts.scale);
  double shear = 0;
  for (std::size_t i = 0; i < even.m.size(); ++i)
    shear = std::max(shear, std::fabs(even.m[i] - offset.m[i]));
  if (!is_even(parts.scale) || shear > 1e-6 * parts.scale.x) return {};
  return decompose(affine_inverse(offset) *
                   trs_matrix(above.translation, above.rotation, above.scale) * offset);
}

}  // namespace anmkit
