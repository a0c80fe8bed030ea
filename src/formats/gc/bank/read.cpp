// SPDX-License-Identifier: MIT
// Bytes -> Bank (section 2), and its values.
#include "core/counted.hpp"
#include "formats/gc/bank/fields.hpp"
#include "formats/gc/bank/record_streams.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

std::string name_at(ByteView bytes, std::uint32_t offset, std::uint64_t longest) {
  if (offset >= bytes.size()) return {};
  const std::string_view text = as_text(bytes.subspan(offset)).substr(0, longest + 1);
  const std::size_t end = text.find('\0');
  return end == std::string_view::npos ? std::string() : std::string(text.substr(0, end));
}

Result<void> check_version(std::uint32_t version) {
  if (version == kVersion || is_wii(version)) return {};
  if (version == kCompactVersion) {
    return fail(prefixed("ANM002"),
                "version 11302002 is the compact clip of A Wonderful Life, another layout than "
                "8092000",
                0, "versionNumber");
  }
  const std::uint32_t swapped = (version >> 24u) | ((version >> 8u) & 0xFF00u) |
                                ((version << 8u) & 0xFF0000u) | (version << 24u);
  const bool little = swapped == kVersion || swapped == kCompactVersion || is_wii(swapped);
  return fail(
      prefixed("ANM004"),
      "unknown version " + std::to_string(version) + ", expected 8092000" +
          (little ? "; the bytes in the other order are a known version: little endian?" : ""),
      0, "versionNumber");
}

void read_arrays(BigReader& in, Bank& bank, std::size_t sequences, std::size_t tracks,
                 std::size_t keys) {
  bank.sequences.resize(sequences);
  for (Sequence& sequence : bank.sequences)
    get_record(in, sequence);
  bank.tracks.resize(tracks);
  for (Track& track : bank.tracks)
    get_record(in, track);
  bank.keys.resize(keys);
  for (Key& key : bank.keys)
    get_record(in, key);
}

// The first track that names a key specifies how its records are laid out.
void read_keys(ByteView bytes, BankRecords& bank) {
  std::vector<bool> done(bank.key_frames.size(), false);
  for (const Track& track : bank.tracks) {
    const auto span = keys_of(bank, track);
    if (!span) continue;
    const Layout layout(track);
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i) {
      if (done[i]) break;  // the rest of a shared range is taken too, or is reached by its owner
      done[i] = true;
      read_records(bytes, layout, bank.key_frames[i]);
    }
  }
}

}  // namespace

void read_records(ByteView bytes, const Layout& layout, KeyFrame& key) {
  if (!layout.readable()) return;
  if (is_inside(bytes, key.setting, layout.setting_size())) {
    RecordReader reader(bytes, key.setting, layout.type);
    visit_setting(reader, layout, key);
  }
  const std::uint64_t curve = layout.curve_size();
  if (curve != 0 && is_inside(bytes, key.interpolation, curve)) {
    RecordReader reader(bytes, key.interpolation, layout.type);
    visit_curves(reader, layout, key);
  }
}

KeyFrame decode_key(const Bank& bank, const Track& track, const Key& key) {
  KeyFrame decoded{key};
  read_records(bank.bytes, Layout(track), decoded);
  return decoded;
}

std::optional<Span> tracks_of(const RecordCounts& counts, const Sequence& sequence) {
  const std::uint64_t base = counts.tracks_at();
  if (sequence.total_tracks == 0) return Span{};
  if (sequence.track_array < base || (sequence.track_array - base) % kTrackSize != 0)
    return std::nullopt;
  const std::uint64_t first = (sequence.track_array - base) / kTrackSize;
  if (!fits(first, sequence.total_tracks, counts.tracks)) return std::nullopt;
  return Span{first, sequence.total_tracks};
}

