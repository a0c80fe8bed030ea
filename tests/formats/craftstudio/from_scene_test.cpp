// SPDX-License-Identifier: MIT
// Scenes that were never CraftStudio's become animations of it, and losses are reported.
#include <cmath>

#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/motion.hpp"
#include "formats/craftstudio/scene.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

Node node(std::string name, std::int32_t parent, Vec3 place, Vec3 scale = {1, 1, 1}) {
  Node node;
  node.name = std::move(name);
  node.parent = parent;
  node.rest.translation = place;
  node.rest.scale = scale;
  return node;
}

Track track(std::uint32_t node, Property property, std::vector<double> times,
            std::vector<double> values) {
  Track track;
  track.node = node;
  track.property = property;
  track.times = std::move(times);
  track.values = std::move(values);
  if (property == Property::rotation) track.interpolation = Interpolation::slerp;
  return track;
}

// As other programs export a rig: an armature in centimetres, bones below it.
Scene rig() {
  Scene scene;
  scene.nodes = {node("Armature", -1, {0, 1, 0}, {0.01, 0.01, 0.01}), node("hip", 0, {0, 100, 0}),
                 node("leg", 1, {50, 0, 0})};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.rate = 30;
  clip.duration = 10;
  clip.tracks = {track(1, Property::translation, {0, 10}, {0, 100, 0, 0, 200, 0}),
                 track(2, Property::translation, {0, 10}, {50, 0, 0, 50, 0, 20})};
  return scene;
}

struct Made {
  Motion motion;
  ConversionReport report;
};
Made make(const Scene& scene, std::string_view format = "csmodelanim", Companions with = {},
          const Options& options = {}) {
  Made made;
  Scene own = scene;
  const Format& target = *find_format(format);
  change_frame(own, target.frame);
  const auto bytes = target.from_scene({own}, {with, options}, made.report);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().message);
  if (!bytes) return made;
  made.motion = motion_of(*parse(format, *bytes)->document).value();
  return made;
}

const MotionNode* find_node(const Motion& motion, std::string_view name) {
  const auto found = std::ranges::find(motion.nodes, name, &MotionNode::name);
  return found == motion.nodes.end() ? nullptr : &*found;
}

double last(const Motion& motion, std::string_view name, Channel channel, std::size_t axis) {
  const MotionNode* node = find_node(motion, name);
  return node == nullptr || node->at(channel).empty() ? 0 : node->at(channel).back().value[axis];
}

bool has(const Made& made, std::string_view code) {
  return find(made.report.diagnostics.finish(), code) != nullptr;
}

double worst_fit(const Made& made) {
  double worst = 0;
  for (const FitLine& line : made.report.fits)
    worst = std::max(worst, line.error);
  return worst;
}

TEST(CraftStudioForeign, AncestorScalesApplyToPositions) {
  const Made made = make(rig());
  // A hundred centimetres up, twenty to the front.
  EXPECT_NEAR(last(made.motion, "hip", Channel::position, 1), 1, 1e-4);
  EXPECT_NEAR(last(made.motion, "leg", Channel::position, 2), 0.2, 1e-4);
  EXPECT_EQ(find_node(made.motion, "Armature"), nullptr);
  EXPECT_LT(worst_fit(made), 2e-4);
  EXPECT_FALSE(made.report.fits.empty());
  // JSON counts pixels, sixteen a unit, and 60 frames per second.
  const Made js = make(rig(), "csjsmodelanim");
  EXPECT_NEAR(last(js.motion, "hip", Channel::position, 1), 16, 2e-3);
  EXPECT_EQ(js.motion.duration, 20);
}

// Times have 16 bits. The mod shows a frame more than the duration says, which needs one as well.
TEST(CraftStudioForeign, ClipsThatAreTooLong) {
  const auto refused = [](double frames, const char* runtime) {
    Scene scene = rig();
    scene.clips[0].duration = frames;
    Options options;
    options.set("runtime", runtime);
    change_frame(scene, find_format("csmodelanim")->frame);
    ConversionReport report;
    const auto made = find_format("csmodelanim")->from_scene({scene}, {{}, options}, report);
    return made ? std::string() : made.error().code;
  };
  EXPECT_EQ(refused(65535, "craftstudio"), "");
  EXPECT_EQ(refused(65536, "craftstudio"), "craftstudio.E-RANGE");
  EXPECT_EQ(refused(65534, "minecraft"), "");
  EXPECT_EQ(refused(65535, "minecraft"), "craftstudio.E-RANGE");
}

