// SPDX-License-Identifier: MIT
// The part of a body that a bone's name proposes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit::bones {

enum class Part : std::uint8_t {
  none,
  carrier,  // stands between others and needs no bone of its own
  hips,
  spine,
  neck,
  head,
  shoulder,
  upper_arm,
  forearm,
  hand,
  thigh,
  shin,
  foot,
  toe,
  thumb,
  index,
  middle,
  ring,
  little,
};
enum class Side : std::uint8_t { none, left, right };

struct Role {
  Part part = Part::none;
  Side side = Side::none;
  bool operator==(const Role&) const = default;
};

// A name without what says nothing: namespaces, prefixes of rigs, case and marks between words.
struct Spelling {
  std::string word;  // "upperarm"
  Side side = Side::none;
  std::string number;  // "1", without zeros before it
  bool operator==(const Spelling&) const = default;
};
Spelling spelling_of(std::string_view name);

// Spellings of all nodes. Words that most of the candidates begin or end with ("Character1_",
// "Robot_") are left out.
std::vector<Spelling> spellings_of(const Scene& scene, const std::vector<bool>& candidates);

// What a name may mean: rigs are named by bones (forearm) or by joints (elbow), and one word may
// be either.
struct Meaning {
  Part part = Part::none;
  bool weak = false;        // a more exact word on the same limb counts more
  Part other = Part::none;  // the part it is when another bone is the first one
};
Meaning meaning_of(const Spelling& spelling);

// The part that a name proposes.
Role role_of(std::string_view name);

// A part for which a skeleton has bones that contradict each other.
struct Doubt {
  Role role;
  std::vector<std::size_t> nodes;
};
struct Anatomy {
  std::vector<Role> roles;  // one per node
  std::vector<Doubt> doubts;
  bool is_doubtful(std::size_t node) const;
};

// The parts of a body. Names propose, the tree decides: upper arm, forearm and hand are one chain;
// the hips are above both thighs; what is between the hips and the arms is the spine. Parts that
// the file itself names (VRM) need no name. `candidates` are the nodes that count; of two chains
// for one limb the one that `moves` counts, if only one does.
Anatomy anatomy_of(const Scene& scene, const std::vector<bool>& candidates);

// Whether it is a part of an arm or a leg that has a length.
inline bool is_limb(Part part) {
  return part == Part::upper_arm || part == Part::forearm || part == Part::hand ||
         part == Part::thigh || part == Part::shin || part == Part::foot;
}

// Whether a body can do without it: it keeps its pose when the source has no such bone.
inline bool is_optional(Part part) {
  return part != Part::none && part != Part::hips && part != Part::spine && part != Part::head &&
         part != Part::upper_arm && part != Part::forearm && part != Part::thigh &&
         part != Part::shin;
}

}  // namespace anmkit::bones
