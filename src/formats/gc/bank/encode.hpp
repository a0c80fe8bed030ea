// SPDX-License-Identifier: MIT
// Numbers of a moving node as one track of a bank (sections 3, 4, 5 and 13.1).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anmkit/math.hpp"
#include "formats/gc/document.hpp"

namespace anmkit::gc {

// Values at a key's time and, for Bezier, the controls around it, relative to the value.
struct VectorKey {
  Vec3 value;
  Vec3 in, out;
};

// What one node does in one clip, in the file's units and frames. Parts are absent or have as many
// entries as there are times; a single entry means a constant.
struct Motion {
  std::vector<double> times;
  std::vector<VectorKey> translation, scale;
  std::vector<Quat> rotation;
  unsigned translation_mode = 0, scale_mode = 0, rotation_mode = 0;
};

// A track with its own keys, offsets unset.
struct EncodedTrack {
  Track track;
  std::vector<KeyFrame> keys;
};

// The smallest error that the wanted storage allows: the most fraction bits with which every value
// and control fits. `wanted` is a quantise type, or nothing: s16, or f32 beyond its range. Fails
// when a value does not fit; nothing is ever clamped.
Result<EncodedTrack> encode(const Motion& motion, std::optional<unsigned> wanted, double anim_time,
                            std::uint16_t track_id, std::string_view node);

}  // namespace anmkit::gc
