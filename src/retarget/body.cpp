// SPDX-License-Identifier: MIT
// The trunk: hips above the thighs, the spine from there to the arms, neck and head beyond.
#include <algorithm>

#include "retarget/limbs.hpp"
#include "retarget/presets.hpp"

namespace anmkit::bones {
namespace {

class Body {
 public:
  explicit Body(const Proposals& known)
      : known_(known), tree_(known.tree), roles_(known.scene.nodes.size()) {}

  Anatomy run() {
    // Rigs without sides, such as a crane, have limbs as well.
    for (const Side side : {Side::none, Side::left, Side::right}) {
      arms_[index(side)] = find_limb(known_, kArm, side, doubts_);
      legs_[index(side)] = find_limb(known_, kLeg, side, doubts_);
    }
    check_sides();
    for (const Side side : {Side::none, Side::left, Side::right}) {
      // The lengths of a crane are its own.
      const Side other = side == Side::left ? Side::right : Side::left;
      const bool any = side == Side::none;
      if (any || fits(arm(side), arm(other), kArm, side)) take(arm(side), kArm, side);
      if (any || fits(leg(side), leg(other), kLeg, side)) take(leg(side), kLeg, side);
    }
    find_trunk();
    find_fingers();
    return {std::move(roles_), std::move(doubts_)};
  }

 private:
  static std::size_t index(Side side) { return static_cast<std::size_t>(side); }
  const Limb& arm(Side side) const { return arms_[index(side)]; }
  const Limb& leg(Side side) const { return legs_[index(side)]; }
  Role& role(std::int64_t node) { return roles_[static_cast<std::size_t>(node)]; }
  Part part(std::int64_t node) const { return roles_[static_cast<std::size_t>(node)].part; }
  // The part that the name of a node in the middle proposes.
  Part named(std::int64_t node) const {
    const auto i = static_cast<std::size_t>(node);
    return known_.spellings[i].side == Side::none ? known_.meanings[i].part : Part::none;
  }

  void take(const Limb& limb, const std::array<Part, kLinks>& parts, Side side) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      if (limb[link] >= 0) role(limb[link]) = {parts[link], side};
    }
  }

  // Limbs of which one cannot be the other's mirror image, or whose sides are those of another
  // skeleton than the other limbs', are doubtful.
  void check_sides() {
    Limb &left_arm = arms_[index(Side::left)], &right_arm = arms_[index(Side::right)];
    Limb &left_leg = legs_[index(Side::left)], &right_leg = legs_[index(Side::right)];
    if (!mirror(known_, left_arm, right_arm)) give_up(left_arm, right_arm, kArm);
    if (!mirror(known_, left_leg, right_leg)) give_up(left_leg, right_leg, kLeg);
    const Vec3 a = across(known_, left_arm, right_arm), b = across(known_, left_leg, right_leg);
    if (dot(a, b) < -0.5 * length(a) * length(b)) {
      give_up(left_arm, right_arm, kArm);
      give_up(left_leg, right_leg, kLeg);
    }
  }
  // Whether a limb's names fit the places of its bones. A limb that they do not fit has no parts,
  // and still begins where it does.
  bool fits(const Limb& limb, const Limb& other, const std::array<Part, kLinks>& parts, Side side) {
    const std::int64_t wrong = misplaced(known_, limb, other);
    if (wrong < 0) return true;
    std::vector<std::size_t> nodes;
    for (const std::int64_t node : tree_.order()) {
      if (node == wrong || std::ranges::find(limb, node) != limb.end())
        nodes.push_back(static_cast<std::size_t>(node));
    }
    for (std::size_t link = 0; link < kLinks; ++link) {
      if (limb[link] >= 0) doubts_.push_back({{parts[link], side}, nodes});
    }
    return false;
  }
  void give_up(Limb& left, Limb& right, const std::array<Part, kLinks>& parts) {
    for (std::size_t link = 0; link < kLinks; ++link) {
      std::vector<std::size_t> both;
      for (const Limb* limb : {&left, &right}) {
        if ((*limb)[link] >= 0) both.push_back(static_cast<std::size_t>((*limb)[link]));
      }
      if (both.empty()) continue;
      doubts_.push_back({{parts[link], Side::left}, both});
      doubts_.push_back({{parts[link], Side::right}, both});
    }
    left = right = kNoLimb;
  }

  // ---- hips ----

  std::int64_t common_of(std::int64_t a, std::int64_t b) const {
    return a < 0 || b < 0 ? -1 : tree_.common(a, b);
  }
  // The node above both legs.
  std::int64_t above_legs() const {
    return common_of(leg(Side::left)[kUpper], leg(Side::right)[kUpper]);
  }
  template <class Fits>
  std::int64_t first(Fits fits) const {
    for (const std::uint32_t i : tree_.order()) {
      if (known_.candidates[i] && part(i) == Part::none && fits(std::int64_t{i})) return i;
    }
    return -1;
  }
  bool carries(std::int64_t node, std::int64_t below) const {
    return below >= 0 && (node == below || tree_.is_below(below, node));
  }

