// SPDX-License-Identifier: MIT
// Nodes with what glTF has no words for in their extras.
#include "exchange/gltf/node_write.hpp"

#include <algorithm>

#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/names.hpp"
#include "exchange/gltf/not_finite.hpp"

namespace anmkit {

NodeWriter::NodeWriter(const Scene& scene, const Rig& rig, JsonWriter& json)
    : scene_(scene), rig_(rig), json_(json), turns_(rig.nodes.size()) {
  for (const std::uint32_t i : rig_.order) {
    const RigNode& node = rig_.nodes[i];
    if (node.part == GltfPart::axes) continue;
    const Quat around = node.parent < 0 ? Quat{} : turns_[static_cast<std::size_t>(node.parent)];
    turns_[i] = normalize(around * normalize(node.rest.rotation));
  }
}

template <class T, std::size_t N>
void NodeWriter::write_numbers(std::string_view name, const std::array<T, N>& numbers) const {
  json_.key(name);
  json_.begin_array(true);
  for (const T number : numbers)
    json_.value(number);
  json_.end_array();
}

void NodeWriter::write_rest(const Transform& rest) const {
  const auto three = [](Vec3 v) {
    return std::array<float, 3>{finite(v.x), finite(v.y), finite(v.z)};
  };
  const Quat q = normalize(rest.rotation);
  if (rest.translation != Vec3{}) write_numbers("translation", three(rest.translation));
  if (q != Quat{}) {
    write_numbers("rotation",
                  std::array<float, 4>{finite(q.x), finite(q.y), finite(q.z), finite(q.w)});
  }
  if (rest.scale != Vec3{1, 1, 1}) write_numbers("scale", three(rest.scale));
}

void NodeWriter::write_list() const {
  json_.key("nodes");
  json_.begin_array();
  for (const RigNode& node : rig_.nodes) {
    json_.begin_object();
    json_.member("joint", node.name);
    write_members(node);
    json_.end_object();
  }
  json_.end_array();
}

void NodeWriter::write_members(const RigNode& rig_node) const {
  json_.member("part", part_name(rig_node.part));
  if (rig_node.part != GltfPart::axes) {
    json_.member("node", rig_node.scene_node);
  }
  if (rig_node.part != GltfPart::axes && rig_node.part != GltfPart::camera) {
    // Editors lay bones along their children; this tells which way the joint lay.
    const Quat turn = turns_[static_cast<std::size_t>(&rig_node - rig_.nodes.data())];
    write_numbers("turn", std::array<float, 4>{finite(turn.x), finite(turn.y), finite(turn.z),
                                               finite(turn.w)});
  }
  if (rig_node.part == GltfPart::node) {
    const Node& node = scene_.nodes[rig_node.scene_node];
    json_.member("id", node.id);
    if (node.name != rig_node.name) write_name("name", node.name, json_);
    const bool whole = rig_.chains[rig_node.scene_node].matrix;
    if (!node.inherit_scale && !whole) json_.member("inheritScale", false);
    if (!node.inherit_parent) {
      json_.member("inheritParent", false);
      json_.member("parent", node.parent);
    }
    if (node.billboard) json_.member("billboard", true);
    if (node.block_size) {
      const Vec3 size = *node.block_size;
      write_numbers("blockSize",
                    std::array<double, 3>{or_zero(size.x), or_zero(size.y), or_zero(size.z)});
    }
    if (rig_.chains[rig_node.scene_node].fold_offset) {
      std::array<double, 16> offset = node.offset.m;
      std::ranges::transform(offset, offset.begin(), or_zero);
      write_numbers("offset", offset);
    }
  }
}

void NodeWriter::write(const std::vector<bool>& extensions, bool mesh) const {
  json_.key("nodes");
  json_.begin_array();
  std::uint32_t camera = 0;
  for (const RigNode& node : rig_.nodes) {
    json_.begin_object();
    json_.member("name", node.name);
    write_rest(node.rest);
    if (!node.children.empty()) {
      json_.key("children");
      json_.begin_array(true);
      for (const std::uint32_t child : node.children)
        json_.value(child);
      json_.end_array();
    }
    if (node.part == GltfPart::camera) json_.member("camera", camera++);
    if (node.part == GltfPart::node && extensions[node.scene_node]) {
      json_.key("extensions");
      json_.raw(scene_.nodes[node.scene_node].extensions);
    }
    begin_extras(json_);
    write_members(node);
    end_extras(json_);
    json_.end_object();
  }
  if (mesh) {
    json_.begin_object();
    json_.member("name", kMeshName);
    json_.member("mesh", 0);
    json_.member("skin", 0);
    begin_extras(json_);
    json_.member("part", "mesh");
    end_extras(json_);
    json_.end_object();
  }
  json_.end_array();
}

}  // namespace anmkit
