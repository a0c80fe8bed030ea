// SPDX-License-Identifier: MIT
// Fields of the family's binary files.
#pragma once

#include "describe/ranges.hpp"

namespace anmkit::sm64 {

Description dma_description();
Description insertable_description();
Description geo_description();
// C, Lua and JSON (Format::explain_text).
void explain_source(ByteView text, const VisitLeaf& visit);

}  // namespace anmkit::sm64