TEST(CraftStudioForeign, AxesAndUnitsAreTheFormats) {
  Scene scene = rig();
  scene.nodes[0].rest.scale = {1, 1, 1};
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = 1.0 / 64;
  const Made made = make(scene);
  EXPECT_NEAR(last(made.motion, "hip", Channel::position, 1), -100.0 / 64, 1e-4);
}

TEST(CraftStudioForeign, GrowingParentsMoveTheirChildren) {
  Scene scene = rig();
  scene.nodes[0].rest.scale = {1, 1, 1};
  scene.clips[0].tracks = {track(0, Property::scale, {0, 10}, {1, 1, 1, 2, 2, 2})};
  const Made made = make(scene);
  EXPECT_NEAR(last(made.motion, "Armature", Channel::scale, 0), 1, 1e-4);
  EXPECT_NEAR(last(made.motion, "hip", Channel::scale, 0), 1, 1e-4);
  EXPECT_NEAR(last(made.motion, "hip", Channel::position, 1), 100, 1e-2);
  EXPECT_LT(worst_fit(made), 2e-4);
}

TEST(CraftStudioForeign, MeasuresAndReportsShear) {
  Scene scene = rig();
  scene.nodes[0].rest.scale = {1, 3, 1};
  const double half = std::sqrt(0.5);
  scene.clips[0].tracks.push_back(
      track(1, Property::rotation, {0, 10}, {0, 0, 0, 1, 0, 0, half * half, std::sqrt(0.75)}));
  const Made made = make(scene);
  EXPECT_TRUE(has(made, "W-LOSS-SHEAR"));
  const auto shear = std::ranges::find(made.report.fits, "node hip, shear", &FitLine::what);
  ASSERT_NE(shear, made.report.fits.end());
  EXPECT_GT(shear->error, 0.1);
  EXPECT_FALSE(has(make(rig()), "W-LOSS-SHEAR"));
}

TEST(CraftStudioForeign, NamelessNodesGetNames) {
  Scene scene = rig();
  scene.nodes[0].rest.scale = {1, 1, 1};
  scene.nodes[1].name = scene.nodes[2].name = "";
  const Made made = make(scene);
  EXPECT_TRUE(has(made, "I-CONVERT-NAMELESS"));
  EXPECT_NEAR(last(made.motion, "node 1", Channel::position, 1), 100, 1e-2);
  EXPECT_NEAR(last(made.motion, "node 2", Channel::position, 2), 20, 1e-2);
}

TEST(CraftStudioForeign, CamerasAreNotNodes) {
  Scene scene = rig();
  scene.cameras.emplace_back();
  scene.nodes.push_back(node("eye", -1, {}));
  scene.nodes.back().camera = 0;
  scene.clips[0].tracks.push_back(track(3, Property::translation, {0, 10}, {0, 0, 0, 1, 1, 1}));
  const Made made = make(scene);
  EXPECT_TRUE(has(made, "W-LOSS-CAMERA"));
  EXPECT_EQ(find_node(made.motion, "eye"), nullptr);
  EXPECT_NE(find_node(made.motion, "hip"), nullptr);
}

// Hidden is what has no size.
TEST(CraftStudioForeign, HiddenNodesShrinkToNothing) {
  Scene scene = rig();
  Track hide = track(2, Property::visibility, {0, 5}, {1, 0});
  hide.interpolation = Interpolation::step;
  scene.clips[0].tracks = {hide};
  scene.nodes[0].rest.scale = {1, 1, 1};
  const Made made = make(scene);
  EXPECT_NEAR(last(made.motion, "leg", Channel::scale, 1), -1, 1e-6);
  EXPECT_LT(worst_fit(made), 1e-6);
}

