// SPDX-License-Identifier: MIT
// zlib streams (RFC 1950, RFC 1951) without a library, for every build.
#pragma once

#include <optional>

#include "anmkit/result.hpp"
#include "core/bytes.hpp"

namespace anmkit {

// Deflate cannot expand more than this.
inline constexpr std::uint64_t kMostInflation = 1032;

// Unpacks a stream that must give exactly `size` bytes. A size that no stream of this length can
// reach is refused before memory is taken. Bytes after the stream are ignored. The error's code is
// anmkit.ZLIB; its offset counts in `packed`. Bytes under a wrong or missing checksum are refused
// too; with `wrong_sum` they are given, and it says what is wrong.
Result<Bytes> inflate_zlib(ByteView packed, std::uint64_t size,
                           std::optional<Error>* wrong_sum = nullptr);

// Adler-32, the checksum after a stream (RFC 1950, section 9).
std::uint32_t adler32(ByteView bytes);

// A zlib stream of the bytes, packed with fixed Huffman codes and runs of distance 1 to 32768.
Bytes deflate_zlib(ByteView bytes);

}  // namespace anmkit
