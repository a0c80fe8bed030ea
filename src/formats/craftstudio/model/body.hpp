// SPDX-License-Identifier: MIT
// The body that a scene has: its nodes as nodes of a model, its boxes as their blocks
// (section 6.1).
#pragma once

#include <string>
#include <vector>

#include "anmkit/scene.hpp"
#include "formats/craftstudio/model/looks.hpp"

namespace anmkit::craftstudio {

struct BodyNode {
  std::string name;
  std::size_t node = kNoNode;       // of the scene; none: one of several blocks of its parent
  std::int32_t parent = -1;         // index here, smaller than the node's own
  const RestNode* known = nullptr;  // of the file that the scene was made from
  bool same = false;                // looks like the known node
  Vec3 position, pivot;             // scene units
  Vec3 scale{1, 1, 1};
  Quat turn;
  std::optional<Block> block;  // none: a node that shows nothing
};

struct Body {
  std::vector<BodyNode> nodes;  // parents first
  Surfaces surfaces;
  std::size_t renamed = 0, nameless = 0, cameras = 0;
  // Where the axes of a node are in the world.
  const Surface& around(const BodyNode& node) const;
};

// Names by which animations can tell all nodes of a scene apart. Of several nodes of one name the
// first that moves keeps it, else the first.
std::vector<std::string> names_of_blocks(const Scene& scene);

// `known` is the model of the family that the scene was made from, and `own` its scene, or null.
// `keeps_order`: nodes stay as the scene has them where parents come first; else depth first.
// `wants_full`: boxes are turned where that unwraps them fully, as blocks of their own below their
// node.
Result<Body> find_body(const Scene& scene, const Pictures& pictures, double pixels_per_unit,
                       const RestModel* known, const Scene* own, bool keeps_order,
                       bool wants_full = false);

}  // namespace anmkit::craftstudio
