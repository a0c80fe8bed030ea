// SPDX-License-Identifier: MIT
// Which keys of many curves a moment comes after, by a table: compared side by side.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anmkit {

// What a table has of curves that follow each other at one whole frame. Of each curve the place of
// its last key at or before the frame, the time since then, and the times to the next keys, which
// are `step` further each. Rows of times lie `stride` floats apart.
struct KeyRow {
  const std::uint32_t* places;
  const float* times;
  std::size_t stride;
  std::uint32_t nexts;  // keys between two whole frames at most
  std::uint32_t step;
};

// Of `count` curves, rounded up to eights, the places of their last keys at or before the moment
// that is so much behind the frame, and the times since those. True where 32 bits cannot say
// whether some key comes before the moment or after it.
bool look_up_keys(const KeyRow& row, float behind, std::size_t count, std::uint32_t* places,
                  float* since);

}  // namespace anmkit
