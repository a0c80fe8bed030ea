// SPDX-License-Identifier: MIT
// Scenes become banks and actors (sections 8.4, 13.1, 13.2 and 13.4).
#include <gtest/gtest.h>

#include <cmath>

#include "anmkit/gc.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/registry.hpp"
#include "core/json.hpp"
#include "scene/reference.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

// A root and its child; the child moves along a spline while it turns half round.
Scene moving_scene() {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "bone4";
  scene.nodes[0].rest.translation = {0, 10, 0};
  scene.nodes[1].name = "bone9";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {5, 0, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.rate = 60;
  clip.duration = 30;
  anmkit::Track move;
  move.node = 1;
  move.property = Property::translation;
  move.interpolation = Interpolation::cubic;
  move.times = {0, 30};
  // in, value, out; tangents per frame.
  move.values = {0, 0, 0, 5, 0, 0, 0.5, 0, 0, 0, 0.25, 0, 7, 1, -0.5, 0, 0, 0};
  clip.tracks.push_back(move);
  anmkit::Track turn;
  turn.node = 1;
  turn.property = Property::rotation;
  turn.interpolation = Interpolation::slerp;
  turn.times = {0, 30};
  turn.values = {0, 0, 0, 1, 0, 0, -std::sqrt(0.5), -std::sqrt(0.5)};
  clip.tracks.push_back(turn);
  return scene;
}

DocumentPtr convert(std::string_view id, const Scene& scene, const Document* original,
                    ConversionReport& report, const Options& options = {}) {
  auto made = document_from_scene(*find_format(id), scene, original, options, report);
  EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().message);
  return made ? std::move(*made) : nullptr;
}

BankRecords bank_of(const Document& document) {
  Diagnostics diagnostics;
  auto bank = parse_bank(document.write().value(), diagnostics);
  EXPECT_TRUE(bank.has_value());
  return bank ? records_of(*bank) : BankRecords{};
}

TEST(GcFromScene, SplinesBecomeBezierControlsOfAThirdOfTheTangent) {
  ConversionReport report;
  const DocumentPtr made = convert("gc-anm", moving_scene(), nullptr, report);
  ASSERT_NE(made, nullptr);
  const BankRecords bank = bank_of(*made);
  ASSERT_EQ(bank.sequences.size(), 1U);
  EXPECT_EQ(bank.sequences[0].name, "walk");
  ASSERT_EQ(bank.tracks.size(), 1U);  // the root never leaves its rest pose
  const Track& track = bank.tracks[0];
  EXPECT_EQ(track.track_id, 9);
  EXPECT_EQ(track.anim_time, 30);
  EXPECT_EQ(track.anim_type, 0x09);           // translation and quaternion
  EXPECT_EQ(track.interpolation_type, 0x62);  // Bezier, SLERP
  EXPECT_EQ(track.replace_hierarchy_ctrl, 1);
  // The largest number is 7: twelve fraction bits fit into s16, thirteen do not (57344 > 32767).
  EXPECT_EQ(track.quantize_info, 0x3C);
  ASSERT_EQ(bank.key_frames.size(), 2U);
  const auto& first = bank.key_frames[0];
  // out = 0.5 * 30 / 3 = 5 units; in = -0.25 * 30 / 3 = -2.5 units.
  EXPECT_EQ(*first.translation_curve->out->integers, (std::array<std::int32_t, 3>{20480, 0, 0}));
  const auto& last = bank.key_frames[1];
  EXPECT_EQ(*last.translation_curve->in->integers, (std::array<std::int32_t, 3>{0, -10240, 0}));
  EXPECT_EQ(*last.translation->integers, (std::array<std::int32_t, 3>{28672, 4096, -2048}));
  // The sign of the second quaternion is turned so that both ways of turning agree.
  EXPECT_EQ(*last.quaternion, (std::array<std::int16_t, 4>{0, 0, 11585, 11585}));
}

