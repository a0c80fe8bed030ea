// SPDX-License-Identifier: MIT
// Names in a message, of which there may be many.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace anmkit {

// "a, b, c and 7 more"; an empty name becomes "(no name)".
inline std::string some_of(const std::vector<std::string>& names, std::size_t shown) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), shown); ++i)
    text += (i == 0 ? "" : ", ") + (names[i].empty() ? "(no name)" : names[i]);
  if (names.size() > shown) text += " and " + std::to_string(names.size() - shown) + " more";
  return text;
}

}  // namespace anmkit
