// SPDX-License-Identifier: MIT
// Scene nodes as glTF nodes: one each, or a short chain where one translation, rotation
// and scale cannot express what the scene specifies.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"
#include "anmkit/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit {

// The role of a glTF node. From the outside in:
//   axes     the one root: turns the file's axes to glTF's
//   offset   Node::offset, when it is animated or more than a rotation and translation
//   pivot    translation and rotation, when the node has a pivot
//   node     the scene node itself; children hang here
//   scale    leaf: the scale that children do not get
//   size     leaf: block size over its rest, and 0 while hidden; always steps
//   camera   leaf: a camera, turned to its target
enum class GltfPart : std::uint8_t { axes, offset, pivot, node, scale, size, camera };
inline constexpr std::size_t kGltfPartCount = 7;
// The value of extras.anmkit.part.
std::string_view part_name(GltfPart part);

struct RigNode {
  std::string name;
  GltfPart part = GltfPart::node;
  std::uint32_t scene_node = 0;
  std::int32_t parent = -1;  // rig index
  Transform rest;            // metres
  std::vector<std::uint32_t> children;
};

// Rig indices of one scene node's chain, -1 where it has no such part.
struct Chain {
  std::array<std::int32_t, kGltfPartCount> part{-1, -1, -1, -1, -1, -1, -1};
  bool matrix = false;       // animated by matrices: one node, decomposed
  bool aims = false;         // a camera that some clip points at a target or rolls
  bool fold_offset = false;  // Node::offset rotates and moves, inside the node's own values
  Transform fold;            // scene units
  std::int32_t at(GltfPart which) const { return part[static_cast<std::size_t>(which)]; }
  std::int32_t& at(GltfPart which) { return part[static_cast<std::size_t>(which)]; }
};

using PropertySet = std::uint32_t;
constexpr PropertySet bit(Property property) {
  return 1u << static_cast<unsigned>(property);
}

struct Rig {
  double metres = 1;                 // one scene unit
  std::vector<RigNode> nodes;        // 0 is the axes node; parents may follow children
  std::vector<Chain> chains;         // one a scene node
  std::vector<std::uint32_t> order;  // rig indices, parents first
};

// Rotation from the scene's axes to glTF's.
Quat axes_rotation(UpAxis up);

// Whether a track ever differs from the node's rest pose.
bool track_matters(const Scene& scene, const Track& track);

Rig make_rig(const Scene& scene, double metres, ConversionReport& report);

// Local transform of one glTF node, in metres, when its scene node is in `pose`.
Transform part_transform(const Scene& scene, const Rig& rig, const RigNode& rig_node,
                         const NodePose& pose);

// Rest matrices of all rig nodes below the axes node, for binding skins. Scales of 0 (flat blocks
// that grow) and the scales of leaf parts count as 1: a skin may be bound in any pose that can be
// inverted, and an animated scale then shapes the vertices from there.
std::vector<Mat4> bind_matrices(const Scene& scene, const Rig& rig);

}  // namespace anmkit
