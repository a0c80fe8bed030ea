// SPDX-License-Identifier: MIT
// Two skeletons laid over each other: which bone drives which node, and how they differ.
#pragma once

#include <cstddef>
#include <vector>

#include "anmkit/retarget.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit::bones {

struct Alignment {
  Vec3 up;                           // of the target
  std::vector<std::uint32_t> order;  // nodes of the target, parents first
  std::vector<std::int64_t> driver;  // the bone of each node of the target; -1 = none
  std::size_t pairs = 0;             // 0: nothing below is known
  Stance source_stance, target_stance;
  Pose reference;              // the target's
  std::size_t root = 0;        // the first node that is driven
  Quat turn;                   // of the source about the vertical, to face as the target does
  double size = 1;             // the target's over the source's
  std::vector<Quat> rotation;  // of each node from its reference, to lie as its bone does
  struct Limb {
    std::size_t begin, end;  // nodes of the target
  };
  std::vector<Limb> limbs;

  std::size_t bone(std::size_t node) const { return static_cast<std::size_t>(driver[node]); }
};

Alignment align(const RetargetRequest& request);

// Of length 1, or 0.
Vec3 unit(Vec3 v);

}  // namespace anmkit::bones
