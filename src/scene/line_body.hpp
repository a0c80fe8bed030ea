// SPDX-License-Identifier: MIT
// Conventions of bodies of lines, for their writer and reader.
#pragma once

#include <cstdint>
#include <string_view>

#include "scene/mesh_parts.hpp"

namespace anmkit::line_body {

using Triangle = std::array<std::uint32_t, 3>;

// A material's name, around the width.
inline constexpr std::string_view kNameStart = "line bodies ", kNameEnd = " wide";
// The kind of a cube in its second texture coordinate.
inline constexpr int kPoint = 2;
// Whole numbers that a float can distinguish; beyond them numbers are used again.
inline constexpr std::uint32_t kNumbers = 1u << 24;
inline constexpr std::size_t kTriangles = 12;

}  // namespace anmkit::line_body
