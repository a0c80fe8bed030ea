// SPDX-License-Identifier: MIT
// Addresses in display lists: an array, and how far after its beginning.
#pragma once

#include <cstdint>
#include <string_view>

namespace anmkit::sm64 {

struct Address {
  std::string_view array;
  std::int64_t elements = 0, bytes = 0;  // after the beginning of the array; both are added
  bool known = true;                     // false: the text cannot be computed
  bool is_beginning() const { return known && elements == 0 && bytes == 0; }
  bool operator==(const Address&) const = default;
};

// `name`, `&name[3]`, `name + 3`, `&name.l`, with casts and functions of addresses around them:
// after a cast to bytes, and after a function, numbers count bytes.
Address address_in(std::string_view argument);
// The name alone.
std::string_view name_in(std::string_view argument);

}  // namespace anmkit::sm64
