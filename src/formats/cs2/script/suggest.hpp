// SPDX-License-Identifier: MIT
// Suggestions for misspelt words.
#pragma once

#include <string_view>

namespace anmkit::cs2 {

// Whether one slip of the fingers is between two words: a letter too many, too few, another one,
// or two that changed places. Upper and lower case are the same; words of one or two letters are
// too short to tell.
bool one_slip(std::string_view a, std::string_view b);

}  // namespace anmkit::cs2
