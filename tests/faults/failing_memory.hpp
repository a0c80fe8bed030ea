// SPDX-License-Identifier: MIT
// Memory that ends at an allocation of one's choice.
#pragma once

#include <cstdint>

namespace anmkit::faults {

// The allocation that fails, counted from 1 at the next one; 0: none. Where no sanitizer has its
// own malloc, what other libraries take counts as well.
void fail_at(std::uint64_t count);
// How many there were since then.
std::uint64_t allocations();

}  // namespace anmkit::faults
