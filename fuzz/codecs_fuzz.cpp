// SPDX-License-Identifier: MIT
// Readers of GIF, PNG, WebP and JPEG: never a crash; what is read is an animation that can be
// written, and comes back from an animated PNG as it is.
#include "pictures/animation.hpp"
#include "roundtrip.hpp"

namespace {

using namespace anmkit;
using anmkit::fuzz::require;

// Large images are legal and slow; small ones reach the same code.
constexpr std::uint64_t kMostPixels = 1u << 16;
constexpr std::size_t kMostBytes = 1u << 14;

// The size as the first bytes say it; 0 where they do not.
std::uint64_t pixels_of(ByteView file) {
  const std::string_view text = as_text(file);
  LittleReader little(file, text.starts_with("GIF8") ? 6 : 24);
  if (text.starts_with("\x89PNG")) {
    BigReader big(file, 16);
    const std::uint64_t width = big.get<std::uint32_t>("width");
    return width * big.get<std::uint32_t>("height");
  }
  if (text.starts_with("GIF8")) {
    const std::uint64_t width = little.get<std::uint16_t>("width");
    return width * little.get<std::uint16_t>("height");
  }
  if (text.size() > 16 && text.substr(12, 4) == "VP8X") {
    const std::uint64_t sizes =
        little.get<std::uint32_t>("size") | std::uint64_t{little.get<std::uint16_t>("size")} << 32;
    return ((sizes & 0xFFFFFF) + 1) * ((sizes >> 24 & 0xFFFFFF) + 1);
  }
  return 0;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView file{reinterpret_cast<const std::byte*>(data), size};
  if (size > kMostBytes || pixels_of(file) > kMostPixels) return 0;
  const auto animation = decode_animation(file);
  if (!animation) {
    require(!animation.error().message.empty(), "an error says what is wrong", "pictures");
    return 0;
  }
  require(check_animation(*animation).has_value(), "what is read can be written", "pictures");
  const Picture& first = animation->frames.front().picture;
  if (std::uint64_t{first.width} * first.height * animation->frames.size() > kMostPixels) return 0;
  // Its clock and its lengths have 16 bits; longer frames are written several times.
  if (animation->ticks_per_second > 0xFFFF) return 0;
  for (const PictureAnimation::Frame& frame : animation->frames)
    if (frame.ticks > 0xFFFF) return 0;
  const auto written = encode_apng(*animation);
  require(written.has_value(), "what is read can be written", "pictures");
  const auto again = decode_animation(*written);
  require(again && again->frames.size() == animation->frames.size(), "frames come back",
          "pictures");
  for (std::size_t i = 0; i < again->frames.size(); ++i)
    require(again->frames[i].picture == animation->frames[i].picture, "pixels come back",
            "pictures");
  return 0;
}
