// SPDX-License-Identifier: MIT
// What the bytes of the family's binary files are.
#pragma once

#include "describe/ranges.hpp"

namespace anmkit::cs2 {

extern const Description kAnmDescription, kHg3Description, kHg2Description, kIntDescription;
// Source text (Format::explain_text).
void explain_source(ByteView text, const VisitLeaf& visit);

}  // namespace anmkit::cs2
