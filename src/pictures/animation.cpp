// SPDX-License-Identifier: MIT
// Bounds of images and animations before anything is encoded.
#include "pictures/animation.hpp"
#include "core/counted.hpp"

#include <algorithm>
#include <string>

namespace anmkit {

namespace {

std::unexpected<Error> refuse(std::string message) {
  return fail(std::string(kPicturesCode), std::move(message));
}

}  // namespace

Result<void> check_animation(const MovingPicture& animation) {
  if (animation.ticks.empty() || animation.ticks_per_second == 0) {
    return refuse("an animation needs at least one frame and a clock");
  }
  const std::uint64_t pixels = std::uint64_t{animation.width} * animation.height;
  if (pixels == 0 || pixels * animation.ticks.size() > kMaxAnimationPixels) {
    return refuse(counted(animation.ticks.size(), "frame") + " of " +
                  std::to_string(animation.width) + " x " + std::to_string(animation.height) +
                  " pixels; at most " + std::to_string(kMaxAnimationPixels) + " are written");
  }
  for (const std::int64_t ticks : animation.ticks) {
    if (ticks < 1 || ticks > INT32_MAX) {
      return refuse("a frame lasts " + counted(ticks, "tick"));
    }
  }
  return {};
}

Result<Picture> frame_of(const MovingPicture& animation, std::size_t frame) {
  auto picture = animation.draw(frame);
  if (!picture) return picture;
  if (picture->width != animation.width || picture->height != animation.height ||
      picture->pixels.size() != std::uint64_t{4} * animation.width * animation.height)
    return refuse("the frames differ in size");
  return picture;
}

std::size_t frames_at_a_time(const MovingPicture& animation) {
  constexpr std::uint64_t kMostPixels = 1u << 22;
  const std::uint64_t pixels =
      std::max<std::uint64_t>(1, std::uint64_t{animation.width} * animation.height);
  return std::clamp<std::size_t>(kMostPixels / pixels, 1, 16);
}

Result<void> check_promise(ByteView file, std::uint64_t width, std::uint64_t height,
                           std::uint64_t frames, std::string_view code) {
  // As for stills: deflate expands at most 1032 times, and a byte contains at most eight pixels.
  // The other codings stay below.
  constexpr std::uint64_t kMostPixelsPerByte = std::uint64_t{1032} * 8;
  const std::uint64_t pixels = width * height;
  const std::uint64_t most = std::min(kMaxAnimationPixels, kMostPixelsPerByte * file.size());
  if (pixels != 0 && pixels <= kMaxPicturePixels && frames <= most / pixels) return {};
  return fail(std::string(code), "a file of " + counted(file.size(), "byte") + " promises " +
                                     counted(frames, "frame") + " of " + std::to_string(width) +
                                     " x " + std::to_string(height) + " pixels");
}

Result<Bytes> encode_animation(std::string_view kind, const MovingPicture& animation) {
  return kind == "gif"    ? encode_gif(animation)
         : kind == "webp" ? encode_webp(animation)
                          : encode_apng(animation);
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
