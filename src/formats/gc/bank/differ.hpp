// SPDX-License-Identifier: MIT
// Bones that move otherwise than a bank moves them.
#pragma once

#include <vector>

#include "scene/frame_walk.hpp"

namespace anmkit::gc {

// The nodes whose local matrix is another one in some frame. `now`: a clip of `scene`; `expected`
// has the same nodes.
std::vector<bool> differ(FrameWalk& now, const Scene& scene, const Scene& expected,
                         const Clip& wanted);

}  // namespace anmkit::gc
