// SPDX-License-Identifier: MIT
// A box a line.
#include "scene/line_bodies.hpp"

#include <cmath>
#include <map>

#include "core/json.hpp"
#include "scene/line_body.hpp"

namespace anmkit::line_body {
namespace {

// The eight corners are those of the beginning, then those of the end, both in the same order.
constexpr std::array<Triangle, kTriangles> kBox = {{{0, 2, 1},
                                                    {0, 3, 2},
                                                    {4, 5, 6},
                                                    {4, 6, 7},
                                                    {0, 1, 5},
                                                    {0, 5, 4},
                                                    {1, 2, 6},
                                                    {1, 6, 5},
                                                    {2, 3, 7},
                                                    {2, 7, 6},
                                                    {3, 0, 4},
                                                    {3, 4, 7}}};

// Across a direction, along an axis where the direction is along another.
Vec3 across(Vec3 along) {
  const double x = std::fabs(along.x), y = std::fabs(along.y), z = std::fabs(along.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
  const Vec3 side = cross(along, axis);
  return side * (1 / length(side));
}

// The boxes of one primitive.
class BodyMaker {
 public:
  BodyMaker(const Primitive& from, double width) : from_(from), half_(width / 2) {}

  Primitive make() {
    for_each_face(from_,
                  [&](std::span<const std::uint32_t> ends) { add(ends.front(), ends.back()); });
    return std::move(to_);
  }

 private:
  void add(std::uint32_t begin, std::uint32_t end) {
    const auto first = static_cast<std::uint32_t>(to_.positions.size());
    Vec3 a = vec(from_.positions[begin]), b = vec(from_.positions[end]);
    const double size = length(b - a);
    const bool point = !(size > 0);
    const Vec3 along = point ? Vec3{0, 0, 1} : (b - a) * (1 / size);
    if (point) {
      a = a - along * half_;
      b = b + along * half_;
    }
    const Vec3 u = across(along) * half_, v = cross(along, u);
    for (const Vec3& side : {(u + v) * -1, u - v, u + v, v - u})
      put(begin, a + side, point ? kPoint : 0);
    for (const Vec3& side : {(u + v) * -1, u - v, u + v, v - u})
      put(end, b + side, point ? kPoint : 1);
    for (const Triangle& triangle : kBox)
      for (const std::uint32_t corner : triangle)
        to_.indices.push_back(first + corner);
    number_ = (number_ + 1) % kNumbers;
  }

  void put(std::uint32_t vertex, Vec3 place, int end) {
    to_.positions.push_back(to_floats(place));
    to_.uvs.push_back({static_cast<float>(number_), static_cast<float>(end)});
    if (vertex < from_.colors.size()) to_.colors.push_back(from_.colors[vertex]);
    if (vertex < from_.joints.size()) to_.joints.push_back(from_.joints[vertex]);
    if (vertex < from_.weights.size()) to_.weights.push_back(from_.weights[vertex]);
  }

  const Primitive& from_;
  double half_;
  std::uint32_t number_ = 0;
  Primitive to_;
};

}  // namespace
}  // namespace anmkit::line_body

namespace anmkit {

void give_lines_bodies(Scene& scene, double width) {
  std::map<std::int32_t, std::int32_t> materials;  // of lines, and of their bodies
  for (Mesh& mesh : scene.meshes) {
    for (Primitive& primitive : mesh.primitives) {
      if (primitive.mode == PrimitiveMode::triangles) continue;
      const auto [known, fresh] =
          materials.emplace(primitive.material, static_cast<std::int32_t>(scene.materials.size()));
      if (fresh) {
        const auto index = static_cast<std::size_t>(primitive.material);
        const bool named = primitive.material >= 0 && index < scene.materials.size();
        Material material = named ? scene.materials[index] : Material{};
        // Lines without a material are not lit either.
        if (!named) material.unlit = true;
        std::string name(line_body::kNameStart);
        append_number(name, width);
        name += line_body::kNameEnd;
        if (!material.name.empty()) name += ", " + material.name;
        material.name = std::move(name);
        material.image = -1;
        scene.materials.push_back(std::move(material));
      }
      primitive = line_body::BodyMaker(primitive, width).make();
      primitive.material = known->second;
    }
  }
}

}  // namespace anmkit
