// SPDX-License-Identifier: MIT
// Conventions of bodies of lines, for their writer and reader.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit::line_body {

using Triangle = std::array<std::uint32_t, 3>;

// A material's name, around the width.
inline constexpr std::string_view kNameStart = "line bodies ", kNameEnd = " wide";
// The kind of a cube in its second texture coordinate.
inline constexpr int kPoint = 2;
// Whole numbers that a float can distinguish; beyond them numbers are used again.
inline constexpr std::uint32_t kNumbers = 1u << 24;
inline constexpr std::size_t kTriangles = 12;

inline Vec3 vec(const std::array<float, 3>& v) {
  return {double{v[0]}, double{v[1]}, double{v[2]}};
}
inline std::array<float, 3> floats(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
inline std::vector<std::uint32_t> order_of(const Primitive& primitive) {
  if (!primitive.indices.empty()) return primitive.indices;
  std::vector<std::uint32_t> order(primitive.positions.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

}  // namespace anmkit::line_body
