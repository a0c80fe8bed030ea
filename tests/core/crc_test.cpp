// SPDX-License-Identifier: MIT
// Checksums of lengths below, at and above what is taken at once, however it is done here.
#include <gtest/gtest.h>

#include <random>

#include "core/crc32.hpp"

namespace anmkit {
namespace {

// Computed with zlib's crc32.
TEST(Crc, EqualsZlibForAnyLength) {
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

// Bit by bit, as it is defined.
std::uint32_t with_bits_of(std::uint32_t crc, std::byte byte) {
  crc ^= std::to_integer<std::uint32_t>(byte);
  for (int bit = 0; bit < 8; ++bit)
    crc = (crc & 1) != 0 ? 0xEDB88320u ^ (crc >> 1) : crc >> 1;
  return crc;
}

Bytes random_bytes(std::size_t size) {
  std::mt19937 random(1);
  Bytes bytes(size);
  for (std::byte& byte : bytes)
    byte = static_cast<std::byte>(random());
  return bytes;
}

TEST(Crc, EqualsBitwiseCrcForAnyLengthAndAlignment) {
  const Bytes bytes = random_bytes(400);
  for (std::size_t start = 0; start < 20; ++start) {
    std::uint32_t crc = 0xFFFFFFFFu;
    for (std::size_t size = 0; size <= 300; ++size) {
      ASSERT_EQ(crc32(ByteView(bytes).subspan(start, size)), ~crc) << start << " " << size;
      crc = with_bits_of(crc, bytes[start + size]);
    }
  }
}

TEST(Crc, EqualsBitwiseCrcOfLongInputs) {
  const Bytes bytes = random_bytes((1u << 20u) + 77);
  std::uint32_t crc = 0xFFFFFFFFu;
  for (const std::byte byte : bytes)
    crc = with_bits_of(crc, byte);
  EXPECT_EQ(crc32(bytes), ~crc);
  // Nothing but zeros, whose first parts alone count.
  EXPECT_EQ(crc32(Bytes(1000)), [] {
    std::uint32_t zeros = 0xFFFFFFFFu;
    for (int i = 0; i < 1000; ++i)
      zeros = with_bits_of(zeros, std::byte{0});
    return ~zeros;
  }());
}

}  // namespace
}  // namespace anmkit
