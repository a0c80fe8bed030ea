// SPDX-License-Identifier: MIT
// The effect of the game's own functions in layouts on a static model (section 8.3).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace anmkit::sm64 {

enum class GeoEffect : std::uint8_t {
  none,    // it moves, colours or measures values that only play changes
  choice,  // of a switch: the case that is drawn
  cap,     // a choice that also hides the wings of the cap
  size,    // the scale after it is 1, whatever the layout specifies
  draws,   // its image is in no display list
};

struct GeoFunction {
  std::string_view name;
  GeoEffect effect = GeoEffect::none;
  std::size_t at_rest = 0;  // of a choice
};

// Null for functions that the game does not have.
const GeoFunction* find_geo_function(std::string_view name);

// Numbers of the cap's switch: bit 0, it is off; bit 1, it has wings.
inline constexpr std::size_t kCapOff = 1;
inline constexpr std::size_t kCapWings = 2;

}  // namespace anmkit::sm64
