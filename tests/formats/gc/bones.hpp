// SPDX-License-Identifier: MIT
// Made bones: the types that tracks may have, rest transforms, and actors of them.
#pragma once

#include <algorithm>

#include "reference.hpp"

namespace anmkit::gc::test {

// The legal types of section 2.3.
inline constexpr unsigned kTypes[] = {1, 2, 4, 3, 5, 6, 7, 8, 9, 10, 11, 16};

// Rest parts of a bone; numbers that floats hold.
inline Parts rest_of(Generator& generator) {
  constexpr unsigned kRests[] = {0, 1, 2, 4, 8, 3, 5, 9, 11, 7, 16};
  Parts rest;
  rest.bits = kRests[generator.whole(0, 10)];
  for (std::size_t i = 0; i < 3; ++i) {
    rest.translation[i] = double{static_cast<float>(generator.real(-5, 5))};
    rest.scale[i] = double{static_cast<float>(generator.real(0.5, 2))};
    rest.euler[i] = double{static_cast<float>(generator.real(-180, 180))};
  }
  rest.quaternion = {0.5, -0.5, 0.5, 0.5};
  for (double& v : rest.matrix)
    v = double{static_cast<float>(generator.real(-2, 2))};
  return rest;
}

// Bones side by side, one per track (section 8).
inline Bytes actor_bytes(const std::vector<Parts>& rests) {
  const std::size_t controls_at = 32 + 28 * rests.size();
  const auto bone_at = [&](std::size_t i) {
    return i < rests.size() ? static_cast<std::uint32_t>(32 + 28 * i) : 0;
  };
  BigWriter out;
  out.put(std::uint32_t{8092000});
  out.put(std::uint16_t{0});
  out.put(static_cast<std::uint16_t>(rests.size()));
  for (const std::uint32_t word : {4U, 32U, 0U, 0xFFFF0000U, 0U, 0U})
    out.put(word);
  for (std::size_t i = 0; i < rests.size(); ++i) {
    out.put(static_cast<std::uint32_t>(controls_at + 52 * i));
    out.put(i == 0 ? std::uint32_t{0} : bone_at(i - 1));
    out.put(bone_at(i + 1));
    out.put(std::uint64_t{0});
    out.put(std::uint16_t{0xFFFF});
    out.put(static_cast<std::uint16_t>(i));
    out.put(std::uint32_t{0x01000000});
  }
  for (const Parts& rest : rests) {
    // The control's bits: scale 1, Euler 2, quaternion 4, translation 8, matrix 16.
    const unsigned b = rest.bits;
    const unsigned type =
        (b & 2u) >> 1u | (b & 4u) >> 1u | (b & 8u) >> 1u | (b & 1u) << 3u | (b & 16u);
    out.put(type << 24u);
    std::array<double, 12> values{};
    if (b == 16) {
      values = rest.matrix;
    } else {
      std::ranges::copy(rest.scale, values.begin());
      if ((b & 4u) != 0) {
        std::ranges::copy(rest.euler, values.begin() + 3);
      } else {
        std::ranges::copy(rest.quaternion, values.begin() + 3);
      }
      std::ranges::copy(rest.translation, values.begin() + 7);
    }
    for (const double v : values)
      out.put(static_cast<float>(v));
  }
  return out.take();
}

}  // namespace anmkit::gc::test
