// SPDX-License-Identifier: MIT
// Pieces that hang together, those of them that are boxes, and boxes around the others.
#include "formats/craftstudio/model/boxes.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "core/portable.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr std::size_t kMostFits = 64;  // pieces of a node that are looked at one by one

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
        corners.push_back({{portable::round(d.x / grid), portable::round(d.y / grid),
                            portable::round(d.z / grid)},
                           f});
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
      if (auto box = as_box(surface, facets.subspan(i, kRow))) {
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
  // A flat piece belongs to another one.
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
        bounds[i].add(bounds[k]);
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
    if (auto box = as_box(surface, piece)) {
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
