// SPDX-License-Identifier: MIT
// Scenes that hold one skeleton twice: which of the two the clips move.
#include <algorithm>
#include <map>

#include "retarget/skeleton.hpp"
#include "retarget/tree.hpp"

namespace anmkit::bones {
namespace {

// Bones of one name that two skeletons must have, and how much of the smaller one that is.
constexpr std::size_t kFewest = 3;

// Steps up from nodes to the nodes above their skeletons.
constexpr std::size_t kMostSteps = 4'000'000;

class TwinFinder {
 public:
  explicit TwinFinder(const Scene& scene)
      : scene_(scene), tree_(scene), moves_(moving(scene)), moved_(scene.nodes.size()) {
    for (auto it = tree_.order().rbegin(); it != tree_.order().rend(); ++it) {
      moved_[*it] += moves_[*it] ? 1 : 0;
      const std::int64_t up = tree_.parent(*it);
      if (up >= 0) moved_[static_cast<std::size_t>(up)] += moved_[*it];
    }
  }

  Twins run() {
    Twins twins{std::vector<bool>(scene_.nodes.size()), {}};
    count_pairs();
    for (const auto& [heads, names] : pairs_) {
      const auto [a, b] = heads;
      const std::size_t smaller = std::min(tree_.size_of(a), tree_.size_of(b));
      if (names < kFewest || 2 * names < smaller) continue;
      const std::size_t moved_a = moved_[static_cast<std::size_t>(a)];
      const std::size_t moved_b = moved_[static_cast<std::size_t>(b)];
      if (moved_a > 0 && moved_b > 0) {
        if (twins.rivals.empty()) twins.rivals = {name_of(a), name_of(b)};
      } else {
        const std::int64_t other = moved_a == 0 && moved_b > 0 ? a : b;
        twins.others[static_cast<std::size_t>(other)] = true;
      }
    }
    for (const std::uint32_t i : tree_.order()) {
      const std::int64_t up = tree_.parent(i);
      if (up >= 0 && twins.others[static_cast<std::size_t>(up)]) twins.others[i] = true;
    }
    return twins;
  }

 private:
  // For nodes of one name: the two subtrees, hanging on one node or on none, that hold them.
  void count_pairs() {
    std::map<std::string_view, std::vector<std::int64_t>> nodes;
    for (const std::uint32_t i : tree_.order()) {
      if (!scene_.nodes[i].name.empty()) nodes[scene_.nodes[i].name].push_back(i);
    }
    std::size_t steps = 0;
    for (const auto& [name, same] : nodes) {
      for (std::size_t k = 1; k < same.size() && steps < kMostSteps; ++k) {
        const std::int64_t a = same.front(), b = same[k];
        const std::int64_t common = tree_.common(a, b);
        if (common == a) continue;
        ++pairs_[{head(a, common, steps), head(b, common, steps)}];
      }
    }
  }
  std::int64_t head(std::int64_t node, std::int64_t common, std::size_t& steps) const {
    while (tree_.parent(node) != common) {
      node = tree_.parent(node);
      ++steps;
    }
    return node;
  }
  std::string name_of(std::int64_t node) const {
    return scene_.nodes[static_cast<std::size_t>(node)].name;
  }
  const Scene& scene_;
  Tree tree_;
  std::vector<bool> moves_;
  std::vector<std::size_t> moved_;  // of each subtree
  std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> pairs_;
};

}  // namespace

Twins find_twins(const Scene& scene) {
  return TwinFinder(scene).run();
}

}  // namespace anmkit::bones
