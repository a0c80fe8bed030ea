// SPDX-License-Identifier: MIT
// Properties of diagnostic codes.
#pragma once

#include <string_view>

#include "anmkit/registry.hpp"

namespace anmkit {

// True for a finding about something of a file that shows nowhere (CodeInfo::without_effect).
bool has_no_effect(std::string_view code, Severity severity);

}  // namespace anmkit
