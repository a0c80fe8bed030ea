// SPDX-License-Identifier: MIT
// Animated lossless WebP: libwebp's stills of the changed areas, joined by its mux library.
#include <webp/encode.h>
#include <webp/mux.h>

#include <array>
#include <memory>
#include <string>

#include "core/memory_end.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

// Beyond these a still takes three times as long for a fifth less.
constexpr int kMethod = 2;
constexpr float kEffort = 50;
constexpr std::int64_t kLongestFrame = (1 << 24) - 1;  // milliseconds

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

struct Box {
  std::uint32_t x = 0, y = 0, width = 0, height = 0;
};

// What differs from the image before, its corner at even places as the format wants it; without
// pixels where nothing does.
Box changed(const Picture& picture, const Picture& before) {
  const std::size_t row = std::size_t{4} * picture.width;
  const auto line = [&](const Picture& of, std::size_t y) {
    return ByteView(of.pixels).subspan(y * row, row);
  };
  std::uint32_t left = picture.width, right = 0, top = picture.height, bottom = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    const ByteView a = line(picture, y), b = line(before, y);
    const auto first = std::ranges::mismatch(a, b).in1;
    if (first == a.end()) continue;
    top = std::min(top, y);
    bottom = y + 1;
    std::size_t last = row;
    while (a[last - 1] == b[last - 1])
      --last;
    left = std::min(left, static_cast<std::uint32_t>((first - a.begin()) / 4));
    right = std::max(right, static_cast<std::uint32_t>((last + 3) / 4));
  }
  if (right == 0) return {};
  const std::uint32_t x = left & ~1u, y = top & ~1u;
  return {x, y, right - x, bottom - y};
}

Result<Bytes> make_still(const Picture& picture, const Box& box) {
  watch_memory();
  WebPConfig config;
  if (!WebPConfigInit(&config)) return refuse("another version of it is installed");
  config.lossless = 1;
  config.exact = 1;  // colours under transparent pixels stay
  config.method = kMethod;
  config.quality = kEffort;
  Imported still;
  still.picture.use_argb = 1;
  still.picture.width = static_cast<int>(box.width);
  still.picture.height = static_cast<int>(box.height);
  Bytes file;
  still.picture.custom_ptr = &file;
  still.picture.writer = [](const std::uint8_t* data, std::size_t size, const WebPPicture* to) {
    auto* bytes = static_cast<Bytes*>(to->custom_ptr);
    const auto* from = reinterpret_cast<const std::byte*>(data);
    bytes->insert(bytes->end(), from, from + size);
    return 1;
  };
  const std::size_t corner = std::size_t{4} * (std::size_t{box.y} * picture.width + box.x);
  const auto* pixels = reinterpret_cast<const std::uint8_t*>(picture.pixels.data()) + corner;
  if (!WebPPictureImportRGBA(&still.picture, pixels, static_cast<int>(4 * picture.width)) ||
      !WebPEncode(&config, &still.picture))
    return refuse("error " + std::to_string(still.picture.error_code));
  // Where its memory ends, libwebp may succeed with a still that nobody can decode.
  require_memory();
  return file;
}

struct Part {
  Box box;     // without pixels: the image before stays
  Bytes data;  // of the box
  Bytes stay;  // of one pixel: a frame that changes nothing
  std::int64_t length = 0;
};

Result<Part> make_frame(const Picture& picture, const Picture* before, std::int64_t length) {
  Part frame{{0, 0, picture.width, picture.height}, {}, {}, length};
  if (before != nullptr) frame.box = changed(picture, *before);
  if (frame.box.width > 0) {
    auto data = make_still(picture, frame.box);
    if (!data) return std::unexpected(std::move(data.error()));
    frame.data = std::move(*data);
  }
  if (frame.data.empty() || length > kLongestFrame) {
    auto stay = make_still(picture, {0, 0, 1, 1});
    if (!stay) return std::unexpected(std::move(stay.error()));
    frame.stay = std::move(*stay);
  }
  return frame;
}

using Mux = std::unique_ptr<WebPMux, void (*)(WebPMux*)>;

WebPData data_of(const Bytes& bytes) {
  return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

bool push(WebPMux* mux, const Box& box, const Bytes& data, std::int64_t length) {
  WebPMuxFrameInfo info{};
  info.bitstream = data_of(data);
  info.x_offset = static_cast<int>(box.x);
  info.y_offset = static_cast<int>(box.y);
  info.duration = static_cast<int>(length);
  info.id = WEBP_CHUNK_ANMF;
  info.dispose_method = WEBP_MUX_DISPOSE_NONE;
  info.blend_method = WEBP_MUX_NO_BLEND;
  return WebPMuxPushFrame(mux, &info, 0) == WEBP_MUX_OK;
}

Result<Bytes> join(const MovingPicture& animation, const std::vector<Part>& frames) {
  watch_memory();
  const Mux mux(WebPMuxNew(), &WebPMuxDelete);
  bool good = mux != nullptr;
  if (frames.size() == 1 && frames.front().length <= kLongestFrame) {
    const WebPData still = data_of(frames.front().data);
    good = good && WebPMuxSetImage(mux.get(), &still, 0) == WEBP_MUX_OK;
  } else {
    const WebPMuxAnimParams params{0, static_cast<int>(animation.loops)};
    good = good &&
           WebPMuxSetCanvasSize(mux.get(), static_cast<int>(animation.width),
                                static_cast<int>(animation.height)) == WEBP_MUX_OK &&
           WebPMuxSetAnimationParams(mux.get(), &params) == WEBP_MUX_OK;
    for (const Part& frame : frames) {
      std::int64_t left = frame.length;
      for (bool first = !frame.data.empty(); good && left > 0; first = false) {
        const std::int64_t length = std::min(left, kLongestFrame);
        good = first ? push(mux.get(), frame.box, frame.data, length)
                     : push(mux.get(), {}, frame.stay, length);
        left -= length;
      }
    }
  }
  WebPData data;
  WebPDataInit(&data);
  if (!good || WebPMuxAssemble(mux.get(), &data) != WEBP_MUX_OK)
    return refuse("the frames cannot be joined");
  require_memory();
  const auto* begin = reinterpret_cast<const std::byte*>(data.bytes);
  Bytes file(begin, begin + data.size);
  WebPDataClear(&data);
  return file;
}

}  // namespace

Result<Bytes> encode_webp(const MovingPicture& animation) {
  if (auto good = check_animation(animation); !good) return std::unexpected(good.error());
  if (animation.width > WEBP_MAX_DIMENSION || animation.height > WEBP_MAX_DIMENSION) {
    return refuse("images are at most 16383 pixels wide and high");
  }
  const std::vector<std::int64_t> lengths = frame_lengths(animation, 1000);
  std::int64_t time = 0;
  for (const std::int64_t length : lengths)
    time += length;
  if (time > INT32_MAX) return refuse("the animation is longer than 24 days");
  std::vector<Part> frames;
  const auto done = each_frame(
      animation,
      [&](const Picture& picture, const Picture* before, std::size_t index) {
        return make_frame(picture, before, lengths[index]);
      },
      [&](std::size_t, Part frame) -> Result<void> {
        const bool stays = frame.data.empty();
        if (stays && frames.back().length + frame.length <= kLongestFrame) {
          frames.back().length += frame.length;
        } else {
          frames.push_back(std::move(frame));
        }
        return {};
      });
  if (!done) return std::unexpected(done.error());
  return join(animation, frames);
}

}  // namespace anmkit
