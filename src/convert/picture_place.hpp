// SPDX-License-Identifier: MIT
// Number, place and canvas of an image as a text chunk of its PNG file, so that it finds back.
#pragma once

#include <optional>

#include "anmkit/document.hpp"

namespace anmkit {

// The PNG with the chunk; as it is where the image is its own canvas.
Bytes with_place(Bytes png, const StoredPicture& picture);
// What the chunk specifies, without pixels; empty when there is none. The error is that of a chunk
// which is damaged.
Result<std::optional<StoredPicture>> read_place(ByteView png);

}  // namespace anmkit
