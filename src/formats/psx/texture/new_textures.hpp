// SPDX-License-Identifier: MIT
// Where the textures of another program's model are in video memory. The model and its textures are
// made from one scene, each by itself, and find the same places.
#pragma once

#include <cstdint>
#include <map>

#include "anmkit/scene.hpp"

namespace anmkit::psx {

struct NewTexture {
  std::uint16_t x = 0, y = 0, clut_x = 0, clut_y = 0;  // in video memory
  std::uint16_t tsb = 0, cba = 0;                      // what faces call it (section 7.3)
  std::uint32_t width = 0, height = 0;                 // at most 256, a page
};
struct NewTextures {
  std::map<std::int32_t, NewTexture> of;  // by index of the image
  std::size_t left_out = 0;               // for which there is no page any more
};
// Of the images that materials show whose names say no page: one page of 8 bits each.
NewTextures place_textures(const Scene& scene);

}  // namespace anmkit::psx
