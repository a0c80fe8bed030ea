// From glTF nodes back to scene nodes: chains that an export made become one node again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/scene.hpp"
#include "exchange/gltf_channel.hpp"
#include "exchange/gltf_file.hpp"
#include "exchange/gltf_rig.hpp"

namespace anmkit {

// A glTF node as the file has it.
struct RawNode {
  std::string name;
  std::int32_t parent = -1;
  std::vector<std::uint32_t> children;
  Trs rest;
  std::int32_t mesh = -1, skin = -1, camera = -1;
  JsonValue extras;  // extras.anmkit
};

// A glTF animation channel; times are frames.
struct RawTrack {
  std::uint32_t node = 0;
  GltfPath path = GltfPath::translation;
  Interpolation interpolation = Interpolation::linear;  // step, linear, cubic
  std::vector<double> times;
  std::vector<double> values;  // cubic: in-tangent, value, out-tangent, per frame
};

// What a raw node turned out to be.
struct Role {
  GltfPart part = GltfPart::node;
  bool mesh = false;        // the node that carries an export's merged mesh
  std::int32_t scene = -1;  // scene node, -1 for the axes and mesh nodes
};

struct Folding {
  std::vector<Role> roles;  // one a raw node
  double metres = 1;        // one scene unit
  UpAxis up = UpAxis::y_up;
};

// Reads nodes[] with its hierarchy; an error when that is no forest.
std::vector<RawNode> read_nodes(GltfFile& file);

// Decides what each raw node is and adds the nodes to the scene, whose `up` and `metres_per_unit`
// are set. Parts are known by extras.anmkit, or by their names where a tool dropped that.
Folding fold_nodes(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips, Scene& scene);

// Adds the tracks of raw channels to a clip.
void fold_tracks(const std::vector<RawNode>& raw, const Folding& folding, const Scene& scene,
                 std::vector<RawTrack>& tracks, Clip& clip);

}  // namespace anmkit
