// SPDX-License-Identifier: MIT
// Pixels of HG-3 and HG-2 frames (section 8.1, "Slice decoding").
#include <algorithm>
#include <string>

#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "core/pictures.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "formats/cs2/image/tags.hpp"

namespace anmkit::cs2 {
namespace {

struct Slice {
  std::uint64_t first_row = 0, rows = 0;
  ByteView data, control;  // packed
  std::uint64_t data_size = 0, control_size = 0;
  std::uint64_t offset = 0;  // in the file, for messages
};

// The control stream: bits from the lowest of each byte; numbers are Elias-gamma codes.
class Control {
 public:
  explicit Control(ByteView bytes) : bytes_(bytes) {}
  bool bit() {
    if (at_ >= bytes_.size() * std::uint64_t{8}) {
      ok_ = false;
      return false;
    }
    const auto byte = std::to_integer<std::uint32_t>(bytes_[static_cast<std::size_t>(at_ / 8)]);
    return ((byte >> (at_++ % 8)) & 1) != 0;
  }
  std::uint64_t number() {
    std::uint32_t zeros = 0;
    while (ok_ && !bit()) {
      if (++zeros > 32) ok_ = false;
    }
    std::uint64_t value = 1;
    for (std::uint32_t i = 0; ok_ && i < zeros; ++i)
      value = value << 1 | (bit() ? 1u : 0u);
    return ok_ ? value : 0;
  }
  bool ok() const { return ok_; }

