// SPDX-License-Identifier: MIT
// JSON texts explained: each value and each key that says something, at its place.
#pragma once

#include <span>
#include <string_view>

#include "describe/ranges.hpp"

namespace anmkit {

// What the values at some paths mean. In `path`, `*` represents any key and `[*]` for any item;
// `**` at its begin for any path before; a path that ends in `.*` is about the key itself as well.
struct JsonMeaning {
  std::string_view path;
  std::string_view meaning, section;
};

// Keys and values that no meaning is given for are syntax and unknown. Of text that is no JSON all
// is unknown.
void explain_json(ByteView text, std::span<const JsonMeaning> meanings, const VisitLeaf& visit);

}  // namespace anmkit
