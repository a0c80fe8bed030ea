// SPDX-License-Identifier: MIT
// Nodes of a scene that become bones and tracks, and the contents of their tracks.
#include <gtest/gtest.h>

#include <set>

#include "anmkit/gltf.hpp"
#include "bones.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

Result<Bytes> made(std::string_view id, Scene scene, const Document* original, Companions beside,
                   ConversionReport& report) {
  change_frame(scene, find_format(id)->frame);
  return find_format(id)->from_scene({scene, original}, {beside, {}}, report);
}

BankRecords records(const Bytes& bytes) {
  Diagnostics unused;
  return records_of(parse_bank(bytes, unused).value());
}

Scene through_gltf(const Scene& scene) {
  ConversionReport unused;
  return read_gltf(write_gltf(scene, {}, unused).value()).value();
}

MadeTrack held(unsigned id, unsigned bits) {
  MadeTrack track;
  track.id = id;
  track.type = 4;
  track.bits = bits;
  track.translation_mode = track.scale_mode = 1;
  track.rotation_mode = (bits & 8U) != 0 ? 6 : 0;
  track.anim_time = 10;
  track.keys.resize(2);
  track.keys[1].time = 10;
  for (MadeKey& key : track.keys) {
    key.scale.value = {1, 1, 1};
    key.quaternion.value = {0, 0, 0, 1};
  }
  return track;
}

// A bone of rest scale 2 at (0, 3, 0).
Bytes large_bone() {
  Parts rest;
  rest.bits = 3;
  rest.scale = {2, 2, 2};
  rest.translation = {0, 3, 0};
  return actor_bytes({rest});
}

// A bone that an editor deleted: its track stays, and that is named.
TEST(GcActorImport, ReportsTracksOfDeletedBones) {
  const auto bank = parse("gc-anm", BankBytes::of({held(0, 11), held(1, 11)}));
  Diagnostics unused;
  Scene scene = bank->document->to_scene({}, {{}, {}}, unused).value();
  const auto told = [&](const Scene& from) {
    ConversionReport report;
    EXPECT_TRUE(made("gc-anm", from, bank->document.get(), {}, report));
    std::string all;
    for (const Diagnostic& one : report.diagnostics.finish())
      all += one.code + " " + one.message + ";";
    return all;
  };
  EXPECT_EQ(told(scene), "");
  const auto gone = std::ranges::find(scene.nodes, 1, &Node::id);
  ASSERT_NE(gone, scene.nodes.end());
  const auto last = static_cast<std::uint32_t>(gone - scene.nodes.begin());
  ASSERT_EQ(last + 1, scene.nodes.size());
  std::erase_if(scene.clips.at(0).tracks,
                [&](const anmkit::Track& one) { return one.node == last; });
  scene.nodes.pop_back();
  EXPECT_EQ(told(scene), "gc.ANM070 the scene has no bone with the id 1: its track stays;");
}

TEST(GcActorImport, AScaleOfOneThatReplacesAnotherRestScaleStays) {
  const auto bank = parse("gc-anm", BankBytes::of({held(0, 11)}));
  const auto actor = parse("gc-act", large_bone());
  const Companion beside{"a.act", actor->bytes, actor->document.get()};
  Diagnostics unused;
  const Scene scene =
      through_gltf(bank->document->to_scene({}, {{&beside, 1}, {}}, unused).value());
  ConversionReport report;
  // Without the original, and with an edit of another part next to it.
  const auto bytes = made("gc-anm", scene, nullptr, {}, report);
  ASSERT_TRUE(bytes.has_value());
  ASSERT_EQ(records(*bytes).tracks.size(), 1U);
  EXPECT_EQ(records(*bytes).tracks[0].anim_type, 11);
  for (const FitLine& line : report.fits)
    EXPECT_LT(line.error, 1e-6) << line.what;
  Scene edited = scene;
  for (anmkit::Track& track : edited.clips[0].tracks) {
    if (track.property == Property::translation)
      for (double& v : track.values)
        v += 1;
  }
  const auto again = made("gc-anm", edited, bank->document.get(), {}, report);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(records(*again).tracks.at(0).anim_type, 11);
}

TEST(GcActorImport, AScaleThatIsTheRestScaleNeedsNoPart) {
  Scene scene;
  Node& node = scene.nodes.emplace_back();
  node.name = "bone0";
  node.rest.scale = {2, 2, 2};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "go";
  clip.rate = 60;
  clip.duration = 10;
  anmkit::Track move;
  move.times = {0, 10};
  move.values = {0, 0, 0, 1, 2, 3};
  clip.tracks.push_back(move);
  ConversionReport report;
  const auto bytes = made("gc-anm", scene, nullptr, {}, report);
  ASSERT_TRUE(bytes.has_value());
  EXPECT_EQ(records(*bytes).tracks.at(0).anim_type, 9);
  // Over the rest scale of another actor it must be stored, and its own position as well.
  const auto other = parse("gc-act", actor_bytes({Parts{}}));
  const Companion beside{"a.act", other->bytes, other->document.get()};
  const auto scaled = made("gc-anm", scene, nullptr, {&beside, 1}, report);
  ASSERT_TRUE(scaled.has_value());
  EXPECT_EQ(records(*scaled).tracks.at(0).anim_type, 11);
}

