// SPDX-License-Identifier: MIT
// Many poses in one call are those of as many calls, to the bit, whatever else is asked for.
#include <gtest/gtest.h>

#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "anmkit/sampler.hpp"
#include "scene/each_target.hpp"
#include "scene/poses.hpp"
#include "scene/sampler/aligned.hpp"

namespace anmkit {
namespace {

using testing::kUntouched;
using testing::on_each_target;
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
        std::vector<Transformf> one(nodes);
        for (std::size_t i = 0; nodes > 0 && i < many.size() / nodes; ++i) {
          sampler.sample(frames[i], one);
          ASSERT_TRUE(same(std::span(many).subspan(i * nodes, nodes), one)) << i << " of " << count;
        }
        for (std::size_t i = nodes > 0 ? many.size() / nodes * nodes : 0; i < many.size(); ++i)
          ASSERT_TRUE(same(many[i], kUntouched)) << i;
      }
    }
  });
}

// Wherever in a cache line a pose begins, and nothing beside it is written. A node is ten floats:
// eight nodes in order are at all places that poses can have in registers of eight.
TEST(SampleMany, PosesBeginAnywhere) {
  on_each_target([] {
    const double frames[] = {2, 2.5, 7, 1.25};
    for (const Sampler& sampler : samplers()) {
      const std::size_t nodes = sampler.node_count();
      std::vector<Transformf> one(nodes);
      for (std::size_t begin = 0; begin < 8; ++begin) {
        const std::size_t apart = nodes + 1;
        LineVector<Transformf> all(begin + std::size(frames) * apart, kUntouched);
        std::vector<PoseRequest> requests;
        for (std::size_t i = 0; i < std::size(frames); ++i)
          requests.push_back(
              {&sampler, frames[i], std::span(all).subspan(begin + i * apart, nodes)});
        sample_many(requests);
        for (const PoseRequest& request : requests) {
          sampler.sample(request.frame, one);
          ASSERT_TRUE(same(request.out, one)) << begin << " at " << request.frame;
          ASSERT_TRUE(same(*(request.out.data() + nodes), kUntouched)) << begin;
        }
        for (std::size_t i = 0; i < begin; ++i)
          ASSERT_TRUE(same(all[i], kUntouched)) << i;
      }
    }
  });
}

// Frames that are rows themselves among others that are not, in any order, and what is no frame;
// numbers of the rows that a product with 0 or 1 would change.
TEST(SampleMany, WholeFramesAmongOthers) {
  constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double frames[] = {2,   2,  1,     1.5,       7,          kNone, -0.0, 0,   -3,  1e9,
                           2.5, 20, kNone, kInfinite, -kInfinite, 3,     3.25, 999, 5.0, 5.0};
  on_each_target([&] {
    for (const std::uint32_t nodes : {3u, 4u, 8u, 13u, 20u, 29u}) {
      for (const double odd : {-0.0, kNone, kInfinite, 1e30}) {
        for (const double period : {0.0, 6.0}) {
          for (const bool only_turns : {false, true}) {
            Scene scene;
            scene.nodes.resize(nodes);
            Clip clip;
            std::mt19937 random(nodes);
            for (std::uint32_t node = 0; node < nodes; ++node) {
              for (const Property property :
                   {Property::translation, Property::rotation, Property::scale}) {
                const bool turn = property == Property::rotation;
                if (only_turns && !turn) continue;
                Track& track = clip.tracks.emplace_back();
                track.node = node;
                track.property = property;
                track.interpolation = turn ? Interpolation::slerp : Interpolation::linear;
                track.period = period;
                for (int key = 0; key < 9; ++key) {
                  track.times.push_back(key);
                  for (std::size_t i = 0; i < track.components(); ++i) {
                    const double even = i == 3 ? 9.0 : static_cast<double>(random() % 3);
                    track.values.push_back(random() % 40 == 0 ? odd : even);
                  }
                }
              }
            }
            const Sampler sampler(scene, clip);
            std::vector<Transformf> many(std::size(frames) * nodes), one(nodes);
            sampler.sample_many(frames, many);
            for (std::size_t i = 0; i < std::size(frames); ++i) {
              sampler.sample(frames[i], one);
              ASSERT_TRUE(same(std::span(many).subspan(i * nodes, nodes), one))
                  << nodes << " nodes at " << frames[i] << " with " << odd;
            }
          }
        }
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
