// SPDX-License-Identifier: MIT
// The nodes of a scene that are joints of a BVH, in the order of the text.
#pragma once

#include <cstdint>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

struct BvhJoint {
  std::int32_t node;    // of the scene; -1: a root above several
  std::int32_t parent;  // index of the joint above, -1: the root
  std::size_t depth;
};

// Each joint comes right before those below it. Where meshes have skins, nodes that neither are
// joints of one, nor move, nor belong to such a node are left out. BVH has one root: several are
// put below one more.
std::vector<BvhJoint> bvh_joints(const Scene& scene, const Clip& clip);

}  // namespace anmkit
