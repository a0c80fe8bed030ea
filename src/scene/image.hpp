// SPDX-License-Identifier: MIT
// The pixels of a scene's image.
#pragma once

#include "anmkit/document.hpp"

namespace anmkit {

// Raw ones as they are; encoded ones decoded, the first frame of animations, where the build has
// codecs. The picture has at least one pixel.
Result<Picture> decode_image(const Image& image);

}  // namespace anmkit
