// SPDX-License-Identifier: MIT
// An animation file has no rest pose: its model has. What an editor did to the rest pose of an
// exported model, or to a node that it put above it, reaches the file only as tracks of its clips.
#pragma once

#include "anmkit/registry.hpp"

namespace anmkit {

// Adds the rest pose of each node to the scene's extras, as {"rests": [{"name", "id",
// "translation", "rotation", "scale"}]}; parts that are neutral are left out.
void note_rests(Scene& scene);

// Whether the scene is one whose rest pose was noted and that differs from it.
bool has_rest_edits(const Scene& scene);

// Puts the noted rest pose back and moves what differed into the clips: a track where the node has
// none, and the transform of a node that was added above into the tracks of those below it. What
// tracks cannot contain is left as it is and reported.
void move_rest_edits(Scene& scene, const Format& target, Diagnostics& notes);

}  // namespace anmkit
