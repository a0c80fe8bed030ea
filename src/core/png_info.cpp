// SPDX-License-Identifier: MIT
// The header chunk of a PNG.
#include "core/png_info.hpp"

#include <array>

namespace anmkit {
namespace {

// Of each byte, and of each byte with up to 15 zeros behind it: sixteen bytes are taken at once.
// Made when they are wanted, as they are 16 KB that no compression makes smaller.
constexpr std::size_t kAtOnce = 16;
using Tables = std::array<std::array<std::uint32_t, 256>, kAtOnce>;
Tables make_tables() {
  Tables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value & 1) != 0 ? 0xEDB88320u ^ (value >> 1) : value >> 1;
    tables[0][i] = value;
  }
  for (std::size_t zeros = 1; zeros < kAtOnce; ++zeros) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t value = tables[zeros - 1][i];
      tables[zeros][i] = tables[0][value & 0xFF] ^ (value >> 8);
    }
  }
  return tables;
}

std::unexpected<Error> bad(std::string message, std::uint64_t offset) {
  return fail("anmkit.PNG", std::move(message), offset);
}

}  // namespace

std::uint32_t crc32(ByteView bytes) {
  static const Tables kTables = make_tables();
  std::uint32_t crc = 0xFFFFFFFFu;
  for (; bytes.size() >= kAtOnce; bytes = bytes.subspan(kAtOnce)) {
    std::uint32_t next = 0;
    for (std::size_t k = 0; k < kAtOnce; k += 4) {
      std::uint32_t word = load<std::uint32_t, std::endian::little>(bytes.data() + k);
      if (k == 0) word ^= crc;
      for (std::size_t i = 0; i < 4; ++i)
        next ^= kTables[kAtOnce - 1 - k - i][word >> (8 * i) & 0xFF];
    }
    crc = next;
  }
  for (const std::byte b : bytes)
    crc = kTables[0][(crc ^ std::to_integer<std::uint32_t>(b)) & 0xFF] ^ (crc >> 8);
  return ~crc;
}

Result<PngInfo> read_png_info(ByteView bytes) {
  static constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";
  if (!as_text(bytes).starts_with(kSignature)) return bad("no PNG signature", 0);
  PngInfo info;
  BigReader in(bytes, kSignature.size());
  for (bool first = true;; first = false) {
    const std::uint64_t start = in.offset();
    const auto length = in.get<std::uint32_t>("length");
    const std::string_view type = as_text(in.get_bytes(4, "type"));
    const ByteView data = in.get_bytes(length, "data");
    const auto crc = in.get<std::uint32_t>("crc");
    if (!in.ok()) return bad("the picture ends before its IEND chunk", start);
    if (first != (type == "IHDR")) {
      return bad(first ? "the first chunk is not IHDR" : "a second IHDR chunk", start);
    }
    if (crc != crc32(bytes.subspan(static_cast<std::size_t>(start) + 4, std::size_t{length} + 4))) {
      return bad("wrong CRC of chunk " + std::string(type), start);
    }
    if (first) {
      if (length != 13) return bad("IHDR has not 13 bytes", start);
      info.width = load<std::uint32_t, std::endian::big>(data.data());
      info.height = load<std::uint32_t, std::endian::big>(data.data() + 4);
      info.bit_depth = std::to_integer<std::uint8_t>(data[8]);
      info.color_type = std::to_integer<std::uint8_t>(data[9]);
      if (info.width == 0 || info.height == 0) return bad("the picture has no pixels", start);
    }
    if (type == "IEND") {
      info.end_offset = in.offset();
      return info;
    }
  }
}

}  // namespace anmkit
