// SPDX-License-Identifier: MIT
// From the tracks of a clip to what is sampled.
#pragma once

#include "scene/sampler/compiled.hpp"

namespace anmkit {

CompiledClip compile_clip(const Scene& scene, const Clip& clip, Sampler::RowSize rows);

}  // namespace anmkit