// A rest transform stored as a matrix is replaced by a track, one stored as parts is filled in: the
// glTF does not say which, so the track says all of it.
TEST(GcActorImport, ARestScaleStaysUnderAnEditWithoutTheActor) {
  Parts parts, matrix;
  parts.bits = 3;
  parts.scale = {0.5, 0.5, 0.5};
  matrix.bits = 16;
  matrix.matrix = {0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 0.5, 0};
  for (const Parts& rest : {parts, matrix}) {
    // The bone that the clip leaves alone is the one that gets an edit.
    const auto bank = parse("gc-anm", BankBytes::of({held(1, 9)}));
    const auto actor = parse("gc-act", actor_bytes({rest, Parts{}}));
    const Companion beside{"a.act", actor->bytes, actor->document.get()};
    Diagnostics unused;
    Scene scene = through_gltf(bank->document->to_scene({}, {{&beside, 1}, {}}, unused).value());
    anmkit::Track move;
    move.times = {0, 10};
    move.values = {0, 0, 0, 1, 2, 3};
    scene.clips[0].tracks.push_back(move);
    ConversionReport report;
    const auto bytes = made("gc-anm", scene, bank->document.get(), {}, report);
    ASSERT_TRUE(bytes.has_value());
    const auto written = parse("gc-anm", *bytes);
    const Scene played = written->document->to_scene({}, {{&beside, 1}, {}}, unused).value();
    const ReferenceSampler sampler(played, played.clips[0]), wanted(scene, scene.clips[0]);
    Pose pose, edit;
    sampler.sample(10, pose);
    wanted.sample(10, edit);
    const Transform shown = decompose(local_matrix(played.nodes[0], pose[0]));
    const Transform edited = decompose(local_matrix(scene.nodes[0], edit[0]));
    EXPECT_NEAR(length(shown.scale - Vec3{0.5, 0.5, 0.5}), 0, 1e-6) << rest.bits;
    EXPECT_NEAR(length(edited.scale - Vec3{0.5, 0.5, 0.5}), 0, 1e-6) << rest.bits;
    EXPECT_NEAR(length(shown.translation - edited.translation), 0, 1e-3) << rest.bits;
  }
}

TEST(GcActorImport, IdentityTracksOfABankWithoutItsActorStay) {
  MadeTrack follows = held(2, 8);
  follows.replace = false;
  const auto bank = parse("gc-anm", BankBytes::of({held(1, 9), follows, held(3, 2)}));
  Diagnostics unused;
  const Scene scene = through_gltf(bank->document->to_scene({}, {{}, {}}, unused).value());
  ConversionReport report;
  const auto bytes = made("gc-anm", scene, nullptr, {}, report);
  ASSERT_TRUE(bytes.has_value());
  const BankRecords back = records(*bytes);
  ASSERT_EQ(back.tracks.size(), 3U);
  const BankRecords before = records(bank->bytes);
  for (std::size_t i = 0; i < 3; ++i) {
    const Track& was = before.tracks[i];
    EXPECT_EQ(back.tracks[i].track_id, was.track_id);
    EXPECT_EQ(back.tracks[i].anim_type, was.anim_type) << i;
    EXPECT_EQ(back.tracks[i].replace_hierarchy_ctrl, was.replace_hierarchy_ctrl) << i;
  }
}

// A track that follows the rest pose still does when its control values were edited without it.
TEST(GcActorImport, AnEditWithoutTheActorIsAnEditOfTheControl) {
  MadeTrack follows = held(2, 8);
  follows.replace = false;
  const auto bank = parse("gc-anm", BankBytes::of({follows}));
  Diagnostics unused;
  Scene scene = through_gltf(bank->document->to_scene({}, {{}, {}}, unused).value());
  anmkit::Track turn;
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  turn.times = {0, 10};
  turn.values = {0, 0, 0, 1, 0, 0.6, 0, 0.8};
  scene.clips.at(0).tracks = {turn};
  ConversionReport report;
  const auto bytes = made("gc-anm", scene, bank->document.get(), {}, report);
  ASSERT_TRUE(bytes.has_value());
  const BankRecords back = records(*bytes);
  ASSERT_EQ(back.tracks.size(), 1U);
  EXPECT_EQ(back.tracks[0].anim_type, 8);
  EXPECT_EQ(back.tracks[0].replace_hierarchy_ctrl, 0);
  EXPECT_EQ((*back.key_frames.back().quaternion)[1], 9830);  // 0.6 * 16384
}

