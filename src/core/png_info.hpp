// SPDX-License-Identifier: MIT
// Metadata of a PNG file, without decoding its pixels.
#pragma once

#include <cstdint>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit {

struct PngInfo {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint8_t bit_depth = 0;
  std::uint8_t color_type = 0;   // 6 = RGBA
  std::uint64_t end_offset = 0;  // first byte after the IEND chunk
};

// Proves that the eight bytes of the signature are there. The error gives what broke them, where it
// can be reported.
Result<void> check_png_signature(ByteView bytes);

// Walks the chunks: signature, IHDR first, a right CRC each, up to IEND. The error has the code
// "anmkit.PNG" and an offset from the image's start.
Result<PngInfo> read_png_info(ByteView bytes);

}  // namespace anmkit
