// SPDX-License-Identifier: MIT
// The version of anmkit, for programs that support several.
#pragma once

namespace anmkit {

// Major, minor, patch. Before 1.0 a new minor version may change what programs call; a patch does
// not. The build takes its own version from this line.
inline constexpr char kVersion[] = "0.1.0";

}  // namespace anmkit
