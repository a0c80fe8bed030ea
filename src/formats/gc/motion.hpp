// What a node of a scene does in a clip, as keys that a bank can hold.
#pragma once

#include "anmkit/sampler.hpp"
#include "formats/gc/encode.hpp"

namespace anmkit::gc {

// One node alone with its tracks of one clip.
struct NodeClip {
  Scene scene;           // the node, without a parent
  Clip clip;             // its tracks
  double to_frames = 1;  // file frames a clip frame
  // By how much a key may be missed that others imply: units, factors, radians.
  double tolerance = 0;
};

// The keys of a node in the scene's units: those of its own tracks where a bank can say the same,
// else one a frame without those that the others imply.
Motion motion_of(const NodeClip& node);

// A node's local transform at a file frame, in the scene's units.
Trs local_at(const NodeClip& node, const Sampler& sampler, double frame);

}  // namespace anmkit::gc
