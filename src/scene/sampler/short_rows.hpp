// SPDX-License-Identifier: MIT
// Rows of 16-bit numbers.
#pragma once

#include "scene/sampler/compiled.hpp"

namespace anmkit {

// Sheets of lines, arcs and steps; those of curves stay.
void shorten_rows(CompiledClip& clip);

}  // namespace anmkit
