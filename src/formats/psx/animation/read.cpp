// SPDX-License-Identifier: MIT
// Reading ANM (sections 1 and 2).
#include <algorithm>
#include <cstring>
#include <type_traits>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
#include "core/counted.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

constexpr std::size_t kHeaderSize = 6;

std::uint16_t u16(ByteView bytes, std::size_t offset) {
  return load<std::uint16_t, std::endian::little>(bytes.data() + offset);
}

// Table entry n as a byte offset; the caller has proved that the table fits.
std::size_t frame_offset(ByteView bytes, std::size_t n) {
  return std::size_t{u16(bytes, kHeaderSize + 2 * n)} * 2;
}

// Table entries ascending and inside the file: branch-free, so that it runs as wide as it can.
bool table_is_good(ByteView bytes, std::size_t frames) {
  if (frame_offset(bytes, 0) < 2 * frames + 8) return false;
  unsigned bad = 0;
  const std::byte* table = bytes.data() + kHeaderSize;
  for (std::size_t n = 0; n < frames; ++n) {
    const auto begin = load<std::uint16_t, std::endian::little>(table + 2 * n);
    const auto end = load<std::uint16_t, std::endian::little>(table + 2 * n + 2);
    bad |= static_cast<unsigned>(begin > end);
  }
  return bad == 0 && frame_offset(bytes, frames) <= bytes.size();
}

// A keyframe's size by the lowest three bits of its flags. The sizes are in one register: in the
// serial chain of a walk a shift is quicker than a table in memory.
std::size_t keyframe_size(std::byte flags) {
  constexpr std::uint64_t kSizes = 0x140E'0E08'0E08'0802;
  return kSizes >> (static_cast<unsigned>(flags) * 8 & 63u) & 0xFF;
}

// Whether each keyframe ends where its frame ends; tells how many the frames have. Each size
// depends on its own flags, so a frame is a serial chain of loads; frames are independent of each
// other, so eight chains run side by side. Frames are inside the file and begin at even
// offsets, so every flags byte is too. The table is known to be good.
template <class Tell>
bool count_keyframes(ByteView bytes, std::size_t frames, Tell&& tell) {
  const std::byte* const data = bytes.data();
  const auto walk = [&](std::size_t at, std::size_t end, std::size_t& count) {
    for (; at < end; ++count)
      at += keyframe_size(data[at + 1]);
    return at == end;
  };
  constexpr std::size_t kAtOnce = 8;
  std::size_t n = 0;
  for (; n + kAtOnce <= frames; n += kAtOnce) {
    std::size_t at[kAtOnce], end[kAtOnce], together = 0;
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      at[i] = frame_offset(bytes, n + i);
      end[i] = frame_offset(bytes, n + i + 1);
    }
    const auto all_inside = [&] {
      for (std::size_t i = 0; i < kAtOnce; ++i)
        if (at[i] >= end[i]) return false;
      return true;
    };
    for (; all_inside(); ++together) {
      for (std::size_t& one : at)
        one += keyframe_size(data[one + 1]);
    }
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      std::size_t count = together;
      if (!walk(at[i], end[i], count)) return false;
      tell(count);
    }
  }
  for (; n < frames; ++n) {
    std::size_t count = 0;
    if (!walk(frame_offset(bytes, n), frame_offset(bytes, n + 1), count)) return false;
    tell(count);
  }
  return true;
}

void report_table(ByteView bytes, std::size_t frames, Findings& findings) {
  const std::size_t first = frame_offset(bytes, 0), table_end = 2 * frames + 8;
  if (first < table_end) {
    findings.error("ANM-05",
                   "first frame at " + hex_number(first) + " overlaps the offset table ending at " +
                       hex_number(table_end),
                   kHeaderSize, "frameOffset[0]");
  }
  bool beyond = first > bytes.size();
  if (beyond) {
    findings.error("ANM-08",
                   "first frame at " + hex_number(first) + " begins beyond end of file " +
                       hex_number(bytes.size()),
                   kHeaderSize, "frameOffset[0]");
  }
  for (std::size_t n = 0; n < frames; ++n) {
    const std::size_t begin = frame_offset(bytes, n), end = frame_offset(bytes, n + 1);
    const std::size_t at = kHeaderSize + 2 * (n + 1);
    if (begin > end) {
      findings.error("ANM-07",
                     "frame " + std::to_string(n) + ": end offset " + hex_number(end) +
                         " precedes start " + hex_number(begin),
                     at, path_of("frameOffset", n + 1));
    }
    if (end > bytes.size() && !beyond) {
      beyond = true;  // the first offending frame says it for all
      findings.error("ANM-08",
                     "frame " + std::to_string(n) + ": end " + hex_number(end) +
                         " beyond end of file " + hex_number(bytes.size()),
                     at, path_of("frameOffset", n + 1));
    }
  }
}

