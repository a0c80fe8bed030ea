// SPDX-License-Identifier: MIT
// Runs of nodes of which the same moves, in every neighbourhood, and spans that cut them.
#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "playback/poses.hpp"
#include "scene/tracks.hpp"

namespace anmkit {
namespace {

using testing::expect_first_nodes;
using testing::expect_reference;
using testing::line;
using testing::on_each_target;
using testing::Patchwork;
using testing::pose_at;
using testing::RandomClip;
using Moves = Patchwork::Moves;

void expect_patchwork(const Patchwork& made) {
  expect_reference(made.scene, made.clip, std::array{0.0, 2.0, 2.75, 4.5, 6.0}, 1e-5);
}

TEST(NodeRuns, EqualTheReference) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 300; ++seed) {
      SCOPED_TRACE(seed);
      expect_patchwork(Patchwork(seed));
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

TEST(NodeRuns, OfEveryLengthEqualTheReference) {
  on_each_target([] {
    for (std::size_t count = 1; count <= 20; ++count) {
      for (const Moves between :
           {Moves::nothing, Moves::turn, Moves::turn_and_place, Moves::lines}) {
        for (const auto& [period, steps] :
             {std::pair(0, false), std::pair(3, false), std::pair(0, true)}) {
          SCOPED_TRACE(::testing::Message()
                       << count << " nodes beside " << static_cast<int>(between) << ", period "
                       << period << ", steps " << steps);
          expect_patchwork(runs_of_all(count, between, period, steps));
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

// Spans of any length get the first nodes, to the bit.
TEST(NodeRuns, ShorterSpansGetTheFirst) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      const Patchwork made(seed);
      expect_first_nodes(Sampler(made.scene, made.clip), 1.25, 0);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

// Nodes without constant values, whatever their tracks become, next to nodes with some: rows of
// tables with and without repetitions.
TEST(NodeRuns, MovingNodesEqualTheReference) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 1 + seed * 7 % 90, .still_each = seed % 4, .all_moves = true})
          .make(scene, clip);
      constexpr std::array kFrames = {-1.0, 0.0, 0.41, 3.0, 5.75, 11.0, 100.0};
      expect_reference(scene, clip, kFrames, 2e-5);
      for (const double frame : kFrames)
        expect_first_nodes(Sampler(scene, clip), frame, 2e-5);
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

// Of lines, and of all curves, with pivots.
TEST(NodeRuns, ShorterSpansOfAnyTracks) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      for (const bool lines : {false, true}) {
        SCOPED_TRACE(::testing::Message() << "seed " << seed << " lines " << lines);
        Scene scene;
        Clip clip;
        RandomClip(seed, {.nodes = lines ? 13u : 9u, .whole_frames = true, .lines_only = lines})
            .make(scene, clip);
        expect_first_nodes(Sampler(scene, clip), 3.25, lines ? 1e-5 : 1e-4);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  });
}

// A node that moves and grows is kept apart from those that only move, and is cut off before them.
TEST(NodeRuns, ShorterSpansOfSplines) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(3);
    Clip clip;
    clip.duration = 10;
    const auto spline = [&](std::uint32_t node, Property property, double at) {
      Track made = line({0, 10}, {0, 0, 0, at, at + 1, at + 2, 1, 2, 3, 4, 5, 6, 9, 8, 7, 0, 0, 0});
      made.node = node;
      made.property = property;
      made.interpolation = Interpolation::cubic;
      clip.tracks.push_back(made);
    };
    spline(0, Property::translation, 20);
    for (const std::uint32_t node : {1u, 2u}) {
      spline(node, Property::translation, 20.0 + 10 * node);
      spline(node, Property::scale, 40);
    }
    expect_reference(scene, clip, std::array{0.0, 2.5, 7.0}, 2e-5);
    for (const double frame : {0.0, 2.5, 7.0})
      expect_first_nodes(Sampler(scene, clip), frame, 2e-5);
    // Half of the first tangent is still there after a quarter of the way (Hermite's polynomials):
    // 20 * (1 - 3/16 + 2/64) + 10 * (1/4 - 2/16 + 1/64) + 9 * (3/16 - 2/64) + 10 * 4 * (1/64 -
    // 1/16)
    const Transformf first = pose_at(Sampler(scene, clip), 2.5)[0];
    EXPECT_NEAR(first.translation[0],
                20 * 0.84375 + 10 * 1 * 0.140625 + 9 * 0.15625 - 10 * 4 * 0.046875, 1e-5);
    EXPECT_EQ(first.scale, (std::array<float, 3>{1, 1, 1}));
  });
}

}  // namespace
}  // namespace anmkit
