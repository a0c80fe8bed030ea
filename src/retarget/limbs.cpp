// SPDX-License-Identifier: MIT
// Of the chains that names propose for a limb, the one that the tree allows.
#include "retarget/limbs.hpp"

#include <algorithm>
#include <tuple>

namespace anmkit::bones {
namespace {

using Parts = std::array<Part, kLinks>;

// Bones of one limb; hands with all their helpers have fewer.
constexpr std::size_t kMostNamed = 200;

// Rigify: DEF bones carry the skin, ORG bones are copies of the drawn ones.
int rank_of(std::string_view name) {
  if (name.starts_with("DEF")) return 2;
  return name.starts_with("ORG") ? 0 : 1;
}

class LimbFinder {
 public:
  LimbFinder(const Proposals& known, const Parts& parts, Side side, std::vector<Doubt>& doubts)
      : known_(known), tree_(known.tree), parts_(parts), side_(side), doubts_(doubts) {
    for (const std::uint32_t i : tree_.order()) {
      const bool named = std::ranges::any_of(
          parts_, [&](Part part) { return part != Part::none && strength(i, part) > 0; });
      if (known.spellings[i].side == side && named && named_.size() < kMostNamed)
        named_.push_back(i);
    }
  }

  Limb run() {
    const std::vector<Limb> limbs = chains();
    if (limbs.empty()) return kNoLimb;
    const Limb& best =
        *std::ranges::max_element(limbs, {}, [&](const Limb& limb) { return key(limb); });
    for (const Limb& other : limbs) {
      if (key(other) == key(best) && apart(best, other)) return doubt(best, other);
    }
    if (best[kUpper] < 0) {
      // Upper bones that it does not hang on: the names of either are not those of the limb.
      if (const auto others = all_of(parts_[kUpper]); !others.empty()) return doubt(best, others);
    }
    return best;
  }

 private:
  // 3: the name specifies it; 2: with a word that may also be the whole limb; 1: it can be meant.
  int strength(std::int64_t node, Part part) const {
    const Meaning& meaning = known_.meanings[static_cast<std::size_t>(node)];
    if (part == Part::none) return 0;
    if (meaning.part == part) return meaning.weak ? 2 : 3;
    return meaning.other == part ? 1 : 0;
  }
  // The best of the named nodes that fit: the strongest word, and of these the one nearest to the
  // trunk. Words that only can be meant count from the far end.
  template <class Fits>
  std::int64_t best_of(Part part, Fits fits) const {
    std::int64_t best = -1;
    int most = 0;
    for (const std::int64_t node : named_) {
      const int now = strength(node, part);
      if (now == 0 || !fits(node)) continue;
      const bool further = now == 1 && most == 1 && tree_.is_below(node, best);
      if (now <= most && !further) continue;
      best = node;
      most = now;
    }
    return best;
  }
  std::vector<std::size_t> all_of(Part part) const {
    std::vector<std::size_t> nodes;
    for (const std::int64_t node : named_) {
      if (strength(node, part) > 0) nodes.push_back(static_cast<std::size_t>(node));
    }
    return nodes;
  }
  // A rig without chains: no bone of the limb hangs on another one.
  bool is_alone(std::int64_t node) const {
    return std::ranges::none_of(named_, [&](std::int64_t other) {
      const bool limb = strength(other, parts_[kUpper]) > 1 ||
                        strength(other, parts_[kLower]) > 1 || strength(other, parts_[kEnd]) > 1;
      return limb && (tree_.is_below(node, other) || tree_.is_below(other, node));
    });
  }

