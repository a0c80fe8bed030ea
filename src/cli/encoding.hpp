// SPDX-License-Identifier: MIT
// Text from files for people: terminals want UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace anmkit::cli {

// The text as it is when it is UTF-8; else each line that is not comes from Shift-JIS. Bytes that
// are neither become U+FFFD, and control characters '?': they would command the terminal.
std::string readable(std::string_view text);

}  // namespace anmkit::cli
