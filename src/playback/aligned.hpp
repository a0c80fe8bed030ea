// SPDX-License-Identifier: MIT
// Memory that begins with a cache line.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace anmkit {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}

  // A vector asks for no more than std::size_t counts.
  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new(count * sizeof(T), kLine));
  }
  void deallocate(T* at, std::size_t) { ::operator delete(at, kLine); }
  bool operator==(const LineAllocator&) const = default;
};
// What registers read side by side: a load that crosses lines costs as two.
template <class T>
using LineVector = std::vector<T, LineAllocator<T>>;

}  // namespace anmkit
