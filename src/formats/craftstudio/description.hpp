// SPDX-License-Identifier: MIT
// What the bytes of the family's binary files are.
#pragma once

#include "describe/description.hpp"

namespace anmkit::craftstudio {

extern const Description kAnimationDescription, kModelDescription;

}  // namespace anmkit::craftstudio
