// SPDX-License-Identifier: MIT
// Requirements for a scene, also for callers that omit invalid parts.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// As check_scene; but indices may name vertices that are not there, and raw images may have
// another size than they say. Who asks for this leaves such triangles and images out.
Result<void> check_outline(const Scene& scene);

}  // namespace anmkit
