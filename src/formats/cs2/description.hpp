// SPDX-License-Identifier: MIT
// Fields of the family's binary files.
#pragma once

#include "describe/ranges.hpp"

namespace anmkit::cs2 {

Description anm_description();
Description hg3_description();
Description hg2_description();
Description int_description();
// Source text (Format::explain_text).
void explain_source(ByteView text, const VisitLeaf& visit);

}  // namespace anmkit::cs2
