// SPDX-License-Identifier: MIT
// Compact clips: findings, with the codes of section 7 where they mean the same.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/counted.hpp"
#include "formats/gc/bank/check_against.hpp"
#include "formats/gc/bank/check_values.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/scene.hpp"
#include "formats/gc/ranges.hpp"

namespace anmkit::gc {
namespace {

class CompactTrackCheck {
 public:
  CompactTrackCheck(const CompactClip& clip, std::size_t index, const TrackReport& report)
      : clip_(clip), track_(clip.tracks[index]), layout_(track_), report_(report) {}

  void run() {
    const std::uint8_t parts = track_.keyed_parts & 31u;
    check_types(layout_.keys, {parts, track_.interpolation_type, true}, report_);
    // Keys of quaternions or matrices alone have no number type, constants next to them may.
    if (layout_.keys.readable() && !layout_.constants.readable()) {
      report_.track(Severity::error, "ANM030",
                    "quantise type " + std::to_string(layout_.constants.type) +
                        " of the constants, expected 0 to 4",
                    12);
    }
    if ((track_.constant_parts & 0xE0u) != 0) {
      report_.track(
          Severity::warning, "ANM033",
          "reserved bits of the constant parts are set: " + hex_number(track_.constant_parts), 15);
    }
    if (((parts | track_.constant_parts) & 31u) == 0)
      report_.track(Severity::warning, "ANM036", "the track has no effect", 13);
    if (parts != 0 && track_.key_count < 2) {
      report_.track(track_.key_count == 0 ? Severity::error : Severity::warning, "ANM040",
                    counted(track_.key_count, "key") + ", shown only from two on", 8);
    }
    if (!std::isfinite(track_.anim_time))
      report_.track(Severity::error, "ANM041", "animTime is not finite");
    if (track_.anim_time <= 0 && track_.keys.size() > 1)
      report_.track(Severity::warning, "ANM046", "animTime is not above 0, keys are many");
    check_data();
    check_values();
    check_times();
  }

 private:
  void check_data() {
    if (!layout_.readable()) return;
    const std::uint64_t tracks = kCompactHeaderSize + kCompactTrackSize * clip_.tracks.size();
    const std::uint64_t size = layout_.data_size(track_.key_count);
    if (size != 0 && (track_.data < tracks || !fits(track_.data, size, clip_.size))) {
      report_.track(Severity::error, "ANM050",
                    counted(size, "byte") + " of data at " + std::to_string(track_.data) +
                        " are outside the file",
                    4);
    } else if (layout_.keyed() && track_.keys.size() != track_.key_count) {
      report_.track(Severity::error, "ANM015",
                    "its data is shared so often that the values are not read", 4);
    }
  }

  // Records are packed: floats need a place on a multiple of four only on other machines than the
  // one that reads them byte by byte, so ANM052 does not apply here.
  void check_values() {
    ValueCheck held(layout_.constants, true, report_);
    held.check(as_key_frame(track_.constants), {0, track_.data, track_.data});
    ValueCheck keyed(layout_.keys, true, report_);
    for (std::size_t i = 0; i < track_.keys.size(); ++i) {
      const std::uint64_t setting = key_offset(i) + 2;
      keyed.check(as_key_frame(track_.keys[i]),
                  {i, setting, setting + layout_.parts_size(layout_.keys)});
    }
  }

  void check_times() {
    for (std::size_t i = 0; i < track_.keys.size(); ++i) {
      const int time = track_.keys[i].time;
      if (float(time) > track_.anim_time)
        report_.key(Severity::warning, "ANM045", "the key is after animTime", i, key_offset(i));
      if (i == 0) continue;
      const int before = track_.keys[i - 1].time;
      if (time < before) report_.key(Severity::error, "ANM042", "times decrease", i, key_offset(i));
      if (time == before)
        report_.key(Severity::info, "ANM043", "two keys at one time", i, key_offset(i));
    }
  }
  std::uint64_t key_offset(std::size_t i) const {
    return track_.data + layout_.constants_size() + layout_.key_size() * i;
  }

  const CompactClip& clip_;
  const CompactTrack& track_;
  CompactLayout layout_;
  const TrackReport& report_;
};

void check_clip(const CompactClip& clip, Diagnostics& out) {
  std::set<std::uint16_t> ids;
  bool differ = false;
  for (std::size_t i = 0; i < clip.tracks.size(); ++i) {
    const CompactTrack& track = clip.tracks[i];
    const std::uint64_t at = kCompactHeaderSize + kCompactTrackSize * i;
    const TrackReport report{out, i, track.track_id, at, {}, 0, true};
    if (!ids.insert(track.track_id).second) {
      report.track(Severity::warning, "ANM049", "the trackID appears twice; only the first is used",
                   10);
    }
    differ = differ || track.anim_time != clip.tracks[0].anim_time;
    CompactTrackCheck(clip, i, report).run();
  }
  if (differ)
    out.add(Severity::warning, prefixed("ANM047"), "tracks have different animTime",
            kCompactHeaderSize, "tracks");
}

void check_ranges(const CompactClip& clip, ByteView bytes, Diagnostics& out) {
  RangeCheck ranges(bytes, out);
  for (const CompactTrack& track : clip.tracks) {
    const CompactLayout layout(track);
    if (layout.readable()) ranges.record(track.data, layout.data_size(track.key_count));
  }
  ranges.reached(0, kCompactHeaderSize + kCompactTrackSize * clip.tracks.size());
  ranges.report();
}

}  // namespace

void CompactDocument::check(const Context& context, Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  const CompactClip& clip = file;
  const auto bytes = write();
  if (!bytes) return;
  check_clip(clip, diagnostics);
  check_ranges(clip, *bytes, diagnostics);
  const Actor* actor = find_actor(companions);
  if (actor == nullptr) return;
  std::vector<DrivenBone> driven;
  for (std::size_t i = 0; i < clip.tracks.size(); ++i)
    driven.push_back({clip.tracks[i].track_id, i, kCompactHeaderSize + kCompactTrackSize * i});
  check_against(driven, *actor, diagnostics);
  check_models(*actor, companions, diagnostics);
}

}  // namespace anmkit::gc
