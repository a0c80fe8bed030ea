// SPDX-License-Identifier: MIT
// Records in which nothing can be found, detected from their bytes alone, as nearly all are.
#pragma once

#include "formats/gc/bank/record.hpp"

namespace anmkit::gc {

// Whether the settings of these keys, which have no curves, are inside the file and hold rotations,
// places and scales that mean something. False as soon as the full check might have something to
// say.
bool are_plain_records(const Bank& bank, const Layout& layout, Span keys);

// Whether a quaternion of 14 fraction bits is within 1/1024 of length 1, by the sum of its squares.
constexpr bool is_unit(std::int64_t squares) {
  constexpr std::int64_t kLeast = 267'911'424, kMost = 268'960'000;  // 256 times 1023², 1025²
  return squares >= kLeast && squares <= kMost;
}

}  // namespace anmkit::gc
