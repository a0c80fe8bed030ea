// SPDX-License-Identifier: MIT
// Lines on the ground.
#pragma once

#include <vector>

#include "render/raster.hpp"
#include "render/view.hpp"

namespace anmkit::render {

inline constexpr Values kGridColor{0.3F, 0.32F, 0.36F, 1, 0, 0};

struct GridLine {
  Vec3 from, to;
};
// Twenty-one lines each way around the target, a power of ten of units apart, at height 0.
std::vector<GridLine> grid_below(UpAxis up, const RenderCamera& camera);

}  // namespace anmkit::render
