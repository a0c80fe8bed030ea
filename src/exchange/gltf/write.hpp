// SPDX-License-Identifier: MIT
// A scene as a glTF file that is never held as a whole.
#pragma once

#include <functional>

#include "anmkit/gltf.hpp"
#include "exchange/gltf/text.hpp"

namespace anmkit {

// Writes further members into scenes[0].extras.anmkit, which is open. What the base64 text is made
// of must live until the file is written.
using WriteMembers = std::function<void(GltfText&)>;
// Gets the file when everything else is done, the report too; the pieces are there during the call.
using TakePieces = std::function<void(const Pieces&)>;

// As write_gltf, of a scene that is used up on the way.
Result<void> stream_gltf(Scene scene, const GltfWriteOptions& options, const WriteMembers& more,
                         ConversionReport& report, const TakePieces& take);

}  // namespace anmkit
