// SPDX-License-Identifier: MIT
// Binary <-> JSON, companions, and the import from a scene.
#include <cmath>
#include <map>

#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/model/geometry.hpp"
#include "formats/folders.hpp"
#include "scene/reference.hpp"
#include "support.hpp"
#include "support/shelf.hpp"

namespace anmkit::craftstudio::test {
namespace {

Animation example() {
  Diagnostics unused;
  return parse_animation(example_animation(), unused).value();
}

bool has(const Diagnostics& diagnostics, std::string_view code) {
  return find(diagnostics.finish(), code) != nullptr;
}

TEST(CraftStudioConvert, AnimationToJson) {
  Diagnostics diagnostics;
  const JsAnimation js = to_js(example(), "arm", diagnostics);
  // The deltas of section 14.1 in pixels and degrees.
  EXPECT_EQ(write_text(js),
            "{\n  \"title\": \"arm\",\n  \"duration\": 20,\n  \"holdLastKeyframe\": true,\n"
            "  \"nodeAnimations\": {\n    \"Arm\": {\n      \"position\": {\n"
            "        \"0\": [ 0, 0, 0 ],\n        \"10\": [ 0, 8, 0 ]\n      },\n"
            "      \"offsetFromPivot\": {\n      },\n      \"size\": {\n"
            "        \"5\": [ 0, -2, 0 ]\n      },\n      \"rotation\": {\n"
            "        \"0\": [ 0, 0, 0 ],\n        \"10\": [ 90, 0, 0 ]\n      },\n"
            "      \"stretch\": {\n        \"0\": [ 0.25, 0, 0 ]\n      }\n    }\n  }\n}");
  const Animation back = to_binary(js, diagnostics).value();
  EXPECT_EQ(back.format_version, 3);
  EXPECT_EQ(write(back).value(), example_animation());
}

TEST(CraftStudioConvert, ModelToJsonAndBack) {
  Diagnostics diagnostics;
  Model model = parse_model(example_model(), diagnostics).value();
  model.nodes[0].scale = {-1, 2, 1};
  const JsModel js = to_js(model, "arm", diagnostics);
  ASSERT_EQ(js.blocks.size(), 1u);
  EXPECT_EQ(js.blocks[0].position.value, (Double3{0, 16, 0}));
  EXPECT_EQ(js.blocks[0].offset_from_pivot.value, (Double3{0, -8, 0}));
  // LTb of a 4x12x4 block with scale (-1, 2, 1).
  EXPECT_EQ(js.blocks[0].vertex_coords->front().value, (Double3{2, 12, -2}));
  EXPECT_EQ(scale_of(js.blocks[0]), (Double3{-1, 2, 1}));
  EXPECT_FALSE(has(diagnostics, "W-JSON-UNWRAP-LOST"));
  EXPECT_TRUE(has(diagnostics, "I-JSON-ANIMATIONS-LOST"));
  Model back = to_binary(js, model.texture, diagnostics).value();
  EXPECT_FALSE(has(diagnostics, "W-JSON-TEXTURE"));
  back.animation_ids = model.animation_ids;
  EXPECT_EQ(write(back).value(), write(model).value());
  const Model blank = to_binary(js, {}, diagnostics).value();
  EXPECT_TRUE(has(diagnostics, "W-JSON-TEXTURE"));
  EXPECT_EQ(blank.texture, parse_model(example_model(), diagnostics).value().texture);
}

TEST(CraftStudioConvert, ReportsFieldsThatJsonDrops) {
  Diagnostics diagnostics;
  Animation animation = example();
  animation.trailing.resize(3);
  animation.nodes[0].position[0].interpolation_mode = 1;
  animation.nodes[0].orientation[1].time = 0;
  animation.nodes[0].scale[0].delta[0] = std::nanf("");
  animation.nodes.emplace_back().name.bytes = "Left-Arm";
  animation.nodes.emplace_back().name.bytes = "Left_Arm";
  animation.nodes.emplace_back().name.bytes = "\xff";
  to_js(animation, "a", diagnostics);
  for (const std::string_view code :
       {"I-JSON-TAIL-LOST", "W-JSON-INTERPOLATION-LOST", "W-JSON-DUPLICATE", "E-NONFINITE",
        "W-JSON-NAME-COLLISION", "W-UTF8", "I-JSON-RATE"}) {
    EXPECT_TRUE(has(diagnostics, code)) << code;
  }
  Diagnostics of_model;
  Model model = parse_model(example_model(), of_model).value();
  model.nodes[0].quad_transform[0] = kMirrorX;
  model.nodes[0].block_size[0] = 0;
  model.nodes[0].scale[0] = 2;
  model.nodes[0].id = 7;
  model.nodes[0].parent_id = 7;
  to_js(model, "m", of_model);
  for (const std::string_view code :
       {"W-JSON-UNWRAP-LOST", "W-JSON-SCALE-LOST", "I-JSON-IDS-LOST", "W-JSON-PARENT-LOST",
        "I-JSON-TEXTURE", "I-JSON-ANIMATIONS-LOST"}) {
    EXPECT_TRUE(has(of_model, code)) << code;
  }
}

// Section 8.2: JSON has no animation ids, so that links are lost on the way there and back.
TEST(CraftStudioConvert, LinksToAnimationsAreLost) {
  Diagnostics away, back;
  const Model model = parse_model(example_model(), away).value();
  ASSERT_EQ(model.animation_ids.size(), 1u);
  const JsModel js = to_js(model, "arm", away);
  const auto lost = away.finish();
  ASSERT_TRUE(find(lost, "I-JSON-ANIMATIONS-LOST"));
  EXPECT_EQ(find(lost, "I-JSON-ANIMATIONS-LOST")->path, "animationIds");
  EXPECT_FALSE(find(lost, "I-JSON-ANIMATIONS"));
  EXPECT_TRUE(to_binary(js, model.texture, back).value().animation_ids.empty());
  const auto found = back.finish();
  ASSERT_TRUE(find(found, "I-JSON-ANIMATIONS"));
  EXPECT_EQ(find(found, "I-JSON-ANIMATIONS")->severity, Severity::info);
  EXPECT_NE(find(found, "I-JSON-ANIMATIONS")->message.find("linked to no animation"),
            std::string::npos);
  EXPECT_FALSE(find(found, "I-JSON-ANIMATIONS-LOST"));
}

// Blocks of JSON follow their parents; a file's nodes need not.
TEST(CraftStudioConvert, SortsParentsBeforeChildren) {
  Diagnostics unordered, ordered;
  Model model = parse_model(example_model(), unordered).value();
  model.nodes.push_back(model.nodes[0]);
  model.nodes[0].name.bytes = "Hand";
  model.nodes[0].id = 1;
  model.nodes[0].parent_id = 0;
  model.next_node_id = 2;
  const JsModel js = to_js(model, "arm", unordered);
  ASSERT_EQ(js.blocks.size(), 2u);
  EXPECT_EQ(js.blocks[0].name, "Arm");
  EXPECT_EQ(js.blocks[0].parent, -1);
  EXPECT_EQ(js.blocks[1].name, "Hand");
  EXPECT_EQ(js.blocks[1].parent, 0);
  const auto found = unordered.finish();
  ASSERT_TRUE(find(found, "I-JSON-ORDER-LOST"));
  EXPECT_EQ(find(found, "I-JSON-ORDER-LOST")->severity, Severity::info);
  EXPECT_NE(find(found, "I-JSON-ORDER-LOST")->message.find("tree order"), std::string::npos);
  // The blocks are numbered as the nodes were.
  EXPECT_FALSE(find(found, "I-JSON-IDS-LOST"));
  std::swap(model.nodes[0], model.nodes[1]);
  to_js(model, "arm", ordered);
  EXPECT_FALSE(has(ordered, "I-JSON-ORDER-LOST"));
}

TEST(CraftStudioConvert, DropTail) {
  Bytes bytes = example_animation();
  bytes.resize(bytes.size() + 5);
  const auto loaded = parse("csmodelanim", bytes);
  const Input input{"a.csmodelanim", loaded->document.get()};
  const Conversion* conversion = find_conversion("csmodelanim", "csmodelanim");
  ASSERT_NE(conversion, nullptr);
  ConversionReport report;
  Options options;
  options.set("drop-tail", "");
  const auto files = conversion->run({{&input, 1}}, {{}, options}, report).value();
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(files[0].bytes, example_animation());
}

// Section 6.3's check: 400x400x4, Right at (400, 400), rotated by 90, covers x 0...400, y
// 400...404.
TEST(CraftStudioGeometry, RotatedFaceCoversTheStrip) {
  const auto size = face_size(static_cast<std::size_t>(Face::right), {400, 400, 4});
  EXPECT_EQ(size, (std::array<double, 2>{4, 400}));
  double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
  for (const auto& [x, y] : face_uvs({400, 400}, kRotate90, size[0], size[1])) {
    low_x = std::min(low_x, x);
    high_x = std::max(high_x, x);
    low_y = std::min(low_y, y);
    high_y = std::max(high_y, y);
  }
  EXPECT_NEAR(low_x, 0, 1e-9);
  EXPECT_NEAR(high_x, 400, 1e-9);
  EXPECT_NEAR(low_y, 400, 1e-9);
  EXPECT_NEAR(high_y, 404, 1e-9);
}

TEST(CraftStudioGeometry, MirrorsAboutTheOffset) {
  const auto plain = face_uvs({10, 20}, 0, 4, 6);
  EXPECT_EQ(plain[0], (std::array<double, 2>{14, 20}));
  EXPECT_EQ(plain[2], (std::array<double, 2>{10, 26}));
  const auto mirrored = face_uvs({10, 20}, kMirrorX | kMirrorY, 4, 6);
  EXPECT_EQ(mirrored[0], (std::array<double, 2>{6, 20}));
  EXPECT_EQ(mirrored[2], (std::array<double, 2>{10, 14}));
}

// ---- companions ----

TEST(CraftStudioCompanions, ModelsThatNameTheAnimation) {
  Shelf shelf;
  auto& files = shelf.files;
  files["p/Project.dat"] = hex("09");
  files["p/Assets/Models/5/Current.csmodel"] = example_model();  // uses animation 2
  files["p/Assets/Models/5/0.csmodel"] = example_model();
  files["p/Assets/Models/6/0.csmodel"] = hex("00");
  Folders around(shelf);
  const auto animation = parse("csmodelanim", example_animation());
  const auto found = animation->document->find_companions(
      "p/Assets/ModelAnimations/2/Current.csmodelanim", around);
  EXPECT_EQ(found,
            (std::vector<std::string>{"p/Assets/Models/5/Current.csmodel", "p/Project.dat"}));
  EXPECT_TRUE(
      animation->document->find_companions("p/Assets/ModelAnimations/3/Current.csmodelanim", around)
          .empty());
}

TEST(CraftStudioCompanions, JsonModelWhoseNamesBind) {
  Diagnostics d;
  Model model = parse_model(example_model(), d).value();
  Shelf shelf;
  shelf.files["m/arm.csjsmodel"] = to_bytes(write_text(to_js(model, "arm", d)));
  shelf.files["m/arm.png"] = model.texture;
  model.nodes[0].name.bytes = "Leg";
  shelf.files["m/aaa.csjsmodel"] = to_bytes(write_text(to_js(model, "aaa", d)));
  Folders around(shelf);
  const JsAnimationDocument animation("", to_js(example(), "walk", d));
  EXPECT_EQ(animation.find_companions("m/walk.csjsmodelanim", around),
            (std::vector<std::string>{"m/arm.csjsmodel", "m/arm.png"}));
  const JsModelDocument document("", to_js(model, "arm", d));
  EXPECT_EQ(document.find_companions("m/arm.csjsmodel", around),
            std::vector<std::string>{"m/arm.png"});
}

// ---- back from a scene ----

struct BackTest {
  std::unique_ptr<Loaded> animation = parse("csmodelanim", example_animation(), "arm.csmodelanim");
  std::unique_ptr<Loaded> model = parse("csmodel", example_model());
  Scene scene;
  ConversionReport report;
  BackTest() {
    const Companion with[] = {{"m", {}, model->document.get()}};
    Diagnostics unused;
    scene = animation->document->to_scene({}, {with, Options{}}, unused).value();
  }
  Animation back(const Document* original) {
    auto document =
        document_from_scene(*find_format("csmodelanim"), scene, original, Options{}, report)
            .value();
    return static_cast<const AnimationDocument&>(*document).animation;
  }
};

TEST(CraftStudioFromScene, UnchangedMotionIsTheOriginalFile) {
  BackTest test;
  EXPECT_EQ(write(test.back(test.animation->document.get())).value(), example_animation());
}

TEST(CraftStudioFromScene, OnlyTheEditedTrackIsFitted) {
  BackTest test;
  for (Track& track : test.scene.clips[0].tracks) {
    if (track.property != Property::translation) continue;
    for (std::size_t i = 0; i < track.values.size(); i += 3)
      track.values[i] += 0.25;
  }
  const Animation back = test.back(test.animation->document.get());
  ASSERT_EQ(back.nodes.size(), 1u);
  const Animation old = example();
  EXPECT_EQ(back.nodes[0].orientation.size(), 2u);
  EXPECT_EQ(back.nodes[0].block_size[0].time, 5);
  EXPECT_EQ(back.hold_last_key_frame, old.hold_last_key_frame);
  // The report gives the error of everything that moves.
  EXPECT_NE(std::ranges::find(test.report.fits, "node Arm, position", &FitLine::what),
            test.report.fits.end());
  for (const FitLine& line : test.report.fits)
    EXPECT_LT(line.error, 1.5e-4) << line.what;
  // Half a unit up during ten frames, then still.
  const AnimationDocument document(back);
  Diagnostics unused;
  const Scene scene = document.to_scene({}, {{}, Options{}}, unused).value();
  const ReferenceSampler sampler(scene, scene.clips[0]);
  Pose pose;
  for (const auto& [x, y] : {std::pair{0, 0.0}, {5, 0.25}, {10, 0.5}, {20, 0.5}}) {
    sampler.sample(x, pose);
    EXPECT_NEAR(pose[0].local.translation.x, 0.25, 1e-4) << x;
    EXPECT_NEAR(pose[0].local.translation.y, y, 1e-4) << x;
  }
}

TEST(CraftStudioFromScene, WithoutAnOriginalTheMotionIsTheSame) {
  BackTest test;
  const AnimationDocument document(test.back(nullptr));
  Diagnostics unused;
  const Scene own = test.animation->document->to_scene({}, {{}, Options{}}, unused).value();
  const Scene again = document.to_scene({}, {{}, Options{}}, unused).value();
  ASSERT_EQ(again.nodes.size(), 1u);
  Pose a, b;
  for (int frame = 0; frame <= 20; ++frame) {
    ReferenceSampler(own, own.clips[0]).sample(frame, a);
    ReferenceSampler(again, again.clips[0]).sample(frame, b);
    EXPECT_NEAR(a[0].local.translation.y, b[0].local.translation.y, 1e-4) << frame;
    EXPECT_LT(angle_between(a[0].local.rotation, b[0].local.rotation), 2e-4) << frame;
    EXPECT_EQ(a[0].block_size, b[0].block_size) << frame;
    EXPECT_NEAR(a[0].local.scale.x, b[0].local.scale.x, 1e-4) << frame;
  }
}

TEST(CraftStudioFromScene, JsonImportsInPixels) {
  Diagnostics d;
  const JsAnimation js = to_js(example(), "arm", d);
  const std::string text = write_text(js);
  const auto loaded = parse("csjsmodelanim", to_bytes(text));
  BackTest test;
  const Companion with[] = {{"m", {}, test.model->document.get()}};
  Scene scene = loaded->document->to_scene({}, {with, Options{}}, d).value();
  ConversionReport report;
  const auto same = document_from_scene(*find_format("csjsmodelanim"), scene,
                                        loaded->document.get(), Options{}, report)
                        .value();
  EXPECT_EQ(same->write().value(), to_bytes(text));
  const auto fresh =
      document_from_scene(*find_format("csjsmodelanim"), scene, nullptr, Options{}, report).value();
  const auto& animation = static_cast<const JsAnimationDocument&>(*fresh).animation;
  ASSERT_EQ(animation.node_animations.size(), 1u);
  EXPECT_NEAR(animation.node_animations[0].position->back().delta.value[1], 8, 1e-3);
  EXPECT_NEAR(animation.node_animations[0].rotation->back().delta.value[0], 90, 0.02);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
