// SPDX-License-Identifier: MIT
// Records -> bytes: every record at its own offset over the gaps (section 13.2).
#include <algorithm>

#include "formats/gc/bank/fields.hpp"
#include "formats/gc/bank/record_streams.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/unclaimed_bytes.hpp"

namespace anmkit::gc {
namespace {

bool has_setting(const KeyFrame& key) {
  return key.scale || key.euler || key.quaternion || key.translation || key.matrix;
}
bool has_curves(const KeyFrame& key) {
  return key.scale_curve || key.rotation_curve || key.translation_curve;
}

// The record of key `index` that its member `member` points at.
Result<void> place(const RecordWriter& record, std::uint32_t offset, Bytes& file, std::size_t index,
                   std::string_view member) {
  if (!record.complete()) {
    return fail(std::string(kBadJson),
                "the track's type needs other parts, or a component is outside its type", {},
                path_of("keyFrames", index, member));
  }
  const ByteView bytes = record.bytes();
  if (!fits(offset, bytes.size(), file.size())) {
    return fail(std::string(kBadJson), "the record's offset puts it outside the file", {},
                path_of("keyFrames", index, member));
  }
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(offset));
  return {};
}

Result<void> place_key(const Layout& layout, const KeyFrame& key, std::size_t index, Bytes& scratch,
                       Bytes& file) {
  if (has_setting(key)) {
    RecordWriter record(scratch, layout.type);
    visit_setting(record, layout, key);
    if (auto done = place(record, key.setting, file, index, "setting"); !done) return done;
  }
  if (has_curves(key)) {
    RecordWriter record(scratch, layout.type);
    visit_curves(record, layout, key);
    return place(record, key.interpolation, file, index, "interpolation");
  }
  return {};
}

void put_arrays(BigWriter& out, const BankRecords& bank) {
  for (const Sequence& sequence : bank.sequences)
    put_record(out, sequence);
  for (const Track& track : bank.tracks)
    put_record(out, track);
  for (const Key& key : bank.key_frames)
    put_record(out, key);
}

Result<void> place_keys(const BankRecords& bank, Bytes& file) {
  Bytes scratch;
  std::vector<bool> done(bank.key_frames.size(), false);
  for (const Track& track : bank.tracks) {
    const auto span = keys_of(bank, track);
    if (!span) continue;
    const Layout layout(track);
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i) {
      if (done[i]) break;
      done[i] = true;
      if (auto placed = place_key(layout, bank.key_frames[i], i, scratch, file); !placed)
        return placed;
    }
  }
  return {};
}

}  // namespace

Result<Bytes> write(const BankRecords& bank) {
  constexpr std::size_t kLimit = 65535;
  if (std::max({bank.sequences.size(), bank.tracks.size(), bank.key_frames.size()}) > kLimit)
    return fail(std::string(kBadJson), "a bank has at most 65535 sequences, tracks and keys");
  BigWriter out;
  out.put(bank.version_number);
  out.put(bank.anim_sequences);
  out.put(bank.bank_id);
  out.put(static_cast<std::uint16_t>(bank.sequences.size()));
  out.put(static_cast<std::uint16_t>(bank.tracks.size()));
  out.put(static_cast<std::uint16_t>(bank.key_frames.size()));
  out.put(bank.user_data_size);
  out.put(bank.user_data);
  put_arrays(out, bank);
  const std::size_t arrays = out.size();
  Bytes file = out.take();
  if (bank.size < arrays || bank.size > (std::uint64_t{1} << 30u))
    return fail(std::string(kBadJson), "size is too small for the records", {}, "size");
  file.resize(bank.size);
  // Names come before the keys, whose records never change under them in a file that was read.
  for (const Sequence& sequence : bank.sequences) {
    if (sequence.name.empty() || sequence.sequence_name < arrays) continue;
    if (!fits(sequence.sequence_name, sequence.name.size() + 1, file.size()))
      return fail(std::string(kBadJson), "the name is outside the file", {}, "sequences");
    std::ranges::copy(as_bytes(sequence.name),
                      file.begin() + static_cast<std::ptrdiff_t>(sequence.sequence_name));
  }
  if (auto placed = place_keys(bank, file); !placed) return std::unexpected(placed.error());
  if (!lay_over(bank.gaps, file))
    return fail(std::string(kBadJson), "a gap is outside the file", {}, "gaps");
  return file;
}

}  // namespace anmkit::gc