TEST(CraftStudioForeign, ReportsSharedNamesAndFractionalLengths) {
  Scene scene = rig();
  scene.nodes[2].name = "hip";
  scene.clips[0].duration = 9.75;
  const Made made = make(scene);
  // As in a model made from the scene.
  EXPECT_TRUE(has(made, "I-CONVERT-RENAMED"));
  EXPECT_NE(find_node(made.motion, "hip 2"), nullptr);
  EXPECT_TRUE(has(made, "W-CONVERT-LENGTH"));
  EXPECT_EQ(made.motion.duration, 10);
  // A model that has the name twice moves both alike.
  Model model;
  model.nodes.resize(3);
  model.nodes[0].name.bytes = "Armature";
  for (std::uint16_t i = 1; i < 3; ++i) {
    model.nodes[i].id = i;
    model.nodes[i].parent_id = static_cast<std::uint16_t>(i - 1);
    model.nodes[i].name.bytes = "hip";
  }
  const ModelDocument document(std::move(model));
  const Companion companion{"twice.csmodel", {}, &document};
  const Made twice = make(scene, "csmodelanim", {&companion, 1});
  EXPECT_TRUE(has(twice, "W-CONVERT-NAME"));
  EXPECT_EQ(find_node(twice.motion, "hip 2"), nullptr);
}

TEST(CraftStudioForeign, SizesAreWholePixels) {
  Scene scene = rig();
  scene.nodes[2].block_size = Vec3{4, 4, 4};
  Track grow = track(2, Property::block_size, {0, 5}, {4, 4, 4, 6.5, 4, 4});
  grow.interpolation = Interpolation::step;
  scene.clips[0].tracks = {grow};
  const Made made = make(scene);
  EXPECT_TRUE(has(made, "W-CONVERT-SIZE"));
  EXPECT_NEAR(last(made.motion, "leg", Channel::size, 0), 3, 1e-9);
}

// The rest values of the model that is named are what the deltas are made for.
TEST(CraftStudioForeign, UsesTheNamedModel) {
  const auto model = parse("csmodel", example_model(), "arm.csmodel");  // "Arm" rests at 0, 1, 0
  Scene scene;
  scene.nodes = {node("Arm", -1, {0, 5, 0}), node("Tail", -1, {})};
  Clip& clip = scene.clips.emplace_back();
  clip.rate = 30;
  clip.duration = 10;
  clip.tracks = {track(0, Property::translation, {0, 10}, {0, 5, 0, 0, 7, 0}),
                 track(1, Property::translation, {0, 10}, {0, 0, 0, 0, 1, 0})};
  const Companion with[] = {{model->path, model->bytes, model->document.get()}};
  const Made made = make(scene, "csmodelanim", with);
  EXPECT_TRUE(has(made, "W-LOSS-NODE"));
  EXPECT_EQ(find_node(made.motion, "Tail"), nullptr);
  // The block hangs half a unit below its pivot, so that its centre is where the joint is.
  EXPECT_NEAR(last(made.motion, "Arm", Channel::position, 1), 7 - 1 + 0.5, 1e-4);
  EXPECT_LT(worst_fit(made), 2e-4);
  // Values of an export with that model are its own.
  const auto animation = parse("csmodelanim", example_animation(), "arm.csmodelanim");
  Diagnostics unused;
  const Scene own = animation->document->to_scene({}, {with, Options{}}, unused).value();
  ConversionReport report;
  const auto same =
      find_format("csmodelanim")
          ->from_scene({own, animation->document.get(), {}, {}}, {with, Options{}}, report);
  EXPECT_EQ(same.value(), example_animation());
  // What is no model helps nothing.
  const Companion picture[] = {{"a.png", model->bytes, nullptr}};
  const auto refused =
      find_format("csmodelanim")->from_scene({scene}, {picture, Options{}}, report);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, kBadOption);
}

TEST(CraftStudioForeign, ARateOfZeroIsAnError) {
  Options options;
  options.set("rate", "0");
  ConversionReport report;
  const Scene scene = rig();
  EXPECT_EQ(find_format("csmodelanim")->from_scene({scene}, {{}, options}, report).error().code,
            kBadOption);
  const auto animation = parse("csmodelanim", example_animation());
  Diagnostics unused;
  EXPECT_EQ(animation->document->to_scene({}, {{}, options}, unused).error().code, kBadOption);
  EXPECT_EQ(animation->document->play({}, {{}, options}).error().code, kBadOption);
}

// Angles that pass half a turn go on instead of coming from the other side.
TEST(CraftStudioForeign, AnglesStayContinuous) {
  Scene scene = rig();
  std::vector<double> times, values;
  for (int i = 0; i <= 10; ++i) {
    const double half = to_radians(21.0 * i) / 2;
    times.push_back(i);
    values.insert(values.end(), {std::sin(half), 0, 0, std::cos(half)});
  }
  scene.clips[0].tracks = {track(1, Property::rotation, times, values)};
  const Made made = make(scene, "csjsmodelanim");
  const MotionNode* hip = find_node(made.motion, "hip");
  ASSERT_NE(hip, nullptr);
  const auto& keys = hip->at(Channel::rotation);
  EXPECT_NEAR(keys.back().euler[0], 210, 0.02);
  EXPECT_NEAR(keys.back().euler[1], 0, 0.02);
}

