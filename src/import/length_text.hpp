// SPDX-License-Identifier: MIT
// One sentence in all families for clips that last no whole number of a format's frames.
#pragma once

#include <string>

#include "core/json.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {

// "the clip lasts 31.25 frames, rounded to 31"
inline std::string length_text(const FrameWalk& walk) {
  std::string text = "the clip lasts ";
  append_number(text, walk.length());
  return text + " frames, rounded to " + std::to_string(walk.last());
}

}  // namespace anmkit
