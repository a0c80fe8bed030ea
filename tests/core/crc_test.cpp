// SPDX-License-Identifier: MIT
// Checksums of lengths below, at and above what is taken at once.
#include <gtest/gtest.h>

#include "core/png_info.hpp"

namespace anmkit {
namespace {

// Computed with zlib's crc32.
TEST(Crc, IsZlibsForAnyLength) {
  Bytes bytes;
  for (unsigned i = 0; i < 100; ++i)
    bytes.push_back(static_cast<std::byte>(i * 37 + 11));
  for (const auto& [size, sum] :
       std::vector<std::pair<std::size_t, std::uint32_t>>{{0, 0},
                                                          {15, 0x53605EE3},
                                                          {16, 0x24E8A988},
                                                          {17, 0xCDFC844A},
                                                          {31, 0x4745364C},
                                                          {32, 0xA9F48115},
                                                          {33, 0xFE728587},
                                                          {47, 0x6682A229},
                                                          {48, 0xFF6682A2},
                                                          {100, 0x7D11B4C9}})
    EXPECT_EQ(crc32(ByteView(bytes).first(size)), sum) << size;
}

}  // namespace
}  // namespace anmkit
