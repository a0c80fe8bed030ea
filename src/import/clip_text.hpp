// SPDX-License-Identifier: MIT
// Sentences about clips, the same in all families.
#pragma once

#include <string>

#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {

inline std::unexpected<Error> no_clip() {
  return fail(std::string(kNoSuchClip), "the scene has no animation to write");
}

// "the clip lasts 31.25 frames, rounded to 31"
inline std::string length_text(const FrameWalk& walk) {
  std::string text = "the clip lasts ";
  append_number(text, walk.length());
  return text + " frames, rounded to " + std::to_string(walk.last());
}

}  // namespace anmkit
