// SPDX-License-Identifier: MIT
// C text of animations.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/sm64.hpp"
#include "core/c_name.hpp"

namespace anmkit::sm64 {

// The source with every declaration that differs from it edited in its place (section 10.1), and
// those that it lacks after it; canonical text when its declarations are others. Fails when a name
// is not a C name.
Result<std::string> edited_text(const CFile& file, std::string_view source);
// The same for a script with the contents `from`; empty when its calls are others.
std::optional<std::string> edited_lua(const CFile& file, const CFile& from,
                                      std::string_view source);

// Canonical text of a file in Mario's dialect (section 4.2): headers, index, values.
std::string mario_text(std::span<const CHeader> headers, const CArray& index, const CArray& values);

}  // namespace anmkit::sm64
