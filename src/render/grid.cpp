// SPDX-License-Identifier: MIT
// A grid as wide as the camera's view.
#include "render/grid.hpp"
#include "core/portable.hpp"

#include <cmath>

namespace anmkit::render {

std::vector<GridLine> grid_below(UpAxis up, const RenderCamera& camera) {
  constexpr int kLines = 10;  // on either side of the middle
  double step = 1;
  while (step < camera.distance / 4 && step < 1e12)
    step *= 10;
  while (step > camera.distance / 4 && step > 1e-12)
    step /= 10;
  const bool z_up = up == UpAxis::z_up;
  const double x = portable::round(camera.target.x / step) * step;
  const double z = portable::round((z_up ? camera.target.y : camera.target.z) / step) * step;
  const auto at = [&](double i, double j) {
    return z_up ? Vec3{x + i, z + j, 0} : Vec3{x + i, 0, z + j};
  };
  std::vector<GridLine> lines;
  const double end = kLines * step;
  for (int i = -kLines; i <= kLines; ++i) {
    lines.push_back({at(i * step, -end), at(i * step, end)});
    lines.push_back({at(-end, i * step), at(end, i * step)});
  }
  return lines;
}

}  // namespace anmkit::render
