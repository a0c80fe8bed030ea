// SPDX-License-Identifier: MIT
// Memory in proportion to the input: a target that takes more ends where it does.
#pragma once

#include <cstddef>

namespace anmkit::fuzz {

// While one lives, the process takes at most 8 times the input, and 64 MB, more than before.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t input);
  MemoryBudget(const MemoryBudget&) = delete;
  MemoryBudget& operator=(const MemoryBudget&) = delete;
  ~MemoryBudget();
};

}  // namespace anmkit::fuzz
