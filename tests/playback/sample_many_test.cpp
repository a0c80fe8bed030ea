// SPDX-License-Identifier: MIT
// Many poses in one call are those of as many calls, to the bit, whatever else is asked for.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/poses.hpp"

namespace anmkit {
namespace {

using testing::kUntouched;
using testing::on_each_target;
using testing::pose_at;
using testing::same;
using testing::samplers;

TEST(SampleMany, MomentsOfOneClip) {
  on_each_target([] {
    std::mt19937 random(5);
    for (const Sampler& sampler : samplers()) {
      const std::size_t nodes = sampler.node_count();
      // Around the number that is prepared together.
      for (const std::size_t count : {0u, 1u, 2u, 63u, 64u, 65u, 200u}) {
        std::vector<double> frames(count);
        for (double& frame : frames)
          frame = static_cast<double>(random() % 200) / 4 - 5;
        // Room for all but half of the last one.
        std::vector<Transformf> many(count * nodes - (count > 1 ? nodes / 2 : 0), kUntouched);
        sampler.sample_many(frames, many);
        for (std::size_t i = 0; nodes > 0 && i < many.size() / nodes; ++i)
          ASSERT_TRUE(same(std::span(many).subspan(i * nodes, nodes), pose_at(sampler, frames[i])))
              << i << " of " << count;
        for (std::size_t i = nodes > 0 ? many.size() / nodes * nodes : 0; i < many.size(); ++i)
          ASSERT_TRUE(same(many[i], kUntouched)) << i;
      }
    }
  });
}

TEST(SampleMany, CharactersOfManyClips) {
  on_each_target([] {
    const std::vector<Sampler> all = samplers();
    std::mt19937 random(9);
    for (const std::size_t count : {0u, 1u, 7u, 64u, 300u}) {
      std::vector<std::vector<Transformf>> poses(count), wanted(count);
      std::vector<PoseRequest> requests(count);
      std::size_t which = 0;
      for (std::size_t i = 0; i < count; ++i) {
        // Often the same one again.
        if (random() % 2 == 0) which = random() % all.size();
        const Sampler& sampler = all[which];
        // Some have less room than the clip has nodes, some more.
        poses[i].assign(random() % (sampler.node_count() + 4), kUntouched);
        wanted[i] = poses[i];
        requests[i] = {random() % 9 == 0 ? nullptr : &sampler,
                       static_cast<double>(random() % 200) / 4 - 5, poses[i]};
        if (requests[i].sampler != nullptr) sampler.sample(requests[i].frame, wanted[i]);
      }
      sample_many(requests);
      for (std::size_t i = 0; i < count; ++i)
        ASSERT_TRUE(same(poses[i], wanted[i])) << i << " of " << count;
    }
  });
}

}  // namespace
}  // namespace anmkit
