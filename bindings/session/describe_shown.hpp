// SPDX-License-Identifier: MIT
// Scenes as members of a reply.
#pragma once

#include "shown.hpp"

namespace anmkit::bindings {

std::string_view interpolation_name(Interpolation interpolation);

// Nodes, parts, materials, images and clips.
void describe(const Shown& shown, Reply& reply);
// The tracks of the clip that is shown.
void describe_tracks(const Shown& shown, Reply& reply);

}  // namespace anmkit::bindings
