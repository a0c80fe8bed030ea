// SPDX-License-Identifier: MIT
// The two containers of glTF: .glb, and .gltf with its buffer as base64 text.
#pragma once

#include "anmkit/document.hpp"

namespace anmkit {

bool is_glb(ByteView bytes);

// The same glTF in the other container. Its JSON keeps every letter but those that say where the
// first buffer is; further buffers and pictures in other files stay there. `beside`: as for
// read_gltf.
Result<Bytes> repacked_gltf(ByteView bytes, Companions beside);

}  // namespace anmkit
