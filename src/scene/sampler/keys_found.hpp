// SPDX-License-Identifier: MIT
// What looking for keys leads to, and values are made of.
#pragma once

#include <cstddef>
#include <cstdint>

namespace anmkit {

// Curves are looked up in groups of eight, so many at most at once.
inline constexpr std::size_t kKeyGroup = 8, kMostKeys = 64;
// Places of keys are counted in eight bytes, as processors can do that by themselves.
inline constexpr std::size_t kPlaceUnit = 8;

// Of some curves the keys at or before a moment. Behind the last curve there are such that are
// repeated until there are eights. Who writes floats has it of its own, as they could be it.
template <class Key>
struct KeysFound {
  static_assert(sizeof(Key) % kPlaceUnit == 0);

  const Key* keys;
  std::size_t count;            // 1 ... kMostKeys
  const std::uint32_t* place;   // of keys
  const float* since;           // frames from there to the moment
  const std::uint32_t* target;  // where the values of a curve are written

  // With the repetitions.
  std::size_t lanes() const { return (count + kKeyGroup - 1) / kKeyGroup * kKeyGroup; }
  // The next one follows it.
  const Key& key(std::size_t i) const {
    return *reinterpret_cast<const Key*>(reinterpret_cast<const std::byte*>(keys) +
                                         kPlaceUnit * place[i]);
  }
  // Of the way to the next key.
  float part(std::size_t i) const { return since[i] * key(i).inverse_length; }
};

}  // namespace anmkit