 private:
  ByteView bytes_;
  std::uint64_t at_ = 0;
  bool ok_ = true;
};

// The length of the four planes, which the stream itself says and `most` bounds. They are put one
// after the other into `planes`, unless that is null.
Result<std::uint64_t> expand_runs(ByteView control, ByteView data, std::uint64_t most,
                                  const HgFrame& frame, std::uint64_t offset, Bytes* planes) {
  Control runs(control);
  bool literal = runs.bit();
  const std::uint64_t total = runs.number();
  if (!runs.ok() || total > most) {
    return bad_image("HG-LENGTH",
                     "the slice declares " + counted(total, "byte") + ", its rows have at most " +
                         std::to_string(most),
                     frame, offset);
  }
  if (planes != nullptr) planes->resize(static_cast<std::size_t>(total));
  std::uint64_t done = 0, used = 0;
  while (done < total) {
    const std::uint64_t run = runs.number();
    if (!runs.ok() || run > total - done || (literal && run > data.size() - used)) {
      return bad_image("HG-RUNS",
                       "a run of " + std::to_string(run) + " at byte " + std::to_string(done) +
                           " of the slice does not fit",
                       frame, offset);
    }
    if (literal && planes != nullptr) {
      std::copy_n(data.begin() + static_cast<std::ptrdiff_t>(used), run,
                  planes->begin() + static_cast<std::ptrdiff_t>(done));
    }
    used += literal ? run : 0;
    done += run;
    literal = !literal;
  }
  return total;
}

// Two bits of each byte from each plane, then the sign back from the lowest bit. Bytes beyond whole
// groups of four are 0.
std::uint32_t byte_at(const Bytes& planes, std::size_t at) {
  const std::size_t quarter = planes.size() / 4, i = at / 4, k = at % 4;
  if (i >= quarter) return 0;
  std::uint32_t value = 0;
  for (std::size_t plane = 0; plane < 4; ++plane) {
    const auto byte = std::to_integer<std::uint32_t>(planes[plane * quarter + i]);
    value = value << 2 | ((byte >> (2 * k)) & 3);
  }
  const std::uint32_t half = value >> 1;
  return (value & 1) != 0 ? half ^ 0xFF : half;
}

// Bytes are stored as differences: of the first row to the pixel before, of others to the row
// before, which `row` has and becomes.
void add_row(const Bytes& planes, std::size_t first, bool is_first, std::size_t pixel, Bytes& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::byte before = !is_first ? row[i] : i < pixel ? std::byte{0} : row[i - pixel];
    row[i] = static_cast<std::byte>(
        (byte_at(planes, first + i) + std::to_integer<std::uint32_t>(before)) & 0xFF);
  }
}

struct Order {
  bool bottom_up = true;
  bool inverted_alpha = false;
};

// `picture`: null where only faults are asked about, which takes no pixels.
Result<void> decode_slice(const Slice& slice, const HgFrame& frame, Order order,
                          Diagnostics* warnings, Picture* picture) {
  auto data = unpack_part(slice.data, slice.data_size, frame, slice.offset, warnings);
  auto control = unpack_part(slice.control, slice.control_size, frame, slice.offset, warnings);
  for (auto* part : {&data, &control}) {
    if (!*part) return std::unexpected(std::move(part->error()));
  }
  const std::uint64_t pixel = frame.bits / 8;
  const std::uint64_t tight = frame.width * pixel;
  const std::uint64_t padded = (tight + 3) & ~std::uint64_t{3};
  Bytes planes;
  const auto total = expand_runs(*control, *data, padded * slice.rows, frame, slice.offset,
                                 picture != nullptr ? &planes : nullptr);
  if (!total) return std::unexpected(total.error());
  // Some writers leave the padding of rows out: then the length says so.
  const std::uint64_t stride = *total == padded * slice.rows ? padded : tight;
  if (*total < stride * slice.rows) {
    return bad_image("HG-LENGTH",
                     "the slice contains " + counted(*total, "byte") + ", its rows need " +
                         std::to_string(stride * slice.rows),
                     frame, slice.offset);
  }
  if (picture == nullptr) return {};
  Bytes bytes(static_cast<std::size_t>(stride));
  for (std::uint64_t row = 0; row < slice.rows; ++row) {
    add_row(planes, static_cast<std::size_t>(row * stride), row == 0,
            static_cast<std::size_t>(pixel), bytes);
    const std::uint64_t stored = slice.first_row + row;
    const std::uint64_t y = order.bottom_up ? frame.height - 1 - stored : stored;
    const std::byte* from = bytes.data();
    std::byte* to = picture->pixels.data() + 4 * y * frame.width;
    for (std::uint32_t x = 0; x < frame.width; ++x, from += pixel, to += 4) {
      to[0] = from[2];
      to[1] = from[1];
      to[2] = from[0];
      to[3] = pixel == 3 ? std::byte{255} : order.inverted_alpha ? ~from[3] : from[3];
    }
  }
  return {};
}

// Both formats store firstRow, rowCount and four sizes, in this order.
Slice read_slice(LittleReader& reader) {
  Slice slice;
  slice.first_row = reader.get<std::uint32_t>("firstRow");
  slice.rows = reader.get<std::uint32_t>("rowCount");
  return slice;
}

Result<std::vector<Slice>> hg3_slices(ByteView bytes, const HgFrame& frame) {
  std::vector<Slice> slices;
  for (const HgTag& tag : tags_of(bytes, frame)) {
    if (tag.name == "img_jpg" || tag.name == "img_wbp" || tag.name == "img_al") {
      return bad_image(
          "HG-CODING",
          "the pixels are in the tag '" + std::string(tag.name) + "', which is not read here",
          frame, tag.offset);
    }
    if (!tag.name.starts_with("img0")) continue;
    LittleReader reader(tag.payload);
    Slice slice = read_slice(reader);
    slice.offset = tag.offset;
    const std::uint64_t data = reader.get<std::uint32_t>("dataPacked");
    slice.data_size = reader.get<std::uint32_t>("dataSize");
    const std::uint64_t control = reader.get<std::uint32_t>("ctlPacked");
    slice.control_size = reader.get<std::uint32_t>("ctlSize");
    slice.data = reader.get_bytes(data, "data");
    slice.control = reader.get_bytes(control, "ctl");
    if (!reader.ok()) return bad_image("HG-SLICE", "the slice is cut short", frame, tag.offset);
    slices.push_back(slice);
  }
  return slices;
}

Result<std::vector<Slice>> hg2_slices(ByteView bytes, std::uint32_t version, const HgFrame& frame) {
  // Nine, seventeen or nineteen fields of four bytes (section 8.2); the pixels follow them.
  const std::uint64_t fields = version >= 0x25 ? 19 : version >= 0x20 ? 17 : 9;
  LittleReader reader(bytes, frame.offset + 20);
  Slice slice;
  slice.rows = frame.height;
  slice.offset = frame.offset;
  const std::uint64_t data = reader.get<std::uint32_t>("dataPacked");
  slice.data_size = reader.get<std::uint32_t>("dataSize");
  const std::uint64_t control = reader.get<std::uint32_t>("ctlPacked");
  slice.control_size = reader.get<std::uint32_t>("ctlSize");
  LittleReader pixels(bytes, frame.offset + 4 * fields);
  slice.data = pixels.get_bytes(data, "data");
  slice.control = pixels.get_bytes(control, "ctl");
  if (!reader.ok() || !pixels.ok()) {
    return bad_image("HG-SLICE", "the pixels are cut short", frame, frame.offset);
  }
  return std::vector<Slice>{slice};
}

// Every row once: overlapping slices would cost more time than the file's size allows.
Result<void> check_rows(const std::vector<Slice>& slices, const HgFrame& frame) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> rows;
  for (const Slice& slice : slices)
    rows.emplace_back(slice.first_row, slice.rows);
  std::ranges::sort(rows);
  std::uint64_t next = 0;
  for (const auto& [first, count] : rows) {
    if (first != next || count > frame.height - next) break;
    next += count;
  }
  if (next == frame.height) return {};
  return bad_image("HG-ROWS",
                   "the slices contain rows 0 to " + std::to_string(next) + " of " +
                       std::to_string(frame.height),
                   frame, frame.offset);
}

}  // namespace

