// SPDX-License-Identifier: MIT
// Bounds of pictures and animations before anything is encoded.
#include "pictures/animation.hpp"

#include <algorithm>
#include <string>

namespace anmkit {

Result<void> check_animation(const PictureAnimation& animation) {
  const auto refuse = [](std::string message) {
    return fail(std::string(kPicturesCode), std::move(message));
  };
  if (animation.frames.empty() || animation.ticks_per_second == 0) {
    return refuse("an animation needs at least one frame and a clock");
  }
  const Picture& first = animation.frames.front().picture;
  const std::uint64_t pixels = std::uint64_t{first.width} * first.height;
  if (pixels == 0 || pixels * animation.frames.size() > kMaxAnimationPixels) {
    return refuse(std::to_string(animation.frames.size()) + " frames of " +
                  std::to_string(first.width) + " x " + std::to_string(first.height) +
                  " pixels; at most " + std::to_string(kMaxAnimationPixels) + " are written");
  }
  for (const PictureAnimation::Frame& frame : animation.frames) {
    if (frame.picture.width != first.width || frame.picture.height != first.height ||
        frame.picture.pixels.size() != 4 * pixels) {
      return refuse("the frames differ in size");
    }
    if (frame.ticks < 1 || frame.ticks > INT32_MAX) {
      return refuse("a frame lasts " + std::to_string(frame.ticks) + " ticks");
    }
  }
  return {};
}

Result<void> check_promise(ByteView file, std::uint64_t width, std::uint64_t height,
                           std::uint64_t frames, std::string_view code) {
  // As for stills: deflate expands at most 1032 times, and a byte holds at most eight pixels. The
  // other codings stay below.
  constexpr std::uint64_t kMostPixelsPerByte = std::uint64_t{1032} * 8;
  const std::uint64_t pixels = width * height;
  const std::uint64_t most = std::min(kMaxAnimationPixels, kMostPixelsPerByte * file.size());
  if (pixels != 0 && pixels <= kMaxPicturePixels && frames <= most / pixels) return {};
  return fail(std::string(code), "a file of " + std::to_string(file.size()) + " bytes promises " +
                                     std::to_string(frames) + " frames of " +
                                     std::to_string(width) + " x " + std::to_string(height) +
                                     " pixels");
}

Result<PictureAnimation> decode_animation(ByteView file) {
  const std::string_view text = as_text(file);
  if (text.starts_with("GIF8")) return decode_gif(file);
  if (text.starts_with("\x89PNG")) return decode_apng(file);
  if (text.starts_with("RIFF") && text.size() > 12 && text.substr(8, 4) == "WEBP") {
    return decode_webp(file);
  }
  if (text.starts_with("\xFF\xD8")) {
    auto picture = decode_jpeg(file);
    if (!picture) return std::unexpected(std::move(picture.error()));
    PictureAnimation still;
    still.ticks_per_second = 10;
    still.frames.push_back({std::move(*picture), 1});
    return still;
  }
  return fail(std::string(kPicturesCode), "neither GIF nor PNG nor WebP nor JPEG", 0);
}

}  // namespace anmkit
