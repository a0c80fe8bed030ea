// SPDX-License-Identifier: MIT
// Which nodes of a scene are bones, and what a skeleton of them is at rest: what banks and actors
// that are made from one scene agree on.
#pragma once

#include "formats/gc/bones.hpp"

namespace anmkit::gc {

struct Skeleton {
  Scene scene;  // the bones and what moves them; clips are those of the scene, in its order
  std::vector<std::uint32_t> place;  // of each node among the bones; 0xFFFFFFFF: it is none
  // Of each bone. Copies of a bone or track have its number; the numbers of others are unique.
  std::vector<NodeName> names;
  std::vector<Rest> rests;
  // A bone whose rest pose is not known moves by its control values: exports of a bank without its
  // actor have such nodes ("track4").
  std::vector<bool> known;
  std::vector<std::string> left_out;  // motions that cannot be expressed, in words
};

// Cameras, and meshes that only their skin moves, are no bones, unless a bone hangs on them.
Skeleton skeleton_of(const Scene& scene);
// The same without clips, and these clips of its scene after those that it has.
Skeleton resting_skeleton(const Scene& scene);
void add_clips(Skeleton& skeleton, const Scene& scene, std::span<const Clip> clips);

// The bones as a bank will move them, in the same order: those of the actor, where one is given and
// has them, else the scene's own at rest. The skeleton's rests are theirs from then on.
Scene stage_of(Skeleton& skeleton, const Actor* actor, Diagnostics& diagnostics);

// The transform that children of a node at rest get.
Mat4 rest_matrix(const Node& node);

}  // namespace anmkit::gc