void report_keyframes(ByteView bytes, std::size_t frames, Findings& findings) {
  for (std::size_t n = 0; n < frames; ++n) {
    std::size_t at = frame_offset(bytes, n);
    const std::size_t end = frame_offset(bytes, n + 1);
    // Frames of a broken table may overlap; only sound ones are walked, so the work stays linear
    // in what the table claims and never leaves the file.
    if (end > bytes.size()) return;
    for (std::size_t k = 0; at < end; ++k) {
      const std::size_t size = keyframe_size(bytes[at + 1]);
      if (size > end - at) {
        findings.error("ANM-10",
                       "frame " + std::to_string(n) + ", keyframe " + std::to_string(k) + " at " +
                           hex_number(at) + ": needs " + counted(size, "byte") + " but only " +
                           std::to_string(end - at) + " remain in the frame",
                       at, path_of("frames", n) + "." + path_of("keyframes", k));
        break;
      }
      at += size;
    }
  }
}

// Everything that can be expressed before the table is known to fit. False when reading must stop.
bool report_header(ByteView bytes, bool lenient, Findings& findings) {
  const std::size_t size = bytes.size();
  if (size < 8) {
    findings.error(
        "ANM-01",
        "file too short for an ANM header (" + counted(size, "byte") + ", need at least 8)", 0);
  }
  if (size % 2 != 0) findings.info("ANM-23", "file size is odd", size);
  if (size >= 2 && u16(bytes, 0) != kTag) {
    const std::string message = "bad tag " + hex_number(u16(bytes, 0)) + " at 0x0, expected 0x8000";
    if (lenient) {
      findings.warning("ANM-02", message, 0, "tag");
    } else {
      findings.error("ANM-02", message, 0, "tag");
    }
  }
  if (size < kHeaderSize) return false;
  const std::size_t frames = u16(bytes, 4);
  if (size >= 8 && 8 + 2 * frames > size) {
    findings.error("ANM-04",
                   "offset table of " + counted(frames + 1, "entry", "entries") +
                       " does not fit (needs " + counted(8 + 2 * frames, "byte") + ", file has " +
                       std::to_string(size) + ")",
                   4, "frameCount");
    return false;
  }
  return size >= 8;
}

// What a keyframe has by the lowest three bits of its flags: masks of its words, and where they
// are.
struct alignas(64) Shape {
  std::uint64_t head = 0, scale = 0, pos = 0, no_scale = 0;
  std::uint32_t scale_at = 0, pos_at = 0, size = 0;
};
constexpr std::array<Shape, 8> kShapes = [] {
  constexpr std::uint64_t kThree = 0xFFFF'FFFF'FFFF;
  std::array<Shape, 8> shapes{};
  for (unsigned flags = 0; flags < shapes.size(); ++flags) {
    const bool turns = (flags & 1) != 0, grows = (flags & 2) != 0, moves = (flags & 4) != 0;
    Shape& shape = shapes[flags];
    shape.head = 0xFFFF | (turns ? kThree << 16 : 0);
    shape.scale = grows ? kThree : 0;
    shape.no_scale = grows ? 0 : kOne * 0x1'0001'0001ull;
    shape.pos = moves ? kThree : 0;
    shape.scale_at = turns ? 8 : 2;
    shape.pos_at = shape.scale_at + (grows ? 6 : 0);
    shape.size = shape.pos_at + (moves ? 6 : 0);
  }
  return shapes;
}();

// A keyframe of a file of which `kLongestRead` bytes can be read; returns its size. What it has is
// a choice of masks and places and no branch: flags change from key to key and cannot be predicted.
constexpr std::size_t kLongestRead = 2 + 2 * 6 + 8;
std::size_t decode(const std::byte* from, Keyframe& key) {
  const auto word = [](const std::byte* at) {
    return load<std::uint64_t, std::endian::little>(at);
  };
  const Shape& shape = kShapes[std::to_integer<std::size_t>(from[1]) & 7];
  const std::uint64_t head = word(from) & shape.head;
  const std::uint64_t scale = (word(from + shape.scale_at) & shape.scale) | shape.no_scale;
  const std::uint64_t pos = word(from + shape.pos_at) & shape.pos;
  if constexpr (std::endian::native == std::endian::little) {
    // Each word by itself: one that is read in another width than it was stored in waits.
    const std::uint64_t middle = scale | pos << 48;
    const auto last = static_cast<std::uint32_t>(pos >> 16);
    static_assert(std::is_trivially_copyable_v<Keyframe> && sizeof key == 20);
    auto* const to = reinterpret_cast<std::byte*>(&key);
    std::memcpy(to, &head, 8);
    std::memcpy(to + 8, &middle, 8);
    std::memcpy(to + 16, &last, 4);
  } else {
    const auto three = [](std::uint64_t numbers) {
      const auto number = [&](int i) { return static_cast<std::int16_t>(numbers >> 16 * i); };
      return std::array<std::int16_t, 3>{number(0), number(1), number(2)};
    };
    key = {std::to_integer<std::uint8_t>(from[0]), std::to_integer<std::uint8_t>(from[1]),
           three(head >> 16), three(scale), three(pos)};
  }
  return shape.size;
}

// As `resize`, with copies of many at once.
void make_room(std::vector<Keyframe>& keyframes, std::size_t size) {
  static constexpr std::array<Keyframe, 64> kBlank{};
  while (keyframes.size() < size) {
    const std::size_t count = std::min(size - keyframes.size(), kBlank.size());
    keyframes.insert(keyframes.end(), kBlank.begin(), kBlank.begin() + count);
  }
}

