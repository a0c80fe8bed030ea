// Dense deltas of a scene's clip, and how they compare with the animation they came from.
#pragma once

#include "anmkit/registry.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {

// The five deltas of a node at one frame, in the animation's own units.
struct DeltaFrame {
  Vec3 position, pivot, scale, size;
  Quat rotation;
};
struct Curves {
  std::vector<DeltaFrame> frames;  // 0 ... D
};

struct SceneMotion {
  bool pixels = false;
  bool hold = false;
  bool rounded = false;  // the clip's length was not a whole number of frames
  std::string name;
  std::size_t frames = 0;     // D
  RestModel rest;             // a node each
  std::vector<Curves> nodes;  // a node each
  std::vector<bool> sized;    // whether the scene knows the node's block size
  std::vector<Curves> own;    // the same of the original document; empty when there is none
};

struct Tolerances {
  double distance = 0, degrees = 0, factor = 0;
  double of(Channel channel) const;
};
Tolerances tolerances_of(const Options& options, bool pixels);

Result<SceneMotion> read_scene_motion(const Scene& scene, const Document* original,
                                      const Options& options, bool pixels);
// Whether a channel of a node moves as the original does, at every frame.
bool is_unchanged(const SceneMotion& motion, std::size_t node, Channel channel,
                  const Tolerances& tolerances);
// Degrees for rotations, else the channel's own unit.
double channel_error(const DeltaFrame& a, const DeltaFrame& b, Channel channel);

// Keys of a channel that follow the samples within the tolerance; none when it stays neutral.
std::vector<MotionKey> fit_channel(const Curves& curves, Channel channel,
                                   const Tolerances& tolerances);

}  // namespace anmkit::craftstudio
