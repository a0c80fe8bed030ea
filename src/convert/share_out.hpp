// SPDX-License-Identifier: MIT
// Work on the caller's threads, where it has some.
#pragma once

#include "anmkit/convert.hpp"

namespace anmkit {

inline void share_out(const Share& share, std::size_t count, const Work& work) {
  if (share && count > 1) return share(count, work);
  for (std::size_t i = 0; i < count; ++i)
    work(i, 0);
}

}  // namespace anmkit