// The keyframes of all frames, whose numbers are known and which are known to fit. Each says where
// the next one is, so frames are walked side by side, as in `count_keyframes`.
std::vector<Keyframe> decode_keyframes(ByteView bytes, std::span<const std::uint32_t> begin) {
  constexpr std::size_t kAtOnce = 4;
  std::vector<Keyframe> keyframes;
  keyframes.reserve(begin.back());
  const std::size_t frames = begin.size() - 1;
  std::size_t n = 0;
  for (; n + kAtOnce <= frames; n += kAtOnce) {
    if (frame_offset(bytes, n + kAtOnce) + kLongestRead > bytes.size()) break;
    make_room(keyframes, begin[n + kAtOnce]);
    const std::byte* from[kAtOnce];
    Keyframe* to[kAtOnce];
    std::uint32_t together = begin[n + 1] - begin[n];
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      from[i] = bytes.data() + frame_offset(bytes, n + i);
      to[i] = keyframes.data() + begin[n + i];
      together = std::min(together, begin[n + i + 1] - begin[n + i]);
    }
    for (std::uint32_t k = 0; k < together; ++k) {
      for (std::size_t i = 0; i < kAtOnce; ++i)
        from[i] += decode(from[i], to[i][k]);
    }
    for (std::size_t i = 0; i < kAtOnce; ++i) {
      for (std::uint32_t k = together; k < begin[n + i + 1] - begin[n + i]; ++k)
        from[i] += decode(from[i], to[i][k]);
    }
  }
  // Some frames at the end, and at last what is too near to the end of the file.
  const std::byte* from = bytes.data() + frame_offset(bytes, n);
  const std::byte* const end = bytes.data() + bytes.size();
  while (keyframes.size() < begin.back()) {
    const auto left = static_cast<std::size_t>(end - from);
    if (left >= kLongestRead) {
      from += decode(from, keyframes.emplace_back());
      continue;
    }
    std::array<std::byte, kLongestRead> copy{};
    std::copy_n(from, left, copy.begin());
    from += decode(copy.data(), keyframes.emplace_back());
  }
  return keyframes;
}

void report_rest(const Anm& anm, ByteView bytes, Findings& findings) {
  const std::size_t table_end = 8 + 2 * anm.frame_count();
  if (!anm.gap.empty()) {
    findings.warning(
        "ANM-06",
        "gap of " + counted(anm.gap.size(), "byte") + " between offset table and first frame",
        table_end, "gap");
  }
  if (anm.tail.empty()) return;
  bool zero = anm.tail.size() <= 3;
  for (const std::byte value : anm.tail)
    zero = zero && value == std::byte{0};
  const std::string message =
      std::to_string(anm.tail.size()) + " trailing bytes after the last frame";
  const std::size_t at = bytes.size() - anm.tail.size();
  if (zero) {
    findings.info("ANM-09", message + " (archive padding)", at, "tail");
  } else {
    findings.warning("ANM-09", message, at, "tail");
  }
}

Result<Anm> read_anm(ByteView bytes, bool lenient, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  if (!report_header(bytes, lenient, findings)) return first_error(diagnostics);
  const std::size_t frames = u16(bytes, 4);
  Anm anm;
  anm.frame_begin.resize(frames + 1);
  std::uint32_t* begin = anm.frame_begin.data();
  const auto count_frame = [&](std::size_t count) {
    begin[1] = begin[0] + static_cast<std::uint32_t>(count);
    ++begin;
  };
  const bool good = table_is_good(bytes, frames) && count_keyframes(bytes, frames, count_frame);
  if (!good) {
    report_table(bytes, frames, findings);
    if (!findings.failed()) report_keyframes(bytes, frames, findings);
  }
  if (findings.failed()) return first_error(diagnostics);

  anm.tag = u16(bytes, 0);
  anm.rate_hint = u16(bytes, 2);
  const std::size_t first = frame_offset(bytes, 0), end = frame_offset(bytes, frames);
  anm.keyframes = decode_keyframes(bytes, anm.frame_begin);
  const ByteView gap = bytes.subspan(8 + 2 * frames, first - (8 + 2 * frames));
  anm.gap.assign(gap.begin(), gap.end());
  const ByteView tail = bytes.subspan(end);
  anm.tail.assign(tail.begin(), tail.end());
  report_rest(anm, bytes, findings);
  return anm;
}

}  // namespace

bool is_anm(ByteView bytes) {
  if (bytes.size() < 8 || u16(bytes, 0) != kTag) return false;
  const std::size_t frames = u16(bytes, 4);
  if (8 + 2 * frames > bytes.size() || !table_is_good(bytes, frames)) return false;
  return count_keyframes(bytes, frames, [](std::size_t) {});
}

Result<Anm> parse_anm(ByteView bytes, Diagnostics& diagnostics, bool lenient) {
  return with_own_findings(diagnostics,
                           [&](Diagnostics& own) { return read_anm(bytes, lenient, own); });
}

}  // namespace anmkit::psx
