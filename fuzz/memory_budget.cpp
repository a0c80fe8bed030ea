// SPDX-License-Identifier: MIT
// The sanitizer's allocator says of each block when it is taken and when it is given back.
#include "memory_budget.hpp"

#include <sanitizer/allocator_interface.h>

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>

namespace anmkit::fuzz {
namespace {

constexpr std::int64_t kTimes = 8, kAny = std::int64_t{64} << 20;
constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::max();

// Bytes since the budget began.
std::atomic<std::int64_t> taken = 0, most = kNone;

void take(const volatile void*, std::size_t size) {
  const std::int64_t now = taken += static_cast<std::int64_t>(size);
  if (now <= most.load(std::memory_order_relaxed)) return;
  // What it takes to say so is not counted.
  const std::int64_t limit = most.exchange(kNone);
  std::fprintf(stderr,
               "property broken: memory is in proportion to the input (%lld bytes of %lld)\n",
               static_cast<long long>(now), static_cast<long long>(limit));
  std::abort();
}

void give_back(const volatile void* block) {
  if (block == nullptr) return;
  taken -=
      static_cast<std::int64_t>(__sanitizer_get_allocated_size(const_cast<const void*>(block)));
}

}  // namespace

MemoryBudget::MemoryBudget(std::size_t input) {
  static const bool kInstalled = __sanitizer_install_malloc_and_free_hooks(take, give_back) != 0;
  if (!kInstalled) return;
  taken = 0;
  most = kTimes * static_cast<std::int64_t>(input) + kAny;
}
MemoryBudget::~MemoryBudget() {
  most = kNone;
}

}  // namespace anmkit::fuzz