// What moves less than a track is made for has none, and its difference is in the report.
TEST(GcFromScene, RotationsWithoutATrackAreMeasured) {
  Scene scene = moving_scene();
  anmkit::Track tiny;
  tiny.node = 0;
  tiny.property = Property::rotation;
  tiny.interpolation = Interpolation::slerp;
  tiny.times = {0, 30};
  const double half = to_radians(0.008) / 2;
  tiny.values = {0, 0, 0, 1, std::sin(half), 0, 0, std::cos(half)};
  scene.clips[0].tracks.push_back(tiny);
  ConversionReport report;
  const DocumentPtr made = convert("gc-anm", scene, nullptr, report);
  ASSERT_NE(made, nullptr);
  ASSERT_EQ(bank_of(*made).tracks.size(), 1U);
  const auto line = std::ranges::find(report.fits, "node bone4, rotation", &FitLine::what);
  ASSERT_NE(line, report.fits.end());
  EXPECT_NEAR(line->error, 0.008, 1e-6);
}

TEST(GcFromScene, NewBanksHaveTheCanonicalLayoutAndNoFindings) {
  ConversionReport report;
  const DocumentPtr made = convert("gc-anm", moving_scene(), nullptr, report);
  ASSERT_NE(made, nullptr);
  const BankRecords bank = bank_of(*made);
  EXPECT_EQ(bank.sequences[0].track_array, 0x24U);
  EXPECT_EQ(bank.tracks[0].key_frames, 0x34U);
  EXPECT_EQ(bank.key_frames[0].setting, 0x4CU);  // after 2 keys of 12 bytes
  EXPECT_EQ(bank.key_frames[1].setting, 0x5CU);  // 14 bytes, on a multiple of 4
  EXPECT_EQ(bank.key_frames[0].interpolation, 0x6CU);
  EXPECT_EQ(bank.key_frames[1].interpolation, 0x78U);
  EXPECT_EQ(bank.sequences[0].sequence_name, 0x84U);
  EXPECT_EQ(made->write()->size() % 32, 0U);
  Diagnostics diagnostics;
  made->check({{}, {}}, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
}

TEST(GcFromScene, UntouchedScenesGiveTheSameBytesAndEditedOnesOnlyTheirOwnTracks) {
  ConversionReport report;
  Scene scene = moving_scene();
  anmkit::Track lift;
  lift.node = 0;
  lift.times = {0, 30};
  lift.values = {0, 10, 0, 0, 12, 0};
  scene.clips[0].tracks.push_back(lift);
  const DocumentPtr original = convert("gc-anm", scene, nullptr, report);
  const DocumentPtr actor = convert("gc-act", scene, nullptr, report);
  ASSERT_NE(original, nullptr);
  ASSERT_NE(actor, nullptr);
  const Companion companion{"walk.act", {}, actor.get()};
  Diagnostics diagnostics;
  auto shown = original->to_scene({}, {{&companion, 1}, {}}, diagnostics);
  ASSERT_TRUE(shown.has_value());
  const DocumentPtr same = convert("gc-anm", *shown, original.get(), report);
  EXPECT_EQ(*same->write(), *original->write());

  for (anmkit::Track& track : shown->clips[0].tracks) {
    if (track.node == 0 && track.property == Property::translation) track.values[4] = 20;
  }
  const DocumentPtr edited = convert("gc-anm", *shown, original.get(), report);
  ASSERT_NE(edited, nullptr);
  const BankRecords before = bank_of(*original), after = bank_of(*edited);
  ASSERT_EQ(after.tracks.size(), before.tracks.size());
  for (std::size_t i = 0; i < after.tracks.size(); ++i) {
    EXPECT_EQ(after.tracks[i].quantize_info == before.tracks[i].quantize_info,
              before.tracks[i].track_id == 9)
        << i;  // 20 needs one fraction bit less than 12
  }
}

TEST(GcFromScene, LargeValuesAreRejectedOrStoredAsFloats) {
  Scene scene = moving_scene();
  scene.clips[0].tracks[0].values[12] = 40000;  // s16 ends at 32767
  ConversionReport report;
  const DocumentPtr made = convert("gc-anm", scene, nullptr, report);
  ASSERT_NE(made, nullptr);
  EXPECT_EQ(bank_of(*made).tracks.at(0).quantize_info, 0x40);
  Options options;
  options.set("components", "s16");
  const auto refused = document_from_scene(*find_format("gc-anm"), scene, nullptr, options, report);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "gc.RANGE");
}