namespace {

// With `wanted` the image has pixels.
Result<Picture> decode(ByteView bytes, const HgFile& file, const HgFrame& frame,
                       Diagnostics* warnings, bool wanted) {
  const std::uint64_t pixels = std::uint64_t{frame.width} * frame.height;
  if (pixels == 0 || pixels > kMaxPicturePixels) {
    return bad_image("HG-SIZE",
                     "the image is " + std::to_string(frame.width) + " x " +
                         std::to_string(frame.height) + " pixels, expected 1 to " +
                         std::to_string(kMaxPicturePixels),
                     frame, frame.offset);
  }
  if (frame.bits != 24 && frame.bits != 32) {
    return bad_image("HG-BITS", counted(frame.bits, "bit") + " per pixel, expected 24 or 32", frame,
                     frame.offset);
  }
  if (auto embedded = decode_embedded(bytes, frame, warnings)) return std::move(*embedded);
  const bool hg2 = as_text(bytes).starts_with("HG-2");
  const auto slices = hg2 ? hg2_slices(bytes, file.version, frame) : hg3_slices(bytes, frame);
  if (!slices) return std::unexpected(slices.error());
  if (const auto rows = check_rows(*slices, frame); !rows) return std::unexpected(rows.error());
  // Section 8.2: the oldest version has its rows from the top and its alpha inverted.
  const bool oldest = hg2 && file.version < 0x20;
  Picture picture = wanted ? make_picture(frame.width, frame.height) : Picture();
  for (const Slice& slice : *slices) {
    const auto decoded =
        decode_slice(slice, frame, {!oldest, oldest}, warnings, wanted ? &picture : nullptr);
    if (!decoded) return std::unexpected(decoded.error());
  }
  return picture;
}

}  // namespace

Result<Picture> decode_hg(ByteView bytes, const HgFile& file, const HgFrame& frame,
                          Diagnostics* warnings) {
  return decode(bytes, file, frame, warnings, true);
}

void check_pixels(ByteView bytes, const HgFile& file, const HgFrame& frame, Diagnostics& found) {
  auto picture = decode(bytes, file, frame, &found, false);
  if (!picture) found.add(std::move(picture.error()));
}

Result<std::vector<StoredPicture>> decode_hg(ByteView bytes, const HgFile& file) {
  std::vector<StoredPicture> pictures;
  std::uint64_t pixels = 0;
  for (const HgFrame& frame : file.frames) {
    pixels += std::min(kMaxAnimationPixels, std::uint64_t{frame.width} * frame.height);
    if (pixels > kMaxAnimationPixels) {
      return bad_image(
          "HG-SIZE",
          "the images have more than " + std::to_string(kMaxAnimationPixels) + " pixels together",
          frame, frame.offset);
    }
    auto picture = decode_hg(bytes, file, frame);
    if (!picture) return std::unexpected(std::move(picture.error()));
    pictures.push_back({frame.id, frame.offset_x, frame.offset_y, frame.canvas_width,
                        frame.canvas_height, frame.origin_x, frame.origin_y, std::move(*picture)});
  }
  return pictures;
}

}  // namespace anmkit::cs2