std::optional<Span> keys_of(const RecordCounts& counts, const Track& track) {
  const std::uint64_t base = counts.keys_at();
  if (track.total_frames == 0) return Span{};
  if (track.key_frames < base || (track.key_frames - base) % kKeySize != 0) return std::nullopt;
  const std::uint64_t first = (track.key_frames - base) / kKeySize;
  if (!fits(first, track.total_frames, counts.keys)) return std::nullopt;
  return Span{first, track.total_frames};
}

namespace {

bool is_bounded(const RecordCounts& counts, const std::vector<Sequence>& sequences,
                const std::vector<Track>& all_tracks) {
  constexpr std::uint64_t kShared = 16, kFree = 1024;
  std::vector<std::uint64_t> keys_before{0};
  for (const Track& track : all_tracks)
    keys_before.push_back(keys_before.back() + track.total_frames);
  std::uint64_t tracks = 0, keys = keys_before.back();
  for (const Sequence& sequence : sequences) {
    const auto span = tracks_of(counts, sequence);
    if (!span) continue;
    tracks += span->count;
    keys += keys_before[span->first + span->count] - keys_before[span->first];
  }
  return tracks <= kShared * counts.tracks + kFree && keys <= kShared * counts.keys + kFree;
}

}  // namespace

bool is_bounded(const Bank& bank) {
  return is_bounded(bank, bank.sequences, bank.tracks);
}
bool is_bounded(const BankRecords& bank) {
  return is_bounded(bank, bank.sequences, bank.tracks);
}

Result<Bank> parse_bank(ByteView bytes, Diagnostics& diagnostics) {
  const auto stop = [&](Error error) {
    diagnostics.add(error);
    return std::unexpected(std::move(error));
  };
  BigReader in(bytes);
  Bank bank;
  if (bytes.size() < kHeaderSize) {
    return stop({Severity::error, prefixed("ANM001"), bytes.size(), "",
                 "the header takes 24 bytes, the file has " + std::to_string(bytes.size())});
  }
  bank.version_number = in.get<std::uint32_t>("versionNumber");
  if (auto known = check_version(bank.version_number); !known) return stop(known.error());
  bank.anim_sequences = in.get<std::uint32_t>("animSequences");
  bank.bank_id = in.get<std::uint16_t>("bankID");
  const auto sequences = in.get<std::uint16_t>("numSequences");
  const auto tracks = in.get<std::uint16_t>("numTracks");
  const auto keys = in.get<std::uint16_t>("numKeyFrames");
  bank.user_data_size = in.get<std::uint32_t>("userDataSize");
  bank.user_data = in.get<std::uint32_t>("userData");
  const std::uint64_t end =
      kHeaderSize + kSequenceSize * sequences + kTrackSize * tracks + kKeySize * keys;
  if (end > bytes.size()) {
    return stop({Severity::error, prefixed("ANM011"), kHeaderSize, "",
                 counted(sequences, "sequence") + ", " + counted(tracks, "track") + " and " +
                     counted(keys, "key") + " end at " + std::to_string(end) + ", the file at " +
                     std::to_string(bytes.size())});
  }
  read_arrays(in, bank, sequences, tracks, keys);
  // Names may share bytes; together they stay within the size of the file.
  std::uint64_t budget = bytes.size();
  for (Sequence& sequence : bank.sequences) {
    sequence.name = name_at(bytes, sequence.sequence_name, budget);
    budget -= sequence.name.size();
  }
  bank.bytes.assign(bytes.begin(), bytes.end());
  return bank;
}

BankRecords records_of(const Bank& bank) {
  BankRecords records{bank, bank.sequences, bank.tracks, {}, bank.bytes.size(), {}};
  records.key_frames.reserve(bank.keys.size());
  for (const Key& key : bank.keys)
    records.key_frames.emplace_back(key);
  read_keys(bank.bytes, records);
  // Only what is larger than any bank cannot be written; its gaps stay unknown.
  if (const auto copy = write(records)) records.gaps = differences(*copy, bank.bytes);
  return records;
}

Result<Bytes> write(const Bank& bank) {
  return bank.bytes;
}

}  // namespace anmkit::gc
