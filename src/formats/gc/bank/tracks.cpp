// SPDX-License-Identifier: MIT
// Translation, scale, rotation or matrix of a track, each as a track of its own.
#include "formats/gc/bank/tracks.hpp"

#include <algorithm>
#include <cmath>

#include "formats/gc/bank/part_keys.hpp"
#include "scene/evaluate.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {
namespace {

// The sources of a scene's track.
struct PartTrack {
  Property property = Property::translation;
  Interpolation interpolation = Interpolation::step;
  bool eased = false;
  std::vector<PartKey> keys;
};

Interpolation interpolation_of(const Layout& layout, unsigned part, bool compact) {
  if (part == kMatrix) return Interpolation::step;
  const unsigned mode = part == kScale         ? layout.scale_mode
                        : part == kTranslation ? layout.translation_mode
                                               : layout.rotation_mode;
  if (part == kQuaternion) {
    if (mode == kSlerp) return compact ? Interpolation::slerp : Interpolation::slerp_long;
    const bool squad = mode == kSquad || mode == kSquadEase || (compact && mode == kSquadOne);
    return squad ? Interpolation::squad : Interpolation::step;
  }
  switch (mode) {
    case kLinear:
      return Interpolation::linear;
    case kBezier:
      return Interpolation::bezier;
    case kHermite:
      return Interpolation::cubic;
    default:
      return Interpolation::step;
  }
}

Property property_of(unsigned part) {
  switch (part) {
    case kScale:
      return Property::scale;
    case kEuler:
      return Property::euler;
    case kQuaternion:
      return Property::rotation;
    case kMatrix:
      return Property::local_matrix;
    default:
      return Property::translation;
  }
}

// Euler Hermite has no ease in the recommended fallback (section 6.3).
bool is_eased(const Layout& layout, unsigned part) {
  return part == kQuaternion    ? layout.rotation_mode == kSquadEase
         : part == kScale       ? layout.scale_mode == kHermite
         : part == kTranslation ? layout.translation_mode == kHermite
                                : false;
}

PartTrack part_track(const Layout& layout, unsigned part, bool compact) {
  return {property_of(part), interpolation_of(layout, part, compact), is_eased(layout, part), {}};
}

// The file's search never meets a key before an earlier one, and numbers that are none say nothing.
void add_key(std::vector<PartKey>& keys, const PartKey& key) {
  bool good = std::isfinite(key.time) && (keys.empty() || key.time >= keys.back().time);
  for (const double v : key.value)
    good = good && std::isfinite(v);
  for (std::size_t i = 0; i < 4; ++i)
    good = good && std::isfinite(key.in[i]) && std::isfinite(key.out[i]);
  if (good) keys.push_back(key);
}

// Between opposite quaternions an arc ends at a quarter turn off its second one (section 6.3).
// Other keys are met at their own time with their own value; the return to the first key ends at
// u = 1.
void end_at_opposite(std::vector<PartKey>& keys) {
  const auto a = keys[keys.size() - 2].value, b = keys.back().value;
  double cosine = 0;
  for (std::size_t i = 0; i < 4; ++i)
    cosine += a[i] * b[i];
  if (1 + cosine > 1e-6) return;
  keys.push_back(keys.back());
  keys.back().value = {-b[1], b[0], -b[3], b[2]};
}

// After its last key a bank's track goes back to the first one (section 6.2).
void add_way_back(PartTrack& track, double end) {
  std::vector<PartKey>& keys = track.keys;
  if (keys.empty() || !(keys.back().time < end) || track.interpolation == Interpolation::step)
    return;
  keys.push_back(keys.front());
  keys.back().time = end;
  if (track.property == Property::rotation) end_at_opposite(keys);
}

// Compact clips turn the short way inside SQUAD too (appendix B): each quaternion takes the sign
// that is nearer to the one it is mixed with.
void align_signs(std::vector<PartKey>& keys) {
  const auto align = [](const auto& to, auto& q) {
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i)
      sum += to[i] * q[i];
    for (std::size_t i = 0; sum < 0 && i < 4; ++i)
      q[i] = -q[i];
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) {
      align(keys[i - 1].value, keys[i].value);
      align(keys[i - 1].out, keys[i].in);
    }
    align(keys[i].value, keys[i].out);
  }
}

