// SPDX-License-Identifier: MIT
// Compact clips: bytes -> CompactClip -> bytes (appendix B).
#include <algorithm>

#include "core/counted.hpp"
#include "formats/gc/bank/record_streams.hpp"
#include "formats/gc/compact/fields.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

Track as_track(const CompactTrack& track, std::uint8_t parts) {
  Track out;
  out.quantize_info = track.quantize_info;
  out.anim_type = parts;
  out.interpolation_type = track.interpolation_type;
  return out;
}

void read_values(ByteView bytes, const CompactLayout& layout, CompactTrack& track) {
  std::uint64_t at = track.data;
  if (layout.constants_size() != 0) {
    RecordReader reader(bytes, at, layout.constants.type, layout.omitted);
    visit_setting(reader, layout.constants, track.constants);
    at += layout.constants_size();
  }
  if (!layout.keyed()) return;
  track.keys.resize(track.key_count);
  for (CompactKey& key : track.keys) {
    RecordReader reader(bytes, at, layout.keys.type, layout.omitted);
    visit_compact_key(reader, layout, key);
    at += layout.key_size();
  }
}

bool has_constants(const CompactConstants& constants) {
  return constants.scale || constants.euler || constants.quaternion || constants.translation ||
         constants.matrix;
}

Result<void> place(const RecordWriter& record, std::uint64_t offset, Bytes& file,
                   std::string path) {
  if (!record.complete()) {
    return fail(std::string(kBadJson),
                "the track's type needs other parts, or a component is outside its type", {},
                std::move(path));
  }
  const ByteView bytes = record.bytes();
  if (!fits(offset, bytes.size(), file.size()))
    return fail(std::string(kBadJson), "the data is outside the file", {}, std::move(path));
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(offset));
  return {};
}

Result<void> place_track(const CompactTrack& track, std::size_t index, Bytes& file) {
  const CompactLayout layout(track);
  Bytes scratch;
  std::uint64_t at = track.data;
  if (has_constants(track.constants)) {
    RecordWriter record(scratch, layout.constants.type, layout.omitted);
    visit_setting(record, layout.constants, track.constants);
    if (auto done = place(record, at, file, path_of("tracks", index, "constants")); !done)
      return done;
  }
  if (track.keys.empty()) return {};
  at += layout.constants_size();
  RecordWriter record(scratch, layout.keys.type, layout.omitted);
  for (const CompactKey& key : track.keys)
    visit_compact_key(record, layout, key);
  return place(record, at, file, path_of("tracks", index, "keys"));
}

}  // namespace

CompactLayout::CompactLayout(const CompactTrack& track)
    : keys(as_track(track, track.keyed_parts)),
      constants(as_track(track, track.constant_parts)),
      omitted(track.keyed_parts >> 5u) {}

unsigned CompactLayout::quaternion_size() const {
  return 2 * (4 - (omitted & 1u) - (omitted >> 1u & 1u) - (omitted >> 2u & 1u));
}

std::uint64_t CompactLayout::parts_size(const Layout& layout) const {
  return layout.setting_size() - (layout.has(kQuaternion) ? 8 - quaternion_size() : 0);
}

std::uint64_t CompactLayout::key_size() const {
  if (!keyed()) return 0;
  std::uint64_t curves = keys.curve_size();
  if (keys.has(kQuaternion)) {
    if (keys.rotation_mode == kSquadOne) curves += quaternion_size();
    if (keys.rotation_mode == kSquad || keys.rotation_mode == kSquadEase)
      curves -= std::uint64_t{2} * (8 - quaternion_size());
  }
  return 2 + parts_size(keys) + curves;
}

Result<CompactClip> parse_compact(ByteView bytes, Diagnostics& diagnostics) {
  const auto stop = [&](Error error) {
    diagnostics.add(error);
    return std::unexpected(std::move(error));
  };
  if (bytes.size() < kCompactHeaderSize) {
    return stop({Severity::error, prefixed("ANM001"), bytes.size(), "",
                 "the header takes 8 bytes, the file has " + std::to_string(bytes.size())});
  }
  BigReader in(bytes);
  CompactClip clip;
  clip.version_number = in.get<std::uint32_t>("versionNumber");
  if (clip.version_number != kCompactVersion) {
    return stop({Severity::error, prefixed("ANM004"), 0, "versionNumber",
                 "version " + std::to_string(clip.version_number) + ", expected 11302002"});
  }
  const auto count = in.get<std::uint16_t>("trackCount");
  clip.unknown = in.get<std::uint16_t>("unknown");
  clip.size = bytes.size();
  const std::uint64_t end = kCompactHeaderSize + kCompactTrackSize * count;
  if (end > bytes.size()) {
    return stop({Severity::error, prefixed("ANM011"), 4, "trackCount",
                 counted(count, "track ends", "tracks end") + " at " + std::to_string(end) +
                     ", the file at " + std::to_string(bytes.size())});
  }
  clip.tracks.resize(count);
  for (CompactTrack& track : clip.tracks) {
    get_record(in, track);
  }
  // Tracks may share data; all values together stay within a multiple of the file.
  constexpr std::uint64_t kShared = 4;
  std::uint64_t budget = kShared * bytes.size();
  for (CompactTrack& track : clip.tracks) {
    const CompactLayout layout(track);
    const std::uint64_t size = layout.data_size(track.key_count);
    if (!layout.readable() || track.data < end || !fits(track.data, size, bytes.size())) continue;
    if (size > budget) continue;
    budget -= size;
    read_values(bytes, layout, track);
  }
  auto copy = write(clip);
  if (!copy) return stop(copy.error());
  clip.gaps = differences(*copy, bytes);
  return clip;
}

Result<Bytes> write(const CompactClip& clip) {
  if (clip.tracks.size() > 65535)
    return fail(std::string(kBadJson), "a compact clip has at most 65535 tracks", {}, "tracks");
  BigWriter out;
  out.put(clip.version_number);
  out.put(static_cast<std::uint16_t>(clip.tracks.size()));
  out.put(clip.unknown);
  for (const CompactTrack& track : clip.tracks) {
    put_record(out, track);
  }
  Bytes file = out.take();
  if (clip.size < file.size() || clip.size > (std::uint64_t{1} << 30u))
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  file.resize(clip.size);
  for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
    if (auto placed = place_track(clip.tracks[i], i, file); !placed)
      return std::unexpected(placed.error());
  }
  if (!lay_over(clip.gaps, file))
    return fail(std::string(kBadJson), "a gap is outside the file", {}, "gaps");
  return file;
}

Result<CompactClip> canonical(const CompactClip& clip) {
  CompactClip to = clip;
  to.gaps.clear();
  std::uint64_t end = kCompactHeaderSize + kCompactTrackSize * to.tracks.size();
  for (std::size_t i = 0; i < to.tracks.size(); ++i) {
    CompactTrack& track = to.tracks[i];
    const CompactLayout layout(track);
    if (!layout.readable()) {
      return fail(std::string(kBadJson), "a track of an unknown quantise type cannot be moved", {},
                  path_of("tracks", i));
    }
    if (track.keys.size() > 65535)
      return fail(std::string(kBadJson), "a track has at most 65535 keys", {},
                  path_of("tracks", i));
    if (layout.keyed()) track.key_count = static_cast<std::uint16_t>(track.keys.size());
    end = (end + 3) / 4 * 4;
    track.data = static_cast<std::uint32_t>(end);
    end += layout.data_size(track.keys.size());
  }
  to.size = (end + 31) / 32 * 32;
  return to;
}

}  // namespace anmkit::gc
