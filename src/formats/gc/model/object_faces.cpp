// SPDX-License-Identifier: MIT
// Faces of primitives in groups that share their states.
#include <algorithm>
#include <cmath>

#include "bodies/colors.hpp"
#include "formats/gc/model/object_writer.hpp"

namespace anmkit::gc {

void ObjectWriter::add(const Primitive& primitive, const Mat4& place) {
  add_group(primitive, place, {});
}

void ObjectWriter::add(const Primitive& primitive, const SkinLists& lists,
                       std::span<const std::uint32_t> order) {
  skin_ = &lists;
  add_group(primitive, {}, order);
}

// Section 9.3: index, unit 0, wraps and filters.
std::optional<std::uint32_t> ObjectWriter::texture_state(const Primitive& primitive,
                                                         const Material& material) {
  if (primitive.uvs.size() != primitive.positions.size() || material.image < 0) return std::nullopt;
  const std::int32_t number = textures_.of[static_cast<std::size_t>(material.image)];
  if (number < 0 || static_cast<std::size_t>(number) >= kMostTextures) {
    ++notes_.no_image;
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(number) | number_of(material.wrap_s) << 16u |
         number_of(material.wrap_t) << 20u | number_of(material.min_filter) << 24u |
         number_of(material.mag_filter) << 28u;
}

void ObjectWriter::flat_normals(std::span<Corner> face) const {
  Vec3 normal{0, 0, 1};
  if (face.size() == 3) {
    const auto at = [&](std::size_t corner) {
      const auto& p = face[corner].position;
      return Vec3{p[0], p[1], p[2]};
    };
    const Vec3 across = cross(at(1) - at(0), at(2) - at(0));
    const double size = length(across);
    if (size > 0) normal = across * (1 / size);
  }
  for (Corner& corner : face)
    corner.normal = {normal.x, normal.y, normal.z};
}

void ObjectWriter::add_group(const Primitive& primitive, const Mat4& place,
                             std::span<const std::uint32_t> order) {
  static const Material kPlain;
  const Material* named = material_at(scene_, primitive.material);
  const Material& material = named != nullptr ? *named : kPlain;
  const auto texture = texture_state(primitive, material);
  const bool lit = !material.unlit && primitive.mode == PrimitiveMode::triangles;
  const std::int64_t setting = texture ? std::int64_t{*texture} : -1;
  const auto [found, fresh] = group_of_.try_emplace(
      {primitive.material, static_cast<std::int64_t>(primitive.mode), setting, lit ? 1 : 0},
      groups_.size());
  if (fresh) groups_.push_back({primitive.material, primitive.mode, lit, setting, {}});
  Group& group = groups_[found->second];
  const Mat4 back = affine_inverse(place);
  const auto corner_at = [&](std::uint32_t v) {
    Corner corner;
    const Vec3 at = transform_point(place, vec(primitive.positions[v]));
    corner.position = {at.x, at.y, at.z};
    if (v < primitive.normals.size()) {
      const Vec3 bound = vec(primitive.normals[v]);
      // By the inverse transposed.
      const auto row = [&](int i) {
        return dot(bound, {back.at(0, i), back.at(1, i), back.at(2, i)});
      };
      const Vec3 normal{row(0), row(1), row(2)};
      const double size = length(normal);
      if (size > 0 && std::isfinite(size))
        corner.normal = {normal.x / size, normal.y / size, normal.z / size};
    }
    if (texture) corner.uv = {double{primitive.uvs[v][0]}, double{primitive.uvs[v][1]}};
    for (std::size_t c = 0; c < 4; ++c) {
      const float own = v < primitive.colors.size() ? primitive.colors[v][c] : 1.0F;
      const float whole = own * material.base_color[c];
      corner.color[c] = c < 3 ? display_byte(double{whole}) : byte_of(double{whole});
    }
    if (v < order.size()) corner.listed = order[v];
    return corner;
  };
  const bool bare = primitive.normals.size() != primitive.positions.size();
  for_each_face(primitive, [&](std::span<const std::uint32_t> face) {
    for (const std::uint32_t v : face)
      group.corners.push_back(corner_at(v));
    if (bare && lit) flat_normals(std::span(group.corners).last(face.size()));
  });
}

}  // namespace anmkit::gc
