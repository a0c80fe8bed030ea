// glTF is no Document: it is read straight into a Scene.
#pragma once

#include "anmkit/gltf.hpp"

namespace anmkit::cli {

// By content: the binary magic, or JSON with an "asset" member.
bool is_gltf(ByteView bytes);

// Reads the file and reports what is wrong with it.
Diagnostics check_gltf(ByteView bytes);

}  // namespace anmkit::cli
