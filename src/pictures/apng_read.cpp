// SPDX-License-Identifier: MIT
// Animated PNG: each frame is put together as a still for libpng, then drawn as its control chunk
// says (PNG specification, third edition, sections 11.3.6.1 to 11.3.6.3).
#include <algorithm>
#include <numeric>
#include <string>

#include "core/crc32.hpp"
#include "core/png_info.hpp"
#include "core/png_write.hpp"
#include "pictures/animation.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

constexpr std::uint32_t kDisposeBackground = 1, kDisposePrevious = 2;
// Clocks beyond this are rounded to microseconds.
constexpr std::uint64_t kFastestClock = 1000000;

std::unexpected<Error> damaged(std::string what, std::uint64_t offset) {
  return fail(std::string(kPngCode), std::move(what), offset);
}

struct Control {
  std::uint64_t offset = 0;
  std::uint32_t width = 0, height = 0, x = 0, y = 0;
  std::uint32_t numerator = 0, denominator = 100;
  std::uint32_t dispose = 0, blend = 0;
};
struct PackedFrame {
  Control control;
  std::vector<ByteView> data;
};
struct Chunks {
  ByteView header;
  Bytes shared;  // chunks before the first image data that every still needs
  std::uint32_t width = 0, height = 0;
  std::optional<std::uint32_t> plays;
  std::vector<PackedFrame> frames;
};

Control read_control(ByteView payload, std::uint64_t offset) {
  BigReader reader(payload, 4);
  Control control;
  control.offset = offset;
  control.width = reader.get<std::uint32_t>("width");
  control.height = reader.get<std::uint32_t>("height");
  control.x = reader.get<std::uint32_t>("x");
  control.y = reader.get<std::uint32_t>("y");
  control.numerator = reader.get<std::uint16_t>("delay numerator");
  control.denominator = reader.get<std::uint16_t>("delay denominator");
  if (control.denominator == 0) control.denominator = 100;
  control.dispose = reader.get<std::uint8_t>("dispose");
  control.blend = reader.get<std::uint8_t>("blend");
  // As browsers do: a frame without a length lasts 1/10 second.
  if (control.numerator == 0) {
    control.numerator = 1;
    control.denominator = 10;
  }
  return control;
}

struct Chunk {
  std::uint64_t offset = 0;
  std::string_view type;
  ByteView whole, payload;
};

Result<void> add_chunk(const Chunk& chunk, Chunks& chunks) {
  const bool inside_animation = chunks.plays && !chunks.frames.empty();
  if (chunk.type == "acTL" && chunk.payload.size() == 8) {
    chunks.plays = BigReader(chunk.payload, 4).get<std::uint32_t>("plays");
  } else if (chunk.type == "fcTL" && chunks.plays) {
    if (chunk.payload.size() != 26) return damaged("fcTL expects 26 bytes", chunk.offset);
    chunks.frames.push_back({read_control(chunk.payload, chunk.offset), {}});
  } else if (chunk.type == "fdAT" && inside_animation) {
    if (chunk.payload.size() < 4) return damaged("fdAT expects a number", chunk.offset);
    chunks.frames.back().data.push_back(chunk.payload.subspan(4));
  } else if (chunk.type == "IDAT") {
    // Image data before any control is an image for readers that know no animation, or a still.
    if (!chunks.plays && chunks.frames.empty()) {
      Control whole;
      whole.width = chunks.width;
      whole.height = chunks.height;
      whole.numerator = 1;
      whole.denominator = 10;
      chunks.frames.push_back({whole, {}});
    }
    if (!chunks.frames.empty()) chunks.frames.back().data.push_back(chunk.payload);
  } else if (chunk.type == "PLTE" || chunk.type == "tRNS" || chunk.type == "gAMA" ||
             chunk.type == "sRGB" || chunk.type == "cHRM" || chunk.type == "sBIT") {
    chunks.shared.insert(chunks.shared.end(), chunk.whole.begin(), chunk.whole.end());
  }
  return {};
}

Result<Chunks> read_chunks(ByteView file) {
  Chunks chunks;
  BigReader reader(file, 8);
  while (reader.left() > 0) {
    Chunk chunk;
    chunk.offset = reader.offset();
    const std::uint64_t length = reader.get<std::uint32_t>("length");
    chunk.type = as_text(reader.get_bytes(4, "type"));
    chunk.payload = reader.get_bytes(length, "payload");
    const auto crc = reader.get<std::uint32_t>("crc");
    if (!reader.ok()) return damaged("a chunk is cut short", chunk.offset);
    chunk.whole =
        file.subspan(static_cast<std::size_t>(chunk.offset), static_cast<std::size_t>(length + 12));
    if (crc32(chunk.whole.subspan(4, static_cast<std::size_t>(length + 4))) != crc) {
      return damaged("the checksum of a chunk is wrong", chunk.offset);
    }
    if (chunks.header.empty()) {
      if (chunk.type != "IHDR" || length != 13) return damaged("expected IHDR", chunk.offset);
      BigReader size(chunk.payload);
      chunks.header = chunk.payload;
      chunks.width = size.get<std::uint32_t>("width");
      chunks.height = size.get<std::uint32_t>("height");
      continue;
    }
    if (chunk.type == "IEND") return chunks;
    if (auto good = add_chunk(chunk, chunks); !good) return std::unexpected(good.error());
  }
  return damaged("IEND is missing", file.size());
}

