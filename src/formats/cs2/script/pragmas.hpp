// SPDX-License-Identifier: MIT
// Comment pragmas for values that text cannot express (section 5.3).
#pragma once

#include <optional>
#include <string_view>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {

// A number in decimal or 0x hexadecimal; empty when it is none.
std::optional<std::uint32_t> parse_word(std::string_view text);

// Each gives false when the text is malformed.
bool read_header(std::string_view arguments, AnmFile& file);
bool read_raw(std::string_view arguments, Timeline& line);
bool read_overrides(std::string_view arguments, Timeline& line);

}  // namespace anmkit::cs2
