// SPDX-License-Identifier: MIT
// Right angles, flat sides and whole faces make a box; subdivided ones and single rectangles count.
#include "formats/craftstudio/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <span>

namespace anmkit::craftstudio {
namespace {

constexpr double kAngle = 2e-3;  // sine between a face and an axis
constexpr double kPlane = 2e-4;  // of the largest extent: how far a face may lie off its plane
constexpr double kArea = 2e-3;   // of a face
constexpr std::size_t kMostFits = 64;  // pieces of a node that are looked at one by one

using Facets = std::span<const std::uint32_t>;

struct Bounds {
  Vec3 low{INFINITY, INFINITY, INFINITY}, high{-INFINITY, -INFINITY, -INFINITY};
  void add(Vec3 p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Vec3 extent() const { return high - low; }
  Vec3 middle() const { return (low + high) * 0.5; }
};

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
      const double long_ = length(edge);
      if (long_ > 0) best = with(edge * (1 / long_));
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
    // What rounding turned is not turned.
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
      for (const std::size_t side : {1, 0}) {
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

// Which triangles hang together.
class Pieces {
 public:
  explicit Pieces(const Surface& surface) : parent_(surface.facets.size()) {
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    Bounds bounds;
    for (const Facet& facet : surface.facets)
      for (const Vec3& corner : facet.corners)
        bounds.add(corner);
    const Vec3 extent = bounds.extent();
    const double grid = std::max(1e-6 * std::max({extent.x, extent.y, extent.z}), 1e-12);
    struct Corner {
      std::array<double, 3> place;
      std::uint32_t facet;
      auto operator<=>(const Corner&) const = default;
    };
    std::vector<Corner> corners;
    corners.reserve(3 * surface.facets.size());
    for (std::uint32_t f = 0; f < surface.facets.size(); ++f) {
      for (const Vec3& p : surface.facets[f].corners) {
        const Vec3 d = p - bounds.low;
        corners.push_back(
            {{std::round(d.x / grid), std::round(d.y / grid), std::round(d.z / grid)}, f});
      }
    }
    std::ranges::sort(corners, {}, [](const Corner& c) { return std::pair(c.place, c.facet); });
    for (std::size_t i = 1; i < corners.size(); ++i) {
      if (corners[i].place == corners[i - 1].place) join(corners[i].facet, corners[i - 1].facet);
    }
  }

  // In the order of their first triangles.
  std::vector<std::vector<std::uint32_t>> take() {
    std::map<std::uint32_t, std::vector<std::uint32_t>> found;
    for (std::uint32_t f = 0; f < parent_.size(); ++f)
      found[root(f)].push_back(f);
    std::vector<std::vector<std::uint32_t>> pieces;
    for (auto& [first, facets] : found)
      pieces.push_back(std::move(facets));
    return pieces;
  }

 private:
  std::uint32_t root(std::uint32_t f) {
    while (parent_[f] != f)
      f = parent_[f] = parent_[parent_[f]];
    return f;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    const std::uint32_t x = root(a), y = root(b);
    parent_[std::max(x, y)] = std::min(x, y);
  }
  std::vector<std::uint32_t> parent_;
};

// Boxes that touch, as exporters write them: each with its twelve triangles in a row.
std::vector<std::uint32_t> take_rows(const Surface& surface, Facets facets,
                                     std::vector<Box>& boxes) {
  constexpr std::size_t kRow = 12;
  std::vector<std::uint32_t> left;
  for (std::size_t i = 0; i < facets.size();) {
    if (i + kRow <= facets.size()) {
      if (auto box = BoxTest(surface, facets.subspan(i, kRow)).run()) {
        boxes.push_back(std::move(*box));
        i += kRow;
        continue;
      }
    }
    left.push_back(facets[i++]);
  }
  return left;
}

Bounds bounds_of(const Surface& surface, Facets facets) {
  Bounds bounds;
  for (const std::uint32_t f : facets)
    for (const Vec3& corner : surface.facets[f].corners)
      bounds.add(corner);
  return bounds;
}

double volume(Vec3 extent) {
  return std::max(extent.x, 0.0) * std::max(extent.y, 0.0) * std::max(extent.z, 0.0);
}

// Whether two pieces are better one box than two.
bool overlap(const Bounds& a, const Bounds& b) {
  const Vec3 low{std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y),
                 std::max(a.low.z, b.low.z)};
  const Vec3 high{std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y),
                  std::min(a.high.z, b.high.z)};
  const double smaller = std::min(volume(a.extent()), volume(b.extent()));
  // What is flat is a part of something.
  return smaller <= 0 || volume(high - low) > 0.2 * smaller;
}

Box fitted(const Surface& surface, std::vector<std::uint32_t> facets, bool with_vertices) {
  Bounds bounds = bounds_of(surface, facets);
  if (with_vertices)
    for (const Vec3& vertex : surface.vertices)
      bounds.add(vertex);
  return {bounds.middle(), bounds.extent() * 0.5, {}, false, std::move(facets)};
}

// Pieces that are no boxes, each with those that it overlaps.
void fit_pieces(const Surface& surface, std::vector<std::vector<std::uint32_t>> pieces,
                std::vector<Box>& boxes) {
  const bool skinned = !surface.vertices.empty();
  const auto take = [](std::vector<std::uint32_t>& to, std::vector<std::uint32_t>& from) {
    to.insert(to.end(), from.begin(), from.end());
    from.clear();
  };
  if (pieces.size() > kMostFits || skinned) {
    for (std::size_t i = 1; i < pieces.size(); ++i)
      take(pieces[0], pieces[i]);
    pieces.resize(std::min<std::size_t>(pieces.size(), 1));
  }
  std::vector<Bounds> bounds;
  for (const auto& piece : pieces)
    bounds.push_back(bounds_of(surface, piece));
  for (bool joined = true; joined;) {
    joined = false;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (std::size_t k = i + 1; k < pieces.size(); ++k) {
        if (pieces[i].empty() || pieces[k].empty() || !overlap(bounds[i], bounds[k])) continue;
        take(pieces[i], pieces[k]);
        bounds[i].add(bounds[k].low);
        bounds[i].add(bounds[k].high);
        joined = true;
      }
    }
  }
  for (auto& piece : pieces)
    if (!piece.empty()) boxes.push_back(fitted(surface, std::move(piece), skinned));
}

}  // namespace

std::vector<Box> find_boxes(const Surface& surface) {
  std::vector<Box> boxes;
  std::vector<std::vector<std::uint32_t>> others;
  for (auto& piece : Pieces(surface).take()) {
    if (auto box = BoxTest(surface, piece).run()) {
      boxes.push_back(std::move(*box));
      continue;
    }
    auto left = take_rows(surface, piece, boxes);
    if (!left.empty()) others.push_back(std::move(left));
  }
  fit_pieces(surface, std::move(others), boxes);
  // A joint may have vertices and no triangle of its own.
  if (boxes.empty() && !surface.vertices.empty()) boxes.push_back(fitted(surface, {}, true));
  return boxes;
}

double distance_from(const Box& box, Vec3 place) {
  const Vec3 p = rotate(conjugate(box.turn), place - box.centre);
  const Vec3 over{std::fabs(p.x) - box.half.x, std::fabs(p.y) - box.half.y,
                  std::fabs(p.z) - box.half.z};
  const double inside = std::max({over.x, over.y, over.z});
  if (inside <= 0) return -inside;
  return length(Vec3{std::max(over.x, 0.0), std::max(over.y, 0.0), std::max(over.z, 0.0)});
}

}  // namespace anmkit::craftstudio
