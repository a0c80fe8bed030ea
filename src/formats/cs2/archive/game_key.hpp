// SPDX-License-Identifier: MIT
// The key of names in a game's archives, read from the game's program (section 8.3).
#pragma once

#include <string>

#include "anmkit/result.hpp"

namespace anmkit::cs2 {

// The V_CODE2 string of a Windows program. The error cs2.KIF-PROGRAM: it is no such program, or has
// no such string.
Result<std::string> v_code2_of(ByteView program);

}  // namespace anmkit::cs2
