// SPDX-License-Identifier: MIT
// Text from files for people: terminals want UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace anmkit::cli {

// The text as it is when it is UTF-8; else each line that is not comes from Shift-JIS. Bytes that
// are neither become U+FFFD, and control characters their number ("\x1b"): they would command the
// terminal. Lines and tabs stay.
std::string readable(std::string_view text);
// The same of a name, which is one line: no name looks like two.
std::string shown(std::string_view name);

}  // namespace anmkit::cli