TEST(GcFromScene, SkeletonsBecomeActorsInDepthFirstOrder) {
  ConversionReport report;
  const DocumentPtr made = convert("gc-act", moving_scene(), nullptr, report);
  ASSERT_NE(made, nullptr);
  Diagnostics diagnostics;
  const auto actor = parse_actor(made->write().value(), diagnostics);
  ASSERT_TRUE(actor.has_value());
  ASSERT_EQ(actor->bones.size(), 2U);
  EXPECT_EQ(actor->root_bone, 0x20U);
  EXPECT_EQ(actor->bones[0].bone_id, 4);
  EXPECT_EQ(actor->bones[0].first_child, 0x3CU);
  EXPECT_EQ(actor->bones[1].parent, 0x20U);
  ASSERT_EQ(actor->controls.size(), 2U);
  EXPECT_EQ(actor->controls[1].type, 8);  // translation alone
  EXPECT_EQ(actor->controls[1].values[7], 5);
  EXPECT_EQ(actor->size % 32, 0U);
  made->check({{}, {}}, diagnostics);
  EXPECT_TRUE(diagnostics.empty());
}

// A bone that leans: tracks hold a translation, a rotation and a scale, and no shear.
TEST(GcFromScene, ReportsShearWithItsSize) {
  Mat4 upright, leaning;
  leaning.m[4] = 0.5;
  Scene scene = moving_scene();
  anmkit::Track& track = scene.clips[0].tracks.emplace_back();
  track.node = 0;
  track.property = Property::local_matrix;
  track.interpolation = Interpolation::step;
  track.times = {0, 15};
  for (const Mat4* matrix : {&upright, &leaning})
    track.values.insert(track.values.end(), matrix->m.begin(), matrix->m.end());
  ConversionReport report;
  ASSERT_NE(convert("gc-anm", scene, nullptr, report), nullptr);
  const auto found = report.diagnostics.finish();
  const Diagnostic* shear = find(found, "SHEAR");
  ASSERT_NE(shear, nullptr);
  EXPECT_EQ(shear->severity, Severity::warning);
  // The leaning axis becomes upright: its x is lost. The other bone is not named.
  EXPECT_EQ(shear->message, "node bone4, shear of 0.500000 is lost: tracks do not store it");
  EXPECT_EQ(std::ranges::count(found, "gc.SHEAR", &Diagnostic::code), 1);
  ConversionReport straight;
  ASSERT_NE(convert("gc-anm", moving_scene(), nullptr, straight), nullptr);
  EXPECT_FALSE(find(straight.diagnostics.finish(), "SHEAR"));
}

Error refused(std::string_view id, const Scene& scene) {
  ConversionReport report;
  const auto made = document_from_scene(*find_format(id), scene, nullptr, {}, report);
  EXPECT_FALSE(made.has_value());
  return made ? Error{} : made.error();
}

TEST(GcFromScene, MoreFramesThanTenMillionAreRefused) {
  Scene scene = moving_scene();
  scene.clips[0].duration = 10000001;
  const Error error = refused("gc-anm", scene);
  EXPECT_EQ(error.code, "gc.SIZE");
  EXPECT_EQ(error.path, "walk");
  EXPECT_NE(error.message.find("10000001"), std::string::npos) << error.message;
}

