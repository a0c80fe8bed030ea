// SPDX-License-Identifier: MIT
// The bones of an actor as nodes of a scene, and what nodes are called.
#pragma once

#include <vector>

#include "anmkit/scene.hpp"
#include "formats/gc/document.hpp"

namespace anmkit::gc {

// A bone's rest control, taken apart.
struct Rest {
  unsigned type = 0;  // control bits; a matrix is alone
  Transform parts;
  Mat4 matrix;  // O
};

// A node's number in the file and which of several tracks with that number it shows.
struct NodeName {
  std::int64_t id = 0;
  std::size_t occurrence = 0;
};
// "bone4", "track4", "track4_1"; other names have the node's own id.
NodeName node_name(const Node& node);
// Whether a node shows a track of a bank whose actor was not there.
bool is_track(const Node& node);

// Leaves a node its control values alone, without the rest matrix that comes before them.
void show_controls(Scene& scene, std::vector<Rest>& rests);

// Adds a node for each bone in boneArray order.
std::vector<Rest> add_bones(const Actor& actor, Scene& scene);

}  // namespace anmkit::gc