// Each call's error is its own, also when one list collects several files.
TEST(CraftStudioForeign, ErrorsBelongToTheirCall) {
  Diagnostics all;
  EXPECT_EQ(parse_animation(hex("00"), all).error().code, "craftstudio.E-ASSET-TYPE");
  EXPECT_EQ(parse_animation(hex("06 0900"), all).error().code, "craftstudio.E-VERSION");
  EXPECT_EQ(parse_model(hex("06"), all).error().code, "craftstudio.E-ASSET-TYPE");
  EXPECT_EQ(parse_model(hex("00 0900"), all).error().code, "craftstudio.E-VERSION");
  EXPECT_EQ(parse_js_animation("{", all).error().code, "craftstudio.E-JSON-SYNTAX");
  EXPECT_EQ(parse_js_animation("{}", all).error().code, "craftstudio.E-JSON-KEY");
  EXPECT_EQ(parse_js_model("{", all).error().code, "craftstudio.E-JSON-SYNTAX");
  EXPECT_EQ(parse_js_model("{}", all).error().code, "craftstudio.E-JSON-KEY");
  EXPECT_EQ(parse_project(hex("03"), ProjectKind::project, all).error().code,
            "craftstudio.E-VERSION");
  EXPECT_EQ(parse_project(hex(""), ProjectKind::project, all).error().code,
            "craftstudio.E-TRUNCATED");
}

// A size that is not whole on any axis is reported, and only such.
TEST(CraftStudioFromScene, SizesThatAreNotWholeOnOneAxis) {
  for (const std::size_t odd : {0u, 1u, 2u, 3u}) {
    Scene scene = rig();
    scene.nodes[2].block_size = Vec3{4, 4, 4};
    std::vector<double> values = {4, 4, 4, 6, 6, 6};
    if (odd < 3) values[3 + odd] = 6.5;
    Track grow = track(2, Property::block_size, {0, 5}, values);
    grow.interpolation = Interpolation::step;
    scene.clips[0].tracks.push_back(grow);
    Made made = make(scene);
    EXPECT_EQ(has(made, "W-CONVERT-SIZE"), odd < 3) << odd;
  }
}

// Pages of a flip book: at rest only the first is there, and one after the other is shown by its
// scale. The model made from the scene and its animation show the same.
TEST(CraftStudioForeign, AnimationsHideNodesHiddenAtRest) {
  Scene scene;
  Primitive square;
  square.positions = {{-0.5F, -0.5F, 0}, {0.5F, -0.5F, 0}, {0.5F, 0.5F, 0}, {-0.5F, 0.5F, 0}};
  square.uvs.resize(4);
  square.indices = {0, 1, 2, 0, 2, 3};
  scene.meshes.push_back({"page", {square}});
  Clip& clip = scene.clips.emplace_back();
  clip.rate = 30;
  clip.duration = 8;
  for (std::uint32_t page = 0; page < 2; ++page) {
    scene.nodes.push_back(node("page" + std::to_string(page), -1, {double(page), 0, 0}));
    scene.nodes.back().mesh = 0;
    const double first = page == 0 ? 1 : 0, then = 1 - first;
    scene.nodes.back().rest.scale = {first, first, first};
    clip.tracks.push_back(
        track(page, Property::scale, {0, 4}, {first, first, first, then, then, then}));
    clip.tracks.back().interpolation = Interpolation::step;
  }
  for (const bool with_model : {false, true}) {
    ConversionReport unused;
    Scene own = scene;
    change_frame(own, find_format("csmodel")->frame);
    const auto bytes = find_format("csmodel")->from_scene({own}, {}, unused);
    ASSERT_TRUE(bytes.has_value());
    const auto model = parse("csmodel", *bytes);
    const Companion beside[] = {{"m.csmodel", *bytes, model->document.get()}};
    const Made made = make(scene, "csmodelanim", with_model ? Companions(beside) : Companions());
    for (const FitLine& line : made.report.fits)
      EXPECT_LT(line.error, 1e-4) << line.what;
    // Played on the model.
    const RestModel rest = *rest_of(*model->document);
    const Scene played = scene_of(made.motion, &rest, {}, {});
    const ReferenceSampler sampler(played, played.clips[0]);
    for (int frame = 0; frame <= 8; ++frame) {
      Pose pose;
      sampler.sample(frame, pose);
      for (std::uint32_t page = 0; page < 2; ++page) {
        const double wanted = (page == 0) == (frame < 4) ? 1 : 0;
        EXPECT_NEAR(pose[page].local.scale.x, wanted, 1e-6) << page << " at " << frame;
      }
    }
  }
}

