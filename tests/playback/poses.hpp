// SPDX-License-Identifier: MIT
// Poses that are compared to the bit or with the reference, samplers that make them, and all
// instruction sets of this machine.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/highway.hpp"
#include "playback/patchwork.hpp"
#include "playback/random_clip.hpp"

namespace anmkit::testing {

// Calls `test` once for each instruction set.
template <class Test>
void on_each_target(Test&& test) {
#ifdef ANMKIT_HIGHWAY_HEADERS
  test();
#else
  std::int64_t known = hwy::SupportedTargets() | HWY_EMU128;
  known &= HWY_EMU128 | HWY_SSE4 | HWY_AVX2 | HWY_NEON;
  for (; known != 0; known &= known - 1) {
    const std::int64_t target = known & -known;
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    SCOPED_TRACE(hwy::TargetName(target));
    test();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
#endif
}

// What stands where nothing was written; no pose has it.
inline const Transformf kUntouched{{7, 7, 7, 7}, {7, 7, 7}, {7, 7, 7}};

inline bool same(const Transformf& a, const Transformf& b) {
  using Numbers = std::array<std::uint32_t, sizeof(Transformf) / 4>;
  return std::bit_cast<Numbers>(a) == std::bit_cast<Numbers>(b);
}
inline bool same(std::span<const Transformf> a, std::span<const Transformf> b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return same(x, y); });
}

// A clip of tracks whose nodes are at rest in the origin.
inline Sampler sampler_of(std::size_t nodes, std::vector<Track> tracks) {
  Scene scene;
  scene.nodes.resize(nodes);
  Clip clip;
  clip.tracks = std::move(tracks);
  return {scene, clip};
}
inline std::vector<Transformf> pose_at(const Sampler& sampler, double frame) {
  std::vector<Transformf> pose(sampler.node_count());
  sampler.sample(frame, pose);
  return pose;
}

// The poses at these frames are those of the reference, and nothing behind them is touched.
inline void expect_reference(const Scene& scene, const Clip& clip, std::span<const double> frames,
                             double bound) {
  const Sampler sampler(scene, clip);
  const std::size_t nodes = scene.nodes.size();
  ASSERT_EQ(sampler.node_count(), nodes);
  Oracle oracle(scene, clip);
  for (const double frame : frames) {
    const std::vector<Transform>& want = oracle.at(frame);
    std::vector<Transformf> pose(nodes + 1, kUntouched);
    sampler.sample(frame, pose);
    for (std::size_t node = 0; node < nodes; ++node)
      ASSERT_LT(apart(pose[node], want[node]), bound) << "node " << node << " frame " << frame;
    ASSERT_TRUE(same(pose.back(), kUntouched));
  }
}

// Spans of every length get the first nodes: to the bit where `bound` is 0. Groups that are cut are
// not always computed in the same order of the same numbers.
inline void expect_first_nodes(const Sampler& sampler, double frame, double bound) {
  const std::vector<Transformf> whole = pose_at(sampler, frame);
  for (std::size_t count = 0; count <= whole.size(); ++count) {
    // The very end of an allocation, which sanitizers watch, and one with room behind.
    std::vector<Transformf> some(count), roomy(whole.size(), kUntouched);
    sampler.sample(frame, some);
    sampler.sample(frame, std::span(roomy).first(count));
    ASSERT_TRUE(same(std::span(roomy).first(count), some)) << count;
    for (std::size_t node = 0; node < whole.size(); ++node) {
      const Transformf& want = node < count ? whole[node] : kUntouched;
      const bool exact = node >= count || bound == 0;
      ASSERT_TRUE(exact ? same(roomy[node], want) : apart(roomy[node], wide(want)) < bound)
          << "node " << node << " of " << count;
    }
  }
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
