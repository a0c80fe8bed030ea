// SPDX-License-Identifier: MIT
// Counts with their nouns in messages.
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace anmkit {

// "1 byte", "2 bytes". Without `more`, the plural is `one` with an s.
std::string counted(std::integral auto count, std::string_view one, std::string_view more = {}) {
  std::string text = std::to_string(count) + ' ';
  if (count == 1) return text.append(one);
  return more.empty() ? text.append(one) + 's' : text.append(more);
}

}  // namespace anmkit
