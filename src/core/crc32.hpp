// SPDX-License-Identifier: MIT
// The checksum of PNG chunks.
#pragma once

#include <cstdint>

#include "core/bytes.hpp"

namespace anmkit {

// CRC-32 as PNG and zlib have it.
std::uint32_t crc32(ByteView bytes);

}  // namespace anmkit
