// SPDX-License-Identifier: MIT
// Animated PNG: libpng's stills, their image data put into frames (PNG specification, third
// edition, sections 11.3.6.1 to 11.3.6.3).
#include <array>
#include <numeric>
#include <string>

#include "core/png_write.hpp"
#include "pictures/animation.hpp"
#include "pictures/png.hpp"

namespace anmkit {

namespace {

// A delay is a fraction of two 16-bit numbers; longer ones repeat the frame.
constexpr std::int64_t kLongestDelay = 65535;

struct Still {
  Bytes header, data;  // IHDR, and all IDAT as one
};
Result<Still> make_still(const Picture& picture) {
  const auto png = encode_png(picture.pixels, picture.width, picture.height);
  if (!png) return std::unexpected(png.error());
  Still still;
  BigReader reader(*png, 8);
  while (reader.left() > 0) {
    const std::uint64_t length = reader.get<std::uint32_t>("length");
    const std::string_view type = as_text(reader.get_bytes(4, "type"));
    const ByteView payload = reader.get_bytes(length, "payload");
    reader.get<std::uint32_t>("crc");
    if (type == "IHDR") still.header.assign(payload.begin(), payload.end());
    if (type == "IDAT") still.data.insert(still.data.end(), payload.begin(), payload.end());
  }
  return still;
}

std::uint32_t shown_frames(const MovingPicture& animation) {
  std::int64_t count = 0;
  for (const std::int64_t ticks : animation.ticks)
    count += (ticks + kLongestDelay - 1) / kLongestDelay;
  return static_cast<std::uint32_t>(count);
}

class ApngWriter {
 public:
  explicit ApngWriter(const MovingPicture& animation) : animation_(animation) {
    out_.put_text("\x89PNG\r\n\x1a\n");
  }

  void put(const Still& still, std::int64_t delay) {
    const bool first = sequence_ == 0;
    if (first) {
      put_png_chunk(out_, "IHDR", still.header);
      BigWriter control;
      control.put(shown_frames(animation_));
      control.put(animation_.loops);
      put_png_chunk(out_, "acTL", control.take());
    }
    BigWriter control;
    control.put(sequence_++);
    control.put(animation_.width);
    control.put(animation_.height);
    control.put(std::uint64_t{0});  // x and y
    control.put(static_cast<std::uint16_t>(delay));
    control.put(static_cast<std::uint16_t>(animation_.ticks_per_second));
    control.put(std::uint16_t{0});  // keep the frame; the next one replaces it
    put_png_chunk(out_, "fcTL", control.take());
    if (first) return put_png_chunk(out_, "IDAT", still.data);
    BigWriter data;
    data.put(sequence_++);
    data.put_bytes(still.data);
    put_png_chunk(out_, "fdAT", data.take());
  }
  Bytes finish() {
    put_png_chunk(out_, "IEND", {});
    return out_.take();
  }

 private:
  const MovingPicture& animation_;
  BigWriter out_;
  std::uint32_t sequence_ = 0;
};

}  // namespace

Result<Bytes> encode_apng(const MovingPicture& animation) {
  if (auto good = check_animation(animation); !good) return std::unexpected(good.error());
  if (animation.ticks_per_second > kLongestDelay) {
    return fail(std::string(kPicturesCode), "a clock of more than 65535 ticks per second");
  }
  ApngWriter writer(animation);
  const auto done = each_frame(
      animation,
      [](const Picture& picture, const Picture*, std::size_t) { return make_still(picture); },
      [&](std::size_t frame, const Still& still) -> Result<void> {
        for (std::int64_t left = animation.ticks[frame]; left > 0; left -= kLongestDelay)
          writer.put(still, std::min(left, kLongestDelay));
        return {};
      });
  if (!done) return std::unexpected(done.error());
  return writer.finish();
}

}  // namespace anmkit
