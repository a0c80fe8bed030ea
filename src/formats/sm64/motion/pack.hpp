// SPDX-License-Identifier: MIT
// Several data sets in one pool of samples (section 10.4, step 7).
#pragma once

#include <span>
#include <vector>

#include "anmkit/sm64.hpp"
#include "formats/sm64/motion/compress.hpp"

namespace anmkit::sm64 {

struct PackedSets {
  std::vector<std::vector<std::uint16_t>> indices;  // one a data set
  std::vector<std::size_t> pool;                    // of each data set, in `pools`
  std::vector<std::vector<std::uint16_t>> pools;
};
// One pool for all where every offset fits 16 bits, else the sets are spread over several. Fails
// (E-RANGE) when a set fits no pool of its own, or reads outside its samples.
Result<PackedSets> pack(std::span<const PackInput> sets, const CompressOptions& options);

}  // namespace anmkit::sm64
