// SPDX-License-Identifier: MIT
// The errors of a written file: its playback compared with the scene.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "anmkit/registry.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {

// A node of the scene that came in, and the node of the written file that should do the same.
struct NodePair {
  std::size_t wanted = 0;
  std::size_t made = 0;
  std::string name;  // for the report: "node Arm"
};

struct FitRequest {
  // Local: translation, rotation, scale, pivot and block size each for itself. Matrix: the parts of
  // the local matrix as children get it, whatever it is made from, and its shear. World: the same
  // of the whole way from the root.
  enum class Space : std::uint8_t { local, matrix, world };
  Space space = Space::local;
  std::string_view length_unit = "units";  // of translations and pivots
  bool differences = false;  // values are added to a rest pose: a scale of 0 hides nothing
  double rate = 0;           // frames per second at which both are compared; 0: the clip's
};

// Adds a line to the report for each property of each pair that moves or differs: the largest
// difference over all whole frames. `made` is the scene of the bytes that were written, parsed
// again, with the rest pose and the companions that the game will have; both are in the format's
// frame. What differs by nothing but the rounding of 32-bit numbers and never moves is left out.
void report_fits(const Scene& wanted, const Clip& wanted_clip, const Scene& made,
                 const Clip& made_clip, std::span<const NodePair> pairs, const FitRequest& request,
                 ConversionReport& report);

}  // namespace anmkit
