// SPDX-License-Identifier: MIT
// Options that have no effect in a conversion.
#pragma once

#include <span>
#include <string_view>

#include "anmkit/convert.hpp"

namespace anmkit {

// An error of usage names the first option that has no effect in any of the steps. `families`: ids
// of those that read or are written.
Result<void> check_effects(std::span<const Step> steps, const ConvertRequest& request,
                           std::span<const std::string_view> families);

}  // namespace anmkit
