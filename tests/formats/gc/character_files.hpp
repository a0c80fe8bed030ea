// SPDX-License-Identifier: MIT
// The other files of a made character: skeleton, palette and motion, byte by byte from sections 8
// and 9.
#pragma once

#include <numeric>

#include "skin_reference.hpp"

namespace anmkit::gc::test {

// Section 8. Bone records are in a shuffled order: boneArray order is that of the links.
inline Bytes actor_bytes(const Character& character, Generator& random) {
  const std::size_t count = character.bones.size(), controls_at = 32 + 28 * count;
  std::vector<std::size_t> place(count);
  std::iota(place.begin(), place.end(), std::size_t{0});
  for (std::size_t i = count; i-- > 1;)
    std::swap(place[i], place[static_cast<std::size_t>(random.whole(0, static_cast<int>(i)))]);
  const auto record = [&](std::size_t bone) {
    return bone == count ? std::uint32_t{0} : static_cast<std::uint32_t>(32 + 28 * place[bone]);
  };
  const auto find = [&](std::size_t from, int parent) {
    while (from < count && character.bones[from].parent != parent)
      ++from;
    return from;
  };
  std::vector<std::size_t> at_place(count);
  for (std::size_t i = 0; i < count; ++i)
    at_place[place[i]] = i;
  BigWriter out;
  out.put(std::uint32_t{8092000});
  out.put(std::uint16_t{0});
  out.put(static_cast<std::uint16_t>(count));
  const auto name = static_cast<std::uint32_t>(controls_at + 52 * count);
  for (const std::uint32_t word : {4U, record(0), name, 0U, 0U, 0U})
    out.put(word);
  for (const std::size_t i : at_place) {
    const MadeBone& bone = character.bones[i];
    std::size_t previous = count;
    for (std::size_t k = 0; k < i; ++k)
      if (character.bones[k].parent == bone.parent) previous = k;
    out.put(static_cast<std::uint32_t>(controls_at + 52 * i));
    out.put(record(previous));
    out.put(record(find(i + 1, bone.parent)));
    out.put(bone.parent < 0 ? std::uint32_t{0} : record(static_cast<std::size_t>(bone.parent)));
    out.put(record(find(i + 1, static_cast<int>(i))));
    out.put(std::uint16_t{0xFFFF});
    out.put(static_cast<std::uint16_t>(bone.id));
    out.put(static_cast<std::uint8_t>(bone.inherits ? 1 : 0));
    out.put(std::uint8_t{0});
    out.put(std::uint16_t{0});
  }
  for (const MadeBone& bone : character.bones) {
    out.put(std::uint32_t{0x0D000000});  // scale, quaternion, translation
    for (const double v : bone.rest.scale)
      out.put(static_cast<float>(v));
    for (const double v : bone.rest.quaternion)
      out.put(static_cast<float>(v));
    for (const double v : bone.rest.translation)
      out.put(static_cast<float>(v));
    out.put(std::uint64_t{0});
  }
  out.put_text("made.gpl");
  out.put(std::uint8_t{0});
  out.align(32);
  return out.take();
}

// Section 9: object 0 is the skinned one, drawn as points in the order of its positions. What the
// array contains does not matter: the skin writes it anew.
inline Bytes skinned_palette(const Character& character) {
  const auto count = static_cast<std::uint32_t>(character.vertices.size());
  constexpr std::uint32_t kList = 84;
  const std::uint32_t list_size = 3 + 2 * count, positions = (kList + list_size + 31) / 32 * 32;
  BigWriter out;
  const auto words = [&](std::initializer_list<std::uint32_t> values) {
    for (const std::uint32_t v : values)
      out.put(v);
  };
  words({12012000, 0, 0, 1, 20, 28, 0});
  words({24, 0, 0, 32, 44, 0});                                                // layout
  words({positions, count << 16u | (0x30u + character.fraction) << 8u | 6u});  // +24
  words({0, 0, 0});                                                            // +32 lighting
  words({kList, 56, 0x00010000});                                              // +44 display
  // +56: one state, position by a 16-bit index; then its list.
  words({0x03000000, 3u << 2u, kList, list_size, 0, 0, 0});
  out.put(std::uint8_t{0xB8});
  out.put(static_cast<std::uint16_t>(count));
  for (std::uint32_t i = 0; i < count; ++i)
    out.put(static_cast<std::uint16_t>(i));
  while (out.size() < 28 + positions)
    out.put(std::uint8_t{0});
  for (std::uint32_t i = 0; i < 6 * count; ++i)
    out.put(std::uint16_t{0x1234});
  return out.take();
}

// A motion of every bone, in keys at whole frames.
inline std::vector<MadeTrack> character_motion(const Character& character, Generator& random) {
  std::vector<MadeTrack> tracks;
  for (const MadeBone& bone : character.bones) {
    MadeTrack track = random.track(11, 4, 1, 1, 6, false);
    track.id = bone.id;
    for (MadeKey& key : track.keys) {
      for (std::size_t k = 0; k < 3; ++k) {
        key.scale.value[k] = double{static_cast<float>(random.real(0.7, 1.4))};
        key.translation.value[k] = double{static_cast<float>(random.real(-2, 2))};
      }
    }
    tracks.push_back(std::move(track));
  }
  return tracks;
}

}  // namespace anmkit::gc::test
