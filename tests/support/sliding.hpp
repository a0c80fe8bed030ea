// SPDX-License-Identifier: MIT
// A scene of two nodes whose root moves along x.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

inline Scene sliding(double rate, double duration, double per_frame) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "root";
  scene.nodes[1].name = "arm";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {0, 1, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.rate = rate;
  clip.duration = duration;
  Track& track = clip.tracks.emplace_back();
  track.times = {0, duration};
  track.values = {0, 0, 0, per_frame * duration, 0, 0};
  return scene;
}

}  // namespace anmkit
