// SPDX-License-Identifier: MIT
// HG-3 files with several images (section 8.1), 32 bits per pixel, one slice an image.
#include <algorithm>
#include <string>

#include "core/zlib.hpp"
#include "formats/cs2/image/pixels.hpp"

namespace anmkit::cs2 {
namespace {

// BGRA rows from the bottom, each byte as the difference to the pixel before or the row above.
Bytes make_deltas(const Picture& picture) {
  const std::size_t stride = std::size_t{4} * picture.width;
  Bytes rows(picture.pixels.size());
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::byte* from = picture.pixels.data() + (picture.height - 1 - y) * stride;
    for (std::size_t x = 0; x < stride; x += 4) {
      std::byte* to = rows.data() + y * stride + x;
      to[0] = from[x + 2];
      to[1] = from[x + 1];
      to[2] = from[x];
      to[3] = from[x + 3];
    }
  }
  for (std::size_t i = rows.size(); i-- > 4;) {
    const auto before = std::to_integer<std::uint32_t>(rows[i < stride ? i - 4 : i - stride]);
    rows[i] = static_cast<std::byte>((std::to_integer<std::uint32_t>(rows[i]) - before) & 0xFF);
  }
  return rows;
}

// The inverse of the reader's join: sign into the lowest bit, two bits into each plane.
Bytes split_planes(const Bytes& deltas) {
  const std::size_t quarter = deltas.size() / 4;
  Bytes planes(deltas.size());
  for (std::size_t i = 0; i < deltas.size(); ++i) {
    const auto byte = std::to_integer<std::uint32_t>(deltas[i]);
    const std::uint32_t value = byte >= 128 ? ((byte ^ 0xFF) << 1 | 1) : byte << 1;
    for (std::size_t plane = 0; plane < 4; ++plane) {
      planes[plane * quarter + i / 4] |=
          static_cast<std::byte>(((value >> (6 - 2 * plane)) & 3) << (2 * (i % 4)));
    }
  }
  return planes;
}

class ControlWriter {
 public:
  void bit(bool value) {
    if (count_ % 8 == 0) bytes_.push_back(std::byte{0});
    if (value) bytes_.back() |= static_cast<std::byte>(1u << (count_ % 8));
    ++count_;
  }
  void number(std::uint64_t value) {
    std::uint32_t bits = 0;
    while (value >> (bits + 1) != 0)
      ++bits;
    for (std::uint32_t i = 0; i < bits; ++i)
      bit(false);
    for (std::uint32_t i = bits + 1; i-- > 0;)
      bit(((value >> i) & 1) != 0);
  }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
  std::uint64_t count_ = 0;
};

struct Packed {
  Bytes data, control;
};
Packed pack_runs(const Bytes& planes) {
  Packed packed;
  ControlWriter control;
  const auto end_of = [&](std::size_t from) {
    std::size_t to = from;
    while (to < planes.size() && (planes[to] == std::byte{0}) == (planes[from] == std::byte{0}))
      ++to;
    return to;
  };
  control.bit(planes[0] != std::byte{0});
  control.number(planes.size());
  for (std::size_t at = 0; at < planes.size();) {
    const std::size_t end = end_of(at);
    control.number(end - at);
    if (planes[at] != std::byte{0}) {
      packed.data.insert(packed.data.end(), planes.begin() + static_cast<std::ptrdiff_t>(at),
                         planes.begin() + static_cast<std::ptrdiff_t>(end));
    }
    at = end;
  }
  packed.control = control.take();
  return packed;
}

void put_name(LittleWriter& out, std::string_view name) {
  out.put_text(name);
  for (std::size_t i = name.size(); i < 8; ++i)
    out.put(std::uint8_t{0});
}

Bytes make_frame(const StoredPicture& image) {
  const Picture& picture = image.picture;
  const Packed runs = pack_runs(split_planes(make_deltas(picture)));
  const Bytes data = deflate_zlib(runs.data);
  const Bytes control = deflate_zlib(runs.control);
  LittleWriter out;
  out.put(image.id);
  put_name(out, "stdinfo");
  out.put(std::uint32_t{56});
  out.put(std::uint32_t{40});
  out.put(picture.width);
  out.put(picture.height);
  out.put(std::uint16_t{32});
  out.put(std::uint16_t{0});
  out.put(image.x);
  out.put(image.y);
  out.put(image.canvas_width == 0 ? picture.width : image.canvas_width);
  out.put(image.canvas_height == 0 ? picture.height : image.canvas_height);
  out.put(std::uint32_t{1});
  out.put(image.origin_x);
  out.put(image.origin_y);
  put_name(out, "img0000");
  out.put(std::uint32_t{0});
  out.put(static_cast<std::uint32_t>(24 + data.size() + control.size()));
  out.put(std::uint32_t{0});
  out.put(picture.height);
  out.put(static_cast<std::uint32_t>(data.size()));
  out.put(static_cast<std::uint32_t>(runs.data.size()));
  out.put(static_cast<std::uint32_t>(control.size()));
  out.put(static_cast<std::uint32_t>(runs.control.size()));
  out.put_bytes(data);
  out.put_bytes(control);
  // With the link before it, frames are whole multiples of eight bytes.
  while ((out.size() + 4) % 8 != 0)
    out.put(std::uint8_t{0});
  return out.take();
}

}  // namespace

Result<Bytes> write_hg3(std::span<const StoredPicture> images) {
  if (images.empty()) return fail("cs2.HG-SIZE", "an HG-3 file needs at least one image");
  LittleWriter out;
  out.put_text("HG-3");
  out.put(std::uint32_t{12});
  out.put(std::uint32_t{0x300});
  for (const StoredPicture& image : images) {
    const Picture& picture = image.picture;
    const std::uint64_t pixels = std::uint64_t{picture.width} * picture.height;
    if (pixels == 0 || pixels > kMaxPicturePixels || picture.pixels.size() != 4 * pixels) {
      return fail("cs2.HG-SIZE", "image " + std::to_string(image.id) + " of " +
                                     std::to_string(picture.width) + " x " +
                                     std::to_string(picture.height) + " pixels cannot be stored");
    }
    const Bytes frame = make_frame(image);
    out.put(static_cast<std::uint32_t>(&image == &images.back() ? 0 : frame.size() + 4));
    out.put_bytes(frame);
  }
  return out.take();
}

AnmFile script_of(std::span<const PictureStep> steps, std::uint32_t loops) {
  constexpr std::uint32_t kSet = 1, kLoop = 2, kJump = 3;
  AnmFile script;
  // `loop` goes back while the variable is above 0, so it counts the times after the first.
  const Param zero{kConstant, 0};
  if (loops > 1) {
    const Param again{kConstant, std::min(loops - 1, 0x7FFFFFFFu)};
    script.lines.push_back({kSet, {zero, again, again}});
  }
  const Param begin{kConstant, static_cast<std::uint32_t>(script.lines.size())};
  for (const PictureStep& step : steps) {
    const Param length{kConstant, static_cast<std::uint32_t>(step.ticks)};
    script.lines.push_back({0, {Param{kConstant, step.id}, length, length}});
  }
  if (loops == 0) script.lines.push_back({kJump, {begin}});
  if (loops > 1) script.lines.push_back({kLoop, {zero, begin}});
  return script;
}

}  // namespace anmkit::cs2
