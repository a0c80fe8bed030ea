// SPDX-License-Identifier: MIT
// Names in a message, of which there may be many.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace anmkit {

// "a, b, c and 7 more": at most `shown` of the items, as `text` returns each.
template <class Items, class Text>
std::string listed(const Items& items, std::size_t shown, const Text& text) {
  std::string list;
  std::size_t count = 0;
  for (const auto& item : items) {
    if (count++ < shown) list += (list.empty() ? "" : ", ") + std::string(text(item));
  }
  return count > shown ? list + " and " + std::to_string(count - shown) + " more" : list;
}

// An empty name becomes "(no name)".
inline std::string some_of(const std::vector<std::string>& names, std::size_t shown) {
  return listed(names, shown, [](const std::string& name) -> std::string_view {
    return name.empty() ? std::string_view("(no name)") : name;
  });
}

}  // namespace anmkit
