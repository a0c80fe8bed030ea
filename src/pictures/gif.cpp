// SPDX-License-Identifier: MIT
// Animated GIF, through giflib. Each frame has its own palette of at most 255 colours, found by
// median cut, and one transparent entry.
#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/memory_end.hpp"
#include "core/quantise.hpp"
#include "pictures/animation.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kColours = 255;
constexpr GifByteType kClear = 255;

struct Paletted {
  std::array<GifColorType, 256> palette{};
  std::vector<GifByteType> pixels;
};

// Half a channel's opacity decides, because GIF knows no other.
bool is_clear(const std::byte* pixel) {
  return std::to_integer<unsigned>(pixel[3]) < 128;
}
std::uint32_t key_of(const std::byte* pixel) {
  return std::to_integer<std::uint32_t>(pixel[0]) << 16 |
         std::to_integer<std::uint32_t>(pixel[1]) << 8 | std::to_integer<std::uint32_t>(pixel[2]);
}

Paletted paletted(const Picture& picture) {
  Paletted result;
  std::map<std::uint32_t, std::uint64_t> counts;
  const std::size_t pixels = picture.pixels.size() / 4;
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::byte* pixel = picture.pixels.data() + 4 * i;
    if (!is_clear(pixel)) ++counts[key_of(pixel)];
  }
  std::vector<ColorCount> colours;
  for (const auto& [key, count] : counts) {
    colours.push_back(
        {{static_cast<std::uint8_t>(key >> 16 & 255), static_cast<std::uint8_t>(key >> 8 & 255),
          static_cast<std::uint8_t>(key & 255)},
         count});
  }
  const Quantised few = quantise(std::move(colours), kColours);
  for (std::size_t i = 0; i < few.palette.size(); ++i)
    result.palette[i] = {few.palette[i][0], few.palette[i][1], few.palette[i][2]};
  std::map<std::uint32_t, GifByteType> entries;
  for (std::size_t i = 0; i < few.colors.size(); ++i) {
    const Rgb& rgb = few.colors[i].rgb;
    entries[std::uint32_t{rgb[0]} << 16 | std::uint32_t{rgb[1]} << 8 | rgb[2]] =
        static_cast<GifByteType>(few.entries[i]);
  }
  result.pixels.resize(pixels, kClear);
  for (std::size_t i = 0; i < pixels; ++i) {
    const std::byte* pixel = picture.pixels.data() + 4 * i;
    if (!is_clear(pixel)) result.pixels[i] = entries[key_of(pixel)];
  }
  return result;
}

int append(GifFileType* gif, const GifByteType* bytes, int count) {
  auto* out = static_cast<Bytes*>(gif->UserData);
  const auto* from = reinterpret_cast<const std::byte*>(bytes);
  out->insert(out->end(), from, from + count);
  return count;
}

bool put_loops(GifFileType* gif, std::uint32_t loops) {
  // The extension counts repetitions after the first showing; without it the file plays once.
  if (loops == 1) return true;
  const std::uint32_t repeats = loops == 0 ? 0 : std::min(loops - 1, 65535u);
  const GifByteType body[3] = {1, static_cast<GifByteType>(repeats & 255),
                               static_cast<GifByteType>(repeats >> 8)};
  return EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
         EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
         EGifPutExtensionBlock(gif, 3, body) == GIF_OK && EGifPutExtensionTrailer(gif) == GIF_OK;
}

bool put_frame(GifFileType* gif, const MovingPicture& animation, const Paletted& frame,
               std::int64_t delay) {
  GraphicsControlBlock control{DISPOSE_BACKGROUND, false, static_cast<int>(delay), kClear};
  GifByteType raw[4];
  EGifGCBToExtension(&control, raw);
  if (EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, raw) != GIF_OK) return false;
  const std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)> palette(
      GifMakeMapObject(256, frame.palette.data()), &GifFreeMapObject);
  const auto width = static_cast<int>(animation.width);
  if (!palette || EGifPutImageDesc(gif, 0, 0, width, static_cast<int>(animation.height), false,
                                   palette.get()) != GIF_OK) {
    return false;
  }
  std::vector<GifByteType> line(animation.width);
  for (std::size_t y = 0; y < animation.height; ++y) {
    std::copy_n(frame.pixels.begin() + static_cast<std::ptrdiff_t>(y * line.size()), line.size(),
                line.begin());
    if (EGifPutLine(gif, line.data(), width) != GIF_OK) return false;
  }
  return true;
}

}  // namespace

Result<Bytes> encode_gif(const MovingPicture& animation) {
  if (auto good = check_animation(animation); !good) return std::unexpected(good.error());
  if (animation.width > 65535 || animation.height > 65535) {
    return fail("anmkit.GIF", "images are at most 65535 pixels wide and high");
  }
  Bytes out;
  int error = 0;
  watch_memory();
  GifFileType* gif = EGifOpen(&out, &append, &error);
  if (gif == nullptr) {
    require_memory();
    return fail("anmkit.GIF", "giflib: out of memory");
  }
  EGifSetGifVersion(gif, true);
  bool good = EGifPutScreenDesc(gif, static_cast<int>(animation.width),
                                static_cast<int>(animation.height), 8, 0, nullptr) == GIF_OK &&
              put_loops(gif, animation.loops);
  const std::vector<std::int64_t> lengths = frame_lengths(animation, 100);
  const auto done = each_frame(
      animation,
      [](const Picture& picture, const Picture*, std::size_t) -> Result<Paletted> {
        return paletted(picture);
      },
      [&](std::size_t frame, const Paletted& shown) -> Result<void> {
        // A delay has 16 bits; longer ones repeat the frame.
        for (std::int64_t left = lengths[frame]; good && left > 0; left -= 65535)
          good = put_frame(gif, animation, shown, std::min<std::int64_t>(left, 65535));
        return {};
      });
  const bool closed = EGifCloseFile(gif, &error) == GIF_OK;
  if (!done) return std::unexpected(done.error());
  if (!closed || !good) {
    require_memory();
    return fail("anmkit.GIF", "giflib cannot write the animation");
  }
  return out;
}

}  // namespace anmkit
