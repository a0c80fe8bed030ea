// SPDX-License-Identifier: MIT
// Quaternions, scales and curves whose numbers have no effect good.
#include "formats/gc/bank/check_values.hpp"

#include <cmath>

#include "formats/gc/bank/plain_records.hpp"
#include "formats/gc/findings.hpp"

namespace anmkit::gc {
namespace {

bool finite(const std::optional<Triple>& triple) {
  if (!triple || !triple->floats) return true;
  for (const float f : *triple->floats) {
    if (!std::isfinite(f)) return false;
  }
  return true;
}
bool finite(const std::optional<Curve>& curve) {
  return !curve || (finite(curve->in) && finite(curve->out));
}
bool finite(const KeyFrame& key) {
  for (std::size_t k = 0; key.matrix && k < 12; ++k) {
    if (!std::isfinite((*key.matrix)[k])) return false;
  }
  return finite(key.scale) && finite(key.euler) && finite(key.translation) &&
         finite(key.scale_curve) && finite(key.rotation_curve) && finite(key.translation_curve);
}

void check_parts(const Layout& layout, const TypeWords& words, const TrackReport& report) {
  const unsigned raw = words.anim_type;
  if (layout.type > kFloatType && layout.quantised()) {
    report.track(Severity::error, "ANM030",
                 "quantise type " + std::to_string(layout.type) + ", expected 0 to 4", 12);
  }
  if (layout.has(kMatrix)) {
    if (layout.frac != 0) {
      report.track(Severity::error, "ANM032",
                   std::to_string(layout.frac) + " fraction bits on a matrix track, expected 0",
                   12);
    }
    if ((raw & 15u) != 0)
      report.track(Severity::error, "ANM034", "matrix together with another part", 13);
  } else if (layout.type == kFloatType && layout.frac != 0) {
    report.track(Severity::warning, "ANM031", "fraction bits of floats are ignored", 12);
  }
  if ((!words.compact && (raw & 0xE0u) != 0) || (words.interpolation_type & 0x80u) != 0) {
    report.track(Severity::warning, "ANM033",
                 "reserved bits are set: animType " + hex_number(raw) + ", interpolationType " +
                     hex_number(words.interpolation_type),
                 13);
  }
  if ((raw & (kEuler | kQuaternion)) == (kEuler | kQuaternion))
    report.track(Severity::error, "ANM035", "Euler and quaternion at once", 13);
}

void check_modes(const Layout& layout, const TypeWords& words, const TrackReport& report) {
  const unsigned mode = layout.rotation_mode;
  const bool euler = layout.has(kEuler), quaternion = layout.has(kQuaternion);
  const bool known = euler        ? mode <= kHermite
                     : quaternion ? mode == kStep || (mode >= kSquad && (mode < 7 || words.compact))
                                  : true;
  if (!known) {
    report.track(
        Severity::error, "ANM037",
        "rotation mode " + std::to_string(mode) + " does not exist for " +
            (euler ? "Euler angles, expected 0 to 2" : "quaternions, expected 0 or 4 to 6"),
        14);
  }
  if (euler && mode == kHermite)
    report.track(Severity::error, "ANM038", "Euler Hermite is not supported by the library", 14);
  const bool idle = (layout.translation_mode != 0 && !layout.has(kTranslation)) ||
                    (layout.scale_mode != 0 && !layout.has(kScale)) ||
                    (mode != 0 && !euler && !quaternion);
  if (idle)
    report.track(Severity::info, "ANM039", "an interpolation is set for an absent part", 14);
}

}  // namespace

void TrackReport::track(Severity severity, std::string_view code, const std::string& message,
                        std::uint64_t member) const {
  std::string full = sequence ? "sequence " + quoted(*sequence) + ", " : std::string();
  full += "track " + std::to_string(index) + " (id " + std::to_string(id) + "): ";
  out.add(severity, prefixed(code), full + message, offset + member, path_of("tracks", index));
}

void TrackReport::key(Severity severity, std::string_view code, const std::string& message,
                      std::uint64_t key, std::uint64_t at) const {
  std::string full = sequence ? "sequence " + quoted(*sequence) + ", " : std::string();
  full += "track " + std::to_string(index) + " (id " + std::to_string(id) + "), key " +
          std::to_string(key - first_key) + ": ";
  out.add(severity, prefixed(code), full + message, at,
          compact ? path_of(path_of("tracks", index, "keys"), key) : path_of("keyFrames", key));
}

void check_types(const Layout& layout, const TypeWords& words, const TrackReport& report) {
  check_parts(layout, words, report);
  check_modes(layout, words, report);
}

void ValueCheck::add(Severity severity, std::string_view code, const std::string& message,
                     std::uint64_t offset) {
  report_.key(severity, code, message, place_.key, offset);
}

double ValueCheck::component(const Triple& triple, std::size_t k) const {
  if (triple.floats) return double{(*triple.floats)[k]};
  return std::ldexp((*triple.integers)[k], -static_cast<int>(layout_.frac));
}

void ValueCheck::check(const KeyFrame& key, const KeyPlace& place) {
  place_ = place;
  if (!finite(key)) add(Severity::error, "ANM060", "a value is not finite", place.setting);
  if (key.quaternion) check_quaternion(*key.quaternion, place.setting);
  if (key.rotation_curve) {
    const Curve& curve = *key.rotation_curve;
    if (curve.in_quat) check_quaternion(*curve.in_quat, place.interpolation);
    if (curve.out_quat) check_quaternion(*curve.out_quat, place.interpolation + 8);
    if (curve.both_quat) check_quaternion(*curve.both_quat, place.interpolation);
  }
  // Compact clips take the short way in any case.
  if (key.quaternion && quaternion_ && layout_.rotation_mode >= kSquad && !compact_) {
    std::int64_t sum = 0;
    for (std::size_t k = 0; k < 4; ++k)
      sum += std::int64_t{(*key.quaternion)[k]} * (*quaternion_)[k];
    if (sum < 0)
      add(Severity::warning, "ANM062", "rotates the long way from the previous key", place.setting);
  }
  if (key.euler) check_euler(key);
  for (const auto* curve : {&key.scale_curve, &key.rotation_curve, &key.translation_curve})
    if (*curve) check_ease(**curve);
  for (std::size_t k = 0; key.scale && k < 3; ++k) {
    if (component(*key.scale, k) != 0) continue;
    add(Severity::warning, "ANM066", "a scale of 0: the matrix has no inverse", place.setting);
    break;
  }
  quaternion_ = key.quaternion;
  euler_ = key.euler;
}

void ValueCheck::check_quaternion(const std::array<std::int16_t, 4>& q, std::uint64_t offset) {
  std::int64_t squares = 0;
  for (const std::int64_t v : q)
    squares += v * v;
  if (squares == 0) {
    add(Severity::error, "ANM061", "a quaternion of length 0", offset);
  } else if (!is_unit(squares)) {
    const double length = std::sqrt(static_cast<double>(squares)) / 16384;
    add(Severity::warning, "ANM061", "quaternion length " + std::to_string(length) + ", expected 1",
        offset);
  }
}

void ValueCheck::check_euler(const KeyFrame& key) {
  for (std::size_t k = 0; k < 3; ++k) {
    const double value = component(*key.euler, k);
    if (layout_.rotation_mode == kLinear && std::fabs(value) > 360) {
      add(Severity::warning, "ANM063",
          "an angle of " + std::to_string(value) + " degrees, expected 360 at most",
          place_.setting);
    }
    if (layout_.rotation_mode == kBezier && euler_ &&
        std::fabs(value - component(*euler_, k)) > 180) {
      add(Severity::warning, "ANM064", "a jump of more than 180 degrees from the key before",
          place_.setting);
    }
  }
}

void ValueCheck::check_ease(const Curve& curve) {
  for (const auto& ease : {curve.ease_in, curve.ease_out}) {
    if (ease.value_or(0) == 0) continue;
    add(*ease < 0 ? Severity::error : Severity::warning, "ANM065",
        *ease < 0 ? "a negative ease value" : "ease: two readings exist (section 6.4)",
        place_.interpolation);
  }
}

}  // namespace anmkit::gc
