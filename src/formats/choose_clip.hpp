// SPDX-License-Identifier: MIT
// The clip of an index or a name.
#pragma once

#include <string_view>
#include <vector>

#include "anmkit/result.hpp"

namespace anmkit {

// Index of the clip; the first one by default. The error suggests the intended clip,
// or what there is.
Result<std::size_t> choose_clip(std::string_view clip, const std::vector<std::string_view>& names);

}  // namespace anmkit
