// SPDX-License-Identifier: MIT
// Animations that share tables.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <utility>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

// Where the index and the values of an animation are: equal for the headers of one data set.
using DataSetKey = std::pair<const std::uint16_t*, const std::uint16_t*>;

// Numbers data sets in the order in which they first appear. Logarithmic in their number; tests
// count the calls of `Less`.
template <class Less = std::less<DataSetKey>>
class DataSets {
 public:
  explicit DataSets(Less less = {}) : numbers_(std::move(less)) {}
  std::size_t number(const Motion& motion) {
    const DataSetKey key{motion.index.data(), motion.values.data()};
    return numbers_.emplace(key, numbers_.size()).first->second;
  }

 private:
  std::map<DataSetKey, std::size_t, Less> numbers_;
};

}  // namespace anmkit::sm64
