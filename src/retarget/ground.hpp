// SPDX-License-Identifier: MIT
// Feet on the floor: how far the target has to go up for its lower foot to be where the source's
// is.
#pragma once

#include <vector>

#include "anmkit/retarget.hpp"
#include "retarget/skeleton.hpp"

namespace anmkit::bones {

class Ground {
 public:
  // `bone`: of each node of the target the one that drives it, or -1. `size`: target over source.
  // Both rest stances have their feet on the floor.
  Ground(const RetargetRequest& request, const std::vector<std::int64_t>& bone, Vec3 up,
         double size, const Stance& source_rest, const Stance& target_rest);

  // In units of the target, upwards.
  double lift(const Stance& source, const Stance& target) const;

 private:
  double lowest(const Stance& stance, bool of_target) const;

  struct Foot {
    std::size_t target, source;
  };
  std::vector<Foot> feet_;  // feet and toes, or all that is driven where none is given
  Vec3 up_;
  double size_;
  double source_floor_, target_floor_;
};

}  // namespace anmkit::bones
