// SPDX-License-Identifier: MIT
// Positions that are stored as integers (KHR_mesh_quantization) get their unit by the scale of
// their node, which is none of its pose: it goes into the mesh.
#include <algorithm>
#include <map>

#include "exchange/gltf/mesh_read.hpp"

namespace anmkit {
namespace {

constexpr std::int64_t kFloat = 5126;

bool has_integers(GltfFile& file, std::int32_t mesh) {
  const auto& accessors = file.list("accessors");
  const JsonValue first = file.list("meshes")[static_cast<std::size_t>(mesh)]["primitives"].first();
  for (JsonValue one = first; one; one = one.next()) {
    const auto index = one["attributes"]["POSITION"].integer().value_or(-1);
    if (index < 0 || static_cast<std::size_t>(index) >= accessors.size() ||
        accessors[static_cast<std::size_t>(index)]["componentType"].integer() == kFloat)
      return false;
  }
  return first.present();
}

// The scale that a mesh can take from the node; 1 where it is a part of the pose.
double unit_of(const RawNode& node, const Role& role) {
  const Vec3 scale = node.rest.scale;
  const bool alone = node.skin < 0 && node.children.empty() && role.part == GltfPart::node;
  const bool even = scale.x > 0 && scale.y == scale.x && scale.z == scale.x;
  return alone && even ? scale.x : 1;
}

}  // namespace

void scale_quantized_meshes(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                            Scene& scene) {
  std::vector<bool> grows(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks)
      if (track.property == Property::scale) grows[track.node] = true;
  }
  struct User {
    std::uint32_t node;
    double unit;
  };
  std::map<std::int32_t, std::vector<User>> users;  // by mesh of the scene
  std::map<std::int32_t, bool> integers;            // by mesh of the file
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const Role& role = folding.roles[i];
    if (raw[i].mesh < 0 || role.mesh || role.scene < 0) continue;
    const auto node = static_cast<std::uint32_t>(role.scene);
    const auto [known, fresh] = integers.try_emplace(raw[i].mesh);
    if (fresh) known->second = has_integers(file, raw[i].mesh);
    const bool taken = !grows[node] && known->second;
    users[scene.nodes[node].mesh].push_back({node, taken ? unit_of(raw[i], role) : 1});
  }
  for (const auto& [mesh, nodes] : users) {
    const double unit = nodes.front().unit;
    const auto other = [&](const User& user) { return user.unit != unit; };
    if (mesh < 0 || unit == 1 || std::ranges::any_of(nodes, other)) continue;
    for (Primitive& primitive : scene.meshes[static_cast<std::size_t>(mesh)].primitives) {
      for (auto& position : primitive.positions)
        for (float& x : position)
          x = static_cast<float>(static_cast<double>(x) * unit);
    }
    for (const User& user : nodes)
      scene.nodes[user.node].rest.scale = {1, 1, 1};
  }
}

}  // namespace anmkit