// Hermite tangents are per segment here and per frame in a scene.
void to_tangents_per_frame(std::vector<PartKey>& keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const double before = i > 0 ? keys[i].time - keys[i - 1].time : 0;
    const double after = i + 1 < keys.size() ? keys[i + 1].time - keys[i].time : 0;
    for (double& v : keys[i].in)
      v = before > 0 ? v / before : 0;
    for (double& v : keys[i].out)
      v = after > 0 ? v / after : 0;
  }
}

// The part as a track of the clip; `end` is animTime.
void add_track(PartTrack& part, std::uint32_t node, double end, bool library_ease, Clip& clip) {
  if (part.keys.empty()) return;
  if (part.interpolation == Interpolation::cubic) to_tangents_per_frame(part.keys);
  anmkit::Track& out = clip.tracks.emplace_back();
  out.node = node;
  out.property = part.property;
  out.interpolation = part.interpolation;
  out.ease_kind = library_ease ? EaseKind::library : EaseKind::standard;
  const std::size_t count = out.components();
  const bool three = out.stride() != count;
  out.times.reserve(part.keys.size());
  out.values.reserve(part.keys.size() * out.stride());
  const auto put = [&](const auto& values) {
    out.values.insert(out.values.end(), values.begin(),
                      values.begin() + static_cast<std::ptrdiff_t>(count));
  };
  for (const PartKey& key : part.keys) {
    out.times.push_back(key.time);
    if (three) put(key.in);
    put(key.value);
    if (three) put(key.out);
    if (part.eased) out.ease.insert(out.ease.end(), {key.ease_out, key.ease_in});
  }
  // Without a number that changes the curve there is no ease: exports copy such keys.
  if (std::ranges::all_of(out.ease, [](double ease) { return ease == 0; })) out.ease.clear();
  out.period = std::isfinite(end) && end > 0 ? end : 0;
  if (out.period == 0) {  // sampled at 0 for ever (section 6.1)
    std::vector<double> value(count);
    evaluate(out, 0, value.data());
    out.interpolation = Interpolation::step;
    out.ease.clear();
    out.times = {0};
    out.values = std::move(value);
  }
}

constexpr unsigned kParts[] = {kScale, kEuler, kQuaternion, kTranslation, kMatrix};

}  // namespace

void add_tracks(const TrackKeys& track, std::uint32_t node, Clip& clip) {
  if (!track.layout.readable()) return;
  for (const unsigned part : kParts) {
    if (!track.layout.has(part)) continue;
    PartTrack made = part_track(track.layout, part, true);
    for (const KeyFrame& key : track.keys) {
      if (key.scale || key.euler || key.quaternion || key.translation || key.matrix)
        add_key(made.keys, part_of(track.layout, key, part));
    }
    if (made.interpolation == Interpolation::squad) align_signs(made.keys);
    add_track(made, node, track.end, track.library_ease, clip);
  }
}

void add_tracks(const Bank& bank, const Track& track, std::uint32_t node, const Mat4& offset,
                bool library_ease, Clip& clip) {
  const auto span = keys_of(bank, track);
  const Layout layout(track);
  if (!span || !layout.readable()) return;
  const double end = double{track.anim_time};
  PartKey key;
  for (const unsigned part : kParts) {
    if (!layout.has(part)) continue;
    PartTrack made = part_track(layout, part, false);
    made.keys.reserve(span->count + 2);
    const PartReader reader(bank.bytes, layout, part, offset);
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i) {
      if (reader.read(bank.keys[i], key)) add_key(made.keys, key);
    }
    add_way_back(made, end);
    add_track(made, node, end, library_ease, clip);
  }
}

}  // namespace anmkit::gc