Result<Picture> decode_frame(const Chunks& chunks, const PackedFrame& frame) {
  BigWriter header;
  header.put(frame.control.width);
  header.put(frame.control.height);
  header.put_bytes(chunks.header.subspan(8));
  BigWriter still;
  still.put_text("\x89PNG\r\n\x1a\n");
  put_png_chunk(still, "IHDR", header.take());
  still.put_bytes(chunks.shared);
  for (const ByteView data : frame.data)
    put_png_chunk(still, "IDAT", data);
  put_png_chunk(still, "IEND", {});
  auto png = decode_png(still.take());
  if (!png) return damaged(std::move(png.error().message), frame.control.offset);
  return Picture{png->width, png->height, std::move(png->pixels)};
}

// `source` in place of what is in the rectangle at (x, y).
void put_over(Picture& target, const Picture& source, std::uint32_t x, std::uint32_t y) {
  for (std::size_t row = 0; row < source.height; ++row) {
    std::copy_n(source.pixels.data() + 4 * row * source.width, 4 * std::size_t{source.width},
                target.pixels.data() + 4 * ((y + row) * target.width + x));
  }
}

std::uint64_t clock_of(const Chunks& chunks) {
  std::uint64_t clock = 1;
  for (const PackedFrame& frame : chunks.frames) {
    const std::uint64_t part =
        frame.control.denominator / std::gcd(frame.control.numerator, frame.control.denominator);
    clock = std::lcm(clock, part);
    if (clock > kFastestClock) return kFastestClock;
  }
  return clock;
}

// Ends of frames in ticks; rounded only when the clock is not the file's own.
class Ends {
 public:
  explicit Ends(std::uint64_t clock) : clock_(clock) {}
  std::int64_t length(const Control& control) {
    const std::uint64_t scaled = control.numerator * clock_ + left_over(control.denominator);
    const auto ticks = static_cast<std::int64_t>(scaled / control.denominator);
    rest_ = scaled % control.denominator;
    unit_ = control.denominator;
    return std::max<std::int64_t>(1, ticks);
  }

 private:
  // The unused rest of the last frame's time, in the next one's fractions.
  std::uint64_t left_over(std::uint64_t unit) const { return rest_ * unit / unit_; }

  std::uint64_t clock_;
  std::uint64_t rest_ = 0, unit_ = 1;
};

Result<void> check_frame(ByteView file, const Chunks& chunks, const PackedFrame& frame) {
  const Control& control = frame.control;
  if (!fits(control.x, control.width, chunks.width) ||
      !fits(control.y, control.height, chunks.height) || frame.data.empty()) {
    return damaged("a frame of " + std::to_string(control.width) + " x " +
                       std::to_string(control.height) + " at " + std::to_string(control.x) + ", " +
                       std::to_string(control.y) + " is empty or leaves the image",
                   control.offset);
  }
  return check_promise(file, control.width, control.height, 1, kPngCode);
}

}  // namespace

Result<PictureAnimation> decode_apng(ByteView file) {
  if (auto good = check_png_signature(file); !good) return std::unexpected(std::move(good.error()));
  const auto chunks = read_chunks(file);
  if (!chunks) return std::unexpected(chunks.error());
  if (chunks->frames.empty()) return damaged("no frame", file.size());
  if (auto good =
          check_promise(file, chunks->width, chunks->height, chunks->frames.size(), kPngCode);
      !good) {
    return std::unexpected(good.error());
  }
  PictureAnimation animation;
  animation.ticks_per_second = static_cast<std::uint32_t>(clock_of(*chunks));
  animation.loops = chunks->plays.value_or(0);
  Ends ends(animation.ticks_per_second);
  Picture canvas = make_picture(chunks->width, chunks->height);
  for (const PackedFrame& frame : chunks->frames) {
    if (auto good = check_frame(file, *chunks, frame); !good) {
      return std::unexpected(good.error());
    }
    const auto picture = decode_frame(*chunks, frame);
    if (!picture) return std::unexpected(picture.error());
    const Control& control = frame.control;
    const Picture before = canvas;
    if (control.blend == 1) {
      draw_over(canvas, *picture, control.x, control.y);
    } else {
      put_over(canvas, *picture, control.x, control.y);
    }
    animation.frames.push_back({canvas, ends.length(control)});
    // There is nothing before the first frame but an empty canvas.
    if (control.dispose == kDisposePrevious) canvas = before;
    if (control.dispose == kDisposeBackground) {
      put_over(canvas, make_picture(control.width, control.height), control.x, control.y);
    }
  }
  return animation;
}

}  // namespace anmkit