// A bank counts its keys with 16 bits, those of all its clips together.
TEST(GcFromScene, MoreKeysThanABankHoldsAreRefused) {
  Scene scene = moving_scene();
  scene.clips[0].duration = 40000;
  scene.clips[0].tracks.clear();
  anmkit::Track flicker;
  flicker.node = 1;
  flicker.interpolation = Interpolation::step;
  for (int frame = 0; frame < 40000; ++frame) {
    flicker.times.push_back(frame);
    flicker.values.insert(flicker.values.end(), {5.0 + frame % 2, 0, 0});
  }
  scene.clips[0].tracks.push_back(flicker);
  ConversionReport report;
  ASSERT_NE(convert("gc-anm", scene, nullptr, report), nullptr) << "one such clip fits";
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].name = "run";
  const Error error = refused("gc-anm", scene);
  EXPECT_EQ(error.code, "gc.SIZE");
  EXPECT_EQ(error.path, "run");
  EXPECT_NE(error.message.find("65535 tracks or keys"), std::string::npos) << error.message;
}

TEST(GcFromScene, MoreBonesThanAnActorHoldsAreRefused) {
  Scene scene;
  scene.nodes.resize(65536);
  const Error error = refused("gc-act", scene);
  EXPECT_EQ(error.code, "gc.SIZE");
  EXPECT_NE(error.message.find("65535 bones"), std::string::npos) << error.message;
}

// An edited dump: a longer name no longer fits where the old one was.
TEST(GcBuild, MovesRecordsThatOutgrowTheirSpace) {
  ConversionReport report;
  const DocumentPtr made = convert("gc-anm", moving_scene(), nullptr, report);
  ASSERT_NE(made, nullptr);
  JsonWriter writer;
  writer.begin_object();
  made->dump(writer);
  writer.end_object();
  std::string text = writer.take();
  const std::size_t at = text.find("walk");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 4, "a name that is longer than what is left of the file");
  const auto json = JsonDocument::parse(text);
  ASSERT_TRUE(json.has_value());
  Diagnostics moved;
  const auto built = find_format("gc-anm")->build(json->root(), moved);
  ASSERT_TRUE(built.has_value());
  EXPECT_TRUE(find_code(moved.finish(), "gc.LAYOUT"));
  const BankRecords bank = bank_of(**built);
  EXPECT_EQ(bank.sequences[0].name, "a name that is longer than what is left of the file");
  EXPECT_EQ(bank.key_frames[1].time, 30);
}

// Section 6.1: the rate is a way of showing; the file's units come back whatever it was.
TEST(GcFromScene, RoundTripsAnotherRate) {
  const auto bank = parse("gc-anm", kBank);
  for (const char* rate : {"30", "24", "60", "59.94"}) {
    Options options;
    options.set("rate", rate);
    Diagnostics diagnostics;
    auto scene = bank->document->to_scene({}, {{}, options}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    EXPECT_EQ(scene->clips[0].rate, std::stod(rate));
    EXPECT_EQ(scene->clips[0].duration, 30);
    ConversionReport written, made;
    const auto file = write_gltf(*scene, {}, written);
    ASSERT_TRUE(file.has_value());
    const auto again = read_gltf(*file);
    ASSERT_TRUE(again.has_value());
    const auto back = convert("gc-anm", *again, bank->document.get(), made);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->write().value(), kBank) << rate;
    // Without the original the times are the same units too.
    ConversionReport fitted;
    const auto anew = convert("gc-anm", *again, nullptr, fitted);
    ASSERT_TRUE(anew);
    for (const auto& track : bank_of(*anew).tracks)
      EXPECT_NEAR(track.anim_time, 30, 1e-3) << rate;
    // A rate that is asked for wins.
    Options other;
    other.set("rate", "120");
    const auto faster = convert("gc-anm", *again, nullptr, fitted, other);
    ASSERT_TRUE(faster);
    EXPECT_NEAR(bank_of(*faster).tracks.at(0).anim_time, 30 * 120 / std::stod(rate), 1e-3);
  }
}

}  // namespace
}  // namespace anmkit::gc::test
