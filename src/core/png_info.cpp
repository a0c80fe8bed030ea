// SPDX-License-Identifier: MIT
// The header chunk of a PNG.
#include "core/png_info.hpp"

#include <algorithm>

#include "core/crc32.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kSignature = "\x89PNG\r\n\x1a\n";

std::unexpected<Error> bad(std::string message, std::uint64_t offset) {
  return fail("anmkit.PNG", std::move(message), offset);
}

}  // namespace

Result<void> check_png_signature(ByteView bytes) {
  if (as_text(bytes).starts_with(kSignature)) return {};
  const ByteView found = bytes.first(std::min(bytes.size(), kSignature.size()));
  std::string message = "no PNG signature: expected 89504e470d0a1a0a, found " +
                        (found.empty() ? "nothing" : to_hex(found));
  // The signature is made so that such copies break it (PNG specification, section 5.2).
  if (found.size() > 3 && as_text(found).substr(1, 3) == "PNG")
    message += "; the file was changed in transit, for example copied as text";
  return bad(std::move(message), 0);
}

Result<PngInfo> read_png_info(ByteView bytes) {
  if (auto good = check_png_signature(bytes); !good)
    return std::unexpected(std::move(good.error()));
  PngInfo info;
  BigReader in(bytes, kSignature.size());
  for (bool first = true;; first = false) {
    const std::uint64_t start = in.offset();
    const auto length = in.get<std::uint32_t>("length");
    const std::string_view type = as_text(in.get_bytes(4, "type"));
    const ByteView data = in.get_bytes(length, "data");
    const auto crc = in.get<std::uint32_t>("crc");
    if (!in.ok()) return bad("the image ends before its IEND chunk", start);
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
      if (info.width == 0 || info.height == 0) return bad("the image has no pixels", start);
    }
    if (type == "IEND") {
      info.end_offset = in.offset();
      return info;
    }
  }
}

}  // namespace anmkit
