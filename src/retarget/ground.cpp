// SPDX-License-Identifier: MIT
// Heights of feet.
#include "retarget/ground.hpp"

#include <algorithm>

#include "retarget/roles.hpp"

namespace anmkit::bones {

Ground::Ground(const RetargetRequest& request, const std::vector<std::int64_t>& bone, Vec3 up,
               double size, const Stance& source_rest, const Stance& target_rest)
    : up_(up), size_(size) {
  const auto roles = anatomy_of(request.target, target_bones(request.target)).roles;
  const auto collect = [&](auto counts) {
    for (std::size_t t = 0; t < bone.size(); ++t) {
      if (bone[t] >= 0 && counts(roles[t].part))
        feet_.push_back({t, static_cast<std::size_t>(bone[t])});
    }
  };
  collect([](Part part) { return part == Part::foot || part == Part::toe; });
  if (feet_.empty()) collect([](Part) { return true; });
  source_floor_ = lowest(source_rest, false);
  target_floor_ = lowest(target_rest, true);
}

double Ground::lowest(const Stance& stance, bool of_target) const {
  double height = 0;
  for (std::size_t i = 0; i < feet_.size(); ++i) {
    const double at = dot(stance.joint[of_target ? feet_[i].target : feet_[i].source], up_);
    height = i == 0 ? at : std::min(height, at);
  }
  return height;
}

double Ground::lift(const Stance& source, const Stance& target) const {
  const double wanted = size_ * (lowest(source, false) - source_floor_);
  return wanted - (lowest(target, true) - target_floor_);
}

}  // namespace anmkit::bones
