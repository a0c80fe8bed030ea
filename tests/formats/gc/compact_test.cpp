// SPDX-License-Identifier: MIT
// Compact clips, laid out by hand from appendix B of the specification.
#include <gtest/gtest.h>

#include <cmath>

#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"
#include "compact_clip.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc::test {
namespace {

DocumentPtr parse(const Bytes& bytes, Diagnostics& diagnostics) {
  const auto format = detect_one({bytes, "walk.anm"});
  EXPECT_TRUE(format.has_value());
  if (!format) return nullptr;
  EXPECT_EQ((*format)->id, "gc-anm-compact");
  return (*format)->parse({bytes, "walk.anm"}, {}, diagnostics);
}

Pose pose_at(const Scene& scene, double frame) {
  Pose pose;
  ReferenceSampler(scene, scene.clips.at(0)).sample(frame, pose);
  return pose;
}

TEST(GcCompact, HoldsEndKeysAndRotatesTheShortWay) {
  const Bytes bytes = clip_bytes();
  Diagnostics diagnostics;
  const DocumentPtr document = parse(bytes, diagnostics);
  ASSERT_NE(document, nullptr);
  const auto scene = document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  ASSERT_EQ(scene->nodes.size(), 4U);
  const double root = std::sqrt(0.5);
  for (const auto& [frame, z, w] : {std::array{0.0, 0.0, 1.0}, std::array{5.0, 0.0, 1.0},
                                    std::array{10.0, std::sin(kPi / 8), std::cos(kPi / 8)},
                                    std::array{15.0, root, root}, std::array{20.0, root, root}}) {
    const Quat turn = normalize(pose_at(*scene, frame)[0].local.rotation);
    EXPECT_NEAR(angle_between(turn, Quat{0, 0, z, w}), 0, 1e-4) << frame;
    EXPECT_EQ(pose_at(*scene, frame)[0].local.scale, (Vec3{1, 2, 0.5}));
  }
  // Bezier in halves: P0 = 1 2 3, P1 = 2 2 3, P2 = 2 3 3, P3 = 2 2 3.
  const Vec3 middle = pose_at(*scene, 5)[1].local.translation;
  EXPECT_DOUBLE_EQ(middle.x, (1 + 3 * 2 + 3 * 2 + 2) / 8.0);
  EXPECT_DOUBLE_EQ(middle.y, (2 + 3 * 2 + 3 * 3 + 2) / 8.0);
  EXPECT_DOUBLE_EQ(middle.z, 3);
  EXPECT_EQ(pose_at(*scene, 18)[1].local.translation, (Vec3{2, 2, 3}));
}

// Appendix B: clips repeat, and of tracks with one name only the first is used.
TEST(GcCompact, ClipsRepeatAndNamesAreUnique) {
  Bytes bytes = clip_bytes();
  const auto nodes_of = [&] {
    Diagnostics diagnostics;
    const auto scene = parse(bytes, diagnostics)->to_scene({}, {{}, {}}, diagnostics).value();
    EXPECT_TRUE(scene.clips.at(0).loops);
    return scene.nodes.size();
  };
  EXPECT_EQ(nodes_of(), 4u);
  bytes.at(8 + 16 + 11) = std::byte{1};  // the second track's number
  EXPECT_EQ(nodes_of(), 3u);
}

// Appendix B: bits 5 to 7 of a type and the rotation mode 7 mean something. Each key is looked at.
TEST(GcCompact, FindingsAboutTypesAndKeys) {
  const auto found = [](const Bytes& bytes) {
    Diagnostics diagnostics;
    const DocumentPtr document = parse(bytes, diagnostics);
    document->check({{}, {}}, diagnostics);
    return diagnostics.finish();
  };
  Bytes bytes = clip_bytes();
  for (const char* code : {"ANM033", "ANM037", "ANM061"})
    EXPECT_EQ(find(found(bytes), code), nullptr) << code;
  for (const std::size_t at : {86, 87, 88, 89})
    bytes.at(at) = std::byte{0};
  const auto broken = found(bytes);
  ASSERT_NE(find(broken, "ANM061"), nullptr);
  EXPECT_EQ(find(broken, "ANM061")->path, "tracks[0].keys[1]");
}

// Track 1 keys a quaternion, whose numbers have one type; its constant scale has the stored one.
TEST(GcCompact, FindsConstantsOfAnUnknownType) {
  Bytes bytes = clip_bytes();
  bytes.at(8 + 12) = std::byte{0x58};
  Diagnostics diagnostics;
  const DocumentPtr document = parse(bytes, diagnostics);
  document->check({{}, {}}, diagnostics);
  const auto found = diagnostics.finish();
  ASSERT_NE(find(found, "ANM030"), nullptr);
  EXPECT_EQ(find(found, "ANM030")->severity, Severity::error);
  EXPECT_EQ(find(found, "ANM030")->offset, 8u + 12);
}

TEST(GcCompact, ASingleKeyKeepsTheRestPose) {
  const Bytes bytes = clip_bytes();
  Diagnostics diagnostics;
  const DocumentPtr document = parse(bytes, diagnostics);
  ASSERT_NE(document, nullptr);
  // Bone 3 rests at 0 7 0, rotated by 0.
  Actor actor;
  actor.total_bones = 1;
  actor.root_bone = 32;
  actor.bones.resize(1);
  actor.bones[0].bone_id = 3;
  actor.bones[0].orientation_control = 60;
  actor.controls.push_back({60, 8, {1, 1, 1, 0, 0, 0, 1, 0, 7, 0}});
  actor.size = 128;
  const Bytes actor_bytes = write(actor).value();
  const DocumentPtr skeleton = find_format("gc-act")->parse({actor_bytes, "a"}, {}, diagnostics);
  ASSERT_NE(skeleton, nullptr);
  const Companion companion{"a.act", actor_bytes, skeleton.get()};
  const auto scene = document->to_scene({}, {{&companion, 1}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  const Pose pose = pose_at(*scene, 0);
  EXPECT_EQ(pose[0].local.translation, (Vec3{0, 7, 0}));
  EXPECT_NEAR(pose[0].local.rotation.x, std::sin(kPi / 4), 1e-9);
  document->check({{}, {}}, diagnostics);
  std::size_t warned = 0;
  for (const Diagnostic& item : diagnostics.finish())
    warned += item.code == "gc.ANM040" && item.severity == Severity::warning && item.offset == 48U;
  EXPECT_EQ(warned, 1U);
}

// A bone that rests as a matrix: what the clip lacks is what the matrix is made from (section 8.3:
// three rows of four), that is a quarter rotation about z, then 3 4 5; scaled by 2, 4 and 8 before.
TEST(GcCompact, PartsThatTheClipLacksAreThoseOfARestMatrix) {
  Diagnostics diagnostics;
  const DocumentPtr document = parse(clip_bytes(), diagnostics);
  ASSERT_NE(document, nullptr);
  for (const std::uint16_t id : {std::uint16_t{1}, std::uint16_t{2}}) {
    Actor actor;
    actor.total_bones = 1;
    actor.root_bone = 32;
    actor.bones.resize(1);
    actor.bones[0].bone_id = id;
    actor.bones[0].orientation_control = 60;
    actor.controls.push_back({60, 16, {0, -4, 0, 3, 2, 0, 0, 4, 0, 0, 8, 5}});
    actor.size = 128;
    const Bytes bytes = write(actor).value();
    const DocumentPtr skeleton = find_format("gc-act")->parse({bytes, "a"}, {}, diagnostics);
    ASSERT_NE(skeleton, nullptr);
    const Companion companion{"a.act", bytes, skeleton.get()};
    const auto scene = document->to_scene({}, {{&companion, 1}, {}}, diagnostics);
    ASSERT_TRUE(scene.has_value());
    const NodePose pose = pose_at(*scene, 0)[0];
    EXPECT_EQ(pose.offset, Mat4{});
    // Track 1 turns and scales, track 2 moves.
    const Vec3 place = id == 1 ? Vec3{3, 4, 5} : Vec3{1, 2, 3};
    const Vec3 size = id == 1 ? Vec3{1, 2, 0.5} : Vec3{2, 4, 8};
    const double half = id == 1 ? 0 : kPi / 4;
    EXPECT_LT(length(pose.local.translation - place), 1e-9) << id;
    EXPECT_LT(length(pose.local.scale - size), 1e-9) << id;
    EXPECT_NEAR(angle_between(pose.local.rotation, Quat{0, 0, std::sin(half), std::cos(half)}), 0,
                1e-6)
        << id;
  }
}

// Section 6.3 with the one control for both: slerp(slerp(a, b, u), slerp(c, c', u), 2u(1-u)).
TEST(GcCompact, SquadOfOneControlForKey) {
  Diagnostics diagnostics;
  const DocumentPtr document = parse(clip_bytes(), diagnostics);
  ASSERT_NE(document, nullptr);
  const auto scene = document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  // Half a rotation about z in the middle is a quarter; the control pulls it half way to none.
  const Quat middle = pose_at(*scene, 5)[3].local.rotation;
  EXPECT_NEAR(angle_between(normalize(middle), Quat{0, 0, std::sin(kPi / 8), std::cos(kPi / 8)}), 0,
              1e-6);
}

TEST(GcCompact, RoundTripsBytesAndJsonWithDamage) {
  const Bytes good = clip_bytes();
  Diagnostics unused;
  const DocumentPtr document = parse(good, unused);
  ASSERT_NE(document, nullptr);
  const auto built = rebuilt(*document);
  ASSERT_TRUE(built.has_value()) << built.error().message;
  EXPECT_EQ((*built)->write().value(), good);
  const Format* format = find_format("gc-anm-compact");
  const auto probe = [&](const Bytes& bytes) {
    Diagnostics diagnostics;
    const DocumentPtr damaged = format->parse({bytes, "x"}, {}, diagnostics);
    EXPECT_EQ(damaged == nullptr, diagnostics.has_errors());
    if (!damaged) return;
    ASSERT_EQ(damaged->write().value(), bytes);
    damaged->check({{}, {}}, diagnostics);
    const auto scene = damaged->to_scene({}, {{}, {}}, diagnostics);
    if (scene) pose_at(*scene, 5);
  };
  for (std::size_t length = 0; length < good.size(); ++length)
    probe(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
  for (std::size_t i = 0; i < good.size(); ++i) {
    for (const unsigned flip : {0x01U, 0x08U, 0x80U, 0xFFU}) {
      Bytes bytes = good;
      bytes[i] ^= static_cast<std::byte>(flip);
      probe(bytes);
    }
  }
}

TEST(GcCompact, EditedDumpsAreFiles) {
  Diagnostics diagnostics;
  std::string text = dump_document(*parse(clip_bytes(), diagnostics));
  const auto key = text.find("\"time\":10");
  const std::string spaced = key == std::string::npos ? "\"time\": 10" : "\"time\":10";
  const auto at = text.find(spaced);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, spaced.size(), spaced + "0");
  Diagnostics moved;
  const auto built = build_document(text, moved);
  ASSERT_TRUE(built.has_value()) << built.error().message;
  EXPECT_TRUE(moved.empty());  // a changed value is where it lay
  const auto again = parse_compact((*built)->write().value(), diagnostics);
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(again->tracks[1].keys[1].time, 100);
}

TEST(GcCompact, FindingsNameTrackAndKey) {
  Bytes bytes = clip_bytes();
  bytes[92 + 11 + 1] = std::byte{0};  // the second key of track 1 goes to time 0
  bytes[93] = std::byte{3};           // and its first to 3: times decrease
  Diagnostics diagnostics;
  const DocumentPtr document = parse(bytes, diagnostics);
  ASSERT_NE(document, nullptr);
  document->check({{}, {}}, diagnostics);
  bool found = false;
  for (const Diagnostic& item : diagnostics.finish()) {
    if (item.code != "gc.ANM042") continue;
    found = true;
    EXPECT_EQ(item.path, "tracks[1].keys[1]");
    EXPECT_EQ(item.offset, 92U + 11);
    EXPECT_NE(item.message.find("track 1 (id 2), key 1"), std::string::npos) << item.message;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace anmkit::gc::test
