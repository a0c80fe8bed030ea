// SPDX-License-Identifier: MIT
// Animated GIF, through giflib, one record after the other, so that nothing is allocated for more
// pixels than the file can contain.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "core/memory_end.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kCode = "anmkit.GIF";
constexpr std::int64_t kUnsaid = 10;  // hundredths of a second

struct GifSource {
  ByteView file;
  std::size_t at = 0;
};
int take(GifFileType* gif, GifByteType* to, int count) {
  auto* input = static_cast<GifSource*>(gif->UserData);
  const std::size_t left = input->file.size() - input->at;
  const std::size_t size = std::min(left, static_cast<std::size_t>(std::max(count, 0)));
  std::copy_n(input->file.data() + input->at, size, reinterpret_cast<std::byte*>(to));
  input->at += size;
  return static_cast<int>(size);
}

struct CloseGif {
  void operator()(GifFileType* gif) const { DGifCloseFile(gif, nullptr); }
};

class GifReader {
 public:
  explicit GifReader(ByteView file) : input_{file} {}
  Result<PictureAnimation> read();

 private:
  std::unexpected<Error> damaged(std::string what) const {
    require_memory();
    return fail(std::string(kCode), std::move(what), input_.at);
  }
  Result<void> read_extension();
  Result<void> read_frame();
  Result<void> read_rows(const GifImageDesc& place, const ColorMapObject& palette);
  void put_pixel(std::size_t x, std::size_t y, GifByteType index, const ColorMapObject& palette);
  void dispose(const GifImageDesc& place);

