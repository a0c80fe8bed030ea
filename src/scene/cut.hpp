// SPDX-License-Identifier: MIT
// A part of a clip as a clip of its own.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// The clip from frame `start` to frame `end`, which are in it; `start` becomes frame 0. It shows
// exactly what the clip showed: where the part begins or ends between two keys, the key outside of
// it stays, at a time before 0 or after the end. Extras stay as they are.
Clip cut_clip(const Clip& clip, double start, double end);

}  // namespace anmkit
