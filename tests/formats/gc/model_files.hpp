// SPDX-License-Identifier: MIT
// Small model files made byte by byte from sections 9 to 11: one quad, its skin and its texture.
#pragma once

#include "worked_example.hpp"

#include "core/bytes.hpp"

namespace anmkit::gc::test {

// Texture 0: 4x4 RGB565, texel (0, 0) red, the others blue. Texels at 0x40.
inline const Bytes kTextures =
    hex("0020AF30000000010000000C00000014 000000000004000400000004 00000040"
        "00000001000000010000000100000001 00000000000000000000000000000000"
        "F800001F001F001F001F001F001F001F 001F001F001F001F001F001F001F001F");

// One object at 0x1C with interleaved positions and normals (4 vertices, s16, 8 bits of fraction)
// and one quad; its offsets count from 0x1C.
inline Bytes make_geometry() {
  BigWriter out;
  const auto words = [&](std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t v : values)
      out.put(v);
  };
  words({12012000, 0, 0, 1, 0x14, 0x1C, 0xBB});  // header, descriptor
  words({0x18, 0, 0x20, 0, 0x30, 0x01000000});   // +00 layout
  words({0x5C, 0x00043806});                     // +18 positions
  words({0x8C, 0x00040002, 0x9F, 0});            // +20 texture channel
  words({0x94, 0x3C, 0x00020000});               // +30 display
  words({0x03000000, 0x808, 0, 0});              // +3C vertex description
  words({0x01000000, 0x11110000, 0x94, 11});     // +4C texture, then draw
  for (const auto& [x, y] : {std::pair{0, 0}, {256, 0}, {256, 256}, {0, 256}}) {  // +5C
    for (const int v : {x, y, 0, 0, 0, 256})
      out.put(static_cast<std::int16_t>(v));
  }
  words({0x00000100, 0x01010001});               // +8C texture coordinates
  out.put_bytes(hex("8000040000010102020303"));  // +94 list
  out.put_bytes(hex("68302E74706C00"));          // +9F h0.tpl
  return out.take();
}

// Two vertices of bone 0 (0,0,0) and (1,0,0); two of bones 0 and 1 half each: (1,1,0), (0,1,0).
inline Bytes make_skin() {
  BigWriter out;
  const auto words = [&](std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t v : values)
      out.put(v);
  };
  words({0x00010001, 0x00000800, 36, 36 + 0x40, 0, 0, 0, 0, 0});
  for (int i = 0; i < 12; ++i)
    out.put(std::uint32_t{0});
  words({216, 0, 0x00000002, 0});
  for (int i = 0; i < 24; ++i)
    out.put(std::uint32_t{0});
  words({216 + 24, 216 + 48, 24, 0x00000001, 0x00020000});
  for (const auto& [x, y] : {std::pair{0, 0}, {256, 0}, {256, 256}, {0, 256}}) {
    for (const int v : {x, y, 0, 0, 0, 256})
      out.put(static_cast<std::int16_t>(v));
  }
  out.put(std::uint32_t{0x80808080});
  return out.take();
}

// The actor of section 14 with skinned object 0.
inline Bytes make_actor() {
  Bytes bytes = kActor;
  set16(bytes, 0x14, 0);
  set16(bytes, 0x50, 0xFFFF);
  return bytes;
}

}  // namespace anmkit::gc::test
