// Findings about a bank as a whole (section 7); check_keys.cpp has those about its tracks.
#include <algorithm>
#include <map>
#include <set>

#include "formats/gc/check_keys.hpp"
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

struct Range {
  std::uint64_t begin = 0, end = 0;
  friend auto operator<=>(const Range&, const Range&) = default;
};

class BankCheck {
 public:
  BankCheck(const Bank& bank, ByteView bytes, Diagnostics& out)
      : bank_(bank), bytes_(bytes), out_(out) {}

  void run() {
    check_header();
    if (!is_bounded(bank_)) {
      check_ownership();
      return;
    }
    for (std::size_t i = 0; i < bank_.sequences.size(); ++i)
      check_sequence(i);
    check_ownership();
    for (std::size_t i = 0; i < bank_.tracks.size(); ++i)
      check_track(bytes_, bank_, i, out_);
    check_ranges();
  }

 private:
  void add(Severity severity, std::string_view code, std::string message, std::uint64_t offset,
           std::string path) {
    out_.add(severity, prefixed(code), std::move(message), offset, std::move(path));
  }
  std::uint64_t tracks_at() const { return kHeaderSize + kSequenceSize * bank_.sequences.size(); }
  std::uint64_t keys_at() const { return tracks_at() + kTrackSize * bank_.tracks.size(); }
  std::uint64_t data_at() const { return keys_at() + kKeySize * bank_.key_frames.size(); }

  void check_header() {
    if (is_wii(bank_.version_number))
      add(Severity::warning, "ANM003", "a Wii version, read with the layout of 8092000", 0,
          "versionNumber");
    if (bank_.anim_sequences != kHeaderSize && !bank_.sequences.empty())
      add(Severity::error, "ANM010",
          "animSequences is " + std::to_string(bank_.anim_sequences) + ", wanted 24", 4,
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
      add(Severity::warning, "ANM018", "the name '" + sequence.name + "' stands twice", at, path);
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
            "trackID " + std::to_string(track.track_id) + " stands twice in the sequence",
            tracks_at() + kTrackSize * t + 10, path_of("tracks", t, "trackID"));
    }
    if (differ)
      add(Severity::warning, "ANM047", "tracks of the sequence have different animTime", at, path);
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
          count[i] == 0 ? "nothing names this record" : "two owners share this record",
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
    report_counts(counts(keys, bank_.key_frames.size()), keys_at(), kKeySize, "keyFrames");
    if (track_sum != bank_.tracks.size() || key_sum != bank_.key_frames.size())
      add(Severity::warning, "ANM016",
          "the counts of the owners give " + std::to_string(track_sum) + " tracks and " +
              std::to_string(key_sum) + " keys, the header says otherwise",
          0x0C, "");
  }

  // Records may coincide; overlapping partly, or bytes that nothing reaches, are worth a word.
  void check_ranges() {
    std::vector<Range> records;
    std::vector<bool> done(bank_.key_frames.size(), false);
    for (const Track& track : bank_.tracks) {
      const auto span = keys_of(bank_, track);
      const Layout layout(track);
      if (!span || !layout.readable()) continue;
      for (std::uint64_t i = span->first; i < span->first + span->count && !done[i]; ++i) {
        done[i] = true;
        const KeyFrame& key = bank_.key_frames[i];
        add_range(records, key.setting, layout.setting_size());
        add_range(records, key.interpolation, layout.curve_size());
      }
    }
    std::ranges::sort(records);
    for (std::size_t i = 1; i < records.size(); ++i) {
      if (records[i] != records[i - 1] && records[i].begin < records[i - 1].end)
        add(Severity::warning, "ANM054", "records overlap partly", records[i].begin, "");
    }
    add_range(records, 0, data_at());
    add_range(records, bank_.user_data, bank_.user_data_size);
    for (const Sequence& sequence : bank_.sequences)
      add_range(records, sequence.sequence_name, sequence.name.size() + 1);
    std::ranges::sort(records);
    std::uint64_t end = 0;
    for (const Range& range : records) {
      report_gap(end, range.begin);
      end = std::max(end, range.end);
    }
    report_gap(end, bytes_.size());
  }
  void add_range(std::vector<Range>& ranges, std::uint64_t offset, std::uint64_t size) {
    if (size != 0 && fits(offset, size, bytes_.size())) ranges.push_back({offset, offset + size});
  }
  // Zero bytes that only pad to an alignment do not count (appendix D).
  void report_gap(std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    const auto at = [&](std::uint64_t i) {
      return bytes_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    if (end - begin < 32 &&
        std::all_of(at(begin), at(end), [](std::byte b) { return b == std::byte{0}; })) {
      return;
    }
    add(Severity::info, "ANM080",
        "bytes " + std::to_string(begin) + " to " + std::to_string(end - 1) +
            " are reached from no record",
        begin, "");
  }

  const Bank& bank_;
  ByteView bytes_;
  Diagnostics& out_;
  std::set<std::string> names_;
};

// animType bits of the parts of a rest control.
unsigned parts_of(unsigned type) {
  return ((type & kControlScale) != 0 ? kScale : 0) | ((type & kControlEuler) != 0 ? kEuler : 0) |
         ((type & kControlQuaternion) != 0 ? kQuaternion : 0) |
         ((type & kControlTranslation) != 0 ? kTranslation : 0);
}

void check_against(const Bank& bank, const Actor& actor, Diagnostics& out) {
  std::map<std::uint32_t, unsigned> types;
  for (const Control& control : actor.controls)
    types[control.offset] = control.type;
  std::map<std::uint16_t, unsigned> rest;  // boneID -> parts
  for (const std::uint32_t index : bone_array(actor)) {
    const Bone& bone = actor.bones[index];
    const auto found = types.find(bone.orientation_control);
    rest.try_emplace(bone.bone_id, found == types.end() ? 0 : parts_of(found->second));
  }
  std::set<std::uint16_t> driven;
  for (std::size_t i = 0; i < bank.tracks.size(); ++i) {
    const Track& track = bank.tracks[i];
    driven.insert(track.track_id);
    const auto bone = rest.find(track.track_id);
    const std::string path = path_of("tracks", i);
    const std::uint64_t at = kHeaderSize + kSequenceSize * bank.sequences.size() + kTrackSize * i;
    if (bone == rest.end()) {
      out.add(Severity::warning, prefixed("ANM070"),
              "no bone has the id " + std::to_string(track.track_id), at + 10, path);
      continue;
    }
    unsigned parts = track.anim_type & 15u;
    if ((parts & (kEuler | kQuaternion)) != 0) parts |= kEuler | kQuaternion;
    if (track.replace_hierarchy_ctrl == 0 && (track.anim_type & kMatrix) == 0 &&
        (bone->second & ~parts) != 0) {
      out.add(Severity::warning, prefixed("ANM072"),
              "a rest part that the track lacks is applied twice", at + 15, path);
    }
  }
  for (const auto& [id, parts] : rest) {
    if (!driven.contains(id))
      out.add(Severity::info, prefixed("ANM071"), "bone " + std::to_string(id) + " has no track");
  }
}

}  // namespace

void BankDocument::check(Companions companions, const Options&, Diagnostics& diagnostics) const {
  const auto bytes = write();
  if (!bytes) return;
  BankCheck(bank, *bytes, diagnostics).run();
  if (const Actor* actor = find_actor(companions)) check_against(bank, *actor, diagnostics);
}

}  // namespace anmkit::gc
