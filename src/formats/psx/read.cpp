// SPDX-License-Identifier: MIT
// Reading ANM (sections 1 and 2).
#include <cstring>

#include "anmkit/psx.hpp"
#include "core/bytes.hpp"
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

// A keyframe's size by the lowest three bits of its flags. The sizes stand in one register: in the
// serial chain of a walk a shift is quicker than a table in memory.
std::size_t keyframe_size(std::byte flags) {
  constexpr std::uint64_t kSizes = 0x140E'0E08'0E08'0802;
  return kSizes >> (static_cast<unsigned>(flags) * 8 & 63u) & 0xFF;
}

// How many keyframes the frames hold; nothing when one does not end where its frame ends. Each
// size depends on its own flags, so a frame is a serial chain of loads; frames are independent of
// each other, so four chains run beside each other. Frames are inside the file and begin at even
// offsets, so every flags byte is too. The table is known to be good.
std::optional<std::size_t> count_keyframes(ByteView bytes, std::size_t frames) {
  const std::byte* const data = bytes.data();
  std::size_t count = 0;
  const auto walk = [&](std::size_t at, std::size_t end) {
    for (; at < end; ++count)
      at += keyframe_size(data[at + 1]);
    return at == end;
  };
  std::size_t n = 0;
  for (; n + 4 <= frames; n += 4) {
    std::size_t at[4], end[4];
    for (std::size_t i = 0; i < 4; ++i) {
      at[i] = frame_offset(bytes, n + i);
      end[i] = frame_offset(bytes, n + i + 1);
    }
    while (at[0] < end[0] && at[1] < end[1] && at[2] < end[2] && at[3] < end[3]) {
      for (std::size_t& one : at)
        one += keyframe_size(data[one + 1]);
      count += 4;
    }
    for (std::size_t i = 0; i < 4; ++i)
      if (!walk(at[i], end[i])) return std::nullopt;
  }
  for (; n < frames; ++n)
    if (!walk(frame_offset(bytes, n), frame_offset(bytes, n + 1))) return std::nullopt;
  return count;
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
                           hex_number(at) + ": needs " + std::to_string(size) + " bytes but only " +
                           std::to_string(end - at) + " remain in the frame",
                       at, path_of("frames", n) + "." + path_of("keyframes", k));
        break;
      }
      at += size;
    }
  }
}

// Everything that can be said before the table is known to fit. False when reading must stop.
bool report_header(ByteView bytes, bool lenient, Findings& findings) {
  const std::size_t size = bytes.size();
  if (size < 8) {
    findings.error(
        "ANM-01",
        "file too short for an ANM header (" + std::to_string(size) + " bytes, need at least 8)",
        0);
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
                   "offset table of " + std::to_string(frames + 1) +
                       " entries does not fit (needs " + std::to_string(8 + 2 * frames) +
                       " bytes, file has " + std::to_string(size) + ")",
                   4, "frameCount");
    return false;
  }
  return size >= 8;
}

// Reads three components from the file, or from the identity when `present` is 0. Which one is a
// choice of addresses and no branch: flags change from key to key and cannot be predicted.
const std::byte* load_vector(const std::byte* from, unsigned present,
                             const std::array<std::int16_t, 3>& identity,
                             std::array<std::int16_t, 3>& to) {
  if constexpr (std::endian::native == std::endian::little) {
    const void* const sources[2] = {identity.data(), from};
    std::memcpy(to.data(), sources[present], sizeof to);
  } else {
    for (std::size_t i = 0; i < 3; ++i) {
      to[i] = present != 0 ? load<std::int16_t, std::endian::little>(from + 2 * i) : identity[i];
    }
  }
  return from + std::size_t{6} * present;
}

// `count` keyframes in frames that are known to fit.
void decode_frames(ByteView bytes, std::size_t count, Anm& anm) {
  const std::size_t frames = anm.frame_begin.size() - 1;
  const std::byte* const base = bytes.data();
  const Keyframe identity;
  anm.keyframes.resize(count);
  Keyframe* key = anm.keyframes.data();
  for (std::size_t n = 0; n < frames; ++n) {
    const std::byte* from = base + frame_offset(bytes, n);
    const std::byte* const end = base + frame_offset(bytes, n + 1);
    for (; from < end; ++key) {
      key->object_index = static_cast<std::uint8_t>(from[0]);
      key->flags = static_cast<std::uint8_t>(from[1]);
      const unsigned flags = key->flags;
      from = load_vector(from + 2, flags & 1u, identity.rot, key->rot);
      from = load_vector(from, flags >> 1 & 1u, identity.scale, key->scale);
      from = load_vector(from, flags >> 2 & 1u, identity.pos, key->pos);
    }
    anm.frame_begin[n + 1] = static_cast<std::uint32_t>(key - anm.keyframes.data());
  }
}

void report_rest(const Anm& anm, ByteView bytes, Findings& findings) {
  const std::size_t table_end = 8 + 2 * anm.frame_count();
  if (!anm.gap.empty()) {
    findings.warning(
        "ANM-06",
        "gap of " + std::to_string(anm.gap.size()) + " bytes between offset table and first frame",
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
  std::optional<std::size_t> count;
  if (table_is_good(bytes, frames)) count = count_keyframes(bytes, frames);
  if (!count) {
    report_table(bytes, frames, findings);
    if (!findings.failed()) report_keyframes(bytes, frames, findings);
  }
  if (findings.failed()) return first_error(diagnostics);

  Anm anm;
  anm.tag = u16(bytes, 0);
  anm.rate_hint = u16(bytes, 2);
  anm.frame_begin.resize(frames + 1);
  const std::size_t first = frame_offset(bytes, 0), end = frame_offset(bytes, frames);
  decode_frames(bytes, *count, anm);
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
  return count_keyframes(bytes, frames).has_value();
}

Result<Anm> parse_anm(ByteView bytes, Diagnostics& diagnostics, bool lenient) {
  return with_own_findings(diagnostics,
                           [&](Diagnostics& own) { return read_anm(bytes, lenient, own); });
}

}  // namespace anmkit::psx
