// SPDX-License-Identifier: MIT
// How a face's triangles are mapped to an image.
#pragma once

#include "formats/craftstudio/model/looks.hpp"

namespace anmkit::craftstudio {

// Texture coordinates of a face in texels, as far as its triangles agree.
struct Look {
  enum class Kind : std::uint8_t { nothing, even, color, mixed } kind = Kind::nothing;
  std::int32_t image = -1;
  std::array<double, 2> origin{}, across{}, down{};  // of v1, and from there to v0 and v2
  Texel color{};
};

// A block without its sizes and faces.
Look look_at(std::size_t face, const Block& block, const Surface& surface, const Scene& scene,
             const Pictures& pictures);

// How far from whole texels still is whole.
inline constexpr double kTexel = 0.06;

}  // namespace anmkit::craftstudio
