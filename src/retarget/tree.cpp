// SPDX-License-Identifier: MIT
// Subtrees as ranges of numbers.
#include "retarget/tree.hpp"

#include "retarget/skeleton.hpp"

namespace anmkit::bones {

Tree::Tree(const Scene& scene)
    : order_(parents_first(scene)),
      parent_(scene.nodes.size(), -1),
      size_(scene.nodes.size(), 1),
      enter_(scene.nodes.size()) {
  std::vector<bool> known(scene.nodes.size());
  for (const std::uint32_t i : order_) {
    const std::int32_t up = parent_of(scene, i);
    if (up >= 0 && known[static_cast<std::size_t>(up)]) parent_[i] = up;
    known[i] = true;
  }
  for (auto it = order_.rbegin(); it != order_.rend(); ++it) {
    if (parent_[*it] >= 0) size_[static_cast<std::size_t>(parent_[*it])] += size_[*it];
  }
  std::size_t roots = 0;
  std::vector<std::size_t> next(scene.nodes.size());
  for (const std::uint32_t i : order_) {
    std::size_t& free = parent_[i] >= 0 ? next[static_cast<std::size_t>(parent_[i])] : roots;
    enter_[i] = free;
    next[i] = free + 1;
    free += size_[i];
  }
}

bool Tree::is_below(std::int64_t node, std::int64_t above) const {
  if (node < 0 || above < 0) return false;
  const auto i = static_cast<std::size_t>(node), up = static_cast<std::size_t>(above);
  return enter_[i] > enter_[up] && enter_[i] < enter_[up] + size_[up];
}

std::int64_t Tree::common(std::int64_t a, std::int64_t b) const {
  while (a >= 0 && a != b && !is_below(b, a))
    a = parent(a);
  return a;
}

}  // namespace anmkit::bones
