// SPDX-License-Identifier: MIT
// The limits of this run: those of --limit, and the rest of the table.
#pragma once

#include "core/limits.hpp"

namespace anmkit::cli {

// Once, before any work.
void set_limits(const Options& options);
std::uint64_t most(Limit limit);

}  // namespace anmkit::cli
