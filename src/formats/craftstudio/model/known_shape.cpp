// SPDX-License-Identifier: MIT
// Triangles against those of the file that a scene was made from.
#include "formats/craftstudio/model/known_shape.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scene/bounds.hpp"

namespace anmkit::craftstudio {
namespace {

bool is_close(double a, double b, double reach) {
  return std::fabs(a - b) <= reach;
}

bool is_same(const Facet& a, const Facet& b, double reach) {
  // Editors sort and join materials of one image.
  if (a.image != b.image || (a.image < 0 && a.material != b.material)) return false;
  for (std::size_t turn = 0; turn < 3; ++turn) {
    bool same = true;
    for (std::size_t k = 0; k < 3 && same; ++k) {
      const std::size_t m = (k + turn) % 3;
      same = length(a.corners[k] - b.corners[m]) <= reach &&
             is_close(a.uvs[k][0], b.uvs[m][0], 1e-5) && is_close(a.uvs[k][1], b.uvs[m][1], 1e-5) &&
             a.colors[k] == b.colors[m];
    }
    if (same) return true;
  }
  return false;
}

}  // namespace

bool is_same(const Surface& a, const Surface& b, double reach) {
  if (a.facets.size() != b.facets.size() || a.facets.size() > 64 || !a.vertices.empty())
    return false;
  std::vector<bool> used(b.facets.size());
  return std::ranges::all_of(a.facets, [&](const Facet& facet) {
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i] || !is_same(facet, b.facets[i], reach)) continue;
      used[i] = true;
      return true;
    }
    return false;
  });
}

std::optional<Box> as_known(const Surface& surface, const RestNode& known, double pixels_per_unit) {
  if (known.size.x != 0 && known.size.y != 0 && known.size.z != 0) return std::nullopt;
  Bounds bounds;
  for (const Facet& facet : surface.facets)
    for (const Vec3& p : facet.corners)
      bounds.add(p);
  Box box{bounds.middle(), bounds.extent() * 0.5, {}, true, {}};
  const double hair = 1 / (32 * pixels_per_unit);
  for (const auto& [half, size] :
       {std::pair(&box.half.x, known.size.x), std::pair(&box.half.y, known.size.y),
        std::pair(&box.half.z, known.size.z)}) {
    if (size != 0) continue;
    if (2 * *half > hair) return std::nullopt;
    *half = 0;
  }
  const double reach = hair + 1e-5 * length(box.half);
  for (const Facet& facet : surface.facets) {
    for (const Vec3& p : facet.corners) {
      const Vec3 d = p - box.centre;
      if (!is_close(std::fabs(d.x), box.half.x, reach) ||
          !is_close(std::fabs(d.y), box.half.y, reach) ||
          !is_close(std::fabs(d.z), box.half.z, reach))
        return std::nullopt;
    }
  }
  box.facets.resize(surface.facets.size());
  std::iota(box.facets.begin(), box.facets.end(), std::uint32_t{0});
  return box;
}

}  // namespace anmkit::craftstudio
