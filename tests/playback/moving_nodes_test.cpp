// SPDX-License-Identifier: MIT
// Nodes without constant values, whatever their tracks become, next to nodes with some: each number
// of a pose is written, and none that was not requested.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <vector>

#include "anmkit/sampler.hpp"
#include "playback/each_target.hpp"
#include "playback/poses.hpp"
#include "playback/random_clip.hpp"

namespace anmkit {
namespace {

using testing::apart;
using testing::kUntouched;
using testing::on_each_target;
using testing::Oracle;
using testing::same;

// Tracks of all ways through the sampler, a translation, a rotation and a scale for each node.
class MovingNodes {
 public:
  // A node in `still_each` has less than that.
  MovingNodes(std::uint32_t seed, std::uint32_t nodes, std::uint32_t still_each) : random_(seed) {
    clip.duration = 12;
    scene.nodes.resize(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node) {
      scene.nodes[node].rest = {{number(), number(), number()},
                                normalize({number(), number(), number(), 2}),
                                {number(), number(), number()},
                                {random_() % 8 == 0 ? number() : 0, 0, 0}};
      const Property turn = random_() % 2 == 0 ? Property::euler : Property::rotation;
      for (const Property property : {Property::translation, turn, Property::scale}) {
        if (still_each > 0 && random_() % still_each == 0) continue;
        add(node, property);
      }
    }
  }

  Scene scene;
  Clip clip;

 private:
  double number() { return std::uniform_real_distribution<double>(-3, 3)(random_); }

  void add(std::uint32_t node, Property property) {
    Track& track = clip.tracks.emplace_back();
    track.node = node;
    track.property = property;
    const bool turns = property == Property::rotation;
    constexpr Interpolation kTurns[] = {Interpolation::slerp, Interpolation::step,
                                        Interpolation::slerp_long};
    constexpr Interpolation kOthers[] = {Interpolation::linear, Interpolation::step,
                                         Interpolation::cubic, Interpolation::bezier};
    track.interpolation = turns ? kTurns[random_() % 3] : kOthers[random_() % 4];
    // Now and then each track of a node repeats by itself.
    track.period = random_() % 8 == 0 ? 7 + static_cast<double>(random_() % 2) : 0;
    const double shift = random_() % 3 == 0 ? 0 : number() / 10 + 0.4;
    for (int key = 0; key < 5; ++key) {
      track.times.push_back(shift + static_cast<double>(key * (1 + random_() % 2)) +
                            (key == 4 ? 5 : 0));
      if (turns) {
        const Quat q = normalize({number() / 9, number() / 9, number() / 9, 2});
        track.values.insert(track.values.end(), {q.x, q.y, q.z, q.w});
      } else {
        for (std::size_t i = 0; i < track.stride(); ++i)
          track.values.push_back(number());
      }
    }
    std::ranges::sort(track.times);
    if (random_() % 4 == 0) track.ease.assign(10, 0.3);
  }

  std::mt19937 random_;
};

void expect_reference(const MovingNodes& made) {
  const Sampler sampler(made.scene, made.clip);
  Oracle oracle(made.scene, made.clip);
  const std::size_t nodes = made.scene.nodes.size();
  for (const double frame : {-1.0, 0.0, 0.41, 3.0, 5.75, 11.0, 100.0}) {
    const std::vector<Transform>& want = oracle.at(frame);
    for (const std::size_t count : {nodes + 1, nodes, nodes - 1, nodes / 2}) {
      std::vector<Transformf> pose(count, kUntouched);
      sampler.sample(frame, pose);
      for (std::size_t node = 0; node < std::min(count, nodes); ++node) {
        ASSERT_LT(apart(pose[node], want[node]), 2e-5)
            << "node " << node << " of " << count << " frame " << frame;
      }
      if (count > nodes) {
        ASSERT_TRUE(same(pose.back(), kUntouched));
      }
    }
  }
}

TEST(MovingNodes, EqualTheReference) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(seed);
      // Rows of tables with and without repetitions.
      expect_reference(MovingNodes(seed, 1 + seed * 7 % 90, seed % 4));
      if (::testing::Test::HasFatalFailure()) return;
    }
  });
}

}  // namespace
}  // namespace anmkit
