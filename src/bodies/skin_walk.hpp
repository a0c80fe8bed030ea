// SPDX-License-Identifier: MIT
// Vertices of skins over a clip, for the distance of what a format stores from what a scene shows.
#pragma once

#include <functional>

#include "scene/frame_walk.hpp"

namespace anmkit {

// Where joints with these matrices take a vertex; `place` itself where none has a weight.
Vec3 skinned(const std::vector<Mat4>& matrices, Vec3 place,
             const std::array<std::uint32_t, 4>& joints, const std::array<float, 4>& weights);

// Calls `look` with the world matrices of frames of the walk, from the first to the last. Of very
// many frames and vertices only some are looked at: every `step`-th vertex.
void walk_skin(FrameWalk& walk, std::size_t vertices,
               const std::function<void(const std::vector<Mat4>& world, std::size_t step)>& look);

}  // namespace anmkit
