// SPDX-License-Identifier: MIT
// Rows without filters, as one zlib stream.
#include "core/png_write.hpp"

#include "core/crc32.hpp"
#include "core/zlib.hpp"

namespace anmkit {
void put_png_chunk(BigWriter& out, std::string_view type, ByteView data) {
  BigWriter body;
  body.put_text(type);
  body.put_bytes(data);
  const Bytes bytes = body.take();
  out.put(static_cast<std::uint32_t>(data.size()));
  out.put_bytes(bytes);
  out.put(crc32(bytes));
}

Bytes write_png(const Picture& picture) {
  const std::size_t row = std::size_t{4} * picture.width;
  Bytes rows;
  rows.reserve((row + 1) * picture.height);
  for (std::size_t y = 0; y < picture.height; ++y) {
    rows.push_back(std::byte{0});
    const auto from = picture.pixels.begin() + static_cast<std::ptrdiff_t>(y * row);
    rows.insert(rows.end(), from, from + static_cast<std::ptrdiff_t>(row));
  }
  BigWriter header;
  header.put(picture.width);
  header.put(picture.height);
  header.put_text(std::string_view("\x08\x06\0\0\0", 5));
  BigWriter out;
  out.put_text("\x89PNG\r\n\x1a\n");
  put_png_chunk(out, "IHDR", header.take());
  put_png_chunk(out, "IDAT", deflate_zlib(rows));
  put_png_chunk(out, "IEND", {});
  return out.take();
}

}  // namespace anmkit
