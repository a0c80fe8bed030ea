// SPDX-License-Identifier: MIT
// Strips, fans and quads as triangles over shared vertices.
#include "formats/gc/model/primitives.hpp"

#include "core/portable.hpp"
#include "scene/mesh_parts.hpp"

#include <algorithm>
#include <cmath>

namespace anmkit::gc {
namespace {

// The corners of each point, line or triangle of a primitive (section 9.4).
void elements(unsigned opcode, std::uint32_t n, std::vector<std::array<std::uint32_t, 3>>& out) {
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    out.push_back({a, b, c});
  };
  if (opcode == 0x80)
    for (std::uint32_t i = 0; i + 3 < n; i += 4)
      add(i, i + 1, i + 2), add(i + 2, i + 3, i);
  if (opcode == 0x90)
    for (std::uint32_t i = 0; i + 2 < n; i += 3)
      add(i, i + 1, i + 2);
  if (opcode == 0x98)
    for (std::uint32_t i = 0; i + 2 < n; ++i)
      add(i, i + 1 + i % 2, i + 2 - i % 2);
  if (opcode == 0xA0)
    for (std::uint32_t i = 1; i + 1 < n; ++i)
      add(0, i, i + 1);
  if (opcode == 0xA8)
    for (std::uint32_t i = 0; i + 1 < n; i += 2)
      add(i, i + 1, 0);
  if (opcode == 0xB0)
    for (std::uint32_t i = 0; i + 1 < n; ++i)
      add(i, i + 1, 0);
  if (opcode == 0xB8)
    for (std::uint32_t i = 0; i < n; ++i)
      add(i, 0, 0);
}

// The file does not say which side is the front; the normals do.
bool faces_away(const Primitive& p, const std::array<std::uint32_t, 3>& i) {
  if (p.normals.size() != p.positions.size()) return false;
  const Vec3 a = vec(p.positions[i[0]]), b = vec(p.positions[i[1]]) - a,
             c = vec(p.positions[i[2]]) - a;
  const Vec3 n = vec(p.normals[i[0]]) + vec(p.normals[i[1]]) + vec(p.normals[i[2]]);
  return dot(cross(b, c), n) < 0;
}

// A vertex that no list names stays with the first bone, where the palette has it.
void attach(const SkinVertex& vertex, Primitive& to) {
  double sum = 0;
  for (const auto& entry : vertex.weights)
    sum += entry.second;
  std::array<std::uint32_t, 4> joints{};
  std::array<float, 4> weights{1, 0, 0, 0};
  for (std::size_t i = 0; i < std::min<std::size_t>(vertex.weights.size(), 4); ++i) {
    joints[i] = vertex.weights[i].first;
    weights[i] = static_cast<float>(vertex.weights[i].second / sum);
  }
  if (!vertex.weights.empty()) {
    to.positions.back() = to_floats(vertex.position);
    to.normals.back() = to_floats(vertex.normal);
  }
  to.joints.push_back(joints);
  to.weights.push_back(weights);
}

}  // namespace

float linear(float value) {
  return value <= 0.04045F ? value / 12.92F
                           : static_cast<float>(portable::pow((value + 0.055F) / 1.055F, 2.4F));
}

PrimitiveMode mode_of(unsigned opcode) {
  return opcode == 0xB8                     ? PrimitiveMode::points
         : opcode == 0xA8 || opcode == 0xB0 ? PrimitiveMode::lines
                                            : PrimitiveMode::triangles;
}

std::array<AttributeArray, kAttributes> arrays_of(const DisplayObject& object) {
  std::array<AttributeArray, kAttributes> arrays;
  if (object.positions)
    arrays[kPosition] = attribute_array(*object.positions, object.offset, kPositionCounts);
  if (object.lighting && object.lighting->normals.array != 0)
    arrays[kNormal] = attribute_array(object.lighting->normals, object.offset, kNormalCounts);
  if (object.colors)
    arrays[kColor] = arrays[kColor + 1] = color_array(*object.colors, object.offset);
  for (std::size_t i = 0; i < std::min<std::size_t>(object.textures.size(), 8); ++i)
    arrays[kTexture + i] = attribute_array(object.textures[i].array, object.offset, kTextureCounts);
  return arrays;
}

PrimitiveMaker::PrimitiveMaker(ByteView bytes, const DisplayObject& object,
                               const std::array<AttributeArray, kAttributes>& arrays,
                               std::span<const SkinVertex> skin)
    : bytes_(bytes),
      arrays_(arrays),
      skin_(skin),
      interleaved_(object.positions && object.positions->components == 6),
      constant_color_(has_constant_color(object)) {}

void PrimitiveMaker::add(const DrawnPrimitive& drawn, std::uint32_t texture, Primitive& to,
                         Seen& seen) const {
  std::vector<std::uint32_t> at;
  for (const Corner& corner : drawn.corners)
    at.push_back(vertex(corner, kTexture + texture, to, seen));
  std::vector<std::array<std::uint32_t, 3>> found;
  elements(drawn.opcode, static_cast<std::uint32_t>(at.size()), found);
  const std::size_t corners = corner_count(to.mode);
  for (const auto& element : found) {
    std::array<std::uint32_t, 3> index{at[element[0]], at[element[1]], at[element[2]]};
    if (corners == 3 && faces_away(to, index)) std::swap(index[1], index[2]);
    to.indices.insert(to.indices.end(), index.begin(),
                      index.begin() + static_cast<std::ptrdiff_t>(corners));
  }
}

std::array<float, 3> PrimitiveMaker::triple(const AttributeArray& array, std::uint64_t at,
                                            unsigned first) const {
  return {array.component(bytes_, at, first), array.component(bytes_, at, first + 1),
          array.component(bytes_, at, first + 2)};
}

std::uint32_t PrimitiveMaker::vertex(const Corner& corner, std::size_t uv, Primitive& to,
                                     Seen& seen) const {
  const std::array<std::uint64_t, 4> key{corner.at[kPosition], corner.at[kNormal],
                                         corner.at[kColor], corner.at[uv]};
  const auto [it, fresh] = seen.try_emplace(key, to.positions.size());
  if (!fresh) return it->second;
  const AttributeArray& positions = arrays_[kPosition];
  to.positions.push_back(triple(positions, corner.at[kPosition]));
  if (interleaved_) {
    to.normals.push_back(triple(positions, corner.at[kPosition], 3));
  } else if (corner.present[kNormal] && arrays_[kNormal].stride != 0) {
    to.normals.push_back(triple(arrays_[kNormal], corner.at[kNormal]));
  }
  if (corner.present[kColor] && arrays_[kColor].stride != 0 && !constant_color_) {
    std::array<float, 4> color = color_at(bytes_, arrays_[kColor], corner.at[kColor]);
    for (std::size_t i = 0; i < 3; ++i)
      color[i] = linear(color[i]);
    to.colors.push_back(color);
  }
  if (corner.present[uv] && arrays_[uv].stride != 0) {
    const AttributeArray& array = arrays_[uv];
    to.uvs.push_back(
        {array.component(bytes_, corner.at[uv], 0), array.component(bytes_, corner.at[uv], 1)});
  }
  if (!skin_.empty())
    attach(skin_[std::min<std::size_t>(corner.index[kPosition], skin_.size() - 1)], to);
  return it->second;
}

}  // namespace anmkit::gc
