// SPDX-License-Identifier: MIT
// Arms and legs: which bones that names propose are one chain.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "retarget/roles.hpp"
#include "retarget/skeleton.hpp"
#include "retarget/tree.hpp"

namespace anmkit::bones {

// Facts about a skeleton's nodes before parts are chosen.
struct Proposals {
  const Scene& scene;
  const Tree& tree;
  const std::vector<bool>& candidates;
  std::vector<Spelling> spellings;
  std::vector<Meaning> meanings;  // none for nodes that are not candidates
  std::vector<bool> moves, weighted;
  Stance stance;

  Proposals(const Scene& scene, const Tree& tree, const std::vector<bool>& candidates);
  double between(std::int64_t a, std::int64_t b) const;
  const Vec3& joint(std::int64_t node) const {
    return stance.joint[static_cast<std::size_t>(node)];
  }
};

// From the trunk outwards: shoulder, upper arm, forearm, hand; or thigh, shin, foot, toe. -1: none.
enum Link : std::size_t { kCap, kUpper, kLower, kEnd, kTip, kLinks };
using Limb = std::array<std::int64_t, kLinks>;
constexpr Limb kNoLimb{-1, -1, -1, -1, -1};
constexpr std::array<Part, kLinks> kArm{Part::shoulder, Part::upper_arm, Part::forearm, Part::hand,
                                        Part::none};
constexpr std::array<Part, kLinks> kLeg{Part::none, Part::thigh, Part::shin, Part::foot, Part::toe};

// The limb of one side. Adds other possible limbs to `doubts`.
Limb find_limb(const Proposals& proposals, const std::array<Part, kLinks>& parts, Side side,
               std::vector<Doubt>& doubts);

// Whether the limbs of the two sides can be those of one body: of similar length, and each on its
// own side.
bool mirror(const Proposals& proposals, const Limb& left, const Limb& right);
// A bone whose place contradicts the names of a limb, which are one bone off along the chain: a
// thigh at the hip's own joint, a foot at the knee. -1: none. `other` is the limb of the other
// side.
std::int64_t misplaced(const Proposals& proposals, const Limb& limb, const Limb& other);
// The way from the right limb to the left one.
Vec3 across(const Proposals& proposals, const Limb& left, const Limb& right);

}  // namespace anmkit::bones
