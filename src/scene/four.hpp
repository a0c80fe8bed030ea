// SPDX-License-Identifier: MIT
// Four 32-bit numbers in one register, with the operators that compilers know for them.
#pragma once

#include <cstring>
#include <span>

namespace anmkit {

using Four = float __attribute__((vector_size(16)));

inline Four load(std::span<const float, 4> from) {
  Four v;
  std::memcpy(&v, from.data(), sizeof v);
  return v;
}

inline void store(Four v, std::span<float, 4> to) {
  std::memcpy(to.data(), &v, sizeof v);
}

}  // namespace anmkit