TEST(GcActorImport, CamerasAndSkinHoldersAreNotBones) {
  Scene scene;
  scene.nodes.resize(4);
  scene.cameras.resize(1);
  scene.nodes[0].name = "camera";
  scene.nodes[0].camera = 0;
  scene.nodes[1].name = "holder";
  scene.nodes[1].mesh = 0;
  scene.nodes[2].name = "hip";
  scene.nodes[3].name = "knee";
  scene.nodes[3].parent = 2;
  for (std::size_t i = 0; i < 4; ++i)
    scene.nodes[i].id = static_cast<std::int64_t>(i) + 10;
  Primitive& skin = scene.meshes.emplace_back().primitives.emplace_back();
  skin.positions = {{0, 0, 0}};
  skin.joints = {{2, 3, 0, 0}};
  skin.weights = {{0.5F, 0.5F, 0, 0}};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "go";
  clip.rate = 60;
  clip.duration = 10;
  for (std::uint32_t node = 0; node < 4; ++node) {
    anmkit::Track move;
    move.node = node;
    move.times = {0, 10};
    move.values = {0, 0, 0, 1, 2, 3};
    clip.tracks.push_back(move);
  }
  ConversionReport report;
  const auto bank = made("gc-anm", scene, nullptr, {}, report);
  const auto actor = made("gc-act", scene, nullptr, {}, report);
  ASSERT_TRUE(bank.has_value() && actor.has_value());
  std::vector<int> ids;
  for (const Track& track : records(*bank).tracks)
    ids.push_back(track.track_id);
  EXPECT_EQ(ids, (std::vector<int>{12, 13}));
  Diagnostics unused;
  EXPECT_EQ(parse_actor(*actor, unused).value().bones.size(), 2U);
  const auto said = report.diagnostics.finish();
  const Diagnostic* loss = find(said, "LOSS");
  ASSERT_NE(loss, nullptr);
  EXPECT_NE(loss->message.find("camera"), std::string::npos);
}

// What is away from its joint by a pivot, and a scale that children do not get (the joint's
// transform counts).
TEST(GcActorImport, RestPosesAreThoseOfTheJoints) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].rest.translation = {1, 2, 3};
  scene.nodes[0].rest.rotation = from_axis_angle({0, 0, 1}, kPi / 2);
  scene.nodes[0].rest.pivot = {5, 0, 0};
  scene.nodes[0].rest.scale = {3, 3, 3};
  scene.nodes[0].inherit_scale = false;
  scene.nodes[1].parent = 0;
  scene.nodes[1].id = 1;
  ConversionReport report;
  const auto bytes = made("gc-act", scene, nullptr, {}, report);
  ASSERT_TRUE(bytes.has_value());
  Diagnostics unused;
  const Actor actor = parse_actor(*bytes, unused).value();
  ASSERT_EQ(actor.controls.size(), 1U);
  const auto& v = actor.controls[0].values;
  EXPECT_EQ(actor.controls[0].type, 4 | 8);  // quaternion and translation, no scale
  EXPECT_NEAR(v[7], 1, 1e-5);
  EXPECT_NEAR(v[8], 7, 1e-5);  // five to the side, turned up
  EXPECT_NEAR(v[9], 3, 1e-5);
}

TEST(GcActorImport, NodesWithTheSameNumberGetNewOnes) {
  Scene scene;
  scene.nodes.resize(3);
  for (Node& node : scene.nodes)
    node.name = "thing";
  ConversionReport report;
  const auto bytes = made("gc-act", scene, nullptr, {}, report);
  ASSERT_TRUE(bytes.has_value());
  Diagnostics unused;
  std::set<int> ids;
  const auto actor = parse_actor(*bytes, unused).value();
  for (const Bone& bone : actor.bones)
    ids.insert(bone.bone_id);
  EXPECT_EQ(ids.size(), 3U);
}

// Nothing moves, or nothing is there: still the same bytes.
TEST(GcActorImport, RoundTripsEmptyBanksAndSequences) {
  for (const auto& sequences :
       {std::vector<MadeSequence>{}, std::vector<MadeSequence>{{"none", {}}},
        std::vector<MadeSequence>{{"some", {held(1, 9)}}, {"none", {}}, {"some", {held(1, 8)}}}}) {
    const auto bank = parse("gc-anm", BankBytes::of(sequences));
    Diagnostics unused;
    const auto scene = bank->document->to_scene({}, {{}, {}}, unused);
    ASSERT_TRUE(scene.has_value());
    ConversionReport report;
    const auto bytes = made("gc-anm", *scene, bank->document.get(), {}, report);
    ASSERT_TRUE(bytes.has_value());
    EXPECT_EQ(*bytes, bank->bytes);
  }
}

}  // namespace
}  // namespace anmkit::gc::test
