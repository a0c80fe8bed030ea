// SPDX-License-Identifier: MIT
// Random animations: objects come, go, are drawn several times, and leave components out.
#pragma once

#include "anmkit/psx.hpp"
#include "random_files.hpp"

namespace anmkit::psx::test {

inline Anm random_clip(std::uint32_t seed) {
  Random random(seed);
  Anm anm;
  for (int n = 0; n < 12; ++n) {
    std::vector<Keyframe> frame;
    for (std::uint32_t k = random.below(9); k > 0; --k) {
      Keyframe key;
      key.object_index = static_cast<std::uint8_t>(random.below(5));
      key.flags = static_cast<std::uint8_t>(random.below(8));
      const auto number = [&] { return static_cast<std::int16_t>(random.below(65536)); };
      for (std::size_t i = 0; i < 3; ++i) {
        if ((key.flags & kHasRotation) != 0) key.rot[i] = number();
        if ((key.flags & kHasScale) != 0) key.scale[i] = number();
        if ((key.flags & kHasPosition) != 0) key.pos[i] = number();
      }
      frame.push_back(key);
    }
    anm.add_frame(frame);
  }
  return anm;
}

}  // namespace anmkit::psx::test
