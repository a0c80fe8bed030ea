// SPDX-License-Identifier: MIT
// The motion of a node in a clip, as keys that a bank can store.
#pragma once

#include "formats/gc/bank/encode.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {

// One node alone with its tracks of one clip.
struct NodeClip {
  Scene scene;      // the node, without a parent
  Clip clip;        // its tracks
  double rate = 0;  // of the file, frames per second
  // By how much a key may be missed that others imply: units, factors, radians.
  double tolerance = 0;
  // What the node shows of a part that its track lacks, and the parts (animType bits) that the
  // track has all the same.
  Transform rest;
  unsigned keep = 0;
};

// The nodes of a scene without their tracks, each on its own.
std::vector<NodeClip> node_clips(const Scene& scene, const Clip& clip, double rate,
                                 double tolerance);

// The keys of a node in the scene's units: those of its own tracks where a bank can express the
// same, else one per frame without those that the others imply.
Motion motion_of(const NodeClip& node);

// The parts of a node's local matrix.
Transform local_parts(const Node& node, const NodePose& pose);

}  // namespace anmkit::gc
