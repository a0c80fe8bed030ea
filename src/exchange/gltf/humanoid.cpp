// SPDX-License-Identifier: MIT
// Humanoid bones in: VRM names them for the whole file, scenes have them at their nodes.
#include "exchange/gltf/fold.hpp"

namespace anmkit {
namespace {

void mark(std::vector<RawNode>& nodes, std::string_view extension, std::string_view bone,
          JsonValue node, std::vector<bool>& marked) {
  const auto index = node.integer();
  if (!index || *index < 0 || static_cast<std::size_t>(*index) >= nodes.size()) return;
  // A node is one bone; the first one counts.
  if (marked[static_cast<std::size_t>(*index)]) return;
  marked[static_cast<std::size_t>(*index)] = true;
  JsonWriter json;
  json.begin_object();
  json.member("humanBone", bone);
  json.end_object();
  std::string& extensions = nodes[static_cast<std::size_t>(*index)].extensions;
  const std::string own = "{\"" + std::string(extension) + "\":" + json.take();
  // Before the node's own values.
  extensions = extensions.empty() ? own + "}" : own + "," + extensions.substr(1);
}

}  // namespace

void mark_humanoid(GltfFile& file, std::vector<RawNode>& nodes) {
  const JsonValue extensions = file.json().root()["extensions"];
  for (const std::string_view name : {"VRMC_vrm", "VRMC_vrm_animation", "VRM"}) {
    const JsonValue bones = extensions[name]["humanoid"]["humanBones"];
    std::vector<bool> marked(bones ? nodes.size() : 0);
    for (JsonValue bone = bones.first(); bone; bone = bone.next()) {
      // An object of bones, or, in VRM 0, an array.
      const bool list = bones.is(JsonKind::array);
      mark(nodes, name, list ? bone["bone"].string().value_or("") : bone.key(), bone["node"],
           marked);
    }
  }
}

}  // namespace anmkit
