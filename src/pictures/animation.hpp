// SPDX-License-Identifier: MIT
// Shared parts of the animation codecs.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/bytes.hpp"
#include "core/pictures.hpp"

namespace anmkit {

inline constexpr std::string_view kPicturesCode = "anmkit.PICTURES";

// Proves that there are frames, that they last, and that all together are not too large.
Result<void> check_animation(const MovingPicture& animation);
// Draws one and proves that it has the animation's size and all of its pixels.
Result<Picture> frame_of(const MovingPicture& animation, std::size_t frame);
// So many that their pixels are no burden.
std::size_t frames_at_a_time(const MovingPicture& animation);

// Draws all frames, a few at a time, and makes something of each, on the animation's threads:
// make(image, before, index), where `before` is the frame in front of it, or null. take(index,
// made) gets what was made in order; the first error ends it.
template <class Make, class Take>
Result<void> each_frame(const MovingPicture& animation, const Make& make, const Take& take) {
  const std::size_t count = animation.ticks.size(), most = frames_at_a_time(animation);
  const auto share = [&](std::size_t frames, const MovingPicture::Work& work) {
    if (animation.share && frames > 1) return animation.share(frames, work);
    for (std::size_t i = 0; i < frames; ++i)
      work(i, 0);
  };
  std::optional<Picture> last;
  for (std::size_t begin = 0; begin < count; begin += most) {
    const std::size_t frames = std::min(most, count - begin);
    std::vector<Result<Picture>> drawn(frames);
    share(frames, [&](std::size_t i, std::size_t) { drawn[i] = frame_of(animation, begin + i); });
    for (const Result<Picture>& one : drawn)
      if (!one) return std::unexpected(one.error());
    std::vector<decltype(make(*drawn[0], nullptr, begin))> made(frames);
    share(frames, [&](std::size_t i, std::size_t) {
      const Picture* before = i > 0 ? &*drawn[i - 1] : last ? &*last : nullptr;
      made[i] = make(*drawn[i], before, begin + i);
    });
    for (std::size_t i = 0; i < frames; ++i) {
      if (!made[i]) return std::unexpected(made[i].error());
      if (auto taken = take(begin + i, std::move(*made[i])); !taken) return taken;
    }
    last = std::move(*drawn.back());
  }
  return {};
}

// Proves that a file of this length can contain so many frames, before memory is taken for them.
Result<void> check_promise(ByteView file, std::uint64_t width, std::uint64_t height,
                           std::uint64_t frames, std::string_view code);

// By what they are; `decode_animation` chooses.
Result<PictureAnimation> decode_apng(ByteView file);
Result<PictureAnimation> decode_gif(ByteView file);
Result<PictureAnimation> decode_webp(ByteView file);
// Eight bits per channel, grey or colour, with Huffman codes. Code anmkit.JPEG.
Result<Picture> decode_jpeg(ByteView file);

}  // namespace anmkit
