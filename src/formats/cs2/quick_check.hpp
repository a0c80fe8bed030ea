// SPDX-License-Identifier: MIT
// Quick check of compiled scripts, without building one (Format::passes_quick_check).
#pragma once

#include "anmkit/result.hpp"

namespace anmkit::cs2 {

// Commands, types of parameters, variables and jumps are in their ranges.
bool quick_check_script(ByteView bytes);

}  // namespace anmkit::cs2
