// SPDX-License-Identifier: MIT
// The line that a box is the body of.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "core/json.hpp"
#include "core/portable.hpp"
#include "scene/line_bodies.hpp"
#include "scene/line_body.hpp"

namespace anmkit::line_body {
namespace {

// The width that a material's name specifies; empty where it is none of bodies.
std::optional<double> width_of(const Primitive& primitive, std::span<const Material> materials) {
  const auto index = static_cast<std::size_t>(primitive.material);
  if (primitive.mode != PrimitiveMode::triangles || primitive.material < 0 ||
      index >= materials.size()) {
    return std::nullopt;
  }
  std::string_view name = materials[index].name;
  if (!name.starts_with(kNameStart)) return std::nullopt;
  name.remove_prefix(kNameStart.size());
  const std::size_t end = name.find(kNameEnd);
  return end == name.npos ? std::nullopt : parse_double(name.substr(0, end));
}

// The lines of one primitive of bodies.
class LineFinder {
 public:
  LineFinder(const Primitive& from, double width, LinesFound& found)
      : from_(from), width_(width), found_(found) {
    for (Primitive* to : {&lines_, &points_})
      to->material = from.material;
    lines_.mode = PrimitiveMode::lines;
    points_.mode = PrimitiveMode::points;
  }

  void find(std::vector<Primitive>& out) {
    found_.unlike += for_each_face(from_, [&](std::span<const std::uint32_t> face) {
      const Triangle triangle{face[0], face[1], face[2]};
      if (const auto body = body_of(triangle)) {
        bodies_[*body].push_back(triangle);
      } else {
        ++found_.unlike;
      }
    });
    for (const auto& [body, triangles] : bodies_) {
      if (triangles.size() <= kTriangles) {
        take(triangles);
      } else {
        for (const std::vector<Triangle>& copy : apart(triangles))
          take(copy);
      }
    }
    for (Primitive* to : {&lines_, &points_})
      if (!to->positions.empty()) out.push_back(std::move(*to));
  }

 private:
  using Place = std::array<float, 3>;
  // The number of a line, and whether it is a point.
  using Body = std::pair<std::int64_t, bool>;
  struct End {
    Vec3 place;
    std::array<double, 4> color{};
    std::map<Place, std::uint32_t> corners;  // each with one of its vertices
  };

  static std::optional<std::int64_t> whole(float value) {
    const double rounded = portable::round(double{value});
    if (!(rounded >= 0 && rounded < kNumbers) || std::fabs(double{value} - rounded) > 1e-3) {
      return std::nullopt;
    }
    return static_cast<std::int64_t>(rounded);
  }

  std::optional<Body> body_of(const Triangle& triangle) const {
    std::optional<Body> body;
    for (const std::uint32_t v : triangle) {
      if (v >= from_.uvs.size()) return std::nullopt;
      const auto number = whole(from_.uvs[v][0]), end = whole(from_.uvs[v][1]);
      if (!number || !end || *end > kPoint) return std::nullopt;
      const Body own(*number, *end == kPoint);
      if (body && *body != own) return std::nullopt;
      body = own;
    }
    return body;
  }

  // A body that was copied has its number twice: what hangs together is one.
  std::vector<std::vector<Triangle>> apart(const std::vector<Triangle>& triangles) const {
    std::map<Place, std::size_t> piece_of;
    std::vector<std::size_t> joined;  // by piece: itself, or an earlier one
    const auto root = [&](std::size_t piece) {
      while (joined[piece] != piece)
        piece = joined[piece] = joined[joined[piece]];
      return piece;
    };
    for (const Triangle& triangle : triangles) {
      const std::size_t own = joined.size();
      joined.push_back(own);
      for (const std::uint32_t v : triangle) {
        const std::size_t other = root(piece_of.emplace(from_.positions[v], own).first->second);
        const std::size_t mine = root(own);
        joined[std::max(mine, other)] = std::min(mine, other);
      }
    }
    std::map<std::size_t, std::vector<Triangle>> pieces;
    for (std::size_t i = 0; i < triangles.size(); ++i)
      pieces[root(i)].push_back(triangles[i]);
    std::vector<std::vector<Triangle>> copies;
    for (auto& [piece, own] : pieces)
      copies.push_back(std::move(own));
    return copies;
  }

  void take(const std::vector<Triangle>& triangles) {
    std::array<End, 3> ends;
    for (const Triangle& triangle : triangles)
      for (const std::uint32_t v : triangle)
        ends[static_cast<std::size_t>(*whole(from_.uvs[v][1]))].corners.emplace(from_.positions[v],
                                                                                v);
    const bool point = ends[0].corners.empty() && ends[1].corners.empty();
    const bool good = point ? ends[kPoint].corners.size() == 8
                            : ends[0].corners.size() == 4 && ends[1].corners.size() == 4;
    if (!good || triangles.size() > kTriangles) {
      ++found_.unlike;
      return;
    }
    bool resized = false;
    for (End& end : ends) {
      if (end.corners.empty()) continue;
      settle(end);
      resized = resized || !has_width(end, point);
      put(end, point ? points_ : lines_);
    }
    found_.resized += resized ? 1 : 0;
  }

  void settle(End& end) const {
    const double share = 1 / static_cast<double>(end.corners.size());
    for (const auto& [place, vertex] : end.corners) {
      end.place = end.place + vec(place) * share;
      for (std::size_t c = 0; c < 4 && vertex < from_.colors.size(); ++c)
        end.color[c] += double{from_.colors[vertex][c]} * share;
    }
  }

  // Rounding of floats far from the origin is not a change.
  bool has_width(const End& end, bool point) const {
    const double away = width_ / 2 * std::sqrt(point ? 3.0 : 2.0);
    const double slack = 0.01 * width_ + 1e-6 * length(end.place);
    return std::ranges::all_of(end.corners, [&](const auto& corner) {
      return std::fabs(length(vec(corner.first) - end.place) - away) <= slack;
    });
  }

  void put(const End& end, Primitive& to) const {
    to.positions.push_back(to_floats(end.place));
    if (from_.colors.empty()) return;
    std::array<float, 4>& color = to.colors.emplace_back();
    for (std::size_t c = 0; c < 4; ++c)
      color[c] = static_cast<float>(end.color[c]);
  }

  const Primitive& from_;
  double width_;
  LinesFound& found_;
  Primitive lines_, points_;
  std::map<Body, std::vector<Triangle>> bodies_;
};

}  // namespace
}  // namespace anmkit::line_body

namespace anmkit {

LinesFound find_lines_of_bodies(Mesh& mesh, std::span<const Material> materials) {
  LinesFound found;
  std::vector<Primitive> primitives;
  for (Primitive& primitive : mesh.primitives) {
    if (const auto width = line_body::width_of(primitive, materials)) {
      line_body::LineFinder(primitive, *width, found).find(primitives);
    } else {
      primitives.push_back(std::move(primitive));
    }
  }
  mesh.primitives = std::move(primitives);
  return found;
}

}  // namespace anmkit
