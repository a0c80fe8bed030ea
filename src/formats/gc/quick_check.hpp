// SPDX-License-Identifier: MIT
// Quick check of this family's files, without building one
// (Format::passes_quick_check). Banks have `is_bank`.
#pragma once

#include "core/bytes.hpp"

namespace anmkit::gc {

// A mask for the bits of numbers that are loaded as they are in the file.
constexpr std::uint32_t in_file(std::uint32_t mask) {
  return std::endian::native == std::endian::big ? mask : std::byteswap(mask);
}

bool quick_check_compact(ByteView bytes);  // compact/quick_check.cpp
// Of bones whose links agree with each other in both directions.
bool quick_check_actor(ByteView bytes);  // actor/quick_check.cpp
// model/quick_check.cpp
bool quick_check_geometry(ByteView bytes);
bool quick_check_skin(ByteView bytes);
bool quick_check_textures(ByteView bytes);

}  // namespace anmkit::gc
