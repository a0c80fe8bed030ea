// SPDX-License-Identifier: MIT
// Times, settings and curves of a track's keys.
#include "formats/gc/bank/check_keys.hpp"

#include <cmath>

#include "formats/gc/bank/plain_records.hpp"
#include "formats/gc/bank/record.hpp"

namespace anmkit::gc {
namespace {

class TrackCheck {
 public:
  TrackCheck(const Bank& bank, std::size_t index, const TrackReport& report)
      : bytes_(bank.bytes),
        bank_(bank),
        report_(report),
        track_(bank.tracks[index]),
        layout_(track_),
        values_(layout_, false, report) {}

  void run() {
    check_types(layout_, {track_.anim_type, track_.interpolation_type, false}, report_);
    if (track_.anim_type == 0)
      report_.track(Severity::warning, "ANM036", "the track has no effect", 13);
    if (track_.total_frames == 0 && track_.anim_type != 0)
      report_.track(Severity::error, "ANM040", "the track has no keys", 8);
    const auto span = keys_of(bank_, track_);
    if (!span) return;
    check_end(*span);
    if (has_plain_times(*span) && are_plain_records(bank_, layout_, *span)) return;
    check_times(*span);
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i)
      check_key(i);
  }

 private:
  std::uint64_t key_offset(std::uint64_t key) const {
    return RecordCounts(bank_).keys_at() + kKeySize * key;
  }

  void check_end(Span span) {
    const float end = track_.anim_time;
    if (!std::isfinite(end)) report_.track(Severity::error, "ANM041", "animTime is not finite");
    if (end <= 0 && span.count > 1)
      report_.track(Severity::warning, "ANM046", "animTime is not above 0, keys are many");
    if (span.count > 1 && bank_.keys[span.first + span.count - 1].time < end)
      report_.track(Severity::info, "ANM048",
                    "the last key is before animTime: blends to the first");
  }

  // From 0, growing, up to a finite end: check_times has nothing to say.
  bool has_plain_times(Span span) const {
    const auto keys = std::span(bank_.keys).subspan(span.first, span.count);
    if (keys.empty() || keys.front().time != 0) return false;
    bool grow = true;
    for (std::size_t i = 1; i < keys.size(); ++i)
      grow &= keys[i].time > keys[i - 1].time;
    return grow && keys.back().time <= track_.anim_time && std::isfinite(track_.anim_time);
  }

  void check_times(Span span) {
    const float end = track_.anim_time;
    for (std::uint64_t i = span.first; i < span.first + span.count; ++i) {
      const float time = bank_.keys[i].time;
      if (!std::isfinite(time)) {
        report_.key(Severity::error, "ANM041", "the time is not finite", i, key_offset(i));
        continue;
      }
      if (time > end)
        report_.key(Severity::warning, "ANM045", "the key is after animTime", i, key_offset(i));
      if (i == span.first) {
        if (time > 0)
          report_.key(Severity::error, "ANM044", "the first key is after time 0", i, key_offset(i));
        continue;
      }
      const float before = bank_.keys[i - 1].time;
      if (time < before) report_.key(Severity::error, "ANM042", "times decrease", i, key_offset(i));
      if (time == before)
        report_.key(Severity::info, "ANM043", "two keys at one time", i, key_offset(i));
    }
  }

  void check_key(std::uint64_t i) {
    KeyFrame key{bank_.keys[i]};
    if (!layout_.readable() || layout_.bits == 0) return;
    read_records(bytes_, layout_, key);
    check_places(i, key);
    values_.check(key, {i, key.setting, key.interpolation});
  }

  void check_places(std::uint64_t i, const KeyFrame& key) {
    const std::uint64_t arrays = key_offset(bank_.keys.size());
    if (key.setting < arrays || !fits(key.setting, layout_.setting_size(), bytes_.size()))
      report_.key(Severity::error, "ANM050", "the setting is outside the file", i,
                  key_offset(i) + 4);
    const std::uint64_t curve = layout_.curve_size();
    if (curve != 0 &&
        (key.interpolation < arrays || !fits(key.interpolation, curve, bytes_.size()))) {
      report_.key(Severity::error, "ANM051", "the interpolation record is outside the data", i,
                  key_offset(i) + 8);
    }
    if (curve == 0 && key.interpolation != 0)
      report_.key(Severity::info, "ANM053", "an unused interpolation offset", i, key_offset(i) + 8);
    if (layout_.has_floats() &&
        (key.setting % 4 != 0 || (curve != 0 && key.interpolation % 4 != 0))) {
      report_.key(Severity::warning, "ANM052", "floats are not 4-byte aligned", i,
                  key_offset(i) + 4);
    }
  }

  ByteView bytes_;
  const Bank& bank_;
  const TrackReport& report_;
  const Track& track_;
  Layout layout_;
  ValueCheck values_;
};

}  // namespace

void check_track(const Bank& bank, std::size_t index, const TrackReport& report) {
  TrackCheck(bank, index, report).run();
}

}  // namespace anmkit::gc
