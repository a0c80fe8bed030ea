// SPDX-License-Identifier: MIT
// Binary files taken apart: headers, tables and gaps (sections 1.1 to 1.4, 10.1).
#pragma once

#include <optional>
#include <vector>

#include "anmkit/sm64.hpp"

namespace anmkit::sm64 {

Header read_header(const std::byte* from);
std::vector<std::uint16_t> read_words(ByteView bytes, std::uint64_t offset, std::size_t count);

// A header with its tables located, before anything is copied. Offsets are absolute in the file.
struct Located {
  std::uint32_t header = 0;
  std::optional<std::uint32_t> index, values;
  std::uint32_t limit = 0;  // its tables end here at the latest
};

// Copies headers and tables into pieces that cover every byte. `known` are further places where
// something begins (the end of a directory, other structures); they bound tables. `ends` are the
// ends of files when several are one after the other.
BinaryFile take_apart(ByteView bytes, const std::vector<Located>& located,
                      std::vector<std::uint32_t> known, std::span<const std::uint32_t> ends = {});
// The bytes again: gaps first, then tables and headers over them.
Bytes put_together(const BinaryFile& file);

}  // namespace anmkit::sm64
