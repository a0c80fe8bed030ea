// SPDX-License-Identifier: MIT
// Faces of primitives in groups that share their states.
#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/gc/model/object_writer.hpp"

namespace anmkit::gc {
namespace {

// Colors that are no numbers are 0.
double within_one(float value) {
  return value > 0 ? std::min(double{value}, 1.0) : 0;
}

std::uint8_t display_byte(float linear) {
  const double value = within_one(linear);
  const double shown =
      value <= 0.0031308 ? value * 12.92 : 1.055 * portable::pow(value, 1 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(portable::lround(shown * 255));
}

Vec3 vec(const std::array<double, 3>& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace

std::size_t corners_of(PrimitiveMode mode) {
  return mode == PrimitiveMode::triangles ? 3 : mode == PrimitiveMode::lines ? 2 : 1;
}

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
  if (primitive.uvs.size() != primitive.positions.size() || material.image < 0 ||
      static_cast<std::size_t>(material.image) >= textures_.of.size())
    return std::nullopt;
  const std::int32_t number = textures_.of[static_cast<std::size_t>(material.image)];
  if (number < 0 || static_cast<std::size_t>(number) >= kMostTextures) {
    ++notes_.no_image;
    return std::nullopt;
  }
  const auto wrap = [](Wrap kind) {
    return kind == Wrap::clamp ? 0u : kind == Wrap::repeat ? 1u : 2u;
  };
  // New textures have one level, and of mipmaps nothing can be shown.
  const auto filter = [](Filter kind) {
    return kind == Filter::nearest || kind == Filter::nearest_mipmap_nearest ||
                   kind == Filter::nearest_mipmap_linear
               ? 0u
               : 1u;
  };
  return static_cast<std::uint32_t>(number) | wrap(material.wrap_s) << 16u |
         wrap(material.wrap_t) << 20u | filter(material.min_filter) << 24u |
         filter(material.mag_filter) << 28u;
}

void ObjectWriter::flat_normals(std::span<Corner> face) const {
  Vec3 normal{0, 0, 1};
  if (face.size() == 3) {
    const Vec3 a = vec(face[0].position);
    const Vec3 across = cross(vec(face[1].position) - a, vec(face[2].position) - a);
    const double size = length(across);
    if (size > 0) normal = across * (1 / size);
  }
  for (Corner& corner : face)
    corner.normal = {normal.x, normal.y, normal.z};
}

void ObjectWriter::add_group(const Primitive& primitive, const Mat4& place,
                             std::span<const std::uint32_t> order) {
  static const Material kPlain;
  const auto index = static_cast<std::size_t>(primitive.material);
  const Material& material =
      primitive.material >= 0 && index < scene_.materials.size() ? scene_.materials[index] : kPlain;
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
    const auto& p = primitive.positions[v];
    const Vec3 at = transform_point(place, {double{p[0]}, double{p[1]}, double{p[2]}});
    corner.position = {at.x, at.y, at.z};
    if (v < primitive.normals.size()) {
      const auto& n = primitive.normals[v];
      const Vec3 own{double{n[0]}, double{n[1]}, double{n[2]}};
      // By the inverse transposed.
      const auto row = [&](int i) {
        return dot(own, {back.at(0, i), back.at(1, i), back.at(2, i)});
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
      corner.color[c] = c < 3
                            ? display_byte(whole)
                            : static_cast<std::uint8_t>(portable::lround(within_one(whole) * 255));
    }
    if (v < order.size()) corner.listed = order[v];
    return corner;
  };
  const std::size_t corners = corners_of(primitive.mode);
  const bool bare = primitive.normals.size() != primitive.positions.size();
  const std::size_t count =
      primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
  for (std::size_t at = 0; at + corners <= count; at += corners) {
    const std::size_t first = group.corners.size();
    for (std::size_t c = 0; c < corners; ++c) {
      const auto v = primitive.indices.empty() ? static_cast<std::uint32_t>(at + c)
                                               : primitive.indices[at + c];
      if (v >= primitive.positions.size()) break;
      group.corners.push_back(corner_at(v));
    }
    if (group.corners.size() != first + corners) {
      group.corners.resize(first);
    } else if (bare && lit) {
      flat_normals(std::span(group.corners).subspan(first));
    }
  }
}

}  // namespace anmkit::gc
