// SPDX-License-Identifier: MIT
// Tags of HG-3 frames, and the pixels that other codings keep in them (section 8.1).
#pragma once

#include <optional>

#include "anmkit/cs2.hpp"

namespace anmkit::cs2 {

struct HgTag {
  std::string_view name;
  std::uint64_t offset = 0;  // in the file
  ByteView payload;
};

// Of a frame that parse_hg3 proved; none for a frame of an HG-2 file.
std::vector<HgTag> tags_of(ByteView bytes, const HgFrame& frame);

// An error of one image: "cs2." before the code, and its path.
std::unexpected<Error> bad_image(std::string_view code, std::string message, const HgFrame& frame,
                                 std::uint64_t offset);

// Unpacks a zlib stream of an image. A wrong checksum is a warning: the bytes are there.
Result<Bytes> unpack_part(ByteView packed, std::uint64_t size, const HgFrame& frame,
                          std::uint64_t offset, Diagnostics* warnings);

// The WebP image in the tag img_wbp, or the JPEG in img_jpg with the alpha of img_al. Empty when
// there is neither, and in builds without codecs.
std::optional<Result<Picture>> decode_embedded(ByteView bytes, const HgFrame& frame,
                                               Diagnostics* warnings);

}  // namespace anmkit::cs2
