// SPDX-License-Identifier: MIT
// Undoing what a BVH does to a skeleton.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// Joints get their names in the skeleton back, which had blanks in them.
void restore_names(Scene& scene, const Scene& skeleton);

// Takes out nodes NAME_end that only show where the bone NAME ends, as BVH has them. In scenes
// with meshes the nodes themselves tell what they are for.
void drop_end_sites(Scene& scene);

}  // namespace anmkit
