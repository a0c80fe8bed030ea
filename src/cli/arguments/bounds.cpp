// SPDX-License-Identifier: MIT
// Limits as a table of numbers, since reads and writes ask for them often.
#include "cli/arguments/bounds.hpp"

#include <utility>
#include <vector>

namespace anmkit::cli {
namespace {

std::vector<std::uint64_t>& values() {
  static std::vector<std::uint64_t> values = [] {
    std::vector<std::uint64_t> all;
    for (const LimitInfo& limit : limits())
      all.push_back(limit.value);
    return all;
  }();
  return values;
}

}  // namespace

void set_limits(const Options& options) {
  for (std::size_t i = 0; i < values().size(); ++i)
    values()[i] = limit_in(options, static_cast<Limit>(i));
}

std::uint64_t most(Limit limit) {
  return values()[std::to_underlying(limit)];
}

}  // namespace anmkit::cli
