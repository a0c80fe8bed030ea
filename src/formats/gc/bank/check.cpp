// SPDX-License-Identifier: MIT
// Findings about a bank as a whole (section 7); check_keys.cpp has those about its tracks.
#include <algorithm>
#include <set>

#include "core/counted.hpp"
#include "formats/gc/bank/check_against.hpp"
#include "formats/gc/bank/check_keys.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/scene.hpp"
#include "formats/gc/ranges.hpp"

namespace anmkit::gc {
namespace {

class BankCheck {
 public:
  BankCheck(const Bank& bank, Diagnostics& out) : bank_(bank), bytes_(bank.bytes), out_(out) {}

  void run() {
    check_header();
    if (!is_bounded(bank_)) {
      check_ownership();
      return;
    }
    for (std::size_t i = 0; i < bank_.sequences.size(); ++i)
      check_sequence(i);
    check_ownership();
    check_tracks();
    check_ranges();
  }

 private:
  void add(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
           std::string path) {
    out_.add(severity, prefixed(code), std::move(message), offset, std::move(path));
  }
  std::uint64_t tracks_at() const { return RecordCounts(bank_).tracks_at(); }
  std::uint64_t keys_at() const { return RecordCounts(bank_).keys_at(); }
  std::uint64_t data_at() const { return RecordCounts(bank_).data_at(); }

  void check_header() {
    if (is_wii(bank_.version_number))
      add(Severity::warning, "ANM003", "a Wii version, read with the layout of 8092000", 0,
          "versionNumber");
    if (bank_.anim_sequences != kHeaderSize && !bank_.sequences.empty())
      add(Severity::error, "ANM010",
          "animSequences is " + std::to_string(bank_.anim_sequences) + ", expected 24", 4,
          "animSequences");
    const std::uint32_t size = bank_.user_data_size, at = bank_.user_data;
    if (size != 0 && !fits(at, size, bytes_.size()))
      add(Severity::error, "ANM020", "user data is outside the file", 0x10, "userData");
    if ((size == 0) != (at == 0) || (size != 0 && at % 32 != 0))
      add(Severity::warning, "ANM021",
          "user data is not 32-byte aligned, or only one of size and offset is set", 0x10,
          "userData");
  }

  void check_sequence(std::size_t i) {
    const Sequence& sequence = bank_.sequences[i];
    const std::uint64_t at = kHeaderSize + kSequenceSize * i;
    const std::string path = path_of("sequences", i);
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(
                                           sequence.sequence_name, bytes_.size()));
    // The names that are known end inside the file; only the others need a search.
    if (sequence.name.empty() && std::find(from, bytes_.end(), std::byte{0}) == bytes_.end())
      add(Severity::error, "ANM017", "the name is outside the file or has no end", at, path);
    if (!sequence.name.empty() && !names_.insert(sequence.name).second)
      add(Severity::warning, "ANM018", "the name '" + sequence.name + "' appears twice", at, path);
    if (std::ranges::any_of(sequence.name, [](char c) { return c < 0x20 || c > 0x7E; }))
      add(Severity::warning, "ANM019", "the name is not printable ASCII", at, path);
    const auto span = tracks_of(bank_, sequence);
    if (!span) {
      add(Severity::error, "ANM012",
          "sequence '" + sequence.name + "': its tracks are not in the track array", at + 4, path);
      return;
    }
    std::set<std::uint16_t> ids;
    bool differ = false;
    for (std::uint64_t t = span->first; t < span->first + span->count; ++t) {
      const Track& track = bank_.tracks[t];
      if (track.anim_time != bank_.tracks[span->first].anim_time) differ = true;
      if (!ids.insert(track.track_id).second)
        add(Severity::warning, "ANM049",
            "trackID " + std::to_string(track.track_id) + " appears twice in the sequence",
            tracks_at() + kTrackSize * t + 10, path_of("tracks", t, "trackID"));
    }
    if (differ)
      add(Severity::warning, "ANM047", "tracks of the sequence have different animTime", at, path);
  }

  // Each track once, named by the first sequence that has it.
  void check_tracks() {
    std::vector<std::optional<std::string_view>> owners(bank_.tracks.size());
    for (const Sequence& sequence : bank_.sequences) {
      const auto span = tracks_of(bank_, sequence);
      for (std::uint64_t i = 0; span && i < span->count; ++i) {
        auto& owner = owners[span->first + i];
        if (!owner) owner = sequence.name;
      }
    }
    for (std::size_t i = 0; i < bank_.tracks.size(); ++i) {
      const Track& track = bank_.tracks[i];
      const auto keys = keys_of(bank_, track);
      const TrackReport report{
          out_, i, track.track_id, tracks_at() + kTrackSize * i, owners[i], keys ? keys->first : 0};
      check_track(bank_, i, report);
    }
  }