  std::vector<Limb> chains() {
    std::vector<Limb> limbs;
    for (int strong = 3; strong >= 2 && limbs.empty(); --strong) {
      for (const std::int64_t node : named_) {
        const bool lower = strength(node, parts_[kLower]) == strong;
        const bool first = std::ranges::none_of(limbs, [&](const Limb& limb) {
          return tree_.is_below(node, limb[kLower]) || tree_.is_below(node, limb[kUpper]);
        });
        if (lower && first) limbs.push_back(around(node));
      }
    }
    if (!limbs.empty()) return limbs;
    // Limbs of one piece.
    for (int strong = 3; strong >= 1 && limbs.empty(); --strong) {
      for (const std::int64_t node : named_) {
        const bool first = std::ranges::none_of(
            limbs, [&](const Limb& limb) { return tree_.is_below(node, limb[kUpper]); });
        if (strength(node, parts_[kUpper]) != strong || !first) continue;
        if (strong == 1 && hides_limb(node)) continue;
        Limb limb = kNoLimb;
        limb[kUpper] = node;
        limb[kLower] = second_of(node);
        limb = finished(limb);
        // A shoulder on which nothing hangs: the skeleton may end there, without an arm.
        if (strong == 1 && limb[kEnd] < 0) {
          doubts_.push_back({{parts_[kUpper], side_}, {static_cast<std::size_t>(node)}});
          continue;
        }
        limbs.push_back(limb);
      }
    }
    return limbs;
  }
  // The chain of a forearm or a shin.
  Limb around(std::int64_t lower) const {
    Limb limb = kNoLimb;
    limb[kLower] = lower;
    limb[kUpper] =
        best_of(parts_[kUpper], [&](std::int64_t node) { return tree_.is_below(lower, node); });
    if (limb[kUpper] < 0 && is_alone(lower)) {
      limb[kUpper] = best_of(parts_[kUpper], [&](std::int64_t node) {
        return node != lower && strength(node, parts_[kUpper]) > 1 && is_alone(node);
      });
    }
    limb = finished(limb);
    // "Leg" without a thigh is the whole leg, and so is one that begins at the hip's own joint.
    const bool whole = strength(lower, parts_[kLower]) == 2 &&
                       (limb[kUpper] < 0 || (strength(limb[kUpper], parts_[kUpper]) == 1 &&
                                             known_.between(limb[kUpper], lower) <
                                                 0.25 * known_.between(lower, limb[kEnd])));
    if (whole) {
      limb[kUpper] = lower;
      limb[kLower] = second_of(lower);
    }
    return limb;
  }
  // "Arm.L" and "Arm.L.001", "Leg1" and "Leg2": of two bones of one word the lower one.
  std::int64_t second_of(std::int64_t node) const {
    std::int64_t second = -1;
    for (const std::int64_t other : named_) {
      const bool alike = known_.spellings[static_cast<std::size_t>(other)].word ==
                         known_.spellings[static_cast<std::size_t>(node)].word;
      if (!alike || !tree_.is_below(other, node)) continue;
      if (second >= 0) return -1;
      second = other;
    }
    return second;
  }
  // A word that only can be meant, above bones of unknown names: these may be the limb.
  bool hides_limb(std::int64_t node) {
    for (const std::uint32_t i : tree_.order()) {
      const Meaning& meaning = known_.meanings[i];
      const bool unknown = meaning.part == Part::none && meaning.other == Part::none;
      if (!known_.candidates[i] || !unknown || !tree_.is_below(i, node)) continue;
      doubts_.push_back({{parts_[kUpper], side_}, {static_cast<std::size_t>(node), i}});
      return true;
    }
    return false;
  }
  // With the nodes above and below.
  Limb finished(Limb limb) const {
    const std::int64_t inner = limb[kUpper] >= 0 ? limb[kUpper] : limb[kLower];
    const std::int64_t outer = limb[kLower] >= 0 ? limb[kLower] : limb[kUpper];
    limb[kCap] =
        best_of(parts_[kCap], [&](std::int64_t node) { return tree_.is_below(inner, node); });
    limb[kEnd] =
        best_of(parts_[kEnd], [&](std::int64_t node) { return tree_.is_below(node, outer); });
    if (limb[kEnd] < 0 && is_alone(outer)) {
      limb[kEnd] = best_of(parts_[kEnd], [&](std::int64_t node) {
        return strength(node, parts_[kEnd]) > 1 && is_alone(node);
      });
    }
    if (limb[kEnd] >= 0) {
      limb[kTip] = best_of(parts_[kTip],
                           [&](std::int64_t node) { return tree_.is_below(node, limb[kEnd]); });
    }
    return limb;
  }

  // Larger is better.
  using Key = std::tuple<int, bool, bool, int>;
  Key key(const Limb& limb) const {
    int links = 0, rank = 2;
    bool moves = false, weighted = false;
    for (const std::size_t link : {kUpper, kLower, kEnd}) {
      if (limb[link] < 0) continue;
      const auto node = static_cast<std::size_t>(limb[link]);
      ++links;
      moves = moves || known_.moves[node];
      weighted = weighted || known_.weighted[node];
      rank = std::min(rank, rank_of(known_.scene.nodes[node].name));
    }
    return {links, moves, weighted, rank};
  }
  // Whether two chains are different limbs, not copies that are on each other.
  bool apart(const Limb& a, const Limb& b) const {
    double size = 0, away = 0;
    for (const std::size_t link : {kUpper, kLower, kEnd}) {
      if (a[link] < 0 || b[link] < 0) continue;
      if (a[link] == b[link]) return false;
      away = std::max(away, known_.between(a[link], b[link]));
      size = std::max(size, known_.between(a[link], a[kUpper]));
    }
    return away > 0.05 * size;
  }
  Limb doubt(const Limb& a, const Limb& b) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      if (a[link] < 0 || b[link] < 0) continue;
      doubts_.push_back({{parts_[link], side_},
                         {static_cast<std::size_t>(a[link]), static_cast<std::size_t>(b[link])}});
    }
    return kNoLimb;
  }

