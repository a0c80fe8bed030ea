// SPDX-License-Identifier: MIT
// Pixels of image files: never a crash, and what decodes is written and decoded again without a
// change.
#include "core/zlib.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "roundtrip.hpp"

namespace {

using anmkit::fuzz::require;

// Large images are legal and slow; small ones reach the same code.
constexpr std::uint64_t kMostPixels = 1u << 16;

void try_pixels(anmkit::ByteView bytes, const anmkit::cs2::HgFile& file) {
  std::uint64_t pixels = 0;
  for (const anmkit::cs2::HgFrame& frame : file.frames) {
    if (frame.width > kMostPixels || frame.height > kMostPixels) return;
    pixels += std::uint64_t{frame.width} * frame.height;
  }
  if (pixels > kMostPixels) return;
  const auto images = anmkit::cs2::decode_hg(bytes, file);
  if (!images || images->empty()) return;
  const auto written = anmkit::cs2::write_hg3(*images);
  require(written.has_value(), "what decodes can be written", "cs2-hg3");
  const auto again = anmkit::cs2::parse_hg3(*written);
  require(again.has_value(), "what is written parses", "cs2-hg3");
  const auto back = anmkit::cs2::decode_hg(*written, *again);
  require(back && back->size() == images->size(), "every image comes back", "cs2-hg3");
  for (std::size_t i = 0; i < images->size(); ++i)
    require((*back)[i].picture == (*images)[i].picture, "pixels come back", "cs2-hg3");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const anmkit::ByteView bytes{reinterpret_cast<const std::byte*>(data), size};
  if (const auto file = anmkit::cs2::parse_hg3(bytes)) try_pixels(bytes, *file);
  if (const auto file = anmkit::cs2::parse_hg2(bytes)) try_pixels(bytes, *file);
  (void)anmkit::inflate_zlib(bytes, std::min<std::size_t>(size * 4, 65536));
  const auto packed = anmkit::deflate_zlib(bytes);
  const auto unpacked = anmkit::inflate_zlib(packed, size);
  require(unpacked && std::ranges::equal(*unpacked, bytes), "inflate(deflate(x)) == x", "zlib");
  return 0;
}
