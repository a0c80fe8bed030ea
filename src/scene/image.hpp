// SPDX-License-Identifier: MIT
// The pixels of a scene's image.
#pragma once

#include <span>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

// Raw ones as they are; encoded ones decoded, the first frame of animations, where the build has
// codecs. The image has at least one pixel.
Result<Picture> decode_image(const Image& image);

// For each image of a scene the first one with the same encoded bytes, which is decoded for all of
// them; of raw ones itself.
std::vector<std::size_t> first_equal_images(std::span<const Image> images);

}  // namespace anmkit
