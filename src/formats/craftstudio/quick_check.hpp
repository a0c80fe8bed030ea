// SPDX-License-Identifier: MIT
// Whether bytes are an animation or a model, told without building one
// (Format::passes_quick_check).
#pragma once

#include "anmkit/result.hpp"

namespace anmkit::craftstudio {

// What `parse_animation` reads without errors.
bool is_animation(ByteView bytes);
// The same, and no key is after the end, or has a number that is none or a quaternion of zeros.
bool is_sound_animation(ByteView bytes);
// A model whose nodes stand behind their parents, with a texture whose checksums are right.
bool is_sound_model(ByteView bytes);

}  // namespace anmkit::craftstudio
