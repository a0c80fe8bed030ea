// SPDX-License-Identifier: MIT
// Motion of clips, and its range of time.
#pragma once

#include "anmkit/scene.hpp"

namespace anmkit {

// Whether a track shows more than one value.
bool track_moves(const Track& track);
bool clip_moves(const Clip& clip);

// The frame of the earliest key; 0 without keys.
double first_key(const Clip& clip);
// That of the latest one.
double last_key(const Clip& clip);

}  // namespace anmkit
