// SPDX-License-Identifier: MIT
// Of several clips: their names, the one that is written, and clips that are laid together.
#include "convert/clip_choice.hpp"

#include <gtest/gtest.h>

namespace anmkit {
namespace {

Track track(std::uint32_t node, std::initializer_list<double> values,
            Property property = Property::field_of_view) {
  Track made;
  made.node = node;
  made.property = property;
  made.values = values;
  for (std::size_t key = 0; key < values.size() / component_count(property); ++key)
    made.times.push_back(static_cast<double>(10 * key));
  return made;
}
Scene scene_of(std::initializer_list<std::vector<Track>> clips) {
  Scene scene;
  scene.nodes.resize(3);
  scene.nodes[0].name = "arm";
  for (const auto& tracks : clips) {
    Clip& clip = scene.clips.emplace_back();
    clip.tracks = tracks;
    clip.duration = 10;
    clip.name = "clip " + std::to_string(scene.clips.size());
  }
  return scene;
}

TEST(ClipChoice, NamelessClipsGetTheFileName) {
  Scene scene = scene_of({{}, {}, {}, {}});
  for (const std::size_t i : {0, 1, 3})
    scene.clips[i].name.clear();
  scene.clips[2].name = "walk_2";
  name_clips(scene, "rigs/walk.glb");
  EXPECT_EQ(scene.clips[0].name, "walk");
  EXPECT_EQ(scene.clips[1].name, "walk_3");
  EXPECT_EQ(scene.clips[2].name, "walk_2");
  EXPECT_EQ(scene.clips[3].name, "walk_4");
}

TEST(ClipChoice, ChoosesTheFirstClipWithMotion) {
  EXPECT_EQ(usual_clip(scene_of({{track(0, {1})}, {track(0, {2, 2})}, {track(0, {2, 3})}})), 2u);
  EXPECT_EQ(usual_clip(scene_of({{track(0, {1})}, {track(0, {2, 2})}})), 0u);
  // Opposite quaternions are one rotation: a wheel with keys at 0 and 360 degrees does not move.
  EXPECT_EQ(usual_clip(scene_of({{track(0, {0, 0, 0, 1, 0, 0, 0, -1}, Property::rotation)},
                                 {track(0, {0, 0, 0, 1, 1, 0, 0, 0}, Property::rotation)}})),
            1u);
  // Tangents leave equal keys.
  Track curve = track(0, {});
  curve.interpolation = Interpolation::cubic;
  curve.times = {0, 10};
  curve.values = {0, 1, 0.5, 0, 1, 0};
  EXPECT_EQ(usual_clip(scene_of({{track(0, {1, 1})}, {curve}})), 1u);
}

TEST(ClipChoice, ReportsTheChoice) {
  const auto said = [](const Scene& scene, std::size_t clip) {
    ConversionReport report;
    report_choice(scene, clip, 1, "gc-anm", report);
    return report.diagnostics.finish().at(0).message;
  };
  const Scene apart = scene_of({{track(0, {1, 2})}, {track(1, {1, 2})}});
  EXPECT_EQ(said(apart, 0),
            "the clip 'clip 1' is written, 1 of the 2 clips; --clip chooses another, -o FOLDER/ "
            "--to gc-anm writes each; they move different nodes: --merge lays them together");
  const Scene both = scene_of({{track(0, {1, 1})}, {track(0, {1, 2})}, {track(0, {1, 2})}});
  EXPECT_EQ(said(both, 1),
            "the clip 'clip 2' is written, 1 of the 3 clips ('clip 1', the first, has no motion); "
            "--clip chooses another, -o FOLDER/ --to gc-anm writes each");
  const auto still = [](const Scene& scene, std::optional<std::size_t> clip) {
    Diagnostics notes;
    report_still(scene, clip, notes);
    const auto found = notes.finish();
    return found.empty() ? "" : found[0].message.substr(0, found[0].message.find(':'));
  };
  EXPECT_EQ(still(both, 0), "no motion in the clip 'clip 1'");
  EXPECT_EQ(still(both, 1), "");
  EXPECT_EQ(still(both, {}), "no motion in the clip 'clip 1'");
  EXPECT_EQ(still(scene_of({{}, {}}), {}), "no motion in the clips 'clip 1', 'clip 2'");
}

TEST(ClipChoice, MergesClips) {
  Scene scene = scene_of({{track(0, {5})},
                          {track(0, {1, 2}), track(1, {7, 7})},
                          {track(1, {1, 2}), track(2, {4, 4})}});
  // Frames of half the length.
  scene.clips[2].rate = 60;
  scene.clips[2].duration = 30;
  ASSERT_TRUE(merge_clips(scene, "a/robot.glb"));
  ASSERT_EQ(scene.clips.size(), 1u);
  const Clip& clip = scene.clips[0];
  EXPECT_EQ(clip.name, "robot");
  EXPECT_EQ(clip.rate, 30);
  EXPECT_EQ(clip.duration, 15);
  // What moves counts more than what does not.
  ASSERT_EQ(clip.tracks.size(), 3u);
  EXPECT_EQ(clip.tracks[0].node, 0u);
  EXPECT_EQ(clip.tracks[1].node, 1u);
  EXPECT_EQ(clip.tracks[1].values, (std::vector<double>{1, 2}));
  EXPECT_EQ(clip.tracks[1].times, (std::vector<double>{0, 5}));
  EXPECT_EQ(clip.tracks[2].values, (std::vector<double>{4, 4}));

  Scene both = scene_of({{track(0, {1, 2})}, {track(0, {1, 2})}});
  const auto refused = merge_clips(both, "a.glb");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the clips 'clip 1' and 'clip 2' both move 'arm'; --merge merges clips that move "
            "different nodes; --clip chooses one");
  Scene still = scene_of({{track(0, {1, 1})}});
  EXPECT_FALSE(merge_clips(still, "a.glb"));
}

TEST(ClipChoice, TangentsOfOtherRates) {
  Track curve = track(1, {});
  curve.interpolation = Interpolation::cubic;
  curve.times = {0, 20};
  curve.values = {0, 1, 0.5, 0.25, 2, 0};
  Scene scene = scene_of({{track(0, {1, 2})}, {curve}});
  scene.clips[1].rate = 60;
  ASSERT_TRUE(merge_clips(scene, "a.glb"));
  EXPECT_EQ(scene.clips[0].tracks[1].times, (std::vector<double>{0, 10}));
  EXPECT_EQ(scene.clips[0].tracks[1].values, (std::vector<double>{0, 1, 1, 0.5, 2, 0}));
}

}  // namespace
}  // namespace anmkit
