// SPDX-License-Identifier: MIT
// Images in memory: drawing, lengths of frames, frames that are shown again.
#include <algorithm>
#include <functional>
#include <unordered_map>

#include "core/pictures.hpp"

namespace anmkit {
namespace {

std::vector<std::int64_t> lengths_of(const std::vector<std::int64_t>& list, std::int64_t rate,
                                     std::int64_t unit) {
  std::vector<std::int64_t> lengths;
  std::int64_t ticks = 0, shown = 0;
  for (const std::int64_t one : list) {
    ticks += one;
    const std::int64_t end = (2 * ticks * unit + rate) / (2 * rate);
    lengths.push_back(std::max<std::int64_t>(1, end - shown));
    shown += lengths.back();
  }
  return lengths;
}

template <class Timed>
std::vector<std::int64_t> ticks_of(const std::vector<Timed>& list) {
  std::vector<std::int64_t> ticks;
  for (const Timed& one : list)
    ticks.push_back(one.ticks);
  return ticks;
}

}  // namespace

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

MovingPicture::MovingPicture(const PictureAnimation& animation)
    : ticks_per_second(animation.ticks_per_second),
      loops(animation.loops),
      ticks(ticks_of(animation.frames)),
      draw([&animation](std::size_t frame) { return animation.frames[frame].picture; }) {
  if (animation.frames.empty()) return;
  width = animation.frames.front().picture.width;
  height = animation.frames.front().picture.height;
}

Result<PictureAnimation> draw_all(const MovingPicture& moving) {
  PictureAnimation animation{
      .ticks_per_second = moving.ticks_per_second, .loops = moving.loops, .frames = {}};
  for (std::size_t i = 0; i < moving.ticks.size(); ++i) {
    auto picture = moving.draw(i);
    if (!picture) return std::unexpected(std::move(picture.error()));
    animation.frames.push_back({std::move(*picture), moving.ticks[i]});
  }
  return animation;
}

std::vector<std::int64_t> frame_lengths(const MovingPicture& animation, std::int64_t unit) {
  return lengths_of(animation.ticks, animation.ticks_per_second, unit);
}

std::vector<std::int64_t> step_lengths(const PictureSequence& sequence, std::int64_t unit) {
  return lengths_of(ticks_of(sequence.steps), sequence.ticks_per_second, unit);
}

PictureSequence make_sequence(PictureAnimation animation, std::uint32_t canvas_width,
                              std::uint32_t canvas_height) {
  PictureSequence sequence;
  sequence.ticks_per_second = animation.ticks_per_second;
  sequence.loops = animation.loops;
  std::vector<StoredPicture>& pictures = sequence.pictures;
  std::unordered_multimap<std::size_t, std::size_t> known;  // by a hash of the pixels
  for (PictureAnimation::Frame& frame : animation.frames) {
    const std::size_t hash = std::hash<std::string_view>{}(as_text(frame.picture.pixels));
    const auto [begin, end] = known.equal_range(hash);
    const auto same = std::find_if(
        begin, end, [&](const auto& one) { return pictures[one.second].picture == frame.picture; });
    const std::size_t index = same == end ? pictures.size() : same->second;
    if (same == end) {
      StoredPicture& stored = pictures.emplace_back();
      stored.id = static_cast<std::uint32_t>(index);
      stored.canvas_width = canvas_width;
      stored.canvas_height = canvas_height;
      stored.picture = std::move(frame.picture);
      known.emplace(hash, index);
    }
    const auto id = static_cast<std::uint32_t>(index);
    // An image that follows itself stays on the screen.
    if (!sequence.steps.empty() && sequence.steps.back().id == id) {
      sequence.steps.back().ticks += frame.ticks;
    } else {
      sequence.steps.push_back({id, frame.ticks});
    }
  }
  return sequence;
}

bool is_blank(const Picture& picture, const Behind& behind) {
  for (std::size_t i = 0; i + 4 <= picture.pixels.size(); i += 4) {
    if (!behind && picture.pixels[i + 3] == std::byte{0}) continue;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!behind || picture.pixels[i + k] != std::byte{(*behind)[k]}) return false;
    }
  }
  return true;
}

bool is_blank(const MovingPicture& animation, const Behind& behind) {
  for (std::size_t frame = 0; frame < animation.ticks.size(); ++frame) {
    const auto picture = animation.draw(frame);
    if (!picture || !is_blank(*picture, behind)) return false;
  }
  return true;
}

}  // namespace anmkit
