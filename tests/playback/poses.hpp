// SPDX-License-Identifier: MIT
// Poses that are compared to the bit, and samplers that make them.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/patchwork.hpp"
#include "playback/random_clip.hpp"

namespace anmkit::testing {

// What stands where nothing was written; no pose has it.
inline const Transformf kUntouched{{7, 7, 7, 7}, {7, 7, 7}, {7, 7, 7}};

inline bool same(const Transformf& a, const Transformf& b) {
  using Numbers = std::array<std::uint32_t, sizeof(Transformf) / 4>;
  return std::bit_cast<Numbers>(a) == std::bit_cast<Numbers>(b);
}
inline bool same(std::span<const Transformf> a, std::span<const Transformf> b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return same(x, y); });
}

// Of all kinds of tracks, without nodes, and without pivots.
inline std::vector<Sampler> samplers() {
  std::vector<Sampler> all;
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    Scene scene;
    Clip clip;
    RandomClip(seed,
               {.nodes = seed % 6 * 5, .whole_frames = seed % 2 == 0, .lines_only = seed % 4 == 0})
        .make(scene, clip);
    all.emplace_back(scene, clip);
    const Patchwork patchwork(seed);
    all.emplace_back(patchwork.scene, patchwork.clip);
  }
  return all;
}

}  // namespace anmkit::testing
