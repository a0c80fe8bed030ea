// SPDX-License-Identifier: MIT
// Findings of `check` in a file that can be used despite them.
#pragma once

#include "anmkit/convert.hpp"

namespace anmkit {

// Adds one warning for all errors that a check of the input finds, or else for all its warnings, at
// the place of the first one, and one for each code of its family that says that the companions are
// those of another subject. Codes that the notes have already are left out.
void report_flaws(const Parsed& input, const Context& context, Diagnostics& notes);
// The same for the errors of a file that the input is shown with.
void report_flaws(const Companion& companion, const Context& context, Diagnostics& notes);

}  // namespace anmkit
