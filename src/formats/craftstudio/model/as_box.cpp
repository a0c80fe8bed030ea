// SPDX-License-Identifier: MIT
// Axes from the largest sides, then every triangle on one of six planes.
#include "formats/craftstudio/model/boxes.hpp"

#include <algorithm>

namespace anmkit::craftstudio {
namespace {

constexpr double kAngle = 2e-3;  // sine between a face and an axis
constexpr double kPlane = 2e-4;  // of the largest extent: how far a face may be off its plane
constexpr double kArea = 2e-3;   // of a face

struct Axes {
  std::array<Vec3, 3> axis;
  Vec3 into(Vec3 p) const { return {dot(p, axis[0]), dot(p, axis[1]), dot(p, axis[2])}; }
  Vec3 out_of(Vec3 p) const { return axis[0] * p.x + axis[1] * p.y + axis[2] * p.z; }
};

// The same three lines, named and turned so that they lie as near to x, y and z as they can.
Axes nearest_to_node(const Axes& given) {
  std::array<std::size_t, 3> order{0, 1, 2}, best = order;
  double closest = -1;
  do {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += std::fabs(part(given.axis[order[i]], i));
    if (sum > closest + 1e-9) {
      closest = sum;
      best = order;
    }
  } while (std::ranges::next_permutation(order).found);
  Axes axes;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vec3 axis = given.axis[best[i]];
    axes.axis[i] = part(axis, i) < 0 ? axis * -1 : axis;
  }
  if (dot(cross(axes.axis[0], axes.axis[1]), axes.axis[2]) < 0) {
    // The one that says least about where it points.
    std::size_t weakest = 0;
    for (std::size_t i = 1; i < 3; ++i) {
      if (part(axes.axis[i], i) < part(axes.axis[weakest], weakest)) weakest = i;
    }
    axes.axis[weakest] = axes.axis[weakest] * -1;
  }
  return axes;
}

Quat turn_of(const Axes& axes) {
  Mat4 matrix;
  for (int c = 0; c < 3; ++c) {
    const Vec3 axis = axes.axis[static_cast<std::size_t>(c)];
    matrix.at(0, c) = axis.x;
    matrix.at(1, c) = axis.y;
    matrix.at(2, c) = axis.z;
  }
  return decompose(matrix).rotation;
}

class BoxTest {
 public:
  BoxTest(const Surface& surface, Facets facets) : surface_(surface), facets_(facets) {}

  std::optional<Box> run() {
    if (facets_.empty() || !find_first()) return std::nullopt;
    if (const auto second = find_second()) return with(*second);
    // A rectangle: one of the edges of its triangles is a side.
    std::optional<Box> best;
    const Facet& facet = surface_.facets[facets_[largest_]];
    for (std::size_t k = 0; k < 3 && !best; ++k) {
      const Vec3 edge = facet.corners[(k + 1) % 3] - facet.corners[k];
      const double reach = length(edge);
      if (reach > 0) best = with(edge * (1 / reach));
    }
    return best;
  }

 private:
  struct Side {
    Vec3 normal;
    double area = 0;
  };

  bool find_first() {
    sides_.resize(facets_.size());
    for (std::size_t i = 0; i < facets_.size(); ++i) {
      const auto& [a, b, c] = surface_.facets[facets_[i]].corners;
      const Vec3 product = cross(b - a, c - a);
      const double twice = length(product);
      if (twice > 0) sides_[i] = {product * (1 / twice), twice / 2};
      if (sides_[i].area > sides_[largest_].area) largest_ = i;
    }
    return sides_[largest_].area > 0;
  }
  std::optional<Vec3> find_second() const {
    const Vec3 first = sides_[largest_].normal;
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (sides_[i].area <= 1e-9 * sides_[largest_].area) continue;
      if (std::fabs(dot(sides_[i].normal, first)) > 0.5) continue;
      if (!found || sides_[i].area > sides_[*found].area) found = i;
    }
    if (!found) return std::nullopt;
    return sides_[*found].normal;
  }

