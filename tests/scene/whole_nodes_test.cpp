// SPDX-License-Identifier: MIT
// Nodes that are written altogether, in every neighbourhood: eight or four that follow each other,
// too few, and some whose every number moves.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/each_target.hpp"
#include "scene/patchwork.hpp"
#include "scene/poses.hpp"
#include "scene/random_clip.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::kUntouched;
using testing::on_each_target;
using testing::Oracle;
using testing::Patchwork;
using testing::same;

TEST(WholeNodes, EqualTheReference) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
      const Patchwork made(seed);
      const Sampler floats(made.scene, made.clip);
      const Sampler shorts(made.scene, made.clip, Sampler::RowSize::shorts);
      Oracle oracle(made.scene, made.clip);
      std::vector<Transformf> pose(made.scene.nodes.size() + 1, kUntouched);
      for (const double frame : {0.0, 2.0, 2.75, 4.5, 6.0}) {
        const std::vector<Transform>& want = oracle.at(frame);
        for (const auto& [sampler, bound] : {std::pair(&floats, 1e-5), std::pair(&shorts, 3e-4)}) {
          sampler->sample(frame, pose);
          for (std::size_t node = 0; node < want.size(); ++node) {
            ASSERT_LT(apart(pose[node], want[node]), bound)
                << "seed " << seed << " node " << node << " frame " << frame;
          }
          ASSERT_TRUE(same(pose.back(), kUntouched)) << "seed " << seed;
        }
      }
    }
  });
}

TEST(WholeNodes, ShorterSpansGetTheFirst) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      const Patchwork made(seed);
      for (const auto rows : {Sampler::RowSize::floats, Sampler::RowSize::shorts}) {
        const Sampler sampler(made.scene, made.clip, rows);
        std::vector<Transformf> whole(sampler.node_count());
        sampler.sample(1.25, whole);
        for (std::size_t count = 0; count < whole.size(); ++count) {
          std::vector<Transformf> some(count + 1, kUntouched);
          sampler.sample(1.25, std::span(some).first(count));
          for (std::size_t node = 0; node < count; ++node) {
            // The last bits may be those of other registers.
            const Transformf& is = whole[node];
            const Quat turn{is.rotation[0], is.rotation[1], is.rotation[2], is.rotation[3]};
            const auto wide = [](const std::array<float, 3>& v) { return Vec3{v[0], v[1], v[2]}; };
            const Transform want{wide(is.translation), turn, wide(is.scale), {}};
            ASSERT_LT(apart(some[node], want), 1e-6) << "seed " << seed << " node " << node;
          }
          ASSERT_TRUE(same(some.back(), kUntouched)) << "seed " << seed << " count " << count;
        }
      }
    }
  });
}

}  // namespace
}  // namespace anmkit
