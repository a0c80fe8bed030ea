// SPDX-License-Identifier: MIT
// All meshes of a scene as one skinned glTF mesh.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"
#include "exchange/gltf/buffer.hpp"
#include "exchange/gltf/rig.hpp"

namespace anmkit {

// Vertices of one material, mode and set of attributes, in the bind pose.
struct SkinPrimitive {
  PrimitiveMode mode = PrimitiveMode::triangles;
  std::int32_t material = -1;
  bool has_normals = false, has_uvs = false, has_colors = false;
  bool proxy = false;
  bool rigid = true;  // each vertex moves with one joint: `joints` has it, there are no weights
  std::vector<float> positions, normals, uvs, colors, weights;
  std::vector<std::uint16_t> joints;  // skin joints, four a vertex where not rigid
  std::vector<std::uint32_t> indices;
};

struct SkinnedMesh {
  std::vector<SkinPrimitive> primitives;
  bool proxy = false;
};

// Skin joint of each rig node; the axes node and cameras are none (-1).
std::vector<std::int32_t> skin_joints(const Rig& rig, std::vector<std::uint32_t>& rig_of_joint);

// Bone shapes for scenes that have no mesh, so that a bare skeleton is something to see: a small
// octahedron at every joint and a spike to each child, all in the bind pose.
SkinPrimitive bone_shapes(const Rig& rig, std::span<const Mat4> bind,
                          std::span<const std::int32_t> joints);

// The scene's meshes, or bone shapes when it has none. `spent`, which is those meshes or null,
// loses each when it is built in.
SkinnedMesh build_mesh(const Scene& scene, std::vector<Mesh>* spent, const Rig& rig,
                       std::span<const Mat4> bind, std::span<const std::int32_t> joints,
                       ConversionReport& report);

// Puts the mesh into the buffer and writes the members "meshes" and "skins". `turned`: the root
// that all joints hang on turns them.
void write_mesh(SkinnedMesh mesh, std::span<const Mat4> bind,
                std::span<const std::uint32_t> rig_of_joint, bool turned, GltfBuffer& buffer,
                JsonWriter& json);

}  // namespace anmkit
