// SPDX-License-Identifier: MIT
// Images and animations made from images. The structs are portable; the functions at the end need
// a build with codecs (ANMKIT_CODECS), which the WebAssembly build is not.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/document.hpp"

namespace anmkit {

// A transparent image.
Picture make_picture(std::uint32_t width, std::uint32_t height);
// Draws `source` over `target` with its corner at (x, y) and `opacity` of 255; outside is cut off.
void draw_over(Picture& target, const Picture& source, std::int64_t x, std::int64_t y,
               std::uint32_t opacity = 255);

// Images of one size, each shown for some ticks.
struct PictureAnimation {
  struct Frame {
    Picture picture;
    std::int64_t ticks = 1;
  };
  std::uint32_t ticks_per_second = 60;
  std::uint32_t loops = 0;  // how often it plays; 0 = for ever
  std::vector<Frame> frames;
};

// The same with frames that are made when they are needed, so that only a few of them take memory.
struct MovingPicture {
  MovingPicture() = default;
  MovingPicture(const PictureAnimation& animation);  // borrows

  std::uint32_t width = 0, height = 0;
  std::uint32_t ticks_per_second = 60;
  std::uint32_t loops = 0;
  std::vector<std::int64_t> ticks;  // of each frame
  // Of the size above. Frames are asked for in order, some of them twice; with `share` by several
  // threads at once.
  std::function<Result<Picture>(std::size_t frame)> draw;
  // For programs with threads: calls work(index, worker) for each index below `count`. Empty: one
  // after the other.
  using Work = std::function<void(std::size_t index, std::size_t worker)>;
  std::function<void(std::size_t count, const Work& work)> share = {};
};
// The background alone: a color, or nothing.
using Behind = std::optional<std::array<std::uint8_t, 3>>;
bool is_blank(const Picture& picture, const Behind& behind);
// Of all frames; they are drawn until one is not.
bool is_blank(const MovingPicture& animation, const Behind& behind);

// All frames in memory.
Result<PictureAnimation> draw_all(const MovingPicture& moving);

// Images with more pixels than this are refused, in both directions.
inline constexpr std::uint64_t kMaxPicturePixels = 1u << 26;
// All frames of one animation together.
inline constexpr std::uint64_t kMaxAnimationPixels = 1u << 27;

// Length of each frame in units of 1/`unit` seconds. The end of every frame is rounded, not its
// length, so that errors do not add up; no frame is shorter than one unit.
std::vector<std::int64_t> frame_lengths(const MovingPicture& animation, std::int64_t unit);

// An image that is shown for some ticks.
struct PictureStep {
  std::uint32_t id = 0;
  std::int64_t ticks = 1;
};

// Numbered images, and the order in which they are shown.
struct PictureSequence {
  std::vector<StoredPicture> pictures;
  std::vector<PictureStep> steps;
  std::uint32_t ticks_per_second = 60;
  std::uint32_t loops = 0;  // how often it plays; 0 = for ever
  bool numbered = true;     // false: the only image has no number of its own, and 0 here
};
// The length of each step, as frame_lengths.
std::vector<std::int64_t> step_lengths(const PictureSequence& sequence, std::int64_t unit);
// Equal frames become one image; ids count from 0. The canvas is as large as the frames, unless
// it is given.
PictureSequence make_sequence(PictureAnimation animation, std::uint32_t canvas_width = 0,
                              std::uint32_t canvas_height = 0);

// A GIF, PNG or WebP file, animated or not, or a JPEG. Every frame is drawn in full. The clock is
// the file's own, so that lengths are exact; as in browsers, a frame without a length lasts 1/10
// second.
Result<PictureAnimation> decode_animation(ByteView file);

// An animation as one file. Codes of errors: anmkit.PNG, anmkit.GIF, anmkit.WEBP, anmkit.PICTURES.
// Errors of the frames' own go through.
Result<Bytes> encode_apng(const MovingPicture& animation);  // exact ticks
Result<Bytes> encode_gif(const MovingPicture& animation);   // 1/100 s, 255 colours, alpha 0 or 1
Result<Bytes> encode_webp(const MovingPicture& animation);  // 1/1000 s, lossless

// The kinds of image files that are written: extensions without their dot. The first is a still.
inline constexpr std::array<std::string_view, 4> kImageKinds = {"png", "gif", "webp", "apng"};
// One of them; empty when the text is none.
inline std::string_view image_kind(std::string_view text) {
  for (const std::string_view kind : kImageKinds) {
    if (kind == text) return kind;
  }
  return {};
}
// An animation as a file of one of the others.
Result<Bytes> encode_animation(std::string_view kind, const MovingPicture& animation);

}  // namespace anmkit
