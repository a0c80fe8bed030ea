// SPDX-License-Identifier: MIT
// Numbers in messages.
#pragma once

#include <cmath>
#include <string>

#include "core/json.hpp"

namespace anmkit {

// Times and values of glTF files are 32-bit: more digits than those are noise ("42.5", not
// "42.499998807907104"). Larger numbers keep all of theirs.
inline std::string number_text(double number) {
  constexpr double kExact = 1 << 24;
  std::string text;
  if (std::fabs(number) < kExact) {
    append_number(text, static_cast<float>(number));
  } else {
    append_number(text, number);
  }
  return text;
}

}  // namespace anmkit
