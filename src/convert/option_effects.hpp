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

// Options that give addresses in raw files (their help has those words) need such an input.
Result<void> check_addresses(const Options& options, std::span<const Format* const> inputs);
// Both checks of options, for verbs that do not convert their inputs.
Result<void> check_input_options(const Options& options, std::span<const Format* const> inputs,
                                 std::string_view verb);

}  // namespace anmkit
