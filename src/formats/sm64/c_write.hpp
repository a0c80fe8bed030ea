// C text of animations.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

// The source with every declaration that differs from it replaced (section 10.1); canonical text
// when the declarations are not the same ones. Fails when a name is not a C name.
Result<std::string> edited_text(const CFile& file, std::string_view source);

// A name that C accepts.
std::string c_name(std::string_view text);
bool is_c_name(std::string_view text);

// Canonical text of a file in Mario's dialect (section 4.2): headers, index, values.
std::string mario_text(std::span<const CHeader> headers, const CArray& index, const CArray& values);

}  // namespace anmkit::sm64
