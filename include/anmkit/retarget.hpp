// SPDX-License-Identifier: MIT
// Retargeting: which bone of a source drives which node of a target, and the motion.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"

namespace anmkit {

// A node of the source that drives a node of the target. Names are those of the scenes.
struct BonePair {
  // From most to least certain: named in a map, the same name, the same name but for case and
  // prefixes, the same part of a body, the same position in a tree of the same shape.
  enum class Reason : std::uint8_t { given, name, spelling, body, structure };
  std::string target, source;
  Reason reason = Reason::given;
  // Indices of the nodes; -1: the node with that name; of several, the first one of a skeleton that
  // the clips move.
  std::int64_t target_node = -1, source_node = -1;
};
std::string_view reason_name(BonePair::Reason reason);

struct BoneMap {
  // A node of the target that needs a bone and has none, and the possible bones.
  struct Missing {
    std::string target;
    std::vector<std::string> candidates;
  };
  std::vector<BonePair> pairs;       // in the target's order
  std::vector<std::string> at_rest;  // nodes of the target that need no bone: they keep their pose
  std::vector<Missing> missing;      // empty in maps that were given
};

// The most probable map: by name, by spelling (namespaces, case, sides, "DEF-", "mixamorig:"), by
// the part of the body of the file (VRM) or of a name, then by structure. Names propose and the
// tree decides: a pair that contradicts the tree is left out.
BoneMap guess_bones(const Scene& source, const Scene& target);

// A map as text, one line per node of the target: `target = source`, or `target =` for a node that
// keeps its pose. Names with characters other than letters, digits and "_.:-" are quoted as in
// JSON; '#' begins a comment.
std::string write_bones(const BoneMap& map);
// Reads such a text, or a JSON object {"target": "source" or null}. The error anmkit.MAP has the
// line; names that the scenes lack are also errors.
Result<BoneMap> read_bones(std::string_view text, const Scene& source, const Scene& target);

struct RetargetRequest {
  const Scene& source;  // with the clips
  const Scene& target;  // its nodes; in the same frame as the source
  const BoneMap& map;
  // The target's pose that corresponds to the source's rest pose; empty: the target's rest pose.
  // One entry per node: translation and rotation relative to its parent.
  std::vector<Transform> reference = {};
  // Moves the hips up and down so that the lower foot is as high as the source's.
  bool ground = false;
  // Leaves out root motion over the ground, for games that move characters themselves.
  bool in_place = false;
};

struct Retargeted {
  Scene scene;  // the target's nodes, with one clip per clip of the source
  // Bones that move and drive no node: their motion is left out.
  std::vector<std::string> dropped;
  double size = 1;  // length of the target's legs over the source's; scales root motion
  // The largest angle, in degrees, between a limb of the target and the source's, over all clips.
  struct LimbAngle {
    std::string target;
    double degrees = 0;
  };
  std::vector<LimbAngle> limbs;
};

// Each node gets the world rotation of its bone relative to the bone's rest pose, applied to the
// node's reference pose. If bone and node point in different directions (an A-pose on a T-pose),
// the difference is removed. Lengths are the target's; root motion is the source's, scaled. A root
// node of the target moves as if it were fixed to its bone. Keys are at whole frames. Fails
// (anmkit.MAP) if no bone is mapped.
Result<Retargeted> retarget(const RetargetRequest& request);

struct Parsed;

// Options of a conversion that retargets glTF to a companion (ConvertRequest::retarget).
struct RetargetOptions {
  std::string map = {};  // text of a map of bones; empty = guess_bones
  const Parsed* pose =
      nullptr;  // an animation of the target whose first frame is the source's rest pose
  bool ground = false, in_place = false;  // as in RetargetRequest
};

}  // namespace anmkit
