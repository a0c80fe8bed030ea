// SPDX-License-Identifier: MIT
// What is wanted of a scene by those who leave out what cannot be drawn.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// As check_scene; but indices may name vertices that are not there, and raw pictures may have
// another size than they say. Who asks for this leaves such triangles and pictures out.
Result<void> check_outline(const Scene& scene);

}  // namespace anmkit