// A scene that never moves what a rest scale of 0 hides: it stays hidden on its model.
TEST(CraftStudioForeign, NodesHiddenAtRestStayHidden) {
  Scene scene = rig();
  scene.nodes[2].rest.scale = {0, 0, 0};
  scene.meshes.push_back({"leg", {}});
  Primitive& triangle = scene.meshes[0].primitives.emplace_back();
  triangle.positions = {{0, 0, 0}, {100, 0, 0}, {0, 100, 50}};
  triangle.indices = {0, 1, 2};
  scene.nodes[2].mesh = 0;
  const Made made = make(scene);
  const MotionNode* leg = find_node(made.motion, "leg");
  ASSERT_NE(leg, nullptr);
  ASSERT_FALSE(leg->at(Channel::scale).empty());
  for (const MotionKey& key : leg->at(Channel::scale))
    EXPECT_LT(key.value[0], -0.1);
  EXPECT_LT(worst_fit(made), 1e-3);
}

// Far from the origin 32-bit numbers have few digits: what an editor gives back unchanged differs
// by their last bits, which is no edit and needs no keys.
TEST(CraftStudioForeign, RoundingIsNotAnEdit) {
  for (const double away : {1e3, 5e4, 3e6}) {
    Animation animation;
    animation.duration = 60;
    NodeAnimation& moved = animation.nodes.emplace_back();
    moved.name.bytes = "Arm";
    for (std::uint16_t frame = 0; frame <= 60; frame += 20)
      moved.position.push_back({frame, 0, {static_cast<float>(away + 17 * frame), 0.3F, 1}});
    const auto original = parse("csmodelanim", write(animation).value());
    Model model;
    model.nodes.emplace_back().name.bytes = "Arm";
    model.nodes[0].position = {static_cast<float>(-away / 3), 2, 0};
    model.nodes[0].block_size = {4, 4, 4};
    model.next_node_id = 1;
    const auto body = parse("csmodel", write(model).value());
    const Companion beside[] = {{"m.csmodel", body->bytes, body->document.get()}};
    Diagnostics unused;
    Scene scene = original->document->to_scene({}, {beside, {}}, unused).value();
    // What 32-bit numbers of a dense export specify.
    Clip& clip = scene.clips.at(0);
    const ReferenceSampler sampler(scene, clip);
    Track dense = track(0, Property::translation, {}, {});
    for (int frame = 0; frame <= 60; ++frame) {
      Pose pose;
      sampler.sample(frame, pose);
      const Vec3 at = pose[0].local.translation;
      dense.times.push_back(frame);
      for (const double v : {at.x, at.y, at.z})
        dense.values.push_back(double{static_cast<float>(v)});
    }
    clip.tracks = {dense};
    const Format& target = *find_format("csmodelanim");
    change_frame(scene, target.frame);
    ConversionReport report;
    const auto bytes = target.from_scene({scene, original->document.get()}, {beside, {}}, report);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(*bytes, original->bytes) << away;
    // One key moved: that is an edit, and it needs a key or two more.
    for (std::size_t i = 0; i < 3; ++i)
      scene.clips[0].tracks[0].values[3 * 30 + i] += away / 100;
    const auto edited = target.from_scene({scene, original->document.get()}, {beside, {}}, report);
    ASSERT_TRUE(edited.has_value());
    EXPECT_NE(*edited, original->bytes);
    const auto again = motion_of(*parse("csmodelanim", *edited)->document).value();
    EXPECT_LE(again.nodes.at(0).at(Channel::position).size(), 8U) << away;
  }
}

