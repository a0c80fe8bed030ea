// SPDX-License-Identifier: MIT
// Parts of patterns for ImHex besides their structs.
#pragma once

#include <string>

#include "describe/description.hpp"

namespace anmkit {

// "#pragma magic [ ... ] @ 0\n"; empty when there is no signature.
std::string magic_line(const Description& description);
// The struct of a text whose length is before it, seven bits in each byte, the lowest first, as
// long as the eighth is set.
std::string text_with_length();

}  // namespace anmkit