  GifSource input_;
  std::unique_ptr<GifFileType, CloseGif> gif_;
  GraphicsControlBlock control_{DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
  Picture canvas_, before_;
  PictureAnimation animation_;
};

Result<void> GifReader::read_extension() {
  int function = 0;
  GifByteType* block = nullptr;
  if (DGifGetExtension(gif_.get(), &function, &block) != GIF_OK) {
    return damaged("an extension is cut short");
  }
  bool netscape = false;
  while (block != nullptr) {
    const std::size_t size = block[0];
    if (function == GRAPHICS_EXT_FUNC_CODE) {
      // Anything but four bytes is no graphics control, and giflib leaves the block as it was.
      (void)DGifExtensionToGCB(size, block + 1, &control_);
    } else if (function == APPLICATION_EXT_FUNC_CODE && size == 11) {
      const auto* name = reinterpret_cast<const char*>(block + 1);
      netscape = std::string_view(name, 11) == "NETSCAPE2.0";
    } else if (netscape && size == 3 && block[1] == 1) {
      const auto repeats = static_cast<std::uint32_t>(block[2] | block[3] << 8);
      animation_.loops = repeats == 0 ? 0 : repeats + 1;
    }
    if (DGifGetExtensionNext(gif_.get(), &block) != GIF_OK) {
      return damaged("an extension is cut short");
    }
  }
  return {};
}

void GifReader::put_pixel(std::size_t x, std::size_t y, GifByteType index,
                          const ColorMapObject& palette) {
  if (index == control_.TransparentColor || x >= canvas_.width || y >= canvas_.height) return;
  if (index >= palette.ColorCount) return;
  const GifColorType& colour = palette.Colors[index];
  std::byte* to = canvas_.pixels.data() + 4 * (y * canvas_.width + x);
  to[0] = std::byte{colour.Red};
  to[1] = std::byte{colour.Green};
  to[2] = std::byte{colour.Blue};
  to[3] = std::byte{255};
}

Result<void> GifReader::read_rows(const GifImageDesc& place, const ColorMapObject& palette) {
  struct Pass {
    int first, step;
  };
  static constexpr std::array<Pass, 4> kInterlaced{{{0, 8}, {4, 8}, {2, 4}, {1, 2}}};
  static constexpr std::array<Pass, 1> kPlain{{{0, 1}}};
  std::vector<GifByteType> row(static_cast<std::size_t>(place.Width));
  const std::span<const Pass> passes =
      place.Interlace ? std::span<const Pass>(kInterlaced) : std::span<const Pass>(kPlain);
  for (const Pass& pass : passes) {
    for (int y = pass.first; y < place.Height; y += pass.step) {
      if (DGifGetLine(gif_.get(), row.data(), place.Width) != GIF_OK) {
        return damaged("frame " + std::to_string(animation_.frames.size()) + " is cut short");
      }
      for (std::size_t x = 0; x < row.size(); ++x)
        put_pixel(x + static_cast<std::size_t>(place.Left), static_cast<std::size_t>(y + place.Top),
                  row[x], palette);
    }
  }
  return {};
}

// The image that a frame leaves to the next one.
void GifReader::dispose(const GifImageDesc& place) {
  if (control_.DisposalMode == DISPOSE_PREVIOUS) canvas_ = before_;
  if (control_.DisposalMode != DISPOSE_BACKGROUND) return;
  const auto left = std::min(static_cast<std::size_t>(place.Left), std::size_t{canvas_.width});
  const auto right =
      std::min(left + static_cast<std::size_t>(place.Width), std::size_t{canvas_.width});
  const auto top = static_cast<std::size_t>(place.Top);
  const auto bottom =
      std::min(top + static_cast<std::size_t>(place.Height), std::size_t{canvas_.height});
  for (std::size_t y = top; y < bottom; ++y) {
    std::fill_n(
        canvas_.pixels.begin() + static_cast<std::ptrdiff_t>(4 * (y * canvas_.width + left)),
        4 * (right - left), std::byte{0});
  }
}

Result<void> GifReader::read_frame() {
  if (DGifGetImageHeader(gif_.get()) != GIF_OK) return damaged("a frame's header is damaged");
  const GifImageDesc place = gif_->Image;
  const ColorMapObject* palette = place.ColorMap != nullptr ? place.ColorMap : gif_->SColorMap;
  if (palette == nullptr) return damaged("a frame has no palette");
  const auto width = static_cast<std::uint64_t>(place.Width);
  const auto height = static_cast<std::uint64_t>(place.Height);
  for (const auto& good : {check_promise(input_.file, width, height, 1, kCode),
                           check_promise(input_.file, canvas_.width, canvas_.height,
                                         animation_.frames.size() + 1, kCode)}) {
    if (!good) return good;
  }
  if (control_.DisposalMode == DISPOSE_PREVIOUS) before_ = canvas_;
  if (auto good = read_rows(place, *palette); !good) return good;
  animation_.frames.push_back({canvas_, control_.DelayTime < 1 ? kUnsaid : control_.DelayTime});
  dispose(place);
  control_ = {DISPOSAL_UNSPECIFIED, false, 0, NO_TRANSPARENT_COLOR};
  return {};
}

Result<PictureAnimation> GifReader::read() {
  int error = 0;
  gif_.reset(DGifOpen(&input_, &take, &error));
  if (!gif_) return damaged("the header is damaged");
  const auto width = static_cast<std::uint32_t>(gif_->SWidth);
  const auto height = static_cast<std::uint32_t>(gif_->SHeight);
  if (auto good = check_promise(input_.file, width, height, 1, kCode); !good) {
    return std::unexpected(good.error());
  }
  canvas_ = make_picture(width, height);
  animation_.ticks_per_second = 100;
  animation_.loops = 1;  // unless an extension says more
  for (GifRecordType type = UNDEFINED_RECORD_TYPE; type != TERMINATE_RECORD_TYPE;) {
    if (DGifGetRecordType(gif_.get(), &type) != GIF_OK) return damaged("the end is missing");
    const bool frame = type == IMAGE_DESC_RECORD_TYPE;
    if (!frame && type != EXTENSION_RECORD_TYPE) continue;
    if (auto good = frame ? read_frame() : read_extension(); !good) {
      return std::unexpected(good.error());
    }
  }
  if (animation_.frames.empty()) return damaged("no frame");
  return std::move(animation_);
}

}  // namespace

Result<PictureAnimation> decode_gif(ByteView file) {
  watch_memory();
  return GifReader(file).read();
}

}  // namespace anmkit
