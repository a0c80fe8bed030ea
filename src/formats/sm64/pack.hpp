// Several data sets in one pool of samples (section 10.4, step 7).
#pragma once

#include <span>
#include <vector>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

struct PackedPool {
  std::vector<std::vector<std::uint16_t>> indices;  // one a data set
  std::vector<std::uint16_t> values;
};
Result<PackedPool> pack(std::span<const PackInput> sets, const CompressOptions& options);

}  // namespace anmkit::sm64
