// SPDX-License-Identifier: MIT
// What the bytes of the family's files are.
#pragma once

#include "describe/description.hpp"

namespace anmkit::psx {

extern const Description kAnmDescription, kAncDescription, kTmdDescription, kTimDescription,
    kPakDescription;

}  // namespace anmkit::psx
