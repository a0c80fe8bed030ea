// SPDX-License-Identifier: MIT
// Deflate with one block of fixed Huffman codes (RFC 1951, section 3.2.6) and a table of the last
// place of every three bytes: small, and enough for images whose deltas are mostly zero.
#include <algorithm>
#include <bit>

#include "core/zlib.hpp"

namespace anmkit {
namespace {

class BitWriter {
 public:
  explicit BitWriter(Bytes& out) : out_(&out) {}
  void put(std::uint32_t value, std::uint32_t count) {
    hold_ |= std::uint64_t{value} << held_;
    for (held_ += count; held_ >= 8; held_ -= 8, hold_ >>= 8)
      out_->push_back(static_cast<std::byte>(hold_ & 0xFF));
  }
  // Huffman codes go highest bit first.
  void put_code(std::uint32_t code, std::uint32_t count) {
    for (std::uint32_t bit = count; bit-- > 0;)
      put((code >> bit) & 1, 1);
  }
  void flush() {
    if (held_ > 0) put(0, 8 - held_);
  }

 private:
  Bytes* out_;
  std::uint64_t hold_ = 0;
  std::uint32_t held_ = 0;
};

void put_symbol(BitWriter& bits, std::uint32_t symbol) {
  if (symbol < 144) return bits.put_code(0x30 + symbol, 8);
  if (symbol < 256) return bits.put_code(0x190 + symbol - 144, 9);
  if (symbol < 280) return bits.put_code(symbol - 256, 7);
  bits.put_code(0xC0 + symbol - 280, 8);
}

// Lengths and distances are both "the highest bits, then the rest" (section 3.2.5).
void put_match(BitWriter& bits, std::uint32_t length, std::uint32_t distance) {
  if (length == 258) {
    put_symbol(bits, 285);
  } else {
    const std::uint32_t value = length - 3;
    const auto width = static_cast<std::uint32_t>(std::bit_width(value));
    const std::uint32_t extra = width <= 3 ? 0 : width - 3;
    put_symbol(bits, 257 + 4 * extra + (value >> extra));
    bits.put(value & ((1u << extra) - 1), extra);
  }
  const std::uint32_t value = distance - 1;
  const auto width = static_cast<std::uint32_t>(std::bit_width(value));
  const std::uint32_t extra = width <= 2 ? 0 : width - 2;
  bits.put_code(2 * extra + (value >> extra), 5);
  bits.put(value & ((1u << extra) - 1), extra);
}

constexpr std::size_t kWindow = 32768;
constexpr std::size_t kLongestMatch = 258;
constexpr std::size_t kSlots = 1u << 15;

}  // namespace

std::uint32_t adler32(ByteView bytes) {
  // So many bytes of 255 fit into 32 bits before the sums must be reduced.
  constexpr std::size_t kBlock = 5552;
  std::uint32_t a = 1, b = 0;
  for (std::size_t at = 0; at < bytes.size(); at += kBlock) {
    for (const std::byte value : bytes.subspan(at, std::min(kBlock, bytes.size() - at))) {
      a += std::to_integer<std::uint32_t>(value);
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return (b << 16) | a;
}

Bytes deflate_zlib(ByteView bytes) {
  Bytes out{std::byte{0x78}, std::byte{0x9C}};
  BitWriter bits(out);
  bits.put(1, 1);  // the last block
  bits.put(1, 2);  // fixed codes
  const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
  std::vector<std::size_t> last(kSlots, SIZE_MAX);
  for (std::size_t i = 0; i < bytes.size();) {
    std::size_t length = 0, distance = 0;
    if (bytes.size() - i >= 3) {
      const std::uint32_t three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
      std::size_t& slot = last[(three * 2654435761u) >> 17];
      if (slot != SIZE_MAX && i - slot <= kWindow) {
        distance = i - slot;
        const std::size_t most = std::min(kLongestMatch, bytes.size() - i);
        while (length < most && bytes[slot + length] == bytes[i + length])
          ++length;
      }
      slot = i;
    }
    if (length >= 3) {
      put_match(bits, static_cast<std::uint32_t>(length), static_cast<std::uint32_t>(distance));
      i += length;
    } else {
      put_symbol(bits, at(i++));
    }
  }
  put_symbol(bits, 256);
  bits.flush();
  const std::uint32_t sum = adler32(bytes);
  for (std::uint32_t shift = 32; shift > 0; shift -= 8)
    out.push_back(static_cast<std::byte>((sum >> (shift - 8)) & 0xFF));
  return out;
}

}  // namespace anmkit
