// SPDX-License-Identifier: MIT
// Colours of scenes, which are linear, and those of files, which are as displays show them (sRGB).
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/portable.hpp"

namespace anmkit {

// What is no number is 0.
inline double within_one(double value) {
  return value > 0 ? std::min(value, 1.0) : 0;
}
inline std::uint8_t byte_of(double value) {
  return static_cast<std::uint8_t>(portable::lround(within_one(value) * 255));
}

inline std::uint8_t display_byte(double linear) {
  linear = within_one(linear);
  return byte_of(linear <= 0.0031308 ? linear * 12.92
                                     : 1.055 * portable::pow(linear, 1 / 2.4) - 0.055);
}
inline double linear_of(double display) {
  return display <= 0.04045 ? display / 12.92 : portable::pow((display + 0.055) / 1.055, 2.4);
}

}  // namespace anmkit