// Children hang on the centre of the block above, and the joint of the source is where the block
// turns: a pivot before its centre (section 6.1).
// A bone that an editor renamed or deleted: its old keys stay, and that is named.
TEST(CraftStudioForeign, ReportsKeysOfRenamedNodes) {
  Animation animation;
  animation.duration = 10;
  Model model;
  for (const char* name : {"Arm", "Leg"}) {
    NodeAnimation& moved = animation.nodes.emplace_back();
    moved.name.bytes = name;
    moved.position = {{0, 0, {0, 0, 0}}, {10, 0, {1, 2, 3}}};
    ModelNode& block = model.nodes.emplace_back();
    block.id = static_cast<std::uint16_t>(model.next_node_id++);
    block.name.bytes = name;
    block.block_size = {4, 4, 4};
  }
  const auto original = parse("csmodelanim", write(animation).value());
  const auto body = parse("csmodel", write(model).value());
  const Companion beside[] = {{"m.csmodel", body->bytes, body->document.get()}};
  Diagnostics unused;
  Scene scene = original->document->to_scene({}, {beside, {}}, unused).value();
  const Format& target = *find_format("csmodelanim");
  change_frame(scene, target.frame);
  const auto kept = [&](const Scene& from) -> std::string {
    ConversionReport report;
    EXPECT_TRUE(target.from_scene({from, original->document.get()}, {{}, {}}, report));
    const auto found = report.diagnostics.finish();
    const Diagnostic* one = find(found, "W-KEPT-NODE");
    if (one == nullptr) return "";
    EXPECT_EQ(one->severity, Severity::warning);
    return one->message.substr(one->message.find(':'));
  };
  EXPECT_EQ(kept(scene), "");
  for (Node& node : scene.nodes) {
    if (node.name == "Arm") node.name = "Wing";
  }
  EXPECT_EQ(kept(scene), ": 'Arm'");
}

TEST(CraftStudioForeign, BlocksRotateAboutTheirJoints) {
  Scene scene;
  Primitive box;
  for (const float x : {0.F, 2.F})
    for (const float y : {-0.5F, 0.5F})
      for (const float z : {-0.25F, 0.25F})
        box.positions.push_back({x, y, z});
  box.indices = {0, 1, 3, 0, 3, 2, 4, 6, 7, 4, 7, 5, 0, 4, 5, 0, 5, 1,
                 2, 3, 7, 2, 7, 6, 0, 2, 6, 0, 6, 4, 1, 5, 7, 1, 7, 3};
  scene.meshes.push_back({"limb", {box}});
  scene.nodes = {node("body", -1, {0, 1, 0}), node("arm", 0, {2, 0, 0}), node("hand", 1, {2, 0, 0}),
                 node("tip", 2, {1, 0, 0})};
  for (std::size_t i = 0; i < 3; ++i)
    scene.nodes[i].mesh = 0;
  scene.nodes[1].rest.rotation = from_axis_angle({0, 0, 1}, 0.7);
  Clip& clip = scene.clips.emplace_back();
  clip.rate = 30;
  clip.duration = 10;
  const Quat bent = from_axis_angle({0, 1, 0}, 1.1);
  clip.tracks = {
      track(2, Property::rotation, {0, 10}, {0, 0, 0, 1, bent.x, bent.y, bent.z, bent.w})};
  const Format& target = *find_format("csmodel");
  Scene own = scene;
  change_frame(own, target.frame);
  ConversionReport unused;
  const auto bytes = target.from_scene({own}, {}, unused);
  ASSERT_TRUE(bytes.has_value());
  const auto model = parse("csmodel", *bytes);
  const Companion beside[] = {{"m.csmodel", *bytes, model->document.get()}};
  const Made made = make(scene, "csmodelanim", beside);
  const RestModel rest = *rest_of(*model->document);
  const Scene played = scene_of(made.motion, &rest, {}, {});
  const ReferenceSampler there(played, played.clips[0]), here(scene, clip);
  for (int frame = 0; frame <= 10; ++frame) {
    Pose pose;
    std::vector<Mat4> now, wanted;
    there.sample(frame, pose);
    world_matrices(played, pose, now);
    Pose source;
    here.sample(frame, source);
    world_matrices(scene, source, wanted);
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const auto found = std::ranges::find(played.nodes, scene.nodes[i].name, &Node::name);
      ASSERT_NE(found, played.nodes.end());
      const auto k = static_cast<std::size_t>(found - played.nodes.begin());
      const Vec3 joint = transform_point(now[k], pose[k].local.pivot * -1);
      EXPECT_NEAR(length(joint - transform_point(wanted[i], {})), 0, 1e-4)
          << scene.nodes[i].name << " at " << frame;
    }
  }
}

}  // namespace
}  // namespace anmkit::craftstudio::test
