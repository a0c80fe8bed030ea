// SPDX-License-Identifier: MIT
// Warnings about shapes, joints and copies of meshes that are not read.
#include "core/counted.hpp"
#include "exchange/gltf/mesh_read.hpp"

namespace anmkit {
namespace {

// How many corners the triangles of a primitive have.
std::int64_t corners_of(GltfFile& file, JsonValue primitive) {
  const JsonValue indices = primitive["indices"];
  const auto at = (indices ? indices : primitive["attributes"]["POSITION"]).integer();
  const auto& accessors = file.list("accessors");
  if (!at || *at < 0 || static_cast<std::size_t>(*at) >= accessors.size()) return 0;
  return accessors[static_cast<std::size_t>(*at)]["count"].integer().value_or(0);
}

}  // namespace

void tell_shapes(GltfFile& file, const std::vector<RawNode>& raw) {
  std::size_t morphed = 0, copied = 0;
  const auto& nodes = file.list("nodes");
  const auto& meshes = file.list("meshes");
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i].mesh < 0) continue;
    const JsonValue own = nodes[i]["weights"];
    const JsonValue weights = own ? own : meshes[static_cast<std::size_t>(raw[i].mesh)]["weights"];
    JsonValue weight = weights.first();
    while (weight && weight.number().value_or(0) == 0)
      weight = weight.next();
    morphed += weight ? 1 : 0;
    copied += nodes[i]["extensions"]["EXT_mesh_gpu_instancing"] ? 1 : 0;
  }
  const auto say = [&](std::size_t count, const std::string& what) {
    if (count > 0)
      file.note("anmkit.GLTF-SHAPE", counted(count, "mesh is", "meshes are") + what, "nodes");
  };
  say(morphed, " shaped by morph targets (weights), which are not read: shown without them");
  std::size_t bound = 0, cut = 0;
  for (const JsonValue& mesh : meshes) {
    bool more = false, rest = false;
    for (JsonValue one = mesh["primitives"].first(); one; one = one.next()) {
      more = more || one["attributes"]["JOINTS_1"];
      rest = rest || (one["mode"].integer().value_or(4) == 4 && corners_of(file, one) % 3 != 0);
    }
    bound += more ? 1 : 0;
    cut += rest ? 1 : 0;
  }
  say(bound, " bound to more than four joints per vertex (JOINTS_1), of which four are read");
  say(cut, " cut off inside a triangle, which is left out");
  say(copied, " drawn several times by EXT_mesh_gpu_instancing, which is not read: shown once");
}

}  // namespace anmkit
