// SPDX-License-Identifier: MIT
// JPEG, through libjpeg. Its errors leave by longjmp: no function between setjmp and libjpeg
// contains anything with a destructor.
#include <csetjmp>
#include <cstdio>  // jpeglib.h wants FILE
#include <string>

#include <jpeglib.h>

#include <jerror.h>

#include "core/counted.hpp"
#include "core/memory_end.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kCode = "anmkit.JPEG";
// Every scan goes over the whole image and costs the file a few bytes only; encoders make about
// ten.
constexpr int kMostScans = 100;

class JpegReader {
 public:
  explicit JpegReader(ByteView file) : file_(file) {
    info_.err = jpeg_std_error(&errors_);
    info_.client_data = this;
    errors_.error_exit = &on_error;
    errors_.emit_message = &on_message;
    progress_.progress_monitor = &on_progress;
  }
  ~JpegReader() { jpeg_destroy_decompress(&info_); }
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  bool read_header() {
    if (setjmp(back_) != 0) return false;
    jpeg_create_decompress(&info_);
    info_.progress = &progress_;
    jpeg_mem_src(&info_, reinterpret_cast<const unsigned char*>(file_.data()),
                 static_cast<unsigned long>(file_.size()));  // NOLINT(google-runtime-int)
    jpeg_read_header(&info_, TRUE);
    // Without a bound of bits per block, and rare.
    if (info_.arith_code != 0) leave("arithmetic coding is not read");
    info_.out_color_space = JCS_RGB;
    return true;
  }

  // `pixels` has 4 * width * height bytes.
  bool read_rows(std::byte* pixels) {
    if (setjmp(back_) != 0) return false;
    jpeg_start_decompress(&info_);
    while (info_.output_scanline < info_.output_height) {
      const std::size_t width = info_.output_width;
      std::byte* row = pixels + 4 * width * info_.output_scanline;
      // Three bytes per pixel at the end of the row grow to four from its beginning.
      auto* packed = reinterpret_cast<JSAMPLE*>(row + width);
      jpeg_read_scanlines(&info_, &packed, 1);
      for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t i = 0; i < 3; ++i)
          row[4 * x + i] = row[width + 3 * x + i];
        row[4 * x + 3] = std::byte{255};
      }
    }
    jpeg_finish_decompress(&info_);
    return true;
  }

  std::uint32_t width() const { return info_.image_width; }
  std::uint32_t height() const { return info_.image_height; }
  std::unexpected<Error> error() const {
    require_memory();
    const std::size_t left = info_.src == nullptr ? file_.size() : info_.src->bytes_in_buffer;
    return fail(std::string(kCode), "libjpeg: " + std::string(message_),
                left <= file_.size() ? file_.size() - left : file_.size());
  }

 private:
  [[noreturn]] void leave(const char* message) {
    std::snprintf(message_, sizeof message_, "%s", message);
    std::longjmp(back_, 1);
  }
  static JpegReader& self(j_common_ptr info) {
    return *static_cast<JpegReader*>(info->client_data);
  }
  [[noreturn]] static void on_error(j_common_ptr info) {
    char message[JMSG_LENGTH_MAX];
    info->err->format_message(info, message);
    self(info).leave(message);
  }
  // libjpeg calls damage a warning and goes on with grey. Only what loses no pixel is let through.
  static void on_message(j_common_ptr info, int level) {
    const int code = info->err->msg_code;
    if (level < 0 && code != JWRN_EXTRANEOUS_DATA && code != JWRN_JFIF_MAJOR &&
        code != JWRN_ADOBE_XFORM) {
      on_error(info);
    }
  }
  static void on_progress(j_common_ptr info) {
    JpegReader& reader = self(info);
    if (reader.info_.input_scan_number > kMostScans) reader.leave("too many scans");
  }

  ByteView file_;
  jpeg_decompress_struct info_{};
  jpeg_error_mgr errors_{};
  jpeg_progress_mgr progress_{};
  std::jmp_buf back_{};
  char message_[JMSG_LENGTH_MAX]{};
};

}  // namespace

Result<Picture> decode_jpeg(ByteView file) {
  watch_memory();
  JpegReader reader(file);
  if (!reader.read_header()) return reader.error();
  const std::uint64_t width = reader.width();
  const std::uint64_t height = reader.height();
  // Huffman coding spends at least one bit on each block of 8 x 8 pixels.
  const std::uint64_t blocks = ((width + 7) / 8) * ((height + 7) / 8);
  if (width * height > kMaxPicturePixels || blocks > file.size() * std::uint64_t{8}) {
    return fail(std::string(kCode), "a file of " + counted(file.size(), "byte") + " promises " +
                                        std::to_string(width) + " x " + std::to_string(height) +
                                        " pixels");
  }
  Picture picture = make_picture(reader.width(), reader.height());
  if (!reader.read_rows(picture.pixels.data())) return reader.error();
  return picture;
}

}  // namespace anmkit
