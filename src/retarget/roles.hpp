// SPDX-License-Identifier: MIT
// What part of a body a bone is, told by its name.
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

// The part that a name alone says.
Role role_of(std::string_view name);

// Of each node of a skeleton: what its name says, put right by where it hangs (a leg without a
// thigh is one; what carries both legs is the hips; chains called "spine" end in neck and head).
// `candidates` are the nodes that count.
std::vector<Role> roles_of(const Scene& scene, const std::vector<bool>& candidates);

// Whether a body can do without it: it keeps its pose when the source has no such bone.
inline bool is_optional(Part part) {
  return part != Part::none && part != Part::hips && part != Part::spine && part != Part::head &&
         part != Part::upper_arm && part != Part::forearm && part != Part::thigh &&
         part != Part::shin;
}

}  // namespace anmkit::bones
