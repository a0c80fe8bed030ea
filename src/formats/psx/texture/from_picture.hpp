// SPDX-License-Identifier: MIT
// A texture made from an image (section 8.1).
#pragma once

#include <optional>

#include "anmkit/psx.hpp"
#include "anmkit/registry.hpp"

namespace anmkit::psx {

struct TimRequest {
  const Tim* old = nullptr;                // its place, depth and palettes stay
  std::size_t palette = 0;                 // which of its palettes
  std::optional<unsigned> bits = {};       // 4, 8, 16 or 24; empty: the old one's, or the fewest
  std::uint16_t x = 640, y = 0;            // in video memory, of a texture without an old one
  std::uint16_t clut_x = 0, clut_y = 480;  // of its palette
};

// The report gets what the texture shows otherwise than the image, measured on the texture.
Result<Tim> make_tim(const Picture& picture, const TimRequest& request, ConversionReport& report);

}  // namespace anmkit::psx
