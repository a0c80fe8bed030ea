// SPDX-License-Identifier: MIT
// What the bytes of the family's binary files are.
#pragma once

#include "describe/description.hpp"

namespace anmkit::sm64 {

extern const Description kDmaDescription;

}  // namespace anmkit::sm64
