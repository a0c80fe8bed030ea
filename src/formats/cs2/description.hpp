// SPDX-License-Identifier: MIT
// What the bytes of the family's binary files are.
#pragma once

#include "describe/description.hpp"

namespace anmkit::cs2 {

extern const Description kAnmDescription;

}  // namespace anmkit::cs2