  // By name where it is above both thighs; else the first bone of a spine that carries them; else
  // what does, whatever it is called.
  std::int64_t find_hips() {
    const std::int64_t base = above_legs();
    const auto is_hips = [&](std::int64_t node) { return named(node) == Part::hips; };
    const auto exact = [&](std::int64_t node) {
      return is_hips(node) && !known_.meanings[static_cast<std::size_t>(node)].weak;
    };
    if (base >= 0) {
      const auto above = [&](auto fits) {
        return first([&](std::int64_t node) { return carries(node, base) && fits(node); });
      };
      if (const std::int64_t hips = above(exact); hips >= 0) return hips;
      if (const std::int64_t hips = above(is_hips); hips >= 0) return hips;
      const std::int64_t spine =
          above([&](std::int64_t node) { return named(node) == Part::spine; });
      if (spine >= 0) return starts_spine(spine) ? spine : -1;
    }
    // Exports of deforming bones alone hang limbs on the whole: then the place decides.
    const std::int64_t loose =
        first([&](std::int64_t node) { return is_hips(node) && is_near_legs(node); });
    if (loose >= 0) return loose;
    if (base >= 0 && first([&](std::int64_t node) { return is_hips(node); }) >= 0) {
      std::vector<std::size_t> nodes;
      for (const std::uint32_t i : tree_.order()) {
        if (known_.candidates[i] && is_hips(i)) nodes.push_back(i);
      }
      // A control of the hips next to them.
      if (!known_.candidates[static_cast<std::size_t>(base)]) {
        doubts_.push_back({{Part::hips, Side::none}, std::move(nodes)});
        return -1;
      }
    }
    const auto spines = named_spine();
    if (spines.size() > 2 && named_head() < 0 && is_near_legs(spines.front()))
      return spines.front();
    if (base < 0 || part(base) != Part::none || named(base) != Part::none) return -1;
    return base;
  }
  bool starts_spine(std::int64_t spine) const {
    const std::int64_t next = first([&](std::int64_t node) {
      return named(node) == Part::spine && node != spine && !tree_.is_below(spine, node);
    });
    return next >= 0;
  }
  // Nearer to where the legs begin than half a leg, where anything is known of places.
  bool is_near_legs(std::int64_t node) const {
    const Limb &left = leg(Side::left), &right = leg(Side::right);
    if (left[kUpper] < 0 || right[kUpper] < 0) return true;
    const Vec3 middle = (known_.joint(left[kUpper]) + known_.joint(right[kUpper])) * 0.5;
    const double leg_length =
        known_.between(left[kUpper], left[kLower]) + known_.between(left[kLower], left[kEnd]);
    return length(known_.joint(node) - middle) <= 0.5 * leg_length;
  }

  // ---- spine, neck and head ----

  std::vector<std::int64_t> named_spine() const {
    std::vector<std::int64_t> nodes;
    for (const std::uint32_t i : tree_.order()) {
      if (known_.candidates[i] && named(i) == Part::spine && part(i) == Part::none)
        nodes.push_back(i);
    }
    return nodes;
  }
  std::int64_t named_head() const {
    return first([&](std::int64_t node) { return named(node) == Part::head; });
  }
  std::int64_t shoulder(Side side) const {
    const Limb& limb = arm(side);
    return limb[kCap] >= 0 ? limb[kCap] : limb[kUpper];
  }
  // The node above both arms, or the spine above the only one.
  std::int64_t above_arms() const {
    const std::int64_t left = shoulder(Side::left), right = shoulder(Side::right);
    if (left >= 0 && right >= 0) return common_of(left, right);
    std::int64_t up = std::max(left, right);
    while (up >= 0 && named(up) != Part::spine)
      up = tree_.parent(up);
    return up;
  }

