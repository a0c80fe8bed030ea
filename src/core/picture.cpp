#include <algorithm>

#include "anmkit/pictures.hpp"

namespace anmkit {

Picture make_picture(std::uint32_t width, std::uint32_t height) {
  return {width, height, Bytes(std::size_t{4} * width * height)};
}

void draw_over(Picture& target, const Picture& source, std::int64_t x, std::int64_t y,
               std::uint32_t opacity) {
  const std::int64_t left = std::max<std::int64_t>(0, -x);
  const std::int64_t top = std::max<std::int64_t>(0, -y);
  const std::int64_t right = std::min<std::int64_t>(source.width, std::int64_t{target.width} - x);
  const std::int64_t bottom =
      std::min<std::int64_t>(source.height, std::int64_t{target.height} - y);
  for (std::int64_t row = top; row < bottom; ++row) {
    for (std::int64_t column = left; column < right; ++column) {
      const std::byte* from = source.pixels.data() + 4 * (row * source.width + column);
      std::byte* to = target.pixels.data() + 4 * ((row + y) * target.width + column + x);
      const std::uint32_t above =
          (std::to_integer<std::uint32_t>(from[3]) * std::min(opacity, 255u) + 127) / 255;
      const auto below = std::to_integer<std::uint32_t>(to[3]);
      if (above == 255 || below == 0) {
        std::copy_n(from, 3, to);
        to[3] = static_cast<std::byte>(above);
        continue;
      }
      // Alpha is not premultiplied: colours are weighed by what each layer lets through.
      const std::uint32_t under = below * (255 - above);
      const std::uint32_t sum = 255 * above + under;
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t mixed = std::to_integer<std::uint32_t>(from[i]) * 255 * above +
                                    std::to_integer<std::uint32_t>(to[i]) * under;
        to[i] = static_cast<std::byte>((mixed + sum / 2) / sum);
      }
      to[3] = static_cast<std::byte>((sum + 127) / 255);
    }
  }
}

std::vector<std::int64_t> frame_lengths(const PictureAnimation& animation, std::int64_t unit) {
  std::vector<std::int64_t> lengths;
  std::int64_t ticks = 0, shown = 0;
  const std::int64_t rate = animation.ticks_per_second;
  for (const PictureAnimation::Frame& frame : animation.frames) {
    ticks += frame.ticks;
    const std::int64_t end = (2 * ticks * unit + rate) / (2 * rate);
    lengths.push_back(std::max<std::int64_t>(1, end - shown));
    shown += lengths.back();
  }
  return lengths;
}

}  // namespace anmkit