  // How often each record of an array is named, counted by where ranges begin and end.
  static std::vector<std::int64_t> counts(const std::vector<Span>& spans, std::size_t size) {
    std::vector<std::int64_t> count(size + 1, 0);
    for (const Span& span : spans) {
      ++count[span.first];
      --count[span.first + span.count];
    }
    for (std::size_t i = 1; i < count.size(); ++i)
      count[i] += count[i - 1];
    count.pop_back();
    return count;
  }
  void report_counts(const std::vector<std::int64_t>& count, std::uint64_t base,
                     std::uint64_t stride, std::string_view name) {
    for (std::size_t i = 0; i < count.size(); ++i) {
      if (count[i] == 1) continue;
      add(Severity::warning, count[i] == 0 ? "ANM014" : "ANM015",
          count[i] == 0 ? "no reference to this record" : "two owners share this record",
          base + stride * i, path_of(name, i));
    }
  }
  void check_ownership() {
    std::vector<Span> tracks, keys;
    std::uint64_t track_sum = 0, key_sum = 0;
    for (const Sequence& sequence : bank_.sequences) {
      track_sum += sequence.total_tracks;
      if (const auto span = tracks_of(bank_, sequence)) tracks.push_back(*span);
    }
    for (std::size_t i = 0; i < bank_.tracks.size(); ++i) {
      const Track& track = bank_.tracks[i];
      key_sum += track.total_frames;
      if (const auto span = keys_of(bank_, track)) {
        keys.push_back(*span);
      } else {
        add(Severity::error, "ANM013",
            "track " + std::to_string(i) + ": its keys are not in the key array",
            tracks_at() + kTrackSize * i + 4, path_of("tracks", i, "keyFrames"));
      }
    }
    report_counts(counts(tracks, bank_.tracks.size()), tracks_at(), kTrackSize, "tracks");
    report_counts(counts(keys, bank_.keys.size()), keys_at(), kKeySize, "keyFrames");
    if (track_sum != bank_.tracks.size() || key_sum != bank_.keys.size())
      add(Severity::warning, "ANM016",
          "the counts of the owners give " + counted(track_sum, "track") + " and " +
              counted(key_sum, "key") + ", the header has another number",
          0x0C, "");
  }

  // Records may coincide; overlapping partly, or bytes that nothing reaches, are worth a word.
  void check_ranges() {
    RangeCheck ranges(bytes_, out_);
    std::vector<char> done(bank_.keys.size(), 0);
    for (const Track& track : bank_.tracks) {
      const auto span = keys_of(bank_, track);
      const Layout layout(track);
      if (!span || !layout.readable()) continue;
      const std::uint64_t setting = layout.setting_size(), curve = layout.curve_size();
      for (std::uint64_t i = span->first; i < span->first + span->count && !done[i]; ++i) {
        done[i] = 1;
        const Key& key = bank_.keys[i];
        ranges.record(key.setting, setting);
        ranges.record(key.interpolation, curve);
      }
    }
    ranges.reached(0, data_at());
    ranges.reached(bank_.user_data, bank_.user_data_size);
    for (const Sequence& sequence : bank_.sequences)
      ranges.reached(sequence.sequence_name, sequence.name.size() + 1);
    ranges.report();
  }

  const Bank& bank_;
  ByteView bytes_;
  Diagnostics& out_;
  std::set<std::string> names_;
};

}  // namespace

void BankDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const Bank& bank = file;
  BankCheck(bank, diagnostics).run();
  const Actor* actor = find_actor(companions);
  if (actor == nullptr) return;
  std::vector<DrivenBone> driven;
  const std::uint64_t tracks = RecordCounts(bank).tracks_at();
  for (std::size_t i = 0; i < bank.tracks.size(); ++i) {
    const Track& track = bank.tracks[i];
    driven.push_back({track.track_id, i, tracks + kTrackSize * i});
    if (track.replace_hierarchy_ctrl == 0) driven.back().appended = track.anim_type;
  }
  check_against(driven, *actor, diagnostics);
  check_models(*actor, companions, diagnostics);
}

}  // namespace anmkit::gc
