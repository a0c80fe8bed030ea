// SPDX-License-Identifier: MIT
// The header Range of a request for part of a file (RFC 9110, 14.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace anmkit::cli {

struct ByteRange {
  std::uint64_t begin = 0, end = 0;  // end is not part of it; none of the file is: begin == end
};

// The part of a file of `size` bytes that one range means. Nothing where the header is none or
// means several parts, which a server may answer with the whole file.
std::optional<ByteRange> range_of(std::string_view header, std::uint64_t size);

}  // namespace anmkit::cli
