// SPDX-License-Identifier: MIT
// Makes banks and skeletons by the tables of the specification, for tests. Knows nothing of the
// library: bytes are put one by one, and what was put stays readable for the reference.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/bytes.hpp"

namespace anmkit::gc::test {

using Real3 = std::array<double, 3>;
using Real4 = std::array<double, 4>;

// One part of one key, as a file specifies it after decoding.
struct MadeVector {
  Real3 value{}, in{}, out{};
  double ease_in = 0, ease_out = 0;
};
struct MadeQuat {
  Real4 value{}, in{}, out{};
  double ease_in = 0, ease_out = 0;
};
struct MadeKey {
  double time = 0;
  MadeVector scale, euler, translation;
  MadeQuat quaternion;
  std::array<double, 12> matrix{};
};
struct MadeTrack {
  double anim_time = 0;
  unsigned id = 0, type = 0, frac = 0, bits = 0;  // bits: T 1, S 2, E 4, Q 8, M 16
  unsigned translation_mode = 0, scale_mode = 0, rotation_mode = 0;
  bool replace = true;
  std::vector<MadeKey> keys;
};

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  int whole(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double real(double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random_);
  }

  // A track with values that its type contains exactly.
  MadeTrack track(unsigned bits, unsigned type, unsigned translation_mode, unsigned scale_mode,
                  unsigned rotation_mode, bool with_ease) {
    MadeTrack made;
    made.bits = bits;
    made.type = type;
    made.frac = type == 4 ? 0 : static_cast<unsigned>(whole(0, 7));
    made.translation_mode = translation_mode;
    made.scale_mode = scale_mode;
    made.rotation_mode = rotation_mode;
    const int keys = whole(1, 6);
    int time = 0;
    for (int i = 0; i < keys; ++i) {
      MadeKey& key = made.keys.emplace_back();
      key.time = time;
      time += whole(1, 9);
      key.scale = vector(made, with_ease);
      key.euler = vector(made, with_ease);
      key.translation = vector(made, with_ease);
      key.quaternion = quaternion(with_ease);
      for (double& v : key.matrix)
        v = double{static_cast<float>(real(-3, 3))};
    }
    // Half of the tracks end on their last key, the others blend back to the first one.
    made.anim_time = whole(0, 1) == 0 && keys > 1 ? made.keys.back().time : time;
    return made;
  }

 private:
  double component(const MadeTrack& track) {
    constexpr int kLow[] = {0, -128, 0, -9000}, kHigh[] = {255, 127, 18000, 9000};
    if (track.type == 4) return double{static_cast<float>(real(-170, 170))};
    const int low = kLow[track.type], high = kHigh[track.type];
    return std::ldexp(whole(low, high), -static_cast<int>(track.frac));
  }
  Real3 triple(const MadeTrack& track) {
    return {component(track), component(track), component(track)};
  }
  double ease(bool with_ease) { return with_ease ? whole(0, 12000) / 16384.0 : 0; }
  MadeVector vector(const MadeTrack& track, bool with_ease) {
    return {triple(track), triple(track), triple(track), ease(with_ease), ease(with_ease)};
  }
  Real4 unit() {
    Real4 q{};
    double square = 0;
    while (square < 0.01 || square > 1) {
      square = 0;
      for (double& v : q) {
        v = real(-1, 1);
        square += v * v;
      }
    }
    for (double& v : q)
      v = std::round(v / std::sqrt(square) * 16384) / 16384;
    return q;
  }
  MadeQuat quaternion(bool with_ease) {
    return {unit(), unit(), unit(), ease(with_ease), ease(with_ease)};
  }

  std::mt19937 random_;
};

// Tracks that belong to one another.
struct MadeSequence {
  std::string name;
  std::vector<MadeTrack> tracks;
};

