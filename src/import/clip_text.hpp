// SPDX-License-Identifier: MIT
// Sentences about clips, the same in all families.
#pragma once

#include <string>

#include "anmkit/registry.hpp"
#include "core/number_text.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {

inline std::unexpected<Error> no_clip() {
  return fail(std::string(kNoSuchClip), "the scene has no animation to write");
}

// "the clip lasts 31.25 frames, rounded to 31"
inline std::string length_text(const FrameWalk& walk) {
  return "the clip lasts " + number_text(walk.length()) + " frames, rounded to " +
         std::to_string(walk.last());
}

}  // namespace anmkit
