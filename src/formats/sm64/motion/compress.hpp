// SPDX-License-Identifier: MIT
// The samples of a data set in fewer numbers (section 10.4).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

struct CompressOptions {
  bool trim = true;             // step 1
  bool clear_low_bits = false;  // step 6: rotations lose their low 4 bits
};
// A data set to be packed.
struct PackInput {
  std::span<const std::uint16_t> index;
  std::span<const std::uint16_t> values;
  std::size_t channels = 3;  // per part
};
struct Packed {
  std::vector<std::uint16_t> index;
  std::vector<std::uint16_t> values;
};
// The same samples for every frame from 0 on, in fewer numbers. Fails (E-RANGE) when a channel
// cannot be addressed with 16 bits or reads outside its samples.
Result<Packed> compress(const PackInput& input, const CompressOptions& options = {});

// Several data sets in one pool of samples (step 7).
struct PackedSets {
  std::vector<std::vector<std::uint16_t>> indices;  // one a data set
  std::vector<std::size_t> pool;                    // of each data set, in `pools`
  std::vector<std::vector<std::uint16_t>> pools;
};
// One pool for all where every offset fits 16 bits, else the sets are spread over several. Fails
// (E-RANGE) when a set fits no pool of its own, or reads outside its samples.
Result<PackedSets> pack(std::span<const PackInput> sets, const CompressOptions& options);

}  // namespace anmkit::sm64