// The bytes of one bank, laid out by section 13.1.
class BankBytes {
 public:
  static Bytes of(const std::vector<MadeTrack>& tracks) {
    return of(std::vector<MadeSequence>{{"made", tracks}});
  }
  static Bytes of(const std::vector<MadeSequence>& sequences) {
    std::vector<MadeTrack> tracks;
    for (const MadeSequence& sequence : sequences)
      tracks.insert(tracks.end(), sequence.tracks.begin(), sequence.tracks.end());
    std::size_t keys = 0;
    for (const MadeTrack& track : tracks)
      keys += track.keys.size();
    const std::size_t tracks_at = 0x18 + 12 * sequences.size();
    const std::size_t keys_at = tracks_at + 16 * tracks.size(), data_at = keys_at + 12 * keys;
    BigWriter data, curves, head, key_array, names;
    std::vector<std::uint32_t> curve_offsets;
    std::vector<std::uint32_t> offsets;
    for (const MadeTrack& track : tracks) {
      for (const MadeKey& key : track.keys) {
        data.align(4);
        curves.align(4);
        offsets.push_back(static_cast<std::uint32_t>(data_at + data.size()));
        setting(data, track, key);
        const auto before = static_cast<std::uint32_t>(curves.size());
        curve(curves, track, key);
        curve_offsets.push_back(curves.size() == before ? 0xFFFFFFFF : before);
      }
    }
    data.align(4);
    const auto curves_at = static_cast<std::uint32_t>(data_at + data.size());
    const auto names_at = static_cast<std::uint32_t>(curves_at + curves.size());
    words(head, {8092000, 0x18});
    halves(head, {7, static_cast<unsigned>(sequences.size()), static_cast<unsigned>(tracks.size()),
                  static_cast<unsigned>(keys)});
    words(head, {0, 0});
    std::size_t first = 0;
    for (const MadeSequence& sequence : sequences) {
      words(head, {static_cast<std::uint32_t>(names_at + names.size()),
                   static_cast<std::uint32_t>(tracks_at + 16 * first)});
      halves(head, {static_cast<unsigned>(sequence.tracks.size()), 0});
      first += sequence.tracks.size();
      names.put_text(sequence.name);
      names.put(std::uint8_t{0});
    }
    std::size_t next = 0;
    for (const MadeTrack& track : tracks) {
      head.put(static_cast<float>(track.anim_time));
      words(head, {static_cast<std::uint32_t>(keys_at + 12 * next)});
      halves(head, {static_cast<unsigned>(track.keys.size()), track.id});
      for (const unsigned byte :
           {track.type << 4u | track.frac, track.bits,
            track.translation_mode | track.scale_mode << 2u | track.rotation_mode << 4u,
            track.replace ? 1u : 0u})
        head.put(static_cast<std::uint8_t>(byte));
      for (const MadeKey& key : track.keys) {
        key_array.put(static_cast<float>(key.time));
        const std::uint32_t at = curve_offsets[next];
        words(key_array, {offsets[next], at == 0xFFFFFFFF ? 0 : curves_at + at});
        ++next;
      }
    }
    for (BigWriter* part : {&key_array, &data, &curves, &names})
      head.put_bytes(part->take());
    head.align(32);
    return head.take();
  }

 private:
  static void words(BigWriter& out, std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t value : values)
      out.put(value);
  }
  static void halves(BigWriter& out, std::initializer_list<unsigned> values) {
    for (const unsigned value : values)
      out.put(static_cast<std::uint16_t>(value));
  }
  static void triple(BigWriter& out, const MadeTrack& track, const Real3& values) {
    for (const double v : values) {
      const auto stored = static_cast<int>(std::ldexp(v, static_cast<int>(track.frac)));
      switch (track.type) {
        case 0:
        case 1:
          out.put(static_cast<std::uint8_t>(stored));
          break;
        case 2:
        case 3:
          out.put(static_cast<std::uint16_t>(stored));
          break;
        default:
          out.put(static_cast<float>(v));
      }
    }
  }
  static void q14(BigWriter& out, double v) { out.put(static_cast<std::int16_t>(v * 16384)); }
  static void quat(BigWriter& out, const Real4& q) {
    for (const double v : q)
      q14(out, v);
  }
  static void setting(BigWriter& out, const MadeTrack& track, const MadeKey& key) {
    if ((track.bits & 16u) != 0) {
      for (const double v : key.matrix)
        out.put(static_cast<float>(v));
      return;
    }
    if ((track.bits & 2u) != 0) triple(out, track, key.scale.value);
    if ((track.bits & 4u) != 0) triple(out, track, key.euler.value);
    if ((track.bits & 8u) != 0) quat(out, key.quaternion.value);
    if ((track.bits & 1u) != 0) triple(out, track, key.translation.value);
  }
  static void vector_curve(BigWriter& out, const MadeTrack& track, unsigned mode,
                           const MadeVector& part) {
    if (mode < 2) return;
    triple(out, track, part.in);
    triple(out, track, part.out);
    if (mode == 2) return;
    q14(out, part.ease_in);
    q14(out, part.ease_out);
  }
  static void curve(BigWriter& out, const MadeTrack& track, const MadeKey& key) {
    if ((track.bits & 16u) != 0) return;
    if ((track.bits & 2u) != 0) vector_curve(out, track, track.scale_mode, key.scale);
    if ((track.bits & 4u) != 0) vector_curve(out, track, track.rotation_mode, key.euler);
    if ((track.bits & 8u) != 0 && (track.rotation_mode == 4 || track.rotation_mode == 5)) {
      quat(out, key.quaternion.in);
      quat(out, key.quaternion.out);
      if (track.rotation_mode == 5) {
        q14(out, key.quaternion.ease_in);
        q14(out, key.quaternion.ease_out);
      }
    }
    if ((track.bits & 1u) != 0) vector_curve(out, track, track.translation_mode, key.translation);
  }
};

}  // namespace anmkit::gc::test
