// SPDX-License-Identifier: MIT
// PNG through libpng's simplified interface.
#include "pictures/png.hpp"

#include <png.h>

#include <string>

#include "core/memory_end.hpp"

namespace anmkit {
namespace {

// libpng's simplified interface keeps its own error jumps inside; this frees its state.
struct PngImage {
  png_image image{};
  PngImage() { image.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;
  std::string message() const { return "libpng: " + std::string(image.message); }
};

// Deflate expands at most 1032 times and a byte holds at most eight pixels.
constexpr std::uint64_t kMostPixelsPerByte = 1032ULL * 8;

}  // namespace

Result<RgbaPicture> decode_png(ByteView file) {
  PngImage png;
  watch_memory();
  if (!png_image_begin_read_from_memory(&png.image, file.data(), file.size())) {
    require_memory();
    return fail(std::string(kPngCode), png.message(), 0);
  }
  const std::uint64_t pixels = std::uint64_t{png.image.width} * png.image.height;
  if (pixels > kMaxPngPixels || pixels > file.size() * kMostPixelsPerByte) {
    return fail(std::string(kPngCode),
                "a file of " + std::to_string(file.size()) + " bytes promises " +
                    std::to_string(png.image.width) + " x " + std::to_string(png.image.height) +
                    " pixels",
                16);
  }
  png.image.format = PNG_FORMAT_RGBA;
  RgbaPicture picture{png.image.width, png.image.height, Bytes(4 * pixels)};
  if (!png_image_finish_read(&png.image, nullptr, picture.pixels.data(), 0, nullptr)) {
    require_memory();
    return fail(std::string(kPngCode), png.message());
  }
  return picture;
}

Result<Bytes> encode_png(ByteView pixels, std::uint32_t width, std::uint32_t height) {
  const std::uint64_t count = std::uint64_t{width} * height;
  if (count == 0 || count > kMaxPngPixels || pixels.size() != 4 * count) {
    return fail(std::string(kPngCode), std::to_string(width) + " x " + std::to_string(height) +
                                           " pixels from " + std::to_string(pixels.size()) +
                                           " bytes; four bytes a pixel are wanted");
  }
  PngImage png;
  png.image.width = width;
  png.image.height = height;
  png.image.format = PNG_FORMAT_RGBA;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png.image);
  Bytes file(size);
  watch_memory();
  if (!png_image_write_to_memory(&png.image, file.data(), &size, 0, pixels.data(), 0, nullptr)) {
    require_memory();
    return fail(std::string(kPngCode), png.message());
  }
  file.resize(size);
  return file;
}

}  // namespace anmkit
