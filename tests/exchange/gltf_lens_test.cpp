// SPDX-License-Identifier: MIT
// Animated fields of view: exported to glTF as a pointer to the camera, and imported.
#include <gtest/gtest.h>

#include "anmkit/gltf.hpp"
#include "core/bytes.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

Scene filmed() {
  Scene scene;
  scene.cameras.resize(2);
  scene.nodes.resize(3);
  scene.nodes[1].name = "first";
  scene.nodes[1].camera = 0;
  scene.nodes[2].name = "second";
  scene.nodes[2].camera = 1;
  Clip& clip = scene.clips.emplace_back();
  clip.name = "zoom";
  clip.rate = 30;
  clip.duration = 30;
  Track zoom;
  zoom.node = 2;
  zoom.property = Property::field_of_view;
  zoom.times = {0, 10, 30};
  zoom.values = {0.5, 1.0, 0.75};
  clip.tracks.push_back(zoom);
  Track move;
  move.node = 1;
  move.times = {0, 30};
  move.values = {0, 0, 0, 3, 6, 9};
  clip.tracks.push_back(move);
  return scene;
}

TEST(GltfLens, FieldsOfViewReturnToTheirCamera) {
  ConversionReport report;
  const auto bytes = write_gltf(filmed(), {}, report);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_NE(as_text(*bytes).find("/cameras/1/perspective/yfov"), std::string_view::npos);
  Diagnostics notes;
  const auto back = read_gltf(*bytes, 30, {}, &notes);
  ASSERT_TRUE(back.has_value());
  ASSERT_EQ(back->clips.size(), 1u);
  EXPECT_TRUE(notes.empty());
  for (std::size_t n = 0; n < back->nodes.size(); ++n) {
    if (back->nodes[n].camera < 0) continue;
    Pose pose;
    const ReferenceSampler sampler(*back, back->clips[0]);
    sampler.sample(20, pose);
    if (back->nodes[n].name == "second") {
      EXPECT_NEAR(pose[n].field_of_view, 0.875, 1e-6);
    }
    if (back->nodes[n].name == "first") {
      EXPECT_NEAR(pose[n].local.translation.y, 4, 1e-6);
    }
  }
  std::size_t zooms = 0;
  for (const Track& track : back->clips[0].tracks) {
    if (track.property != Property::field_of_view) continue;
    ++zooms;
    EXPECT_EQ(back->nodes.at(track.node).name, "second");
    EXPECT_EQ(track.times.front(), 0);
    EXPECT_EQ(track.times.back(), 30);
  }
  EXPECT_EQ(zooms, 1u);
}

}  // namespace
}  // namespace anmkit
