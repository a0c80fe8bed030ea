// SPDX-License-Identifier: MIT
// Animated lossless WebP, through libwebp and its mux library.
#include <webp/encode.h>
#include <webp/mux.h>

#include <memory>
#include <string>

#include "core/memory_end.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

std::unexpected<Error> refuse(std::string message) {
  require_memory();
  return fail("anmkit.WEBP", "libwebp: " + std::move(message));
}

struct Imported {
  WebPPicture picture{};
  Imported() { WebPPictureInit(&picture); }
  ~Imported() { WebPPictureFree(&picture); }
  Imported(const Imported&) = delete;
  Imported& operator=(const Imported&) = delete;
};

}  // namespace

Result<Bytes> encode_webp(const MovingPicture& animation) {
  if (auto good = check_animation(animation); !good) return std::unexpected(good.error());
  if (animation.width > WEBP_MAX_DIMENSION || animation.height > WEBP_MAX_DIMENSION) {
    return refuse("pictures are at most 16383 pixels wide and high");
  }
  const auto width = static_cast<int>(animation.width), height = static_cast<int>(animation.height);
  watch_memory();
  WebPAnimEncoderOptions options;
  WebPAnimEncoderOptionsInit(&options);
  options.anim_params.loop_count = static_cast<int>(animation.loops);
  options.anim_params.bgcolor = 0;
  const std::unique_ptr<WebPAnimEncoder, void (*)(WebPAnimEncoder*)> encoder(
      WebPAnimEncoderNew(width, height, &options), &WebPAnimEncoderDelete);
  WebPConfig config;
  if (!encoder || !WebPConfigInit(&config)) return refuse("out of memory");
  config.lossless = 1;
  config.exact = 1;  // colours under transparent pixels stay
  const std::vector<std::int64_t> lengths = frame_lengths(animation, 1000);
  std::int64_t time = 0;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    const auto picture = frame_of(animation, i);
    if (!picture) return std::unexpected(picture.error());
    Imported frame;
    frame.picture.use_argb = 1;
    frame.picture.width = width;
    frame.picture.height = height;
    const auto* pixels = reinterpret_cast<const std::uint8_t*>(picture->pixels.data());
    if (!WebPPictureImportRGBA(&frame.picture, pixels, 4 * width) ||
        !WebPAnimEncoderAdd(encoder.get(), &frame.picture, static_cast<int>(time), &config)) {
      return refuse(WebPAnimEncoderGetError(encoder.get()));
    }
    time += lengths[i];
    if (time > INT32_MAX) return refuse("the animation is longer than 24 days");
  }
  WebPData data;
  WebPDataInit(&data);
  if (!WebPAnimEncoderAdd(encoder.get(), nullptr, static_cast<int>(time), nullptr) ||
      !WebPAnimEncoderAssemble(encoder.get(), &data)) {
    return refuse(WebPAnimEncoderGetError(encoder.get()));
  }
  const auto* begin = reinterpret_cast<const std::byte*>(data.bytes);
  Bytes file(begin, begin + data.size);
  WebPDataClear(&data);
  return file;
}

}  // namespace anmkit
