// SPDX-License-Identifier: MIT
// A compact clip laid out by hand from appendix B of the specification.
#pragma once

#include "support.hpp"

namespace anmkit::gc::test {

inline constexpr std::uint8_t kT = 1, kS = 2, kE = 4, kQ = 8;

inline void put16(BigWriter& out, std::initializer_list<int> values) {
  for (const int value : values)
    out.put(static_cast<std::int16_t>(value));
}
inline void put_track(BigWriter& out, float time, std::uint32_t data, std::uint16_t keys,
                      std::uint16_t id, std::initializer_list<std::uint8_t> types) {
  out.put(time);
  out.put(data);
  out.put(keys);
  out.put(id);
  for (const std::uint8_t type : types)
    out.put(type);
}

// Track 1: quaternion keyed with SLERP, x and y not stored; constant scale; s16, 8 fraction bits.
// Track 2: translation keyed with Bezier, u8. Track 3: one key only. Track 4: SQUAD of one control.
inline Bytes clip_bytes() {
  BigWriter out;
  out.put(std::uint32_t{0x00AC7472});
  put16(out, {4, 0});
  put_track(out, 20, 72, 2, 1, {0x38, 0x60 | kQ, 6 << 4, kS});
  put_track(out, 20, 92, 2, 2, {0x01, kT, 2, 0});
  put_track(out, 20, 116, 1, 3, {0x38, kT, 1, kE});
  put_track(out, 20, 132, 2, 4, {0x30, kQ, 7 << 4, 0});
  put16(out, {256, 512, 128});       // 72: scale 1, 2, 0.5
  put16(out, {5, 0, 16384});         // key at 5: z, w
  put16(out, {15, -11585, -11585});  // a quarter turn, with the other sign
  put16(out, {0});                   // to 92
  put16(out, {0});                   // 92: key at 0
  for (const int byte : {2, 4, 6, 0, 0, 0, 2, 0, 0})
    out.put(static_cast<std::uint8_t>(byte));
  put16(out, {10});
  for (const int byte : {4, 4, 6, 0, 2, 0, 0, 0, 0})
    out.put(static_cast<std::uint8_t>(byte));
  out.put_bytes(Bytes(2));       // to 116
  put16(out, {90 * 256, 0, 0});  // constant Euler angles, which no keyed part hides
  put16(out, {0, 256, 256, 256});
  put16(out, {0});  // to 132
  put16(out, {0, 0, 0, 0, 16384, 0, 0, 0, 16384});
  put16(out, {10, 0, 0, 16384, 0, 0, 0, 0, 16384});
  return out.take();
}

}  // namespace anmkit::gc::test
