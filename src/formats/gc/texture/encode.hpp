// SPDX-License-Identifier: MIT
// Images as textures (section 11).
#pragma once

#include "formats/gc/document.hpp"

namespace anmkit::gc {

inline constexpr std::uint32_t kRgba8 = 6;
// Neither side of a texture is longer.
inline constexpr std::uint32_t kLongestSide = 1024;

// RGBA8: tiles of 4 x 4, of each first alpha and red, then green and blue. Texels beyond the
// image repeat its edge.
Bytes encode_rgba8(const Picture& picture);

// from_scene.cpp
Result<Bytes> textures_from_scene(const FromScene& from, const Context& context,
                                  ConversionReport& report);

}  // namespace anmkit::gc
