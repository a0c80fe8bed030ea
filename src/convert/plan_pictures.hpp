// SPDX-License-Identifier: MIT
// The steps of a request that makes images of its inputs, or a file that shows images.
#pragma once

#include "anmkit/convert.hpp"

namespace anmkit {

// No steps: the request asks for neither. The error is one of usage.
Result<std::vector<Step>> plan_pictures(std::span<const Opened> inputs,
                                        const ConvertRequest& request);

}  // namespace anmkit
