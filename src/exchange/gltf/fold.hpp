// SPDX-License-Identifier: MIT
// From glTF nodes back to scene nodes: chains that an export made become one node again.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "anmkit/scene.hpp"
#include "exchange/gltf/channel.hpp"
#include "exchange/gltf/file.hpp"
#include "exchange/gltf/rig.hpp"

namespace anmkit {

// A glTF node as the file has it.
struct RawNode {
  std::string name;
  std::int32_t parent = -1;
  std::vector<std::uint32_t> children;
  Transform rest;
  std::int32_t mesh = -1, skin = -1, camera = -1;
  JsonValue extras;        // extras.anmkit
  std::string extensions;  // all of them, an object's text
  bool outside = false;    // of the scene that is read
  // From the axes that the joint was exported with to those another program gave it.
  Quat axes;
};

// A glTF animation channel; times are frames.
struct RawTrack {
  std::uint32_t node = 0;
  GltfPath path = GltfPath::translation;
  Interpolation interpolation = Interpolation::linear;  // step, linear, cubic
  std::vector<double> times;
  std::vector<double> values;  // cubic: in-tangent, value, out-tangent, per frame
};

// The kind of a raw node.
struct Role {
  GltfPart part = GltfPart::node;
  bool mesh = false;        // the node that carries an export's merged mesh
  std::int32_t scene = -1;  // scene node, -1 for the axes and mesh nodes
};

struct Folding {
  std::vector<Role> roles;  // one a raw node
  double metres = 1;        // one scene unit
  double unit = 1;          // Scene::metres_per_unit: metres of a unit of the format
  UpAxis up = UpAxis::y_up;
  bool is_export = false;  // the axes node of an export was found
};

// The signs of a scale that a rotation represents: editors write a mirror along two axes as half a
// rotation about the third. Nothing for other rotations.
std::optional<Vec3> mirror_of(Quat rotation);

// Reads nodes[] with its hierarchy; an error when that is no forest.
std::vector<RawNode> read_nodes(GltfFile& file);
// joints.cpp: indices of all nodes, parents before children.
std::vector<std::uint32_t> parents_first(const std::vector<RawNode>& raw);

// shown_scene.cpp: marks the nodes outside of the default scene.
void mark_outside(GltfFile& file, std::vector<RawNode>& raw);
// Drops the tracks of marked nodes; whether there were any.
bool drop_outside(const std::vector<RawNode>& raw, std::vector<RawTrack>& tracks);
// Names the marked nodes, and the number of clips that moved nothing else.
void report_outside(GltfFile& file, const std::vector<RawNode>& raw, std::size_t clips);

// Says of nodes which bone of a humanoid they are, where the file does (VRM 0, VRM 1, VRM
// animation): a member {"humanBone": "leftUpperArm"} of the extension's name joins their
// extensions.
void mark_humanoid(GltfFile& file, std::vector<RawNode>& nodes);

// Gives joints the axes back that they were exported with (extras.anmkit.turn): Blender lays every
// bone along its first child. Rest transforms and keys then say the same motion in those axes.
void restore_joint_axes(GltfFile& file, std::vector<RawNode>& raw,
                        std::vector<std::vector<RawTrack>>& clips);
// Moves an editor's transform of the axes node, and of its parents, to a new node below it. The
// scene then keeps its axes. Does nothing where these nodes are animated, or the axes are glTF's.
void straighten_axes(GltfFile& file, std::vector<RawNode>& raw,
                     const std::vector<std::vector<RawTrack>>& clips);

// node_roles.cpp: what each raw node is, without its number in the scene, and the scene's axes and
// scale.
Folding find_roles(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips);
// Decides what each raw node is and adds the nodes to the scene, whose `up` and `metres_per_unit`
// are set. Parts are known by extras.anmkit, or by their names where a tool dropped that.
Folding fold_nodes(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips, Scene& scene);

// A node with a pivot turns only there. Where an editor rotated its centre joint, the turn moves to
// the pivot joint and the way from pivot to centre follows it.
void turn_pivots(const std::vector<RawNode>& raw, const Folding& folding,
                 std::vector<RawTrack>& tracks);

// Adds the tracks of raw channels to clips. What it knows of the nodes is found once: a file can
// have as many clips as nodes.
class TrackFolder {
 public:
  // Borrows all of them.
  TrackFolder(const std::vector<RawNode>& raw, const Folding& folding, const Scene& scene);
  void fold(std::vector<RawTrack>& tracks, Clip& clip);
  // After all clips.
  void tell_left_out(GltfFile& file) const;

  // The other nodes in the chain of a scene node.
  struct ChainParts {
    bool pivot = false;
    bool folded_offset = false;
    std::uint32_t offset_raw = 0;
  };

 private:
  const std::vector<RawNode>& raw_;
  const Folding& folding_;
  const Scene& scene_;
  std::vector<ChainParts> chains_;
  std::set<std::uint32_t> unsized_, unscaled_;
};

}  // namespace anmkit
