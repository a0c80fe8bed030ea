// SPDX-License-Identifier: MIT
// Quick check of an animation or a model: lengths and counts are followed,
// numbers are looked at where they are (sections 2 and 5).
#include "formats/craftstudio/quick_check.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>

#include "core/png_info.hpp"
#include "formats/craftstudio/project/project.hpp"

namespace anmkit::craftstudio {
namespace {

template <class T>
T number(const std::byte* from) {
  return load<T, std::endian::little>(from);
}

// Numbers of a key's value, and whether they are floats and a quaternion.
struct Track {
  std::size_t numbers;
  bool floats, turn;
};
constexpr std::array<Track, 5> kTracks = {
    {{3, true, false}, {4, true, true}, {3, false, false}, {3, true, false}, {3, true, false}}};

// The largest of some floats without their signs, as bits, which are in the same order.
template <std::size_t kCount>
std::uint32_t largest(const std::byte* floats) {
  std::uint32_t largest = 0;
  for (std::size_t i = 0; i < kCount; ++i)
    largest = std::max(largest, number<std::uint32_t>(floats + 4 * i) & 0x7FFFFFFFu);
  return largest;
}
constexpr std::uint32_t kInfinite = 0x7F800000;
// A quaternion with a component of this size has a direction; smaller ones are not always an
// error.
constexpr std::uint32_t kLeast = std::bit_cast<std::uint32_t>(1.01e-6F);

template <Track kTrack>
bool keys_are_sound(const std::byte* key, std::size_t count, std::uint16_t duration) {
  bool sound = true;
  for (; count > 0; --count, key += 3 + 4 * kTrack.numbers) {
    sound = sound & (number<std::uint16_t>(key) <= duration);
    if constexpr (kTrack.floats) {
      const std::uint32_t value = largest<kTrack.numbers>(key + 3);
      sound = sound & (value < kInfinite) & (!kTrack.turn || value >= kLeast);
    }
  }
  return sound;
}

// The rest of a file, taken from the front; false: less is left.
struct Rest {
  const std::byte* at;
  std::uint64_t left;
  bool skip(std::uint64_t size) {
    if (size > left) return false;
    at += size;
    left -= size;
    return true;
  }
  // A name (section 1): its length in at most five groups of seven bits, and its bytes.
  bool skip_name() {
    std::uint64_t length = 0;
    for (unsigned shift = 0; shift < 35; shift += 7) {
      const std::byte* const group = at;
      if (!skip(1)) return false;
      const auto byte = std::to_integer<std::uint64_t>(*group);
      length |= (byte & 0x7F) << shift;
      if (byte < 0x80) return skip(length);
    }
    return false;
  }
};

template <std::size_t kIndex>
bool skip_track(Rest& rest, std::uint16_t duration, bool look) {
  constexpr Track kTrack = kTracks[kIndex];
  const std::byte* const head = rest.at;
  if (!rest.skip(2)) return false;
  const std::size_t count = number<std::uint16_t>(head);
  const std::byte* const keys = rest.at;
  return rest.skip(count * (3 + 4 * kTrack.numbers)) &&
         (!look || keys_are_sound<kTrack>(keys, count, duration));
}

bool walk(ByteView bytes, bool look) {
  if (bytes.size() < 7 || bytes[0] != std::byte{6}) return false;
  const auto version = number<std::uint16_t>(bytes.data() + 1);
  if (version != 2 && version != 3) return false;
  const auto duration = number<std::uint16_t>(bytes.data() + 3);
  Rest rest{bytes.data() + 5, bytes.size() - 5};
  if (version == 3) rest.skip(1);
  const std::byte* const head = rest.at;
  if (!rest.skip(2)) return false;
  for (std::size_t nodes = number<std::uint16_t>(head); nodes > 0; --nodes) {
    if (!rest.skip_name() || !skip_track<0>(rest, duration, look) ||
        !skip_track<1>(rest, duration, look) || !skip_track<2>(rest, duration, look) ||
        !skip_track<3>(rest, duration, look) || !skip_track<4>(rest, duration, look))
      return false;
  }
  return true;
}

// Nodes whose ids are their own, each after its parent, as in all known files (section 5.1): so
// none is its own ancestor.
bool skip_nodes(Rest& rest, std::size_t count) {
  constexpr std::size_t kFixed = 113;  // of a node, after its name
  std::bitset<65536> ids;
  for (; count > 0; --count) {
    const std::byte* const head = rest.at;
    if (!rest.skip(4) || !rest.skip_name()) return false;
    const std::byte* const body = rest.at;
    if (!rest.skip(kFixed)) return false;
    const auto id = number<std::uint16_t>(head), parent = number<std::uint16_t>(head + 2);
    // Position, pivot and scale, then the orientation.
    const std::uint32_t turn = largest<4>(body + 36);
    if (ids[id] || (parent != kNoParent && !ids[parent]) || largest<9>(body) >= kInfinite ||
        turn >= kInfinite || turn < kLeast)
      return false;
    ids[id] = true;
  }
  return true;
}

}  // namespace

bool quick_check_model(ByteView bytes) {
  constexpr std::byte kType{static_cast<std::uint8_t>(AssetType::model)};
  if (bytes.size() < 7 || bytes[0] != kType || number<std::uint16_t>(bytes.data() + 1) != 5)
    return false;
  Rest rest{bytes.data() + 7, bytes.size() - 7};
  if (!skip_nodes(rest, number<std::uint16_t>(bytes.data() + 5))) return false;
  const std::byte* const size = rest.at;
  if (!rest.skip(4)) return false;
  const ByteView texture(rest.at, static_cast<std::size_t>(rest.left));
  const std::uint64_t texture_size = number<std::uint32_t>(size);
  if (!rest.skip(texture_size)) return false;
  const std::byte* const animations = rest.at;
  return rest.skip(2) && rest.skip(std::uint64_t{2} * number<std::uint16_t>(animations)) &&
         read_png_info(texture.first(static_cast<std::size_t>(texture_size))).has_value();
}

bool is_animation(ByteView bytes) {
  return walk(bytes, false);
}

bool quick_check_animation(ByteView bytes) {
  return walk(bytes, true);
}

}  // namespace anmkit::craftstudio
