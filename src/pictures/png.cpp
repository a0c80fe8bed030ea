// SPDX-License-Identifier: MIT
// PNG through libpng. Pixels are the stored bytes: gAMA, iCCP and their like change nothing, and 16
// bits become 8 without a curve. libpng's errors leave by longjmp: no function between setjmp and
// libpng contains anything with a destructor.
#include "pictures/png.hpp"

#include <png.h>

#include <algorithm>
#include <csetjmp>
#include <cstdio>
#include <string>

#include "core/counted.hpp"
#include "core/memory_end.hpp"
#include "core/png_info.hpp"

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

class PngReader {
 public:
  explicit PngReader(ByteView file) : file_(file) {}
  ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  bool read_header() {
    if (setjmp(back_) != 0) return false;
    png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, &on_error, &on_warning);
    if (png_ != nullptr) info_ = png_create_info_struct(png_);
    if (info_ == nullptr) return false;
    png_set_read_fn(png_, this, &on_read);
    // Of all other chunks only transparency is looked at.
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
    png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_AS_DEFAULT, kTransparency, 1);
    png_read_info(png_, info_);
    return true;
  }

  // `pixels` has 4 * width * height bytes.
  bool read_rows(std::byte* pixels) {
    if (setjmp(back_) != 0) return false;
    png_set_scale_16(png_);
    png_set_expand(png_);
    png_set_gray_to_rgb(png_);
    png_set_add_alpha(png_, 255, PNG_FILLER_AFTER);
    const int passes = png_set_interlace_handling(png_);
    png_read_update_info(png_, info_);
    for (int pass = 0; pass < passes; ++pass) {
      for (std::size_t y = 0; y < height(); ++y)
        png_read_row(png_, reinterpret_cast<png_bytep>(pixels) + 4 * y * width(), nullptr);
    }
    return true;
  }

  std::uint32_t width() const { return png_get_image_width(png_, info_); }
  std::uint32_t height() const { return png_get_image_height(png_, info_); }
  std::unexpected<Error> error() const {
    require_memory();
    return fail(std::string(kPngCode), "libpng: " + std::string(message_), read_);
  }

 private:
  static constexpr png_byte kTransparency[] = {'t', 'R', 'N', 'S', 0};

  static PngReader& self(png_const_structp png) {
    return *static_cast<PngReader*>(png_get_error_ptr(png));
  }
  [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
    PngReader& reader = self(png);
    std::snprintf(reader.message_, sizeof reader.message_, "%s", message);
    std::longjmp(reader.back_, 1);
  }
  static void on_warning(png_structp /*png*/, png_const_charp /*message*/) {}
  static void on_read(png_structp png, png_bytep to, std::size_t count) {
    PngReader& reader = *static_cast<PngReader*>(png_get_io_ptr(png));
    if (count > reader.file_.size() - reader.read_) png_error(png, "the file ends too early");
    std::copy_n(reinterpret_cast<const png_byte*>(reader.file_.data()) + reader.read_, count, to);
    reader.read_ += count;
  }

  ByteView file_;
  std::size_t read_ = 0;
  png_structp png_ = nullptr;
  png_infop info_ = nullptr;
  std::jmp_buf back_{};
  char message_[128] = "out of memory";
};

// Deflate expands at most 1032 times and a byte contains at most eight pixels.
constexpr std::uint64_t kMostPixelsPerByte = 1032ULL * 8;

}  // namespace

Result<RgbaPicture> decode_png(ByteView file) {
  if (auto good = check_png_signature(file); !good) return std::unexpected(std::move(good.error()));
  watch_memory();
  PngReader reader(file);
  if (!reader.read_header()) return reader.error();
  const std::uint64_t pixels = std::uint64_t{reader.width()} * reader.height();
  if (pixels > kMaxPngPixels || pixels > file.size() * kMostPixelsPerByte) {
    return fail(std::string(kPngCode),
                "a file of " + counted(file.size(), "byte") + " promises " +
                    std::to_string(reader.width()) + " x " + std::to_string(reader.height()) +
                    " pixels",
                16);
  }
  RgbaPicture picture{reader.width(), reader.height(), Bytes(4 * pixels)};
  if (!reader.read_rows(picture.pixels.data())) return reader.error();
  return picture;
}

Result<Bytes> encode_png(ByteView pixels, std::uint32_t width, std::uint32_t height) {
  const std::uint64_t count = std::uint64_t{width} * height;
  if (count == 0 || count > kMaxPngPixels || pixels.size() != 4 * count) {
    return fail(std::string(kPngCode), std::to_string(width) + " x " + std::to_string(height) +
                                           " pixels from " + counted(pixels.size(), "byte") +
                                           "; expected four bytes per pixel");
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
