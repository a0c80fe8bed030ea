// SPDX-License-Identifier: MIT
// Poses at chosen frames, as numbers.
#pragma once

#include <string_view>
#include <vector>

#include "json_reports/json_text.hpp"
#include "scene/reference.hpp"

namespace anmkit {

enum class SampleSpace : std::uint8_t {
  local,
  world,
  track,  // values of tracks that are control values (SceneRequest::controls)
};

// Borrows the scene and the clip.
struct Samples {
  const Scene& scene;
  const Clip& clip;
  std::vector<double> frames;
  SampleSpace space = SampleSpace::local;
  bool stepped = false;  // whole frames only, as engines show
};

// One object.
void write_samples(JsonWriter& json, const Samples& samples, std::string_view path,
                   std::string_view format);

// What composes to world matrices. Where tracks hold control values, a rest transform comes first.
Transform shown_transform(const Scene& scene, const Node& node, const NodePose& pose);

}  // namespace anmkit
