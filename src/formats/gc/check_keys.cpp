#include "formats/gc/check_keys.hpp"

#include <array>
#include <cmath>

#include "formats/gc/findings.hpp"
#include "formats/gc/record.hpp"

namespace anmkit::gc {
namespace {

constexpr double kQ14 = 16384;

class TrackCheck {
 public:
  TrackCheck(ByteView bytes, const Bank& bank, std::size_t index, Diagnostics& out)
      : bytes_(bytes),
        bank_(bank),
        index_(index),
        out_(out),
        track_(bank.tracks[index]),
        layout_(track_) {}

  void run() {
    check_types();
    check_modes();
    const auto span = keys_of(bank_, track_);
    if (!span) return;
    check_times(*span);
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i)
      check_key(i);
  }

 private:
  using Quat14 = std::array<std::int16_t, 4>;

  void track_finding(Severity severity, std::string_view code, std::string message,
                     std::uint64_t member = 0) {
    const std::uint64_t at =
        kHeaderSize + kSequenceSize * bank_.sequences.size() + kTrackSize * index_;
    out_.add(severity, prefixed(code), std::move(message), at + member, path_of("tracks", index_));
  }
  void key_finding(Severity severity, std::string_view code, std::string message, std::uint64_t key,
                   std::uint64_t offset) {
    out_.add(severity, prefixed(code),
             "track " + std::to_string(index_) + ": " + std::move(message), offset,
             path_of("keyFrames", key));
  }
  std::uint64_t key_offset(std::uint64_t key) const {
    return kHeaderSize + kSequenceSize * bank_.sequences.size() + kTrackSize * bank_.tracks.size() +
           kKeySize * key;
  }

  void check_types() {
    const unsigned raw = track_.anim_type;
    if (layout_.type > kFloatType && layout_.quantised()) {
      track_finding(Severity::error, "ANM030",
                    "quantise type " + std::to_string(layout_.type) + ", wanted 0 to 4", 12);
    }
    if (layout_.has(kMatrix)) {
      if (layout_.frac != 0)
        track_finding(Severity::error, "ANM032", "a matrix track with fraction bits", 12);
      if ((raw & 15u) != 0)
        track_finding(Severity::error, "ANM034", "matrix together with another part", 13);
    } else if (layout_.type == kFloatType && layout_.frac != 0) {
      track_finding(Severity::warning, "ANM031", "fraction bits of floats are ignored", 12);
    }
    if ((raw & 0xE0u) != 0 || (track_.interpolation_type & 0x80u) != 0)
      track_finding(Severity::warning, "ANM033", "reserved bits are set", 13);
    if ((raw & (kEuler | kQuaternion)) == (kEuler | kQuaternion))
      track_finding(Severity::error, "ANM035", "Euler and quaternion at once", 13);
    if (raw == 0) track_finding(Severity::warning, "ANM036", "the track animates nothing", 13);
    if (track_.total_frames == 0 && raw != 0)
      track_finding(Severity::error, "ANM040", "the track has no keys", 8);
  }

  void check_modes() {
    const unsigned mode = layout_.rotation_mode;
    const bool euler = layout_.has(kEuler), quaternion = layout_.has(kQuaternion);
    if ((euler && mode > 3) || (quaternion && (mode == 7 || (mode >= 1 && mode <= 3)))) {
      track_finding(Severity::error, "ANM037",
                    "rotation mode " + std::to_string(mode) + " does not exist for this rotation",
                    14);
    }
    if (euler && mode == kHermite)
      track_finding(Severity::error, "ANM038", "Euler Hermite is not supported", 14);
    const bool idle = (layout_.translation_mode != 0 && !layout_.has(kTranslation)) ||
                      (layout_.scale_mode != 0 && !layout_.has(kScale)) ||
                      (mode != 0 && !euler && !quaternion);
    if (idle) {
      track_finding(Severity::info, "ANM039", "an interpolation is set for an absent part", 14);
    }
  }

  void check_times(Span span) {
    const float end = track_.anim_time;
    if (!std::isfinite(end)) track_finding(Severity::error, "ANM041", "animTime is not finite");
    if (end <= 0 && span.count > 1)
      track_finding(Severity::warning, "ANM046", "animTime is not above 0, keys are many");
    if (span.count == 0) return;
    for (std::uint64_t i = span.first; i < span.first + span.count; ++i) {
      const float time = bank_.key_frames[i].time;
      if (!std::isfinite(time)) {
        key_finding(Severity::error, "ANM041", "the time is not finite", i, key_offset(i));
        continue;
      }
      if (time > end)
        key_finding(Severity::warning, "ANM045", "the key is after animTime", i, key_offset(i));
      if (i == span.first) {
        if (time > 0)
          key_finding(Severity::error, "ANM044", "the first key is after time 0", i, key_offset(i));
        continue;
      }
      const float before = bank_.key_frames[i - 1].time;
      if (time < before) key_finding(Severity::error, "ANM042", "times decrease", i, key_offset(i));
      if (time == before)
        key_finding(Severity::info, "ANM043", "two keys at one time", i, key_offset(i));
    }
    if (span.count > 1 && bank_.key_frames[span.first + span.count - 1].time < end)
      track_finding(Severity::info, "ANM048",
                    "the last key is before animTime: blends to the first");
  }

  void check_key(std::uint64_t i) {
    KeyFrame key = bare_key(bank_.key_frames[i]);
    if (!layout_.readable() || layout_.bits == 0) return;
    read_records(bytes_, layout_, key);
    check_places(i, key);
    check_values(i, key);
    previous_ = key;
  }

