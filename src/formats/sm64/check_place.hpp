// SPDX-License-Identifier: MIT
// The offset of findings: at the number, not at the header that it belongs to.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "anmkit/sm64.hpp"
#include "formats/sm64/source/c_tokens.hpp"

namespace anmkit::sm64 {

// The element that "index[4]" names.
std::optional<std::size_t> element_named(std::string_view member);
// Where an element of an array or table begins in the text; empty where it cannot be counted.
std::optional<std::uint64_t> element_at(std::string_view source, const TextRange& range,
                                        std::size_t element, Syntax syntax);
// Where a field of struct Animation is in its bytes.
std::optional<std::uint64_t> field_offset(std::string_view member);

}  // namespace anmkit::sm64
