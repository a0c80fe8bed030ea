// glTF is no Document: it is read straight into a Scene.
#pragma once

#include <optional>

#include "anmkit/gltf.hpp"

namespace anmkit::cli {

// By content: the binary magic, or JSON with an "asset" member.
bool is_gltf(ByteView bytes);

// A finding when the file began as an export of anmkit and lost its extras on the way: editors
// that were not told to keep them turn joints and forget units, clips' rates and the originals.
std::optional<Diagnostic> find_lost_extras(ByteView bytes);

// Reads the file and reports what is wrong with it.
Diagnostics check_gltf(ByteView bytes);

}  // namespace anmkit::cli
