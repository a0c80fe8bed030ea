// SPDX-License-Identifier: MIT
// The tree of nodes.
#pragma once

#include <cstdint>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit::bones {

class Tree {
 public:
  explicit Tree(const Scene& scene);

  // Index of the parent; -1 for roots, and above the node at which a cycle is cut.
  std::int64_t parent(std::int64_t node) const { return parent_[static_cast<std::size_t>(node)]; }
  // Parents before children.
  const std::vector<std::uint32_t>& order() const { return order_; }
  std::size_t size_of(std::int64_t node) const { return size_[static_cast<std::size_t>(node)]; }
  // Whether `node` hangs on `above`, at any depth.
  bool is_below(std::int64_t node, std::int64_t above) const;
  // The lowest node that is both or carries both; -1 when there is none.
  std::int64_t common(std::int64_t a, std::int64_t b) const;

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> parent_;
  std::vector<std::size_t> size_, enter_;  // of the subtrees: their nodes follow each other
};

}  // namespace anmkit::bones
