// SPDX-License-Identifier: MIT
// Quick check of animations and models, without building one (Format::passes_quick_check).
#pragma once

#include "anmkit/result.hpp"

namespace anmkit::craftstudio {

// Files that `parse_animation` reads without errors.
bool is_animation(ByteView bytes);
// The same, and no key is after the end, or has a number that is none or a quaternion of zeros.
bool quick_check_animation(ByteView bytes);
// A model whose nodes are after their parents, with a texture whose checksums are right.
bool quick_check_model(ByteView bytes);

}  // namespace anmkit::craftstudio
