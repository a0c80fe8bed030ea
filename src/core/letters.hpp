// SPDX-License-Identifier: MIT
// Letters of ASCII whatever their case; all others stay. (The library's own functions ask the
// locale.)
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace anmkit {

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lowered(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), lower);
  return out;
}

constexpr bool equal_in_any_case(std::string_view a, std::string_view b) {
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace anmkit
