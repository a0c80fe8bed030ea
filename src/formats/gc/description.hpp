// SPDX-License-Identifier: MIT
// What the bytes of the family's files are.
#pragma once

#include "describe/description.hpp"

namespace anmkit::gc {

extern const Description kBankDescription, kCompactDescription, kActorDescription,
    kGeometryDescription, kSkinDescription, kTextureDescription;

}  // namespace anmkit::gc
