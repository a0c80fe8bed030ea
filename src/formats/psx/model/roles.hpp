// SPDX-License-Identifier: MIT
// Nodes of a scene as numbered objects, with the meshes of each.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit::psx {

// "obj012" or "obj012_1": object and occurrence.
struct ObjectName {
  std::size_t object = 0, occurrence = 0;
  auto operator<=>(const ObjectName&) const = default;
};
std::optional<ObjectName> object_name(std::string_view name);

struct Role {
  ObjectName name;
  std::size_t node = 0;
  // How large the joint of another program's skin was when its vertices were bound. Objects are
  // stored without it and animations without it play them: in a rig of centimetres, scaled to
  // metres by its armature, vertices would leave their 16 bits.
  double size = 1;
};

// Nodes that are named as objects; others with a mesh of their own get the numbers after them.
// Where no node has such a name, the objects are the joints of skins and the nodes with meshes of
// their own, in the scene's order, or all nodes where there are neither; of more than 256 the
// joints that no vertex follows are none. Cameras and the holders of skinned meshes are no objects.
// Ascending by name.
std::vector<Role> roles_of(const Scene& scene);

// A vertex that follows several joints, or another one than its face.
struct BentVertex {
  std::array<float, 3> position{};  // as it was bound
  std::array<std::uint32_t, 4> joints{};
  std::array<float, 4> weights{};
  std::uint32_t joint = 0;  // that it follows as a part of an object
};

// What the objects show, each in its own space: faces of a skin belong to the joint that most of
// their corners' weight follows.
struct ObjectMeshes {
  std::vector<Mesh> meshes;  // one a role; without primitives where it shows nothing
  std::size_t bent = 0;      // faces that follow several joints, which no object can
  std::vector<BentVertex> bent_vertices;
  std::size_t homeless = 0;  // faces of joints that are no objects
};
ObjectMeshes object_meshes(const Scene& scene, const std::vector<Role>& roles);

// The largest distance between where the skin puts these vertices and where their objects do, at
// rest and at the frames of a clip, whose index may be outside; scene units. Of very many times
// and vertices only some are looked at.
double largest_bend(const Scene& scene, std::size_t clip, std::span<const BentVertex> vertices);

}  // namespace anmkit::psx
