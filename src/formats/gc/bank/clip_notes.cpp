// SPDX-License-Identifier: MIT
// Notes on tracks, written into extras and read back.
#include "formats/gc/bank/clip_notes.hpp"

#include "core/json.hpp"

namespace anmkit::gc {
namespace {

constexpr std::string_view kRateMember = "unitsPerSecond", kTracksMember = "tracks";

double rate_in(const Clip& clip) {
  const auto extras = JsonDocument::parse(clip.extras);
  const double rate = extras ? extras->root()[kRateMember].number().value_or(kRate) : kRate;
  return rate > 0 ? rate : kRate;
}

}  // namespace

double rate_of(const Options& options) {
  const double rate = options.number("rate", kRate);
  return rate > 0 ? rate : kRate;
}

void set_rate(Clip& clip, double rate) {
  clip.rate = rate;
  if (rate == kRate) return;
  JsonWriter extras;
  extras.begin_object();
  extras.member(kRateMember, rate);
  extras.end_object();
  clip.extras = extras.take();
}

double rate_of(const Options& options, const Clip& clip) {
  return options.has("rate") || clip.extras.empty() ? rate_of(options) : rate_in(clip);
}

void set_notes(Clip& clip, const TrackNotes& notes) {
  JsonWriter extras;
  extras.begin_object();
  if (clip.rate != kRate) extras.member(kRateMember, clip.rate);
  extras.key(kTracksMember);
  extras.begin_array();
  // Names of nodes are values: editors bound the length of keys.
  for (const auto& [node, note] : notes) {
    extras.begin_object();
    extras.member("node", std::string_view(node));
    extras.member("animType", note.anim_type);
    extras.member("replaces", note.replaces);
    extras.end_object();
  }
  extras.end_array();
  extras.end_object();
  clip.extras = extras.take();
}

std::optional<TrackNotes> track_notes(const Clip& clip) {
  const auto extras = JsonDocument::parse(clip.extras);
  if (!extras || !extras->root()[kTracksMember]) return std::nullopt;
  TrackNotes notes;
  const auto byte = [](JsonValue value) {
    const auto number = value.integer().value_or(0);
    return static_cast<std::uint8_t>(number >= 0 && number < 256 ? number : 0);
  };
  for (JsonValue note = extras->root()[kTracksMember].first(); note; note = note.next()) {
    const auto node = note["node"].string();
    if (node) notes[std::string(*node)] = {byte(note["animType"]), byte(note["replaces"])};
  }
  return notes;
}

}  // namespace anmkit::gc