  void check_places(std::uint64_t i, const KeyFrame& key) {
    const std::uint64_t arrays = key_offset(bank_.key_frames.size());
    if (key.setting < arrays || !fits(key.setting, layout_.setting_size(), bytes_.size()))
      key_finding(Severity::error, "ANM050", "the setting is outside the file", i,
                  key_offset(i) + 4);
    const std::uint64_t curve = layout_.curve_size();
    if (curve != 0 &&
        (key.interpolation < arrays || !fits(key.interpolation, curve, bytes_.size()))) {
      key_finding(Severity::error, "ANM051", "the interpolation record is outside the data", i,
                  key_offset(i) + 8);
    }
    if (curve == 0 && key.interpolation != 0)
      key_finding(Severity::info, "ANM053", "an interpolation offset that nothing needs", i,
                  key_offset(i) + 8);
    if (layout_.has_floats() &&
        (key.setting % 4 != 0 || (curve != 0 && key.interpolation % 4 != 0))) {
      key_finding(Severity::warning, "ANM052", "floats are not 4-byte aligned", i,
                  key_offset(i) + 4);
    }
  }

  static bool finite(const std::optional<Triple>& triple) {
    if (!triple || !triple->floats) return true;
    for (const float f : *triple->floats) {
      if (!std::isfinite(f)) return false;
    }
    return true;
  }
  static bool finite(const std::optional<Curve>& curve) {
    return !curve || (finite(curve->in) && finite(curve->out));
  }
  double component(const Triple& triple, std::size_t k) const {
    if (triple.floats) return double{(*triple.floats)[k]};
    return std::ldexp((*triple.integers)[k], -static_cast<int>(layout_.frac));
  }

  void check_values(std::uint64_t i, const KeyFrame& key) {
    bool good = finite(key.scale) && finite(key.euler) && finite(key.translation) &&
                finite(key.scale_curve) && finite(key.rotation_curve) &&
                finite(key.translation_curve);
    for (std::size_t k = 0; key.matrix && k < 12; ++k)
      good = good && std::isfinite((*key.matrix)[k]);
    if (!good) key_finding(Severity::error, "ANM060", "a value is not finite", i, key.setting);
    if (key.quaternion) check_quaternion(i, *key.quaternion, key.setting);
    if (key.rotation_curve && key.rotation_curve->in_quat) {
      check_quaternion(i, *key.rotation_curve->in_quat, key.interpolation);
      check_quaternion(i, *key.rotation_curve->out_quat, key.interpolation + 8u);
    }
    if (key.quaternion && previous_.quaternion && layout_.rotation_mode >= kSquad) {
      double sum = 0;
      for (std::size_t k = 0; k < 4; ++k)
        sum += double((*key.quaternion)[k]) * (*previous_.quaternion)[k];
      if (sum < 0)
        key_finding(Severity::warning, "ANM062", "turns the long way from the key before", i,
                    key.setting);
    }
    if (key.euler) check_euler(i, key);
    for (const auto* curve : {&key.scale_curve, &key.rotation_curve, &key.translation_curve})
      if (*curve) check_ease(i, key, **curve);
    for (std::size_t k = 0; key.scale && k < 3; ++k) {
      if (component(*key.scale, k) != 0) continue;
      key_finding(Severity::warning, "ANM066", "scale 0", i, key.setting);
      break;
    }
  }

  void check_quaternion(std::uint64_t i, const Quat14& q, std::uint64_t offset) {
    double square = 0;
    for (const std::int16_t v : q)
      square += (v / kQ14) * (v / kQ14);
    if (square == 0)
      key_finding(Severity::error, "ANM061", "a quaternion of length 0", i, offset);
    else if (std::fabs(std::sqrt(square) - 1) > 1.0 / 1024)
      key_finding(Severity::warning, "ANM061",
                  "quaternion length " + std::to_string(std::sqrt(square)) + ", wanted 1", i,
                  offset);
  }
  void check_euler(std::uint64_t i, const KeyFrame& key) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double value = component(*key.euler, k);
      if (layout_.rotation_mode == kLinear && std::fabs(value) > 360)
        key_finding(Severity::warning, "ANM063", "an angle beyond 360 degrees", i, key.setting);
      if (layout_.rotation_mode == kBezier && previous_.euler &&
          std::fabs(value - component(*previous_.euler, k)) > 180) {
        key_finding(Severity::warning, "ANM064", "a jump of more than 180 degrees", i, key.setting);
      }
    }
  }
  void check_ease(std::uint64_t i, const KeyFrame& key, const Curve& curve) {
    for (const auto& ease : {curve.ease_in, curve.ease_out}) {
      if (ease.value_or(0) == 0) continue;
      key_finding(*ease < 0 ? Severity::error : Severity::warning, "ANM065",
                  *ease < 0 ? "a negative ease value" : "ease: two readings exist (section 6.4)", i,
                  key.interpolation);
    }
  }

  ByteView bytes_;
  const Bank& bank_;
  std::size_t index_;
  Diagnostics& out_;
  const Track& track_;
  Layout layout_;
  KeyFrame previous_;
};

}  // namespace

void check_track(ByteView bytes, const Bank& bank, std::size_t index, Diagnostics& out) {
  TrackCheck(bytes, bank, index, out).run();
}

}  // namespace anmkit::gc
