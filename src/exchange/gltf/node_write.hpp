// SPDX-License-Identifier: MIT
// The nodes of an exported glTF file.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/json.hpp"
#include "exchange/gltf/rig.hpp"

namespace anmkit {

class NodeWriter {
 public:
  NodeWriter(const Scene& scene, const Rig& rig, JsonWriter& json);

  // Member "nodes". `extensions`: whether those of a scene node can be written. `mesh`: the skinned
  // mesh is a node of its own.
  void write(const std::vector<bool>& extensions, bool mesh) const;
  // Member "nodes" of the scene's extras (scene_notes.hpp).
  void write_list() const;

 private:
  void write_rest(const Transform& rest) const;
  void write_members(const RigNode& rig_node) const;
  template <class T, std::size_t N>
  void write_numbers(std::string_view name, const std::array<T, N>& numbers) const;

  const Scene& scene_;
  const Rig& rig_;
  JsonWriter& json_;
  std::vector<Quat> turns_;  // of each rig node at rest, below the axes node
};

}  // namespace anmkit
