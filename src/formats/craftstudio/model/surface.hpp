// SPDX-License-Identifier: MIT
// The surface of a scene at rest: triangles, each with the node that it moves with, in the axes of
// that node as CraftStudio has them (nodes hand down no scale, section 6.1).
#pragma once

#include <array>
#include <vector>

#include "formats/craftstudio/places.hpp"

namespace anmkit::craftstudio {

struct Facet {
  std::array<Vec3, 3> corners;
  std::array<std::array<double, 2>, 3> uvs{};  // v runs down
  std::array<std::array<float, 4>, 3> colors{};
  std::int32_t material = -1, image = -1;
};

// Of one node.
struct Surface {
  Local rest;   // the node's own values
  Quat turn;    // of its axes in the world
  Vec3 origin;  // where its children hang
  std::vector<Facet> facets;
  std::vector<Vec3> vertices;  // of skins: those that follow this joint more than any other
};

struct Surfaces {
  std::vector<Surface> nodes;  // one per node of the scene
  std::vector<bool> holders;   // nodes with nothing but a mesh that other nodes move
  std::size_t others = 0;      // primitives of lines and points
  std::size_t unreadable = 0;  // triangles with corners that are no numbers, or beyond reach
  std::size_t bent = 0;        // vertices that several joints move
};
Surfaces read_surfaces(const Scene& scene);

}  // namespace anmkit::craftstudio
