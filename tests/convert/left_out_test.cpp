// SPDX-License-Identifier: MIT
// Motion that no file of the target has is named, whatever the family.
#include "convert/left_out.hpp"

#include <gtest/gtest.h>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

// body > hand, and a pin, a camera and a light of their own; all but `still` move.
Scene stage() {
  Scene scene;
  scene.cameras.resize(1);
  for (const char* name : {"body", "hand", "pin", "cam", "lamp", "still"})
    scene.nodes.emplace_back().name = name;
  scene.nodes[1].parent = 0;
  scene.nodes[3].camera = 0;
  scene.nodes[4].extensions = R"({"KHR_lights_punctual":{"light":0}})";
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.duration = 10;
  for (std::uint32_t node = 0; node < 6; ++node) {
    Track& track = clip.tracks.emplace_back();
    track.node = node;
    track.times = {0, 10};
    track.values = {0, 0, 0, node == 5 ? 0.0 : 1.0, 0, 0};
  }
  return scene;
}

std::vector<std::string> told(const Scene& scene, std::vector<std::size_t> nodes,
                              std::optional<std::size_t> clip = {}) {
  ConversionReport report;
  report.nodes = std::move(nodes);
  report.clips = 1;
  const std::vector<std::size_t> clips{clip.value_or(0)};
  report_left_out(scene, clips, *find_format("psx-anm"), report);
  std::vector<std::string> texts;
  for (const Diagnostic& one : report.diagnostics.finish()) {
    EXPECT_EQ(one.code, "anmkit.LEFT-OUT");
    texts.push_back(one.message);
  }
  return texts;
}
using Texts = std::vector<std::string>;

TEST(LeftOut, ListsOmittedNodesOnce) {
  // What the hand does the body carries along, and the other way round.
  EXPECT_EQ(told(stage(), {1}), Texts{"motion is left out: pin, cam (a camera), lamp (a light); "
                                      "psx-anm has no place for it"});
  EXPECT_EQ(told(stage(), {1, 2, 3, 4}), Texts());
  EXPECT_EQ(told(stage(), {0, 2, 3, 4}),
            Texts{"motion is left out: hand; psx-anm has no place for it"});
  // Formats that do not tell are left alone.
  EXPECT_EQ(told(stage(), {}), Texts());
}

TEST(LeftOut, IgnoresImportedLensesAndClips) {
  Scene scene = stage();
  Track& lens = scene.clips[0].tracks.emplace_back();
  lens.node = 3;
  lens.property = Property::field_of_view;
  lens.times = {0, 5};
  lens.values = {0.8, 0.9};
  EXPECT_EQ(
      told(scene, {1, 2, 3, 4}),
      Texts{"an animated field of view is left out: cam (a camera); psx-anm has no place for it"});
  lens.values = {0.8, 0.8};
  EXPECT_EQ(told(scene, {1, 2, 3, 4}), Texts());
  scene.clips.emplace_back().duration = 10;
  EXPECT_EQ(told(scene, {1}, 1), Texts());
  EXPECT_EQ(told(scene, {1}, 0).size(), 1u);
}

TEST(LeftOut, IgnoresEqualRotationsOfEitherSignAndSkinHolders) {
  Scene scene = stage();
  scene.clips[0].tracks.clear();
  Track& turn = scene.clips[0].tracks.emplace_back();
  turn.node = 2;
  turn.property = Property::rotation;
  turn.times = {0, 5};
  turn.values = {0, 0, 0, 1, 0, 0, 0, -1};
  EXPECT_EQ(told(scene, {1}), Texts());
  turn.values = {0, 0, 0, 1, 0, 1, 0, 0};
  EXPECT_EQ(told(scene, {1}).size(), 1u);
  Primitive& skin = scene.meshes.emplace_back().primitives.emplace_back();
  skin.positions.resize(1);
  skin.joints.resize(1);
  skin.weights.resize(1);
  scene.nodes[2].mesh = 0;
  EXPECT_EQ(told(scene, {1}), Texts());
}

// From a glTF file to each family that takes clips: the camera is named, once.
TEST(LeftOut, EveryFamilyReportsAMovingCamera) {
  Scene scene = stage();
  scene.clips[0].tracks.erase(scene.clips[0].tracks.begin() + 2);
  scene.clips[0].tracks.pop_back();
  scene.clips[0].tracks.pop_back();
  ConversionReport written;
  const Bytes glb = write_gltf(scene, {}, written).value();
  for (const char* target : {"psx-anm", "sm64-anim", "csmodelanim", "gc-anm"}) {
    SCOPED_TRACE(target);
    const Opened input = open(glb, "stage.glb");
    const ConvertRequest request{.output = "out.bin", .to = target};
    const auto plan = plan_conversion({&input, 1}, request);
    ASSERT_TRUE(plan) << plan.error().message;
    const Shelf shelf;
    CompanionPool pool(shelf);
    ConversionReport report;
    const auto files = apply(plan->steps.front(), request, pool, report);
    ASSERT_TRUE(files) << files.error().message;
    int named = 0;
    for (const Diagnostic& one : report.diagnostics.finish())
      named += one.message.find("cam") != std::string::npos ? 1 : 0;
    EXPECT_EQ(named, 1);
  }
}

}  // namespace
}  // namespace anmkit
