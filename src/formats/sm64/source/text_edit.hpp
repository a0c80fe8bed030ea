// SPDX-License-Identifier: MIT
// Numbers of declarations inside their text: only what differs is replaced, in the style that
// stands there (section 10.1).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/sm64.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {

struct Replacement {
  std::uint32_t begin = 0, end = 0;
  std::string text;
};

std::string replaced(std::string_view source, std::vector<Replacement> list);

// Changes the elements of an array, and its size where that is written.
void edit_array(const CArray& array, const CArray& from, bool is_index, std::string_view source,
                Syntax syntax, std::vector<Replacement>& list);
// Changes single fields of a header; false when one of them has no initialiser of its own.
bool edit_header(const CHeader& header, const CHeader& from, std::string_view source, Syntax syntax,
                 std::vector<Replacement>& list);

}  // namespace anmkit::sm64
