// SPDX-License-Identifier: MIT
// Parts of a body told by where bones hang, where names alone leave it open.
#include <algorithm>
#include <array>

#include "retarget/presets.hpp"
#include "retarget/roles.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit::bones {
namespace {

class Body {
 public:
  Body(const Scene& scene, const std::vector<bool>& candidates)
      : scene_(scene), roles_(scene.nodes.size()), order_(parents_first(scene)) {
    for (const std::uint32_t i : order_) {
      if (candidates[i]) roles_[i] = role_of(scene.nodes[i].name);
    }
    keep_first(candidates);
  }

  std::vector<Role> run() {
    for (const Side side : {Side::none, Side::left, Side::right}) {
      promote(Part::shin, Part::thigh, side);
      promote(Part::shoulder, Part::upper_arm, side);
    }
    end_spine();
    find_hips();
    return std::move(roles_);
  }

 private:
  // Rigs have several bones of one name with other prefixes, and others for twists: of those that
  // mean one thing the first counts. Spines and fingers are chains.
  void keep_first(const std::vector<bool>& candidates) {
    const auto is_chain = [](Part part) { return part == Part::spine || part >= Part::thumb; };
    std::vector<Role> seen;
    for (const std::uint32_t i : order_) {
      Role& role = roles_[i];
      if (!candidates[i] || role.part == Part::none || is_chain(role.part)) continue;
      if (std::ranges::find(seen, role) != seen.end()) {
        role = {};
      } else {
        seen.push_back(role);
      }
    }
  }
  std::int64_t first(Part part, Side side) const {
    for (const std::uint32_t i : order_) {
      if (roles_[i] == Role{part, side}) return i;
    }
    return -1;
  }
  // "left_leg" is the whole leg where no thigh is there, "shoulder" the arm where no arm is.
  void promote(Part from, Part to, Side side) {
    const std::int64_t bone = first(from, side);
    if (bone >= 0 && first(to, side) < 0) roles_[static_cast<std::size_t>(bone)].part = to;
  }

  // The link that carries the arms; where they hang elsewhere, the last one that is below them.
  std::size_t chest_of(const std::vector<std::uint32_t>& chain) const {
    const std::int64_t arm = first(Part::upper_arm, Side::left);
    std::size_t steps = 0;
    for (std::int64_t up = arm; up >= 0 && steps++ < scene_.nodes.size();
         up = parent_of(scene_, static_cast<std::size_t>(up))) {
      const auto at = std::ranges::find(chain, static_cast<std::uint32_t>(up));
      if (at != chain.end()) return static_cast<std::size_t>(at - chain.begin());
    }
    std::size_t chest = chain.size() - 2;
    if (arm < 0) return chest;
    const Stance stance = bind_stance(scene_);
    const Vec3 along = stance.joint[chain.back()] - stance.joint[chain.front()];
    const double height = dot(along, stance.joint[static_cast<std::size_t>(arm)]);
    while (chest > 1 && dot(along, stance.joint[chain[chest]]) > height)
      --chest;
    return chest;
  }

  // spine, spine.001 ... spine.006: the first is the hips, the last the head, and what lies between
  // the bone that carries the arms and the head is the neck.
  void end_spine() {
    if (first(Part::head, Side::none) >= 0 || first(Part::hips, Side::none) >= 0) return;
    std::vector<std::uint32_t> chain;
    for (const std::uint32_t i : order_) {
      const bool next = chain.empty() || scene_.nodes[i].parent == static_cast<int>(chain.back());
      if (roles_[i].part == Part::spine && next) chain.push_back(i);
    }
    if (chain.size() < 3) return;
    roles_[chain.front()].part = Part::hips;
    roles_[chain.back()].part = Part::head;
    const std::size_t chest = chest_of(chain);
    for (std::size_t i = chest + 1; i + 1 < chain.size(); ++i)
      roles_[chain[i]].part = Part::neck;
  }

  // Without a name for them, the hips are what both legs hang on.
  void find_hips() {
    if (first(Part::hips, Side::none) >= 0) return;
    const std::int64_t left = first(Part::thigh, Side::left);
    const std::int64_t right = first(Part::thigh, Side::right);
    if (left < 0 || right < 0) return;
    std::vector<bool> above(scene_.nodes.size());
    for (std::int64_t up = left; up >= 0 && !above[static_cast<std::size_t>(up)];
         up = parent_of(scene_, static_cast<std::size_t>(up)))
      above[static_cast<std::size_t>(up)] = true;
    std::size_t steps = 0;
    for (std::int64_t up = right; up >= 0 && steps++ < scene_.nodes.size();
         up = parent_of(scene_, static_cast<std::size_t>(up))) {
      Role& role = roles_[static_cast<std::size_t>(up)];
      if (!above[static_cast<std::size_t>(up)]) continue;
      if (role.part == Part::none) role = {Part::hips, Side::none};
      return;
    }
  }

  const Scene& scene_;
  std::vector<Role> roles_;
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<Role> roles_of(const Scene& scene, const std::vector<bool>& candidates) {
  if (auto known = preset_roles(scene, candidates)) return std::move(*known);
  return Body(scene, candidates).run();
}

}  // namespace anmkit::bones