  void find_trunk() {
    const std::int64_t hips = find_hips();
    if (hips >= 0) role(hips) = {Part::hips, Side::none};
    const std::int64_t chest = above_arms();
    std::int64_t head = named_head();
    const std::int64_t top = hips >= 0 ? common_of(hips, chest) : -1;
    std::vector<std::int64_t> path;  // from the arms down
    for (std::int64_t up = chest; up >= 0 && up != top; up = tree_.parent(up)) {
      const Part own = named(up);
      if (known_.candidates[static_cast<std::size_t>(up)] && part(up) == Part::none &&
          own != Part::neck && own != Part::head)
        path.push_back(up);
    }
    const auto is_spine = [&](std::int64_t node) { return named(node) == Part::spine; };
    const bool chained = chest >= 0 && (top >= 0 || std::ranges::any_of(path, is_spine));
    // Without hips only what is called so is known to be the spine.
    if (std::ranges::any_of(path, is_spine) || hips < 0)
      std::erase_if(path, [&](std::int64_t node) { return !is_spine(node); });
    if (!chained || path.empty()) return loose_trunk(hips, head);
    for (const std::int64_t node : path)
      role(node) = {Part::spine, Side::none};
    end_spine(beyond(path.front()), head);
  }
  // Bones called spine that are beyond the arms.
  std::vector<std::int64_t> beyond(std::int64_t chest) const {
    std::vector<std::int64_t> nodes = named_spine();
    std::erase_if(nodes, [&](std::int64_t node) { return !tree_.is_below(node, chest); });
    return nodes;
  }
  void end_spine(std::vector<std::int64_t> rest, std::int64_t head) {
    if (head < 0 && !rest.empty()) {
      head = rest.back();
      rest.pop_back();
    }
    if (head >= 0) role(head) = {Part::head, Side::none};
    for (const std::int64_t node : rest)
      role(node) = {Part::neck, Side::none};
    const std::int64_t neck = first([&](std::int64_t node) { return named(node) == Part::neck; });
    if (neck >= 0 && rest.empty()) role(neck) = {Part::neck, Side::none};
  }

  // Where the tree does not say what carries the arms: names, and places along the chain.
  void loose_trunk(std::int64_t hips, std::int64_t head) {
    std::vector<std::int64_t> spines = named_spine();
    if (hips < 0 && head < 0 && spines.size() > 2 && is_near_legs(spines.front())) {
      hips = spines.front();
      role(hips) = {Part::hips, Side::none};
      spines.erase(spines.begin());
    }
    std::vector<std::int64_t> rest;
    if (head < 0 && hips >= 0 && spines.size() > 1) {
      std::vector<std::int64_t> chain = spines;
      chain.insert(chain.begin(), hips);
      const std::size_t chest = chest_of(chain);
      rest.assign(chain.begin() + static_cast<std::ptrdiff_t>(chest) + 1, chain.end());
      chain.resize(chest + 1);
      spines.assign(chain.begin() + 1, chain.end());
    }
    for (const std::int64_t node : spines)
      role(node) = {Part::spine, Side::none};
    end_spine(std::move(rest), head);
  }
  // The last link that is not above the arms.
  std::size_t chest_of(const std::vector<std::int64_t>& chain) const {
    std::size_t chest = chain.size() - 2;
    const std::int64_t arm = std::max(shoulder(Side::left), shoulder(Side::right));
    if (arm < 0) return chest;
    const Vec3 along = known_.joint(chain.back()) - known_.joint(chain.front());
    const double height = dot(along, known_.joint(arm));
    while (chest > 1 && dot(along, known_.joint(chain[chest])) > height)
      --chest;
    return chest;
  }

  void find_fingers() {
    for (const std::uint32_t i : tree_.order()) {
      const Part finger = known_.meanings[i].part;
      const Side side = known_.spellings[i].side;
      if (!known_.candidates[i] || finger < Part::thumb || part(i) != Part::none) continue;
      const std::int64_t hand = arm(side)[kEnd];
      if (hand < 0 || tree_.is_below(i, hand)) roles_[i] = {finger, side};
    }
  }

  const Proposals& known_;
  const Tree& tree_;
  std::vector<Role> roles_;
  std::vector<Doubt> doubts_;
  std::array<Limb, 3> arms_{kNoLimb, kNoLimb, kNoLimb}, legs_{kNoLimb, kNoLimb, kNoLimb};
};

// The parts that the file names; empty where it names none.
std::vector<Role> told_roles(const Scene& scene, const std::vector<bool>& candidates) {
  std::vector<Role> roles(scene.nodes.size());
  bool any = false;
  for (std::size_t i = 0; i < roles.size(); ++i) {
    const std::string bone = humanoid_bone(scene.nodes[i]);
    if (bone.empty() || !candidates[i]) continue;
    roles[i] = role_of(bone);
    any = true;
  }
  if (!any) roles.clear();
  return roles;
}

}  // namespace

bool Anatomy::is_doubtful(std::size_t node) const {
  return std::ranges::any_of(doubts, [&](const Doubt& doubt) {
    return std::ranges::find(doubt.nodes, node) != doubt.nodes.end();
  });
}

Anatomy anatomy_of(const Scene& scene, const std::vector<bool>& candidates) {
  if (auto known = preset_roles(scene, candidates)) return {std::move(*known), {}};
  if (auto told = told_roles(scene, candidates); !told.empty()) return {std::move(told), {}};
  const Tree tree(scene);
  const Proposals known(scene, tree, candidates);
  return Body(known).run();
}

}  // namespace anmkit::bones
