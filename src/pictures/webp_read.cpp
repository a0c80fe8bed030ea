// SPDX-License-Identifier: MIT
// Animated WebP, through libwebp's demuxer, which draws every frame in full.
#include <webp/demux.h>

#include <algorithm>
#include <memory>
#include <string>

#include "core/memory_end.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kCode = "anmkit.WEBP";
constexpr std::int64_t kUnsaid = 100;  // milliseconds

template <class T, void (*Delete)(T*)>
struct Deleter {
  void operator()(T* object) const { Delete(object); }
};

std::unexpected<Error> damaged() {
  require_memory();
  return fail(std::string(kCode), "libwebp: the file is damaged", 0);
}

}  // namespace

Result<PictureAnimation> decode_webp(ByteView file) {
  watch_memory();
  const WebPData data{reinterpret_cast<const std::uint8_t*>(file.data()), file.size()};
  const std::unique_ptr<WebPDemuxer, Deleter<WebPDemuxer, &WebPDemuxDelete>> demuxer(
      WebPDemux(&data));
  if (!demuxer) return damaged();
  const std::uint32_t width = WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_WIDTH);
  const std::uint32_t height = WebPDemuxGetI(demuxer.get(), WEBP_FF_CANVAS_HEIGHT);
  const std::uint32_t frames = WebPDemuxGetI(demuxer.get(), WEBP_FF_FRAME_COUNT);
  if (auto good = check_promise(file, width, height, frames, kCode); !good) {
    return std::unexpected(good.error());
  }
  WebPAnimDecoderOptions options;
  WebPAnimDecoderOptionsInit(&options);
  const std::unique_ptr<WebPAnimDecoder, Deleter<WebPAnimDecoder, &WebPAnimDecoderDelete>> decoder(
      WebPAnimDecoderNew(&data, &options));
  if (!decoder) return damaged();
  PictureAnimation animation;
  animation.ticks_per_second = 1000;
  const bool moves = (WebPDemuxGetI(demuxer.get(), WEBP_FF_FORMAT_FLAGS) & ANIMATION_FLAG) != 0;
  animation.loops = moves ? WebPDemuxGetI(demuxer.get(), WEBP_FF_LOOP_COUNT) : 0;
  std::int64_t before = 0;
  while (WebPAnimDecoderHasMoreFrames(decoder.get())) {
    std::uint8_t* pixels = nullptr;
    int end = 0;
    if (!WebPAnimDecoderGetNext(decoder.get(), &pixels, &end)) {
      require_memory();
      return fail(std::string(kCode),
                  "libwebp: frame " + std::to_string(animation.frames.size()) + " is damaged");
    }
    const std::int64_t length = end - before;
    before = end;
    PictureAnimation::Frame frame{make_picture(width, height), length < 1 ? kUnsaid : length};
    std::copy_n(reinterpret_cast<const std::byte*>(pixels), frame.picture.pixels.size(),
                frame.picture.pixels.data());
    animation.frames.push_back(std::move(frame));
  }
  if (animation.frames.empty()) return fail(std::string(kCode), "no frame");
  return animation;
}

}  // namespace anmkit
