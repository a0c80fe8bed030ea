// SPDX-License-Identifier: MIT
// The nesting rules of geo layouts (section 8.1), shared by both spellings.
#pragma once

#include <vector>

#include "anmkit/sm64.hpp"
#include "formats/sm64/geo/layout.hpp"

namespace anmkit::sm64 {

// Nodes over all layouts of a file: branches may repeat a layout any number of times.
inline constexpr std::size_t kMostGeoNodes = 100000;
inline constexpr std::size_t kMostGeoCalls = 64;

class GeoBuilder {
 public:
  void add(GeoNode node) {
    node.parent = level_ == 0 ? -1 : last_[level_ - 1];
    last_[level_] = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back(std::move(node));
  }
  void open() {
    if (level_ + 1 >= kMostLevels) return;
    last_[level_ + 1] = last_[level_];
    ++level_;
  }
  void close() {
    if (level_ > 0) --level_;
  }
  std::size_t level() const { return level_; }
  void restore(std::size_t level) { level_ = level; }
  std::size_t size() const { return nodes_.size(); }
  std::vector<GeoNode> take() { return std::move(nodes_); }

 private:
  static constexpr std::size_t kMostLevels = 256;
  std::vector<GeoNode> nodes_;
  std::vector<std::int32_t> last_ = std::vector<std::int32_t>(kMostLevels, -1);
  std::size_t level_ = 0;
};

}  // namespace anmkit::sm64
