// SPDX-License-Identifier: MIT
// Runs of nodes of which the same moves, in every neighbourhood.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/each_target.hpp"
#include "playback/patchwork.hpp"
#include "playback/poses.hpp"
#include "playback/random_clip.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::kUntouched;
using testing::on_each_target;
using testing::Oracle;
using testing::Patchwork;
using testing::same;
using Moves = Patchwork::Moves;

void expect_reference(const Patchwork& made) {
  const Sampler sampler(made.scene, made.clip);
  Oracle oracle(made.scene, made.clip);
  std::vector<Transformf> pose(made.scene.nodes.size() + 1, kUntouched);
  for (const double frame : {0.0, 2.0, 2.75, 4.5, 6.0}) {
    const std::vector<Transform>& want = oracle.at(frame);
    sampler.sample(frame, pose);
    for (std::size_t node = 0; node < want.size(); ++node)
      ASSERT_LT(apart(pose[node], want[node]), 1e-5) << "node " << node << " frame " << frame;
    ASSERT_TRUE(same(pose.back(), kUntouched));
  }
}

TEST(NodeRuns, EqualTheReference) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE(seed);
      expect_reference(Patchwork(seed));
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

// Two runs of nodes whose every number moves, among others; the second in the same rows or not.
Patchwork runs_of_all(std::size_t count, Moves between, double period, bool steps) {
  const Moves second = steps ? Moves::all_by_angles : Moves::all;
  const Patchwork::Run runs[] = {
      {between, count % 3}, {Moves::all, count}, {between, 1}, {second, 21 - count, period, steps},
      {Moves::nothing, 1},  {Moves::all, 4},     {between, 5}};
  return Patchwork(static_cast<std::uint32_t>(count), runs);
}

// Calls check(scene and clip) with runs of each length.
template <class Check>
void each_run_of_all(Check&& check) {
  for (std::size_t count = 1; count <= 20; ++count) {
    for (const Moves between : {Moves::nothing, Moves::turn, Moves::turn_and_place, Moves::lines}) {
      for (const auto& [period, steps] :
           {std::pair(0, false), std::pair(3, false), std::pair(0, true)}) {
        SCOPED_TRACE(::testing::Message() << count << " nodes beside " << static_cast<int>(between)
                                          << ", period " << period << ", steps " << steps);
        check(runs_of_all(count, between, period, steps));
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(NodeRuns, OfEveryLengthEqualTheReference) {
  on_each_target([] { each_run_of_all(expect_reference); });
}

// Spans of any length get the first nodes, to the bit.
TEST(NodeRuns, ShorterSpansGetTheFirst) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      const Patchwork made(seed);
      const Sampler sampler(made.scene, made.clip);
      const std::size_t nodes = sampler.node_count();
      std::vector<Transformf> whole(nodes);
      sampler.sample(1.25, whole);
      for (std::size_t count = 0; count < nodes; ++count) {
        std::vector<Transformf> some(nodes, kUntouched);
        sampler.sample(1.25, std::span(some).first(count));
        ASSERT_TRUE(same(std::span(some).first(count), std::span(whole).first(count))) << count;
        for (std::size_t node = count; node < nodes; ++node)
          ASSERT_TRUE(same(some[node], kUntouched)) << node << " of " << count;
      }
    }
  });
}

}  // namespace
}  // namespace anmkit
