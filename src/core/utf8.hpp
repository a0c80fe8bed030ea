// SPDX-License-Identifier: MIT
// Text that must be UTF-8, from files whose text need not be.
#pragma once

#include <string>
#include <string_view>

namespace anmkit {

// The text with U+FFFD for every byte that belongs to no character.
std::string repaired_utf8(std::string_view text);

}  // namespace anmkit
