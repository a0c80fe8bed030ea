// SPDX-License-Identifier: MIT
// The quantisation that contains all values of a part, and the keys in it.
#include "formats/gc/bank/encode.hpp"

#include <algorithm>
#include <cmath>

#include "core/portable.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"

namespace anmkit::gc {
namespace {

constexpr unsigned kMostFraction = 15, kS16 = 3;

struct Limits {
  double low, high;
};
Limits limits_of(unsigned type) {
  constexpr Limits kLimits[] = {{0, 255}, {-128, 127}, {0, 65535}, {-32768, 32767}};
  return kLimits[type];
}

// Section 13.1: half away from zero.
double rounded(double value, unsigned frac) {
  return portable::round(std::ldexp(value, static_cast<int>(frac)));
}

// The extremes of all values and controls that the track stores.
Limits extremes(const Motion& motion) {
  Limits out{0, 0};
  const auto take = [&](Vec3 v) {
    out.low = std::min({out.low, v.x, v.y, v.z});
    out.high = std::max({out.high, v.x, v.y, v.z});
  };
  for (const auto* part : {&motion.translation, &motion.scale}) {
    const unsigned mode = part == &motion.translation ? motion.translation_mode : motion.scale_mode;
    for (const VectorKey& key : *part) {
      take(key.value);
      if (mode != kBezier) continue;
      take(key.in);
      take(key.out);
    }
  }
  return out;
}

// The most fraction bits with which both extremes fit; empty when none do.
std::optional<unsigned> fraction_bits(Limits values, unsigned type) {
  const Limits limits = limits_of(type);
  for (unsigned frac = kMostFraction + 1; frac-- > 0;) {
    if (rounded(values.low, frac) >= limits.low && rounded(values.high, frac) <= limits.high)
      return frac;
  }
  return std::nullopt;
}

Triple store(Vec3 v, unsigned type, unsigned frac) {
  Triple triple;
  if (type == kFloatType) {
    triple.floats = {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
  } else {
    triple.integers = {static_cast<std::int32_t>(rounded(v.x, frac)),
                       static_cast<std::int32_t>(rounded(v.y, frac)),
                       static_cast<std::int32_t>(rounded(v.z, frac))};
  }
  return triple;
}

std::array<std::int16_t, 4> store(Quat q) {
  const auto q14 = [](double v) {
    return static_cast<std::int16_t>(rounded(std::clamp(v, -1.0, 1.0), 14));
  };
  return {q14(q.x), q14(q.y), q14(q.z), q14(q.w)};
}

void store_part(const std::vector<VectorKey>& part, std::size_t index, unsigned mode, unsigned type,
                unsigned frac, std::optional<Triple>& value, std::optional<Curve>& curve) {
  const VectorKey& key = part[std::min(index, part.size() - 1)];
  value = store(key.value, type, frac);
  if (mode != kBezier) return;
  curve.emplace();
  curve->in = store(key.in, type, frac);
  curve->out = store(key.out, type, frac);
}

// Each key's sign follows the one before, so that both ways of turning agree (section 13.1).
std::vector<Quat> continuous(std::vector<Quat> rotation) {
  for (std::size_t i = 0; i < rotation.size(); ++i) {
    rotation[i] = normalize(rotation[i]);
    if (i > 0 && dot(rotation[i], rotation[i - 1]) < 0) rotation[i] = -rotation[i];
  }
  return rotation;
}

}  // namespace

Result<EncodedTrack> encode(const Motion& motion, std::optional<unsigned> wanted, double anim_time,
                            std::uint16_t track_id, std::string_view node) {
  const Limits values = extremes(motion);
  const bool finite = std::isfinite(values.low) && std::isfinite(values.high);
  unsigned type = wanted.value_or(kS16), frac = 0;
  if (type < kFloatType) {
    const auto bits = finite ? fraction_bits(values, type) : std::nullopt;
    if (!bits && wanted) {
      return fail(prefixed("RANGE"),
                  "node " + quoted(node) + ": values from " + std::to_string(values.low) + " to " +
                      std::to_string(values.high) + " do not fit into the requested type");
    }
    if (!bits) type = kFloatType;
    frac = bits.value_or(0);
  }
  if (!finite) return fail(prefixed("RANGE"), "node " + quoted(node) + ": a value is not finite");
  EncodedTrack out;
  Track& track = out.track;
  track.anim_time = static_cast<float>(anim_time);
  track.total_frames = static_cast<std::uint16_t>(motion.times.size());
  track.track_id = track_id;
  track.quantize_info = static_cast<std::uint8_t>(type << 4u | frac);
  const unsigned bits = (motion.translation.empty() ? 0u : kTranslation) |
                        (motion.scale.empty() ? 0u : kScale) |
                        (motion.rotation.empty() ? 0u : kQuaternion);
  track.anim_type = static_cast<std::uint8_t>(bits);
  track.interpolation_type = static_cast<std::uint8_t>(
      motion.translation_mode | motion.scale_mode << 2u | motion.rotation_mode << 4u);
  track.replace_hierarchy_ctrl = 1;
  const std::vector<Quat> rotation = continuous(motion.rotation);
  for (std::size_t i = 0; i < motion.times.size(); ++i) {
    KeyFrame& key = out.keys.emplace_back();
    key.time = static_cast<float>(motion.times[i]);
    if (!motion.scale.empty())
      store_part(motion.scale, i, motion.scale_mode, type, frac, key.scale, key.scale_curve);
    if (!rotation.empty()) key.quaternion = store(rotation[std::min(i, rotation.size() - 1)]);
    if (!motion.translation.empty()) {
      store_part(motion.translation, i, motion.translation_mode, type, frac, key.translation,
                 key.translation_curve);
    }
  }
  return out;
}

}  // namespace anmkit::gc
