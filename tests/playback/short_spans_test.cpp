// SPDX-License-Identifier: MIT
// Spans shorter than the nodes: the first nodes are as in a long one, whichever way their tracks
// take.
#include <gtest/gtest.h>

#include "anmkit/sampler.hpp"
#include "playback/each_target.hpp"
#include "playback/random_clip.hpp"

namespace anmkit {
namespace {

using testing::on_each_target;
using testing::RandomClip;

TEST(ShortSpans, CurvesOfTheFirstNodesAreTheSame) {
  on_each_target([] {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 9, .whole_frames = true}).make(scene, clip);
      const Sampler sampler(scene, clip);
      std::vector<Transformf> whole(9);
      sampler.sample(3.25, whole);
      for (std::size_t count = 0; count < 9; ++count) {
        std::vector<Transformf> some(count);
        sampler.sample(3.25, some);
        for (std::size_t node = 0; node < count; ++node) {
          SCOPED_TRACE(::testing::Message()
                       << "seed " << seed << " node " << node << " of " << count);
          for (std::size_t i = 0; i < 4; ++i)
            ASSERT_NEAR(some[node].rotation[i], whole[node].rotation[i], 1e-5);
          for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_NEAR(some[node].translation[i], whole[node].translation[i], 1e-4);
            ASSERT_NEAR(some[node].scale[i], whole[node].scale[i], 1e-4);
          }
        }
      }
    }
  });
}

// Curves of one property after those of two, which a short span leaves out.
TEST(ShortSpans, CurvesAfterOmittedOnes) {
  on_each_target([] {
    Scene scene;
    scene.nodes.resize(3);
    Clip clip;
    clip.duration = 10;
    double next = 1;
    const auto add = [&](std::uint32_t node, Property property) {
      Track track;
      track.node = node;
      track.property = property;
      track.interpolation = Interpolation::cubic;
      track.times = {0, 4, 10};
      while (track.values.size() < track.stride() * 3)
        track.values.push_back(next = next * 1.5 > 50 ? 1 : next * 1.5);
      clip.tracks.push_back(std::move(track));
    };
    add(0, Property::translation);
    for (const std::uint32_t node : {1u, 2u}) {
      add(node, Property::translation);
      add(node, Property::scale);
    }
    const Sampler sampler(scene, clip);
    for (const double frame : {0.0, 2.5, 7.0}) {
      Pose pose;
      ReferenceSampler(scene, clip).sample(frame, pose);
      for (const std::size_t count : {1u, 2u, 3u}) {
        std::vector<Transformf> some(count);
        sampler.sample(frame, some);
        for (std::size_t node = 0; node < count; ++node) {
          const Vec3 place = pose[node].local.translation;
          EXPECT_NEAR(some[node].translation[0], place.x, 1e-3) << node << " of " << count;
          EXPECT_NEAR(some[node].translation[1], place.y, 1e-3) << node << " of " << count;
          EXPECT_NEAR(some[node].translation[2], place.z, 1e-3) << node << " of " << count;
          EXPECT_NEAR(some[node].scale[2], pose[node].local.scale.z, 1e-3);
        }
      }
    }
  });
}

// Whatever a clip is kept as, it is kept in whole 32-bit numbers.
TEST(ShortSpans, RoomIsOfWholeNumbers) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    for (const bool lines : {false, true}) {
      Scene scene;
      Clip clip;
      RandomClip(seed, {.nodes = 3, .whole_frames = lines, .lines_only = lines}).make(scene, clip);
      EXPECT_EQ(Sampler(scene, clip).bytes() % 4, 0u) << seed;
    }
  }
}

// The rest pose alone takes a transform a node.
TEST(ShortSpans, RoomGrowsWithTheNodes) {
  Scene scene;
  scene.nodes.resize(1000);
  EXPECT_GE(Sampler(scene, Clip{}).bytes(), 1000 * sizeof(Transformf));
}

// Neither locals, nor matrices to read, nor places to write may be too few.
TEST(ShortSpans, SkinMatricesAreLeftAlone) {
  Scene scene;
  scene.nodes.resize(3);
  const Hierarchy hierarchy(scene);
  const std::vector<Transformf> locals(3);
  const std::vector<Mat4f> inverse(3);
  for (const std::size_t short_one : {0u, 1u, 2u}) {
    std::vector<Mat4f> world(short_one == 0 ? 2 : 3), skin(short_one == 1 ? 2 : 3);
    skin[0].at(0, 3) = 7;
    hierarchy.skin_matrices(locals, std::span(inverse).first(short_one == 2 ? 2 : 3), world, skin);
    EXPECT_EQ(skin[0].at(0, 3), 7) << short_one;
  }
}

}  // namespace
}  // namespace anmkit
