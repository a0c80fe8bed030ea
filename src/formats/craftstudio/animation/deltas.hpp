// SPDX-License-Identifier: MIT
// The frames of a file: the five deltas of each node, read off a scene.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "anmkit/registry.hpp"
#include "formats/craftstudio/motion.hpp"
#include "formats/craftstudio/places.hpp"

namespace anmkit::craftstudio {

// A node at one frame, in the animation's own units.
struct DeltaFrame {
  Vec3 position, pivot, scale, size;
  Quat rotation;
  Quat turn;  // rest and delta together, which blends between two keys
};
// Frames 0, 1, 2 ...
using Curve = std::vector<DeltaFrame>;

struct Tolerances {
  double distance = 0, degrees = 0, factor = 0;
  double of(Channel channel) const;
};
Tolerances tolerances_of(const Options& options, bool pixels);

// Degrees for rotations, else the channel's own unit.
double channel_error(const DeltaFrame& a, const DeltaFrame& b, Channel channel);

// A scene's clip next to the file that shall be made from it.
struct SceneMotion {
  bool pixels = false;
  bool bare = false;  // an export without a model: a node a record, in the file's order
  bool hold = false;
  bool rounded = false;   // the clip's length was not a whole number of frames
  bool in_world = false;  // some node's place is known in the world only
  std::size_t duration = 0;
  std::size_t made_up = 0;           // nodes that got a name, since a record binds by name
  RestModel rest;                    // the base of deltas: the model's, or the scene's own
  std::vector<std::size_t> shows;    // scene node that each node of `rest` follows, or kNoNode
  std::vector<std::string> lost;     // moving nodes that the model does not have
  std::vector<std::string> cameras;  // moving nodes that are cameras and nothing else
  std::vector<Curve> nodes;          // a node of `rest` each
  std::size_t renamed = 0;           // nodes that had the name of another one
  std::vector<std::optional<Bodied>> bodied;  // nodes of `rest` that are blocks of their own node
  std::optional<std::vector<Curve>> own;      // the same of an original of this length
  // For each node the largest position and scale on the way to it: what 32-bit numbers leave of
  // their digits.
  std::vector<double> reach, grown;

  // The largest difference that is none, for a channel of a node.
  double tolerance(std::size_t node, Channel channel, const Tolerances& tolerances) const;
};

// `from.scene` is in the format's frame. Companions may contain the model whose rest values count.
Result<SceneMotion> read_scene_motion(const FromScene& from, const std::optional<Motion>& original,
                                      bool pixels, const Reading& reading, Companions companions);
// Whether a channel of a node moves as the original does, at every frame.
bool is_unchanged(const SceneMotion& motion, std::size_t node, Channel channel,
                  const Tolerances& tolerances);

// How the clip of the scene of `made`, a file of `motion`, differs from the scene that came in.
void report_motion(const FromScene& from, const SceneMotion& motion, Motion made,
                   const Reading& reading, ConversionReport& report);

}  // namespace anmkit::craftstudio
