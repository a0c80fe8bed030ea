// SPDX-License-Identifier: MIT
// Words of the .glb container, little-endian: "glTF", "JSON" and "BIN\0".
#pragma once

#include <cstdint>

namespace anmkit {

inline constexpr std::uint32_t kGlbMagic = 0x46546C67, kJsonChunk = 0x4E4F534A,
                               kBinChunk = 0x004E4942;

}  // namespace anmkit
