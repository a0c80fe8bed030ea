// Reading ANM (sections 1 and 2).
#include "anmkit/psx.hpp"
#include "formats/psx/findings.hpp"

namespace anmkit::psx {
namespace {

constexpr std::size_t kHeaderSize = 6;
constexpr std::array<std::uint8_t, 8> kKeyframeSize{2, 8, 8, 14, 8, 14, 14, 20};

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

// Offset just behind the last keyframe that begins before `end`. A keyframe's size depends on its
// own flags, so this is a serial chain of loads; `end` is inside the file and both are even, so
// the flags byte is too.
std::size_t walk(const std::byte* data, std::size_t at, std::size_t end) {
  while (at < end)
    at += kKeyframeSize[static_cast<std::uint8_t>(data[at + 1]) & 7u];
  return at;
}

void report_table(ByteView bytes, std::size_t frames, Findings& findings) {
  const std::size_t first = frame_offset(bytes, 0), table_end = 2 * frames + 8;
  if (first < table_end) {
    findings.error(
        "ANM-05",
        "first frame at " + hex(first) + " overlaps the offset table ending at " + hex(table_end),
        kHeaderSize, "frameOffset[0]");
  }
  bool beyond = first > bytes.size();
  if (beyond) {
    findings.error(
        "ANM-08",
        "first frame at " + hex(first) + " begins beyond end of file " + hex(bytes.size()),
        kHeaderSize, "frameOffset[0]");
  }
  for (std::size_t n = 0; n < frames; ++n) {
    const std::size_t begin = frame_offset(bytes, n), end = frame_offset(bytes, n + 1);
    const std::size_t at = kHeaderSize + 2 * (n + 1);
    if (begin > end) {
      findings.error("ANM-07",
                     "frame " + std::to_string(n) + ": end offset " + hex(end) +
                         " precedes start " + hex(begin),
                     at, indexed("frameOffset", n + 1));
    }
    if (end > bytes.size() && !beyond) {
      beyond = true;  // the first offending frame says it for all
      findings.error("ANM-08",
                     "frame " + std::to_string(n) + ": end " + hex(end) + " beyond end of file " +
                         hex(bytes.size()),
                     at, indexed("frameOffset", n + 1));
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
      const std::size_t size = kKeyframeSize[static_cast<std::uint8_t>(bytes[at + 1]) & 7u];
      if (size > end - at) {
        findings.error("ANM-10",
                       "frame " + std::to_string(n) + ", keyframe " + std::to_string(k) + " at " +
                           hex(at) + ": needs " + std::to_string(size) + " bytes but only " +
                           std::to_string(end - at) + " remain in the frame",
                       at, indexed("frames", n) + "." + indexed("keyframes", k));
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
    const std::string message = "bad tag " + hex(u16(bytes, 0)) + " at 0x0, expected 0x8000";
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

void load_vector(const std::byte*& from, std::array<std::int16_t, 3>& to) {
  for (std::size_t i = 0; i < 3; ++i)
    to[i] = load<std::int16_t, std::endian::little>(from + 2 * i);
  from += 6;
}

void decode_frames(ByteView bytes, Anm& anm) {
  const std::size_t frames = anm.frame_begin.size() - 1;
  const std::byte* const base = bytes.data();
  for (std::size_t n = 0; n < frames; ++n) {
    const std::byte* from = base + frame_offset(bytes, n);
    const std::byte* const end = base + frame_offset(bytes, n + 1);
    while (from < end) {
      Keyframe& key = anm.keyframes.emplace_back();
      key.object_index = static_cast<std::uint8_t>(from[0]);
      key.flags = static_cast<std::uint8_t>(from[1]);
      from += 2;
      if ((key.flags & kHasRotation) != 0) load_vector(from, key.rot);
      if ((key.flags & kHasScale) != 0) load_vector(from, key.scale);
      if ((key.flags & kHasPosition) != 0) load_vector(from, key.pos);
    }
    anm.frame_begin[n + 1] = static_cast<std::uint32_t>(anm.keyframes.size());
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

}  // namespace

bool is_anm(ByteView bytes) {
  if (bytes.size() < 8 || u16(bytes, 0) != kTag) return false;
  const std::size_t frames = u16(bytes, 4);
  if (8 + 2 * frames > bytes.size() || !table_is_good(bytes, frames)) return false;
  std::size_t at = frame_offset(bytes, 0);
  for (std::size_t n = 0; n < frames; ++n) {
    const std::size_t end = frame_offset(bytes, n + 1);
    at = walk(bytes.data(), at, end);
    if (at != end) return false;
  }
  return true;
}

Result<Anm> parse_anm(ByteView bytes, Diagnostics& diagnostics, bool lenient) {
  Findings findings(diagnostics);
  if (!report_header(bytes, lenient, findings)) return first_error(diagnostics);
  const std::size_t frames = u16(bytes, 4);
  report_table(bytes, frames, findings);
  if (!findings.failed()) report_keyframes(bytes, frames, findings);
  if (findings.failed()) return first_error(diagnostics);

  Anm anm;
  anm.tag = u16(bytes, 0);
  anm.rate_hint = u16(bytes, 2);
  anm.frame_begin.resize(frames + 1);
  const std::size_t first = frame_offset(bytes, 0), end = frame_offset(bytes, frames);
  anm.keyframes.reserve((end - first) / 20);
  decode_frames(bytes, anm);
  const ByteView gap = bytes.subspan(8 + 2 * frames, first - (8 + 2 * frames));
  anm.gap.assign(gap.begin(), gap.end());
  const ByteView tail = bytes.subspan(end);
  anm.tail.assign(tail.begin(), tail.end());
  report_rest(anm, bytes, findings);
  return anm;
}

}  // namespace anmkit::psx