  std::optional<Box> with(Vec3 second) const {
    const Vec3 first = sides_[largest_].normal;
    if (std::fabs(dot(first, second)) > kAngle) return std::nullopt;
    second = second - first * dot(first, second);
    second = second * (1 / length(second));
    const Axes axes = nearest_to_node({{first, second, cross(first, second)}});
    Bounds bounds;
    for (const std::uint32_t f : facets_) {
      for (const Vec3& corner : surface_.facets[f].corners)
        bounds.add(axes.into(corner));
    }
    const Vec3 extent = bounds.extent();
    const double reach = kPlane * std::max({extent.x, extent.y, extent.z});
    std::array<std::array<double, 2>, 3> covered{};
    for (std::size_t i = 0; i < facets_.size(); ++i) {
      if (sides_[i].area <= 1e-9 * sides_[largest_].area) continue;
      const auto at = lies_on(axes, bounds, i, reach);
      if (!at) return std::nullopt;
      covered[at->first][at->second] += sides_[i].area;
    }
    if (!is_whole(extent, covered, reach)) return std::nullopt;
    Box box;
    box.half = extent * 0.5;
    box.centre = axes.out_of(bounds.middle());
    box.turn = turn_of(axes);
    // A rotation by rounding alone is none.
    if (angle_between(box.turn, Quat{}) < 1e-4) box.turn = {};
    box.exact = true;
    box.facets.assign(facets_.begin(), facets_.end());
    return box;
  }

  // Axis and side (0 low, 1 high) of a triangle on one of the six planes.
  std::optional<std::pair<std::size_t, std::size_t>> lies_on(const Axes& axes, const Bounds& bounds,
                                                             std::size_t i, double reach) const {
    const Vec3 normal = axes.into(sides_[i].normal);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (std::fabs(part(normal, axis)) < 1 - kAngle) continue;
      // The two faces of what has no thickness are distinguished by where they look: together they
      // could fill a box that lies askew.
      const bool up = part(normal, axis) > 0;
      for (const std::size_t side : {std::size_t{up ? 1U : 0U}, std::size_t{up ? 0U : 1U}}) {
        const double plane = part(side == 0 ? bounds.low : bounds.high, axis);
        const auto on = [&](Vec3 corner) {
          return std::fabs(part(axes.into(corner), axis) - plane) <= reach;
        };
        if (std::ranges::all_of(surface_.facets[facets_[i]].corners, on))
          return std::pair(axis, side);
      }
    }
    return std::nullopt;
  }

  // Faces are all there or not there at all; one of six may be missing.
  static bool is_whole(Vec3 extent, const std::array<std::array<double, 2>, 3>& covered,
                       double reach) {
    std::size_t faces = 0, seen = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double area = part(extent, (axis + 1) % 3) * part(extent, (axis + 2) % 3);
      const bool flat = part(extent, axis) <= reach;
      const bool edge =
          part(extent, (axis + 1) % 3) <= reach || part(extent, (axis + 2) % 3) <= reach;
      if (edge) continue;
      for (const double one : covered[axis]) {
        const bool once = std::fabs(one - area) <= kArea * area;
        const bool twice = std::fabs(one - 2 * area) <= kArea * area;
        if (one != 0 && !once && !twice) return false;
        if (one != 0) ++seen;
        if (!flat) ++faces;
      }
      if (flat) return covered[axis][0] + covered[axis][1] > 0;
    }
    return faces == 6 && seen >= 5;
  }

  const Surface& surface_;
  Facets facets_;
  std::vector<Side> sides_;
  std::size_t largest_ = 0;
};

}  // namespace

std::optional<Box> as_box(const Surface& surface, Facets facets) {
  return BoxTest(surface, facets).run();
}

}  // namespace anmkit::craftstudio
