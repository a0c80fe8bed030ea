// SPDX-License-Identifier: MIT
// Poses that are kept are those of the sampler, to the bit, whatever was shown before.
#include "anmkit/sampler.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "scene/each_target.hpp"
#include "scene/poses.hpp"

namespace anmkit {
namespace {

using testing::on_each_target;
using testing::Patchwork;
using testing::same;
using testing::samplers;

TEST(Crowd, PosesAreThoseOfTheSampler) {
  on_each_target([] {
    const std::vector<Sampler> all = samplers();
    std::mt19937 random(3);
    // Around the number that is prepared together; more and fewer nodes than clips have.
    for (const std::size_t characters : {1u, 5u, 64u, 65u, 150u}) {
      for (const std::size_t nodes : {0u, 7u, 80u}) {
        Crowd crowd(characters, nodes);
        ASSERT_EQ(crowd.character_count(), characters);
        ASSERT_EQ(crowd.node_count(), nodes);
        std::vector<std::vector<Transformf>> wanted(characters, std::vector<Transformf>(nodes));
        std::vector<Crowd::Moment> moments(characters);
        for (int step = 0; step < 12; ++step) {
          for (std::size_t i = 0; i < characters; ++i) {
            // Most go on with their clip; some begin that of the one before.
            if (step == 0 || random() % 6 == 0) moments[i].sampler = &all[random() % all.size()];
            if (i > 0 && random() % 3 == 0) moments[i].sampler = moments[i - 1].sampler;
            if (random() % 12 == 0) moments[i].sampler = nullptr;
            moments[i].frame = static_cast<double>(random() % 200) / 4 - 5;
          }
          // At times some at the end have no moment.
          const std::size_t count = step % 4 == 3 ? characters / 2 : characters;
          for (std::size_t i = 0; i < count; ++i) {
            if (moments[i].sampler != nullptr)
              moments[i].sampler->sample(moments[i].frame, wanted[i]);
          }
          crowd.sample(std::span(moments).first(count));
          for (std::size_t i = 0; i < characters; ++i)
            ASSERT_TRUE(same(crowd.pose(i), wanted[i])) << i << " in step " << step;
        }
      }
    }
  });
}

TEST(Crowd, BeginsWithWhatChangesNothing) {
  Crowd crowd(2, 3);
  ASSERT_EQ(crowd.poses().size(), 6u);
  for (const Transformf& node : crowd.poses())
    EXPECT_TRUE(same(node, Transformf{}));
  crowd.sample({});
  EXPECT_TRUE(same(crowd.pose(1)[2], Transformf{}));
}

TEST(Crowd, MomentsBehindTheLastCharacterMeanNothing) {
  const std::vector<Sampler> all = samplers();
  Crowd crowd(1, all[5].node_count());
  const std::vector<Crowd::Moment> moments(3, {&all[5], 2});
  crowd.sample(moments);
  std::vector<Transformf> wanted(all[5].node_count());
  all[5].sample(2, wanted);
  EXPECT_TRUE(same(crowd.poses(), wanted));
}

// A new clip may lie where the one before did.
TEST(Crowd, SamplersMayEnd) {
  Crowd crowd(1, 80);
  std::vector<Transformf> wanted(80);
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const Patchwork made(seed);
    const Sampler sampler(made.scene, made.clip);
    for (const double frame : {3.5, 1.0}) {
      const Crowd::Moment moment{&sampler, frame};
      crowd.sample({&moment, 1});
      sampler.sample(frame, wanted);
      ASSERT_TRUE(same(crowd.pose(0), wanted)) << seed;
    }
  }
}

// Copies of a sampler show one clip, which goes on.
TEST(Crowd, CopiesAreOneClip) {
  const std::vector<Sampler> copies(2, samplers()[7]);
  Crowd crowd(1, copies[0].node_count());
  std::vector<Transformf> wanted(copies[0].node_count());
  for (const Crowd::Moment moment : {Crowd::Moment{copies.data(), 1.5}, {&copies[1], 7.25}}) {
    crowd.sample({&moment, 1});
    moment.sampler->sample(moment.frame, wanted);
    EXPECT_TRUE(same(crowd.pose(0), wanted));
  }
}

TEST(Crowd, MoreThanMemoryHoldsThrows) {
  constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();
  EXPECT_ANY_THROW(Crowd(kMost / 2 + 1, 2));
  EXPECT_ANY_THROW(Crowd(2, kMost / 2 + 1));
  EXPECT_ANY_THROW(Crowd(2, kMost));
}

}  // namespace
}  // namespace anmkit
