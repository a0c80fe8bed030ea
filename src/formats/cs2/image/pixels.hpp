// SPDX-License-Identifier: MIT
// CatSystem 2: the pixels of HG-3 and HG-2 files (section 8 of the specification).
#pragma once

#include <optional>
#include <span>
#include <string>

#include "anmkit/cs2.hpp"
#include "core/pictures.hpp"

namespace anmkit::cs2 {

// Pixels of one frame of a file that parse_hg3 or parse_hg2 read from `bytes`. JPEG and WebP tags
// need a build with codecs and are refused with HG-CODING by others.
// `warnings` gets HG-SUM for pixels whose checksum is wrong.
Result<Picture> decode_hg(ByteView bytes, const HgFile& file, const HgFrame& frame,
                          Diagnostics* warnings = nullptr);

// The errors of decoding, without the memory of the pixels except for JPEG and WebP.
void check_pixels(ByteView bytes, const HgFile& file, const HgFrame& frame, Diagnostics& found);

// All images with their ids and places.
Result<std::vector<StoredPicture>> decode_hg(ByteView bytes, const HgFile& file);

// The sentence about an image that leaves its canvas; none without a canvas.
std::optional<std::string> outside_canvas(const HgFrame& frame);

// An HG-3 file with these images in this order, 32 bits per pixel.
Result<Bytes> write_hg3(std::span<const StoredPicture> images);

// One image line a step (section 10). It plays `loops` times; 0 = for ever.
AnmFile script_of(std::span<const PictureStep> steps, std::uint32_t loops);

}  // namespace anmkit::cs2
