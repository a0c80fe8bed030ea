// SPDX-License-Identifier: MIT
// BVH as it is written: whole texts, worked by hand.
#include <gtest/gtest.h>

#include <string>

#include "exchange/bvh/bvh.hpp"

namespace anmkit {
namespace {

Track track(std::uint32_t node, Property property, std::vector<double> values) {
  Track one;
  one.node = node;
  one.property = property;
  one.values = std::move(values);
  one.times.resize(one.values.size() / component_count(property));
  for (std::size_t i = 0; i < one.times.size(); ++i)
    one.times[i] = static_cast<double>(i);
  return one;
}

// A body that lies rotated by 90 degrees about z at rest, with an arm along its own x: 2 up.
Scene body() {
  Scene scene;
  const Quat quarter = from_axis_angle({0, 0, 1}, kPi / 2);
  scene.nodes.resize(2);
  scene.nodes[0].name = "Body";
  scene.nodes[0].rest.translation = {0, 1, 0};
  scene.nodes[0].rest.rotation = quarter;
  scene.nodes[1].name = "Left Arm";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {2, 0, 0};
  Clip clip;
  clip.name = "turn";
  clip.rate = 25;
  clip.duration = 1;
  // From the rest pose to half a turn about z.
  clip.tracks.push_back(track(0, Property::rotation, {0, 0, quarter.z, quarter.w, 0, 0, 1, 0}));
  scene.clips.push_back(clip);
  return scene;
}

struct Written {
  std::string text;
  std::vector<Diagnostic> notes;
};

Written write(const Scene& scene) {
  ConversionReport report;
  const auto bytes = write_bvh({.scene = scene, .clip = 0}, {}, report);
  if (!bytes) {
    ADD_FAILURE() << bytes.error().message;
    return {};
  }
  return {std::string(as_text(*bytes)), report.diagnostics.finish()};
}

std::string message_of(const Written& written, std::string_view code, std::string_view part = "") {
  for (const Diagnostic& one : written.notes)
    if (one.code == code && one.message.find(part) != std::string::npos) return one.message;
  return {};
}

TEST(BvhWrite, TheRestPoseHasOffsetsAndRotationsCountFromIt) {
  EXPECT_EQ(write(body()).text,
            "HIERARCHY\n"
            "ROOT Body\n"
            "{\n"
            "\tOFFSET 0 0 0\n"
            "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
            "\tJOINT Left_Arm\n"
            "\t{\n"
            "\t\tOFFSET 0 2 0\n"
            "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
            "\t\tEnd Site\n"
            "\t\t{\n"
            "\t\t\tOFFSET 0 0 0\n"
            "\t\t}\n"
            "\t}\n"
            "}\n"
            "MOTION\n"
            "Frames: 2\n"
            "Frame Time: 0.04\n"
            "0 1 0 0 0 0 0 0 0\n"
            "0 1 0 90 0 0 0 0 0\n");
  EXPECT_EQ(message_of(write(body()), "anmkit.BVH-NAME"),
            "joints need different names without blanks: 'Left Arm' is Left_Arm");
}

TEST(BvhWrite, AJointThatMovesHasPositionsInItsParentsAxes) {
  Scene scene = body();
  // Half a unit further along the body's own x, which points up at first and along -x at last.
  scene.clips[0].tracks.push_back(track(1, Property::translation, {2, 0, 0, 2.5, 0, 0}));
  const std::string text = write(scene).text;
  EXPECT_NE(text.find("\t\tOFFSET 0 2 0\n\t\tCHANNELS 6 Xposition"), std::string::npos);
  EXPECT_TRUE(text.ends_with("0 1 0 0 0 0 0 2 0 0 0 0\n0 1 0 90 0 0 0 2.5 0 0 0 0\n")) << text;
}

TEST(BvhWrite, ScaleAndVisibilityAreNamedAndPositionsIncludeScale) {
  Scene scene = body();
  scene.clips[0].tracks.push_back(track(0, Property::scale, {1, 1, 1, 3, 3, 3}));
  scene.clips[0].tracks.push_back(track(1, Property::visibility, {1, 0}));
  const Written written = write(scene);
  // The arm's joint is three times as far from the body.
  EXPECT_TRUE(written.text.ends_with("0 1 0 90 0 0 0 6 0 0 0 0\n")) << written.text;
  EXPECT_NE(message_of(written, "anmkit.BVH-LOSS", "scale").find("1 node (Body)"),
            std::string::npos);
  EXPECT_NE(message_of(written, "anmkit.BVH-LOSS", "visibility").find("1 node (Left Arm)"),
            std::string::npos);
  EXPECT_EQ(message_of(write(body()), "anmkit.BVH-LOSS"), "");
}

TEST(BvhWrite, SeveralRootsGetOneAboveThemAndNamesAreMadeDifferent) {
  Scene scene = body();
  scene.nodes[1] = scene.nodes[0];
  scene.nodes[1].name = "root";
  const std::string text = write(scene).text;
  EXPECT_NE(text.find("ROOT root\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6"), std::string::npos) << text;
  EXPECT_NE(text.find("\tJOINT Body\n\t{\n\t\tOFFSET 0 1 0\n\t\tCHANNELS 3"), std::string::npos);
  EXPECT_NE(text.find("\tJOINT root_2\n"), std::string::npos) << text;
}

TEST(BvhWrite, LeavesFromEndSitesBecomeEndSitesAgain) {
  const std::string text =
      "HIERARCHY\nROOT a\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation "
      "Xrotation Yrotation\n\tEnd Site\n\t{\n\t\tOFFSET 0 3 0\n\t}\n}\nMOTION\nFrames: 2\nFrame "
      "Time: 0.5\n1 2 3 10 20 30\n4 5 6 -60 80 59.5\n";
  Diagnostics notes;
  const auto scene = read_bvh(as_bytes(text), "a", notes);
  ASSERT_TRUE(scene);
  EXPECT_EQ(write(*scene).text, text);
}

TEST(BvhWrite, AnglesDoNotJumpAndPartsOfFramesAreNamed) {
  Scene scene = body();
  scene.clips[0].tracks.clear();
  scene.clips[0].duration = 4.5;
  Track turns = track(0, Property::euler, {0, 0, 90, 0, 0, 1890});
  turns.times = {0, 4.5};
  scene.clips[0].tracks.push_back(turns);
  scene.clips[0].tracks[0].interpolation = Interpolation::step;
  EXPECT_NE(message_of(write(scene), "anmkit.BVH-LOSS", "4.5 frames").size(), 0u);
  scene.clips[0].duration = 4;
  Track steps = track(0, Property::rotation, {});
  for (int i = 0; i <= 4; ++i) {
    const Quat q = from_axis_angle({0, 0, 1}, to_radians(90 + 100 * i));
    steps.times.push_back(i);
    steps.values.insert(steps.values.end(), {q.x, q.y, q.z, q.w});
  }
  scene.clips[0].tracks = {steps};
  const std::string text = write(scene).text;
  for (const char* row : {"0 1 0 100 0 0", "0 1 0 200 0 0", "0 1 0 300 0 0", "0 1 0 400 0 0"})
    EXPECT_NE(text.find(row), std::string::npos) << text;
}

TEST(BvhWrite, RefusesScenesWithoutJointsOrRate) {
  ConversionReport report;
  EXPECT_EQ(write_bvh({.scene = Scene()}, {}, report).error().code, "anmkit.BVH-WRITE");
  Scene scene = body();
  scene.clips[0].rate = 0;
  EXPECT_EQ(write_bvh({.scene = scene, .clip = 0}, {}, report).error().code, "anmkit.BVH-WRITE");
  scene.clips.clear();
  const auto still = write_bvh({.scene = scene}, {}, report);
  ASSERT_TRUE(still);
  EXPECT_TRUE(
      as_text(*still).ends_with("Frames: 1\nFrame Time: 0.03333333333333333\n"
                                "0 1 0 0 0 0 0 0 0\n"));
}

TEST(BvhWrite, LeavesOutMeshesWithSkinsAndDeepTreesStaySmall) {
  Scene scene = body();
  Node skin;
  skin.name = "Skin";
  skin.mesh = 0;
  scene.nodes.push_back(skin);
  scene.meshes.resize(1);
  scene.meshes[0].primitives.resize(1);
  scene.meshes[0].primitives[0].positions.resize(1);
  scene.meshes[0].primitives[0].joints = {{1, 0, 0, 0}};
  scene.meshes[0].primitives[0].weights = {{1, 0, 0, 0}};
  EXPECT_EQ(write(scene).text, write(body()).text);
  Scene deep;
  deep.nodes.resize(20'000);
  for (std::size_t i = 1; i < deep.nodes.size(); ++i)
    deep.nodes[i].parent = static_cast<std::int32_t>(i) - 1;
  deep.clips.resize(1);
  EXPECT_LT(write(deep).text.size(), 20'000u * 600);
}

}  // namespace
}  // namespace anmkit
