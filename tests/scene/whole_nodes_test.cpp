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
using Moves = Patchwork::Moves;

void expect_reference(const Patchwork& made) {
  const Sampler floats(made.scene, made.clip);
  const Sampler shorts(made.scene, made.clip, Sampler::RowSize::shorts);
  Oracle oracle(made.scene, made.clip);
  std::vector<Transformf> pose(made.scene.nodes.size() + 1, kUntouched);
  for (const double frame : {0.0, 2.0, 2.75, 4.5, 6.0}) {
    const std::vector<Transform>& want = oracle.at(frame);
    for (const auto& [sampler, bound] : {std::pair(&floats, 1e-5), std::pair(&shorts, 3e-4)}) {
      sampler->sample(frame, pose);
      for (std::size_t node = 0; node < want.size(); ++node)
        ASSERT_LT(apart(pose[node], want[node]), bound) << "node " << node << " frame " << frame;
      ASSERT_TRUE(same(pose.back(), kUntouched));
    }
  }
}

TEST(WholeNodes, EqualTheReference) {
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

TEST(WholeNodes, RunsThatMoveAltogetherEqualTheReference) {
  on_each_target([] { each_run_of_all(expect_reference); });
}

// One by one, many at once and kept by a crowd, to the bit; spans of any length get the first.
TEST(WholeNodes, RunsThatMoveAltogetherAreTheSameInEveryWay) {
  on_each_target([] {
    each_run_of_all([](const Patchwork& made) {
      for (const auto rows : {Sampler::RowSize::floats, Sampler::RowSize::shorts}) {
        const Sampler sampler(made.scene, made.clip, rows);
        const std::size_t nodes = sampler.node_count();
        const std::vector<double> frames{1.25, 2, 5.5};
        std::vector<Transformf> one(nodes), many(frames.size() * nodes);
        sampler.sample_many(frames, many);
        Crowd crowd(1, nodes);
        for (std::size_t i = 0; i < frames.size(); ++i) {
          sampler.sample(frames[i], one);
          ASSERT_TRUE(same(std::span(many).subspan(i * nodes, nodes), one)) << frames[i];
          const Crowd::Moment moment{&sampler, frames[i]};
          crowd.sample({&moment, 1});
          ASSERT_TRUE(same(crowd.pose(0), one)) << frames[i];
        }
        for (std::size_t count = 0; count < nodes; ++count) {
          std::vector<Transformf> some(nodes, kUntouched);
          sampler.sample(frames.back(), std::span(some).first(count));
          ASSERT_TRUE(same(std::span(some).first(count), std::span(one).first(count))) << count;
          for (std::size_t node = count; node < nodes; ++node)
            ASSERT_TRUE(same(some[node], kUntouched)) << node << " of " << count;
        }
      }
    });
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
