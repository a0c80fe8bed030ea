// SPDX-License-Identifier: MIT
// The shape of a mesh in numbers that do not depend on how a tool groups or begins its faces.
#pragma once

#include "formats/psx/model/object_writer.hpp"

namespace anmkit::psx {

// A face's corners as whole numbers: position in file units, display colour and texel.
using Corner = std::array<std::int64_t, 8>;
struct Face {
  std::vector<Corner> corners;
  auto operator<=>(const Face&) const = default;
};

inline Face face_of(const Primitive& primitive, std::span<const std::uint32_t> indices) {
  Face face;
  for (const std::uint32_t index : indices) {
    Corner& corner = face.corners.emplace_back();
    for (std::size_t a = 0; a < 3; ++a) {
      const double value = double{primitive.positions[index][a]};
      corner[a] = std::fabs(value) < 1e6 ? portable::lround(value) : 1'000'000;
      corner[a + 3] =
          index < primitive.colors.size() ? display_byte(double{primitive.colors[index][a]}) : 255;
    }
    for (std::size_t a = 0; a < 2 && index < primitive.uvs.size(); ++a)
      corner[6 + a] = portable::lround(std::floor(double{primitive.uvs[index][a]} * 256));
  }
  // Where a face begins is of no meaning, and a line has no direction.
  if (face.corners.size() == 2) {
    std::ranges::sort(face.corners);
  } else if (!face.corners.empty()) {
    std::ranges::rotate(face.corners, std::ranges::min_element(face.corners));
  }
  return face;
}

// All faces of a mesh, sorted; with `lines` false only its triangles.
inline std::vector<Face> faces_of(const Mesh& mesh, bool lines) {
  std::vector<Face> faces;
  for (const Primitive& primitive : mesh.primitives) {
    if (!lines && primitive.mode != PrimitiveMode::triangles) continue;
    for_each_face(primitive, [&](std::span<const std::uint32_t> face) {
      faces.push_back(face_of(primitive, face));
    });
  }
  std::ranges::sort(faces);
  return faces;
}

// The same shape: colours may differ by what a tool rounds them to.
inline bool same_shape(const Mesh& a, const Mesh& b, bool lines) {
  const auto near = [](const Corner& x, const Corner& y) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const std::int64_t slack = i >= 3 && i < 6 ? 1 : 0;
      if (x[i] - y[i] > slack || y[i] - x[i] > slack) return false;
    }
    return true;
  };
  return std::ranges::equal(
      faces_of(a, lines), faces_of(b, lines),
      [&](const Face& x, const Face& y) { return std::ranges::equal(x.corners, y.corners, near); });
}

}  // namespace anmkit::psx
