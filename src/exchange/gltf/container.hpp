// SPDX-License-Identifier: MIT
// The two containers of glTF: .glb, and .gltf with its buffer as base64 text.
#pragma once

#include <cstdint>
#include <string_view>

#include "anmkit/document.hpp"

namespace anmkit {

// The prefix of the base64 text of a buffer inside a .gltf.
inline constexpr std::string_view kGltfDataUri = "data:application/octet-stream;base64,";

bool is_glb(ByteView bytes);

// The same glTF in the other container. Its JSON keeps every letter but those that say where the
// first buffer is; further buffers and images in other files stay there. `beside`: as for
// read_gltf.
Result<Bytes> repacked_gltf(ByteView bytes, Companions beside);

}  // namespace anmkit
