// SPDX-License-Identifier: MIT
// Tracks of a camera: target, roll, field of view.
#include <gtest/gtest.h>

#include "scene/reference.hpp"

namespace anmkit {
namespace {

TEST(CameraTracks, TargetRollAndFieldOfViewAreLines) {
  Scene scene;
  scene.nodes.resize(1);
  scene.nodes[0].camera = 0;
  scene.cameras.emplace_back();
  Clip clip;
  clip.duration = 4;
  const auto add = [&](Property property, std::vector<double> values) {
    Track track;
    track.property = property;
    track.times = {0, 4};
    track.values = std::move(values);
    clip.tracks.push_back(std::move(track));
  };
  add(Property::target, {1, 2, 3, 5, 10, 15});
  add(Property::roll, {0.5, 1.5});
  add(Property::field_of_view, {1, 2});
  Pose pose;
  ReferenceSampler(scene, clip).sample(1, pose);
  EXPECT_EQ(pose.at(0).target, (Vec3{2, 4, 6}));
  EXPECT_NEAR(pose.at(0).roll, 0.75, 1e-15);
  EXPECT_NEAR(pose.at(0).field_of_view, 1.25, 1e-15);
}

}  // namespace
}  // namespace anmkit
