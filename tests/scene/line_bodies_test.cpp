// SPDX-License-Identifier: MIT
// Bodies of lines, measured; and the lines that are found in them again, or not.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <random>
#include <set>

#include "scene/line_bodies.hpp"

namespace anmkit {
namespace {

using Point = std::array<double, 3>;
using Line = std::array<std::array<float, 3>, 2>;

Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
Point times(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
Point at(const Primitive& primitive, std::uint32_t vertex) {
  const auto& p = primitive.positions.at(vertex);
  return {double{p[0]}, double{p[1]}, double{p[2]}};
}

Scene scene_of(const std::vector<Line>& lines) {
  Scene scene;
  scene.materials.push_back({.name = "plain", .double_sided = true, .unlit = true});
  Primitive& primitive = scene.meshes.emplace_back().primitives.emplace_back();
  primitive.mode = PrimitiveMode::lines;
  primitive.material = 0;
  for (const Line& line : lines) {
    for (const auto& end : line) {
      const auto number = static_cast<std::uint32_t>(primitive.positions.size());
      primitive.indices.push_back(number);
      primitive.positions.push_back(end);
      primitive.colors.push_back({static_cast<float>(number % 7) / 8, 0.25F, 0.5F, 1});
      primitive.joints.push_back({number, 0, 0, 0});
      primitive.weights.push_back({1, 0, 0, 0});
    }
  }
  return scene;
}

const std::vector<Line> kLines = {{{{0, 0, 0}, {10, 0, 0}}},     {{{0, 0, 0}, {0, -7, 0}}},
                                  {{{3, 3, 3}, {3, 3, 40}}},     {{{10, 0, 0}, {20, 0, 0}}},
                                  {{{-5, 2, 1}, {30, -11, 17}}}, {{{1, 1, 1}, {1.5F, 1, 1}}},
                                  {{{-5, 2, 1}, {30, -11, 17}}}, {{{30, -11, 17}, {-5, 2, 1}}},
                                  {{{0, 0, 0}, {5, 5, 5}}},      {{{-300, 200, 9}, {7, -8, 300}}}};

// The faces of one body, by the vertices of its line.
std::vector<std::uint32_t> faces_of(const Primitive& bodies, std::size_t line) {
  std::vector<std::uint32_t> faces;
  for (std::size_t i = 0; i + 3 <= bodies.indices.size(); i += 3) {
    if (bodies.joints.at(bodies.indices[i])[0] / 2 == line)
      faces.insert(faces.end(), bodies.indices.begin() + static_cast<std::ptrdiff_t>(i),
                   bodies.indices.begin() + static_cast<std::ptrdiff_t>(i) + 3);
  }
  return faces;
}

// Six times the volume, positive where faces look outward; and whether each edge is met once in
// either direction.
double volume(const Primitive& bodies, const std::vector<std::uint32_t>& faces, bool& closed) {
  double sum = 0;
  std::multiset<std::pair<Point, Point>> edges;
  for (std::size_t i = 0; i < faces.size(); i += 3) {
    std::array<Point, 3> p;
    for (std::size_t c = 0; c < 3; ++c)
      p[c] = at(bodies, faces[i + c]) - at(bodies, faces[0]);
    sum += dot(p[0], times(p[1], p[2]));
    for (std::size_t c = 0; c < 3; ++c)
      edges.emplace(p[c], p[(c + 1) % 3]);
  }
  closed = std::ranges::all_of(edges, [&](const auto& edge) {
    return edges.count(edge) == 1 && edges.count({edge.second, edge.first}) == 1;
  });
  return sum / 6;
}

TEST(LineBodies, EachIsABoxFromEndToEnd) {
  for (const double width : {0.5, 3.0, 40.0}) {
    Scene scene = scene_of(kLines);
    give_lines_bodies(scene, width);
    ASSERT_EQ(scene.meshes[0].primitives.size(), 1u);
    const Primitive& bodies = scene.meshes[0].primitives[0];
    EXPECT_EQ(bodies.mode, PrimitiveMode::triangles);
    for (std::size_t n = 0; n < kLines.size(); ++n) {
      const auto faces = faces_of(bodies, n);
      ASSERT_EQ(faces.size(), 36u);
      const Point a{double{kLines[n][0][0]}, double{kLines[n][0][1]}, double{kLines[n][0][2]}};
      const Point b{double{kLines[n][1][0]}, double{kLines[n][1][1]}, double{kLines[n][1][2]}};
      const double size = std::sqrt(dot(b - a, b - a));
      std::set<Point> corners;
      for (const std::uint32_t v : faces) {
        const Point p = at(bodies, v);
        corners.insert(p);
        // On the plane of its own end, half a diagonal away from the line.
        const bool end = bodies.joints.at(v)[0] % 2 == 1;
        const double along = dot(p - a, b - a) / size;
        EXPECT_NEAR(along, end ? size : 0, 1e-4);
        const Point off = p - (end ? b : a);
        EXPECT_NEAR(std::sqrt(dot(off, off)), width / std::numbers::sqrt2, 1e-4);
        EXPECT_EQ(bodies.colors.at(v)[0], static_cast<float>((2 * n + (end ? 1 : 0)) % 7) / 8);
        EXPECT_EQ(bodies.weights.at(v)[0], 1);
      }
      EXPECT_EQ(corners.size(), 8u);
      bool closed = false;
      EXPECT_NEAR(volume(bodies, faces, closed), width * width * size, 1e-3 * width * width * size);
      EXPECT_TRUE(closed) << n;
    }
  }
}

TEST(LineBodies, PointsAndLinesOfNoLengthAreCubes) {
  for (const PrimitiveMode mode : {PrimitiveMode::lines, PrimitiveMode::points}) {
    Scene scene = scene_of({{{{3, -4, 5}, {3, -4, 5}}}});
    Primitive& dots = scene.meshes[0].primitives[0];
    dots.mode = mode;
    give_lines_bodies(scene, 2);
    const Primitive& bodies = scene.meshes[0].primitives[0];
    // Two vertices are one line or two points.
    ASSERT_EQ(bodies.indices.size(), mode == PrimitiveMode::lines ? 36u : 72u);
    const std::vector<std::uint32_t> faces(bodies.indices.begin(), bodies.indices.begin() + 36);
    for (const std::uint32_t v : faces)
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_EQ(std::fabs(at(bodies, v)[axis] - std::array{3.0, -4.0, 5.0}[axis]), 1.0);
    bool closed = false;
    EXPECT_NEAR(volume(bodies, faces, closed), 8, 1e-6);
    EXPECT_TRUE(closed);
  }
}

TEST(LineBodies, HaveAMaterialOfTheirOwn) {
  Scene scene = scene_of(kLines);
  Primitive triangle;
  triangle.material = 0;
  triangle.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  scene.meshes[0].primitives.push_back(triangle);
  Primitive bare = scene.meshes[0].primitives[0];
  bare.material = -1;
  scene.meshes[0].primitives.push_back(bare);
  give_lines_bodies(scene, 0.5);
  const auto& primitives = scene.meshes[0].primitives;
  ASSERT_EQ(scene.materials.size(), 3u);
  EXPECT_EQ(scene.materials[0].name, "plain");
  EXPECT_EQ(scene.materials[1].name, "line bodies 0.5 wide, plain");
  EXPECT_TRUE(scene.materials[1].unlit);
  EXPECT_TRUE(scene.materials[1].double_sided);
  EXPECT_EQ(scene.materials[2].name, "line bodies 0.5 wide");
  EXPECT_EQ(primitives[0].material, 1);
  EXPECT_EQ(primitives[1].material, 0);
  EXPECT_EQ(primitives[1].positions, triangle.positions);
  EXPECT_EQ(primitives[2].material, 2);
}

// Ends in whole hundredths with the colour's first part, lines without direction.
using Seen = std::multiset<std::multiset<std::array<long, 4>>>;
Seen seen(const Mesh& mesh, PrimitiveMode mode = PrimitiveMode::lines) {
  Seen lines;
  for (const Primitive& primitive : mesh.primitives) {
    if (primitive.mode != mode) continue;
    const std::size_t corners = mode == PrimitiveMode::lines ? 2 : 1;
    for (std::size_t i = 0; i + corners <= primitive.positions.size(); i += corners) {
      std::multiset<std::array<long, 4>> line;
      for (std::size_t k = i; k < i + corners; ++k) {
        std::array<long, 4> end{};
        for (std::size_t axis = 0; axis < 3; ++axis)
          end[axis] = std::lround(100 * double{primitive.positions[k][axis]});
        end[3] = std::lround(255 * double{primitive.colors[k][0]});
        line.insert(end);
      }
      lines.insert(line);
    }
  }
  return lines;
}

struct Found {
  Mesh mesh;
  LinesFound found;
};
Found again(Scene scene, const std::function<void(Primitive&)>& edit) {
  give_lines_bodies(scene, 3);
  edit(scene.meshes[0].primitives[0]);
  Found result{scene.meshes[0], {}};
  result.found = find_lines_of_bodies(result.mesh, scene.materials);
  return result;
}

// What other tools do to faces: other vertices, another order, another first corner.
void rewrite(Primitive& bodies) {
  std::vector<std::array<std::uint32_t, 3>> faces;
  for (std::size_t i = 0; i < bodies.indices.size(); i += 3)
    faces.push_back({bodies.indices[i + 1], bodies.indices[i + 2], bodies.indices[i]});
  std::ranges::shuffle(faces, std::mt19937(5));
  Primitive split;
  split.material = bodies.material;
  for (const auto& face : faces) {
    for (const std::uint32_t v : face) {
      split.positions.push_back(bodies.positions[v]);
      split.colors.push_back(bodies.colors[v]);
      split.uvs.push_back(bodies.uvs[v]);
    }
  }
  bodies = split;
}

TEST(LineBodies, LinesAreFoundAgain) {
  const Seen all = seen(scene_of(kLines).meshes[0]);
  for (const auto& edit : {std::function<void(Primitive&)>([](Primitive&) {}), {rewrite}}) {
    const Found found = again(scene_of(kLines), edit);
    EXPECT_EQ(seen(found.mesh), all);
    EXPECT_EQ(found.found.unlike, 0u);
    EXPECT_EQ(found.found.resized, 0u);
    ASSERT_EQ(found.mesh.primitives.size(), 1u);
    EXPECT_EQ(found.mesh.primitives[0].material, 1);
  }
}

TEST(LineBodies, PointsAreFoundAgain) {
  Scene dots = scene_of({{{{3, -4, 5}, {3, -4, 5}}}, {{{-30, 0, 7}, {1, 2, 3}}}});
  dots.meshes[0].primitives[0].mode = PrimitiveMode::points;
  const Found found = again(dots, rewrite);
  EXPECT_EQ(found.found.unlike, 0u);
  EXPECT_EQ(found.found.resized, 0u);
  EXPECT_EQ(seen(found.mesh, PrimitiveMode::points), seen(dots.meshes[0], PrimitiveMode::points));
  EXPECT_EQ(seen(found.mesh, PrimitiveMode::points).size(), 4u);
}

TEST(LineBodies, CopiesAndLostBoxesAreLines) {
  const auto copied = [](Primitive& bodies) {
    rewrite(bodies);
    const std::size_t count = bodies.positions.size();
    for (std::size_t v = 0; v < count; ++v) {
      auto place = bodies.positions[v];
      place[1] += 500;
      bodies.positions.push_back(place);
      bodies.colors.push_back(bodies.colors[v]);
      bodies.uvs.push_back(bodies.uvs[v]);
    }
  };
  const Found twice = again(scene_of(kLines), copied);
  EXPECT_EQ(twice.found.unlike, 0u);
  std::vector<Line> both = kLines;
  for (Line line : kLines) {
    line[0][1] += 500, line[1][1] += 500;
    both.push_back(line);
  }
  Scene expected = scene_of(both);
  auto& colors = expected.meshes[0].primitives[0].colors;
  std::copy_n(colors.begin(), 2 * kLines.size(), colors.begin() + 2 * kLines.size());
  EXPECT_EQ(seen(twice.mesh), seen(expected.meshes[0]));

  const Found less = again(
      scene_of(kLines), [](Primitive& bodies) { bodies.indices.resize(36 * (kLines.size() - 1)); });
  EXPECT_EQ(less.found.unlike, 0u);
  EXPECT_EQ(seen(less.mesh), seen(scene_of({kLines.begin(), kLines.end() - 1}).meshes[0]));
}

TEST(LineBodies, OtherWidthsAreNamed) {
  const Found found = again(scene_of({kLines[0]}), [](Primitive& bodies) {
    for (auto& position : bodies.positions)
      position[1] *= 2;
  });
  EXPECT_EQ(found.found.resized, 1u);
  EXPECT_EQ(found.found.unlike, 0u);
  EXPECT_EQ(seen(found.mesh), seen(scene_of({kLines[0]}).meshes[0]));
}

TEST(LineBodies, CountsBoxesThatAreNotLines) {
  const std::function<void(Primitive&)> edits[] = {
      [](Primitive& bodies) { bodies.uvs.clear(); },
      [](Primitive& bodies) { bodies.uvs[3][0] += 0.5F; },
      [](Primitive& bodies) { bodies.uvs[3][1] = 7; },
      [](Primitive& bodies) { bodies.uvs[3][1] = std::nanf(""); },
      [](Primitive& bodies) { bodies.uvs[3][0] = -1e30F; },
      [](Primitive& bodies) { bodies.indices[5] = 4'000'000'000; },
      [](Primitive& bodies) { bodies.positions[1] = bodies.positions[0]; },
      [](Primitive& bodies) { bodies.indices.resize(6); },
      // The same body once more, at the same place.
      [](Primitive& bodies) {
        const auto indices = bodies.indices;
        bodies.indices.insert(bodies.indices.end(), indices.begin(), indices.begin() + 36);
      },
      [](Primitive& bodies) {
        for (auto& uv : bodies.uvs)
          uv[0] = 0;
        bodies.uvs.back()[1] = 2;
      },
  };
  std::size_t number = 0;
  for (const auto& edit : edits) {
    EXPECT_GT(again(scene_of({kLines[4], kLines[9]}), edit).found.unlike, 0u) << number;
    ++number;
  }
}

TEST(LineBodies, OtherMaterialsAreLeftAlone) {
  for (const char* name :
       {"plain", "line bodies", "line bodies 3", "line bodies x wide", "Line bodies 3 wide"}) {
    Scene scene = scene_of(kLines);
    give_lines_bodies(scene, 3);
    scene.materials[1].name = name;
    Mesh mesh = scene.meshes[0];
    EXPECT_EQ(find_lines_of_bodies(mesh, scene.materials).unlike, 0u);
    ASSERT_EQ(mesh.primitives.size(), 1u) << name;
    EXPECT_EQ(mesh.primitives[0].mode, PrimitiveMode::triangles) << name;
  }
}

}  // namespace
}  // namespace anmkit
