// SPDX-License-Identifier: MIT
// From any skeleton onto another one: which bone drives which node, and the motion carried over.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

// Which node of a source drives a node of the target. Names are those of the scenes.
struct BonePair {
  // How sure it is: named in a map, the same name, the same name but for case and prefixes, the
  // same part of a body, the same place in a tree of the same shape.
  enum class Reason : std::uint8_t { given, name, spelling, body, structure };
  std::string target, source;
  Reason reason = Reason::given;
  // Indices of the nodes; -1: the node of that name, of several the first one of a skeleton that
  // the clips move.
  std::int64_t target_node = -1, source_node = -1;
};
std::string_view reason_name(BonePair::Reason reason);

struct BoneMap {
  // A node of the target that should have a bone and has none, and the bones that may be meant.
  struct Missing {
    std::string target;
    std::vector<std::string> candidates;
  };
  std::vector<BonePair> pairs;       // in the target's order
  std::vector<std::string> at_rest;  // nodes of the target that need no bone: they keep their pose
  std::vector<Missing> missing;      // empty in maps that were given
};

// The best guess: by name, by spelling (namespaces, case, sides, "DEF-", "mixamorig:"), by the part
// of the body that the file (VRM) or a name says, then by structure. Names propose and the tree
// decides: a pair that contradicts it is left out.
BoneMap guess_bones(const Scene& source, const Scene& target);

// A map as text, a line for each node of the target: `target = source`, or `target =` for what
// keeps its pose. Names with other characters than letters, digits and "_.:-" stand in quotes as
// JSON has them; '#' begins a comment.
std::string write_bones(const BoneMap& map);
// Reads such a text, or a JSON object {"target": "source" or null}. The error anmkit.MAP has the
// line; names that the scenes do not have are also errors.
Result<BoneMap> read_bones(std::string_view text, const Scene& source, const Scene& target);

struct RetargetRequest {
  const Scene& source;  // with the clips
  const Scene& target;  // its nodes; in the same frame as the source
  const BoneMap& map;
  // How the target stands when the source stands in its rest pose; the target's own rest pose when
  // empty. One entry a node: translation and rotation below its parent.
  std::vector<Transform> reference = {};
  // Moves the hips up and down so that the lower foot is as far from the ground as the source's.
  bool ground = false;
  // Leaves the hips' way over the ground out, for games that move characters themselves.
  bool in_place = false;
};

struct Retargeted {
  Scene scene;  // the target's nodes, with a clip for each of the source's
  // Bones that move and drive nothing: their motion is left out.
  std::vector<std::string> dropped;
  double size = 1;  // the target's legs over the source's: the hips' ways are scaled by it
  // The largest angle, in degrees, between a limb of the target and the source's, over all clips.
  struct LimbAngle {
    std::string target;
    double degrees = 0;
  };
  std::vector<LimbAngle> limbs;
};

// Each node gets the turn of its bone, seen from the bone's rest pose in the world, on top of its
// own in the reference pose; where a bone lies another way than the node's (an A-pose on a T-pose)
// the difference is taken out. Lengths are the target's; the hips' way is the source's, scaled.
// What has no parent in the target is moved as if it were fixed to its bone. Keys lie on whole
// frames. Fails (anmkit.MAP) when no bone is mapped.
Result<Retargeted> retarget(const RetargetRequest& request);

struct Parsed;

// How a conversion puts glTF on the skeleton of a companion (ConvertRequest::bridge).
struct Bridge {
  std::string map = {};  // text of a map of bones; empty = guessed
  const Parsed* pose =
      nullptr;  // an animation of the target whose first frame is the source's rest pose
  bool ground = false, in_place = false;  // as in RetargetRequest
};

}  // namespace anmkit
