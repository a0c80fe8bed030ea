// SPDX-License-Identifier: MIT
// From the corners of display lists to the vertices and indices of a scene.
#pragma once

#include <map>
#include <span>

#include "anmkit/scene.hpp"
#include "formats/gc/model/display_list.hpp"
#include "formats/gc/model/skn_vertices.hpp"

namespace anmkit::gc {

// Display values to the linear ones that scenes have.
float linear(float value);

// The arrays of an object by attribute; those that it lacks have no stride.
std::array<AttributeArray, kAttributes> arrays_of(const DisplayObject& object);
// Count 1 is one colour for the whole object, no vertex attribute (section 9.2).
inline bool has_constant_color(const DisplayObject& object) {
  return object.colors && object.colors->count == 1;
}
PrimitiveMode mode_of(unsigned opcode);

// Collects the vertices of one object under one material and mode.
class PrimitiveMaker {
 public:
  // Vertices that a primitive has already, by where position, normal, colour and texture
  // coordinates are.
  using Seen = std::map<std::array<std::uint64_t, 4>, std::uint32_t>;

  PrimitiveMaker(ByteView bytes, const DisplayObject& object,
                 const std::array<AttributeArray, kAttributes>& arrays,
                 std::span<const SkinVertex> skin);
  void add(const DrawnPrimitive& drawn, std::uint32_t texture, Primitive& to, Seen& seen) const;

 private:
  std::array<float, 3> triple(const AttributeArray& array, std::uint64_t at,
                              unsigned first = 0) const;
  std::uint32_t vertex(const Corner& corner, std::size_t uv, Primitive& to, Seen& seen) const;

  ByteView bytes_;
  const std::array<AttributeArray, kAttributes>& arrays_;
  std::span<const SkinVertex> skin_;
  bool interleaved_, constant_color_;
};

}  // namespace anmkit::gc
