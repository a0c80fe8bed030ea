#include "formats/gc/tracks.hpp"

#include <cmath>

#include "anmkit/sampler.hpp"
#include "formats/gc/compact.hpp"
#include "scene/evaluate.hpp"

namespace anmkit::gc {
namespace {

using Values = std::vector<double>;

// One part of one key: the value and what bends the curve around it.
struct PartKey {
  double time = 0;
  Values in, value, out;
  double ease_in = 0, ease_out = 0;
};

Values decode(const std::optional<Triple>& triple, unsigned frac) {
  Values out;
  if (triple && triple->integers) {
    for (const std::int32_t i : *triple->integers)
      out.push_back(std::ldexp(i, -static_cast<int>(frac)));
  } else if (triple && triple->floats) {
    out.assign(triple->floats->begin(), triple->floats->end());
  } else {
    out.assign(3, 0);
  }
  return out;
}
Values decode(const std::optional<std::array<std::int16_t, 4>>& quat) {
  Values out(4, 0);
  for (std::size_t i = 0; quat && i < 4; ++i)
    out[i] = (*quat)[i] / 16384.0;
  return out;
}
double q14(const std::optional<std::int16_t>& value) {
  return value.value_or(0) / 16384.0;
}

// O * A, column-major.
Values decode(const std::array<float, 12>& rows, unsigned frac, const Mat4& offset) {
  Mat4 matrix;
  for (int i = 0; i < 12; ++i) {
    matrix.at(i / 4, i % 4) =
        std::ldexp(double{rows[static_cast<std::size_t>(i)]}, -static_cast<int>(frac));
  }
  matrix = offset * matrix;
  return Values(matrix.m.begin(), matrix.m.end());
}

bool finite(const Values& values) {
  for (const double v : values) {
    if (!std::isfinite(v)) return false;
  }
  return true;
}

PartKey vector_part(const Layout& layout, const KeyFrame& key, unsigned part) {
  const bool scale = part == kScale, euler = part == kEuler;
  const auto& value = scale ? key.scale : euler ? key.euler : key.translation;
  const auto& curve = scale ? key.scale_curve : euler ? key.rotation_curve : key.translation_curve;
  PartKey out;
  out.value = decode(value, layout.frac);
  out.in = decode(curve ? curve->in : std::nullopt, layout.frac);
  out.out = decode(curve ? curve->out : std::nullopt, layout.frac);
  // Euler Hermite has no ease in the recommended fallback (section 6.3).
  if (curve && !euler) {
    out.ease_in = q14(curve->ease_in);
    out.ease_out = q14(curve->ease_out);
  }
  return out;
}

PartKey quaternion_part(const KeyFrame& key) {
  PartKey out;
  out.value = decode(key.quaternion);
  if (!key.rotation_curve) {
    out.in = out.out = out.value;
    return out;
  }
  const Curve& curve = *key.rotation_curve;
  out.in = decode(curve.both_quat ? curve.both_quat : curve.in_quat);
  out.out = decode(curve.both_quat ? curve.both_quat : curve.out_quat);
  out.ease_in = q14(curve.ease_in);
  out.ease_out = q14(curve.ease_out);
  return out;
}

Interpolation interpolation_of(const Layout& layout, unsigned part, bool compact) {
  unsigned mode = part == kScale         ? layout.scale_mode
                  : part == kTranslation ? layout.translation_mode
                                         : layout.rotation_mode;
  if (part == kMatrix) mode = kStep;
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

PartKey part_key(const Layout& layout, const KeyFrame& key, unsigned part, const Mat4& offset) {
  if (part == kQuaternion) return quaternion_part(key);
  if (part != kMatrix) return vector_part(layout, key, part);
  PartKey out;
  out.value = decode(key.matrix.value_or(std::array<float, 12>{}), layout.frac, offset);
  return out;
}

// The keys of one part, times rising. The file's search never meets a key before an earlier one.
std::vector<PartKey> keys_of_part(const TrackKeys& track, unsigned part, const Mat4& offset) {
  std::vector<PartKey> keys;
  for (const KeyFrame& key : track.keys) {
    const bool there = key.scale || key.euler || key.quaternion || key.translation || key.matrix;
    if (!there || !std::isfinite(key.time)) continue;
    if (!keys.empty() && key.time < keys.back().time) continue;
    PartKey out = part_key(track.layout, key, part, offset);
    out.time = double{key.time};
    if (finite(out.value) && finite(out.in) && finite(out.out)) keys.push_back(std::move(out));
  }
  // After its last key a track goes back to the first one (section 6.2); compact clips hold it.
  if (!track.compact && !keys.empty() && keys.back().time < track.end &&
      interpolation_of(track.layout, part, false) != Interpolation::step) {
    keys.push_back(keys.front());
    keys.back().time = track.end;
  }
  return keys;
}

// Compact clips turn the short way inside SQUAD too (appendix B): each quaternion takes the sign
// that is nearer to the one it is mixed with.
void align_signs(std::vector<PartKey>& keys) {
  const auto align = [](const Values& to, Values& q) {
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

bool eased(const Layout& layout, unsigned part) {
  return part == kQuaternion    ? layout.rotation_mode == kSquadEase
         : part == kScale       ? layout.scale_mode == kHermite
         : part == kTranslation ? layout.translation_mode == kHermite
                                : false;
}

}  // namespace

namespace {

anmkit::Track make_track(const TrackKeys& track, unsigned part, std::uint32_t node,
                         const std::vector<PartKey>& keys) {
  anmkit::Track out;
  out.node = node;
  out.property = property_of(part);
  out.interpolation = interpolation_of(track.layout, part, track.compact);
  const bool three = out.stride() != out.components();
  for (const PartKey& key : keys) {
    out.times.push_back(key.time);
    if (three) out.values.insert(out.values.end(), key.in.begin(), key.in.end());
    out.values.insert(out.values.end(), key.value.begin(), key.value.end());
    if (three) out.values.insert(out.values.end(), key.out.begin(), key.out.end());
    if (eased(track.layout, part)) {
      const double base = track.library_ease ? kLibraryEase : 0;
      out.ease.insert(out.ease.end(), {base + key.ease_out, key.ease_in});
    }
  }
  out.period = std::isfinite(track.end) && track.end > 0 ? track.end : 0;
  if (out.period == 0) {  // sampled at 0 for ever (section 6.1)
    std::vector<double> value(out.components());
    evaluate(out, 0, value.data());
    out.interpolation = Interpolation::step;
    out.ease.clear();
    out.times = {0};
    out.values = std::move(value);
  }
  return out;
}

}  // namespace

void add_tracks(const TrackKeys& track, std::uint32_t node, const Mat4& offset, Clip& clip) {
  if (!track.layout.readable()) return;
  for (const unsigned part : {kScale, kEuler, kQuaternion, kTranslation, kMatrix}) {
    if (!track.layout.has(part)) continue;
    std::vector<PartKey> keys = keys_of_part(track, part, offset);
    if (keys.empty()) continue;
    const Interpolation mode = interpolation_of(track.layout, part, track.compact);
    if (mode == Interpolation::cubic) to_tangents_per_frame(keys);
    if (track.compact && mode == Interpolation::squad) align_signs(keys);
    clip.tracks.push_back(make_track(track, part, node, keys));
  }
}

void add_tracks(ByteView bytes, const Bank& bank, const Track& track, std::uint32_t node,
                const Mat4& offset, bool library_ease, Clip& clip) {
  const auto span = keys_of(bank, track);
  TrackKeys keys{Layout(track), {}, double{track.anim_time}, library_ease};
  if (!span || !keys.layout.readable()) return;
  keys.keys.reserve(span->count);
  for (std::uint64_t i = span->first; i < span->first + span->count; ++i) {
    KeyFrame& key = keys.keys.emplace_back(bare_key(bank.key_frames[i]));
    read_records(bytes, keys.layout, key);
  }
  add_tracks(keys, node, offset, clip);
}

}  // namespace anmkit::gc
