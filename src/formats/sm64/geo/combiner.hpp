// SPDX-License-Identifier: MIT
// The console's colour combiner, as far as a material can express it: (A - B) * C + D.
#pragma once

#include <span>
#include <string_view>

namespace anmkit::sm64 {

// The inputs of the colour and the alpha of a pixel.
struct Combiner {
  bool texture = true;
  bool shade = true;  // the light's or the vertices' colour
  bool primitive = false, environment = false;
  // The texture is on the colour, which shows where its alpha is 0.
  bool decal = false;
  bool texture_alpha = true, shade_alpha = true;
  bool primitive_alpha = false, environment_alpha = false;
  bool exact = true;  // a product of these, and nothing else
};

// Of gsDPSetCombineMode's first argument; a name that is not known is one that is not exact.
Combiner combiner_of(std::string_view mode);
// Of gsDPSetCombineLERP: four inputs of the colour, four of the alpha, and again for the second
// cycle.
Combiner combiner_of(std::span<const std::string_view> inputs);

}  // namespace anmkit::sm64
