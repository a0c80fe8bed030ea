// SPDX-License-Identifier: MIT
// Pieces of a surface as boxes: those that are boxes, and those that have to become boxes.
#pragma once

#include <optional>
#include <span>

#include "formats/craftstudio/model/surface.hpp"
#include "scene/bounds.hpp"

namespace anmkit::craftstudio {

// Along x, y or z.
inline double part(Vec3 v, std::size_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

struct Box {
  Vec3 centre, half;  // in the axes of the node; half a size is 0 where the box is flat
  Quat turn;          // of the box's own axes
  bool exact = false;
  std::vector<std::uint32_t> facets;  // of the surface
};

using Facets = std::span<const std::uint32_t>;  // of a surface

// Right angles, flat sides and whole faces make a box; subdivided ones count, and single
// rectangles. One face of the six may be missing.
std::optional<Box> as_box(const Surface& surface, Facets facets);

// Of a surface with triangles or vertices. Pieces that hang together by a corner are one; what is
// no box gets the smallest one in the axes of the node.
std::vector<Box> find_boxes(const Surface& surface);

// How far a place is from the surface of a box.
double distance_from(const Box& box, Vec3 place);

}  // namespace anmkit::craftstudio
