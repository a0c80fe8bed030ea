// SPDX-License-Identifier: MIT
// PNG in memory, through libpng.
#pragma once

#include <cstdint>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit {

// Eight bits per channel, rows from the top, no padding, alpha not premultiplied.
struct RgbaPicture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  Bytes pixels;  // 4 * width * height
};

// Images with more pixels than this are refused, in both directions.
inline constexpr std::uint64_t kMaxPngPixels = 1u << 26;

// Code of every error below.
inline constexpr std::string_view kPngCode = "anmkit.PNG";

// Any PNG as RGBA. The size in the header is proved possible for a file of this length before
// memory is taken.
Result<RgbaPicture> decode_png(ByteView file);

// The same pixels give the same bytes. `pixels` must hold 4 * width * height bytes.
Result<Bytes> encode_png(ByteView pixels, std::uint32_t width, std::uint32_t height);

}  // namespace anmkit
