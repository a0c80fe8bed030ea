// SPDX-License-Identifier: MIT
// Texts of two bytes per character, which Windows editors call Unicode.
#pragma once

#include <optional>
#include <string>

#include "core/bytes.hpp"

namespace anmkit::cs2 {

// The beginning of a UTF-16 text with its ASCII characters, and '?' for each other one; nothing for
// other bytes. With a byte order mark or without one, in either order.
std::optional<std::string> utf16_head(ByteView bytes);

}  // namespace anmkit::cs2