  Limb doubt(const Limb& limb, const std::vector<std::size_t>& others) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      std::vector<std::size_t> nodes;
      if (limb[link] >= 0) nodes.push_back(static_cast<std::size_t>(limb[link]));
      if (link == kUpper) nodes = others;
      if (!nodes.empty()) doubts_.push_back({{parts_[link], side_}, std::move(nodes)});
    }
    return kNoLimb;
  }

  const Proposals& known_;
  const Tree& tree_;
  const Parts& parts_;
  Side side_;
  std::vector<Doubt>& doubts_;
  std::vector<std::int64_t> named_;  // parents first
};

double length_of(const Proposals& known, const Limb& limb) {
  return known.between(limb[kUpper], limb[kLower]) + known.between(limb[kLower], limb[kEnd]);
}

}  // namespace

Proposals::Proposals(const Scene& from, const Tree& hierarchy, const std::vector<bool>& counts)
    : scene(from),
      tree(hierarchy),
      candidates(counts),
      spellings(spellings_of(from, counts)),
      meanings(from.nodes.size()),
      moves(moving(from)),
      weighted(skinned(from)),
      stance(bind_stance(from)) {
  for (std::size_t i = 0; i < meanings.size(); ++i) {
    if (counts[i]) meanings[i] = meaning_of(spellings[i]);
  }
}

double Proposals::between(std::int64_t a, std::int64_t b) const {
  return a < 0 || b < 0 ? 0 : length(joint(a) - joint(b));
}

Limb find_limb(const Proposals& proposals, const Parts& parts, Side side,
               std::vector<Doubt>& doubts) {
  return LimbFinder(proposals, parts, side, doubts).run();
}

std::int64_t misplaced(const Proposals& known, const Limb& limb, const Limb& other) {
  const std::int64_t upper = limb[kUpper], lower = limb[kLower], end = limb[kEnd];
  const double a = known.between(upper, lower), b = known.between(lower, end);
  if (!(a > 0)) return -1;
  if (b > 0 && (a < 0.5 * b || b < 0.5 * a)) return end;
  const Tree& tree = known.tree;
  // A bone of unknown name where the upper one begins.
  for (std::int64_t up = tree.parent(lower); up >= 0 && up != upper; up = tree.parent(up)) {
    const Meaning& meaning = known.meanings[static_cast<std::size_t>(up)];
    const double before = known.between(upper, up);
    const bool first = before < 0.3 * a || (a > 1.4 * b && known.between(up, lower) > 0.8 * b);
    if (meaning.part == Part::none && before > 0.05 * a && b > 0 && first) return up;
  }
  // Above the upper one, and not of the trunk, one as long.
  std::int64_t up = tree.parent(upper);
  while (up >= 0 && known.between(up, upper) <= 0.05 * a)
    up = tree.parent(up);
  const bool own = up >= 0 && other[kUpper] >= 0 && !tree.is_below(other[kUpper], up);
  if (own && known.between(up, upper) > 0.8 * a) return up;
  // Beyond the hand one as long as the forearm, which is longer than the upper arm.
  if (!(a < 0.75 * b)) return -1;
  for (const std::int64_t node : tree.order()) {
    const std::int64_t above = tree.parent(node);
    const bool near = above >= 0 && (above == end || tree.parent(above) == end);
    const double beyond = known.between(end, node);
    if (near && beyond > 0.7 * b && beyond < 1.4 * b) return node;
  }
  return -1;
}

Vec3 across(const Proposals& proposals, const Limb& left, const Limb& right) {
  if (left[kUpper] < 0 || right[kUpper] < 0) return {};
  return proposals.joint(left[kUpper]) - proposals.joint(right[kUpper]);
}

bool mirror(const Proposals& proposals, const Limb& left, const Limb& right) {
  const double a = length_of(proposals, left), b = length_of(proposals, right);
  if (a > 0 && b > 0 && left[kEnd] >= 0 && right[kEnd] >= 0 && (a > 2 * b || b > 2 * a))
    return false;
  const Vec3 way = across(proposals, left, right);
  bool crossed = false, straight = false;
  for (const std::size_t link : {kLower, kEnd}) {
    if (left[link] < 0 || right[link] < 0) continue;
    const double side = dot(proposals.joint(left[link]) - proposals.joint(right[link]), way);
    crossed = crossed || side < -0.1 * dot(way, way);
    straight = straight || side >= 0;
  }
  return straight || !crossed;
}

}  // namespace anmkit::bones
