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

struct Timed {
  std::size_t frame = 0;
  std::int64_t delay = 0;
};
std::vector<Timed> split_delays(const MovingPicture& animation) {
  std::vector<Timed> frames;
  for (std::size_t i = 0; i < animation.ticks.size(); ++i) {
    for (std::int64_t left = animation.ticks[i]; left > 0; left -= kLongestDelay)
      frames.push_back({i, std::min(left, kLongestDelay)});
  }
  return frames;
}

}  // namespace

Result<Bytes> encode_apng(const MovingPicture& animation) {
  if (auto good = check_animation(animation); !good) return std::unexpected(good.error());
  if (animation.ticks_per_second > kLongestDelay) {
    return fail(std::string(kPicturesCode), "a clock of more than 65535 ticks a second");
  }
  const std::vector<Timed> frames = split_delays(animation);
  BigWriter out;
  out.put_text("\x89PNG\r\n\x1a\n");
  std::uint32_t sequence = 0;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const auto picture = frame_of(animation, frames[i].frame);
    if (!picture) return std::unexpected(picture.error());
    const auto still = make_still(*picture);
    if (!still) return std::unexpected(still.error());
    if (i == 0) {
      put_png_chunk(out, "IHDR", still->header);
      BigWriter control;
      control.put(static_cast<std::uint32_t>(frames.size()));
      control.put(animation.loops);
      put_png_chunk(out, "acTL", control.take());
    }
    BigWriter control;
    control.put(sequence++);
    control.put(animation.width);
    control.put(animation.height);
    control.put(std::uint64_t{0});  // x and y
    control.put(static_cast<std::uint16_t>(frames[i].delay));
    control.put(static_cast<std::uint16_t>(animation.ticks_per_second));
    control.put(std::uint16_t{0});  // keep the frame; the next one replaces it
    put_png_chunk(out, "fcTL", control.take());
    if (i == 0) {
      put_png_chunk(out, "IDAT", still->data);
      continue;
    }
    BigWriter data;
    data.put(sequence++);
    data.put_bytes(still->data);
    put_png_chunk(out, "fdAT", data.take());
  }
  put_png_chunk(out, "IEND", {});
  return out.take();
}

}  // namespace anmkit
