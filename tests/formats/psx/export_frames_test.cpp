// SPDX-License-Identifier: MIT
// The playback of an exported file, at and between frames, against the clip's own sampler: objects
// that come and go are where they are seen, also in the last moment before they vanish.
#include "clip_sampler.hpp"
#include "export_scene.hpp"
#include "formats/psx/document.hpp"
#include "random_clips.hpp"
#include "scene/reference.hpp"

namespace anmkit::psx::test {
namespace {

Keyframe at(std::uint8_t object, int x) {
  return {
      .object_index = object, .flags = kHasPosition, .pos = {static_cast<std::int16_t>(x), 0, 0}};
}

// Object 0 is hidden in frame 0 and seen from frame 1; then it vanishes and comes back.
Anm coming_and_going() {
  Anm anm;
  for (const int x : {0, 100, 200, 0, 0, 700, 800, 0}) {
    std::vector<Keyframe> frame;
    if (x != 0) frame.push_back(at(0, x));
    frame.push_back(at(1, 5));
    anm.add_frame(frame);
  }
  return anm;
}

Scene exported_and_read(const Anm& anm, GltfWriteOptions::Keys keys) {
  const AnmDocument document(anm);
  Diagnostics diagnostics;
  ConversionReport report;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  GltfWriteOptions options;
  options.keys = keys;
  return read_gltf(write_gltf(scene, options, report).value(), 0).value();
}

void expect_same_picture(const Anm& anm, GltfWriteOptions::Keys keys) {
  const ClipSampler wanted(anm);
  const Scene scene = exported_and_read(anm, keys);
  ASSERT_EQ(scene.nodes.size(), wanted.slots().size());
  const ReferenceSampler sampler(scene, scene.clips.at(0));
  std::vector<ObjectPose> poses(wanted.slots().size());
  Pose pose;
  for (double frame = 0; frame < static_cast<double>(anm.frame_count()); frame += 0.25) {
    wanted.sample(frame, poses);
    sampler.sample(frame, pose);
    for (std::size_t i = 0; i < poses.size(); ++i) {
      const ObjectPose& want = poses[i];
      SCOPED_TRACE("object " + std::to_string(i) + " at frame " + std::to_string(frame));
      EXPECT_EQ(pose[i].visible, want.visible);
      if (!want.visible) continue;
      const Transform& has = pose[i].local;
      EXPECT_NEAR(has.translation.x, want.translation[0], 0.02);
      EXPECT_NEAR(has.translation.y, want.translation[1], 0.02);
      EXPECT_NEAR(has.translation.z, want.translation[2], 0.02);
      EXPECT_NEAR(has.scale.x, want.scale[0], 1e-5);
      EXPECT_NEAR(has.scale.y, want.scale[1], 1e-5);
      EXPECT_NEAR(has.scale.z, want.scale[2], 1e-5);
      const auto& r = want.rotation;
      EXPECT_LT(angle_between(has.rotation, Quat{r[0], r[1], r[2], r[3]}), 1e-3);
    }
  }
}

TEST(PsxExportFrames, ObjectsThatComeAndGo) {
  expect_same_picture(coming_and_going(), GltfWriteOptions::Keys::bake);
  expect_same_picture(coming_and_going(), GltfWriteOptions::Keys::sparse);
}

TEST(PsxExportFrames, RandomClips) {
  for (std::uint32_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(seed);
    expect_same_picture(random_clip(seed), GltfWriteOptions::Keys::bake);
    expect_same_picture(random_clip(seed), GltfWriteOptions::Keys::sparse);
  }
}

// For display a hidden object has the values of one without components, and angles as stored.
TEST(PsxExportFrames, HiddenObjectsAreNeutralForDisplay) {
  const AnmDocument document(coming_and_going());
  Diagnostics diagnostics;
  const Scene scene = document.to_scene({.angles = true}, {{}, Options{}}, diagnostics).value();
  const ReferenceSampler sampler(scene, scene.clips.at(0));
  Pose pose;
  for (const double frame : {0.0, 3.0, 3.5, 4.0, 7.0}) {
    sampler.sample(frame, pose);
    EXPECT_FALSE(pose[0].visible) << frame;
    EXPECT_EQ(pose[0].local.translation, Vec3{}) << frame;
  }
  sampler.sample(2.5, pose);
  EXPECT_EQ(pose[0].local.translation.x, 200);
}

}  // namespace
}  // namespace anmkit::psx::test
