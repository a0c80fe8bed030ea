// SPDX-License-Identifier: MIT
// Bodies for lines and points, which renderers such as Blender's do not draw; and lines of bodies.
#pragma once

#include <cstddef>
#include <span>

#include "anmkit/scene.hpp"

namespace anmkit {

// Every line becomes a box of this width and height from end to end, every point and every line of
// no length a cube. Colours and joints are those of the ends. Boxes have a material of their own,
// "line bodies W wide, " and the lines' name for it. Their texture coordinates are the number of
// the line and the end that a corner belongs to: 0 or 1, of cubes 2. Indices must name vertices.
void give_lines_bodies(Scene& scene, double width);

struct LinesFound {
  std::size_t unlike = 0;   // bodies that no line or point can be found in
  std::size_t resized = 0;  // bodies that are no longer boxes of their width
};
// The import, however a tool ordered and joined the faces: primitives of bodies become lines and
// points of the same material. Ends are in the middle of their corners.
LinesFound find_lines_of_bodies(Mesh& mesh, std::span<const Material> materials);

}  // namespace anmkit
