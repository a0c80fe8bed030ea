// SPDX-License-Identifier: MIT
// From the tracks of a clip to the compiled form that is sampled.
#pragma once

#include "playback/compiled.hpp"

namespace anmkit {

CompiledClip compile_clip(const Scene& scene, const Clip& clip);

}  // namespace anmkit
