// SPDX-License-Identifier: MIT
// Section 3: from keys in any order to a track that the generic sampler plays as the engine does.
#pragma once

#include "anmkit/scene.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// How a track of a motion is laid out over frames 0 ... D.
struct Span {
  double duration = 0;
  bool hold = false;
  // Pieces that long arcs may still be cut into. Keys after the end make blends extrapolate
  // (section 3.7), perhaps by many turns; this bounds what a hostile file can ask for.
  std::size_t arc_pieces = 1u << 18;
};

// No keys give a track without keys.
Track compile_track(std::uint32_t node, Channel channel, std::vector<MotionKey> keys, Span& span);

// Ascending, with the last record of each time only (section 3.7).
void sort_keys(std::vector<MotionKey>& keys);

}  // namespace anmkit::craftstudio
