// SPDX-License-Identifier: MIT
// The worked example of the specification (section 14), literally.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "anmkit/gc.hpp"
#include "anmkit/registry.hpp"
#include "scene/reference.hpp"
#include "worked_example.hpp"

namespace anmkit::gc::test {
namespace {

DocumentPtr parse(std::string_view id, const Bytes& bytes) {
  Diagnostics diagnostics;
  DocumentPtr document = find_format(id)->parse({bytes, "walk"}, {}, diagnostics);
  EXPECT_FALSE(diagnostics.has_errors());
  return document;
}

Pose pose_at(const Scene& scene, double frame) {
  Pose pose;
  ReferenceSampler(scene, scene.clips.at(0)).sample(frame, pose);
  return pose;
}

TEST(GcWorkedExample, FieldsAreThoseOfTheTable) {
  Diagnostics diagnostics;
  const auto bank = parse_bank(kBank, diagnostics);
  ASSERT_TRUE(bank.has_value());
  EXPECT_EQ(bank->bank_id, 7);
  ASSERT_EQ(bank->sequences.size(), 1U);
  EXPECT_EQ(bank->sequences[0].name, "walk");
  ASSERT_EQ(bank->tracks.size(), 2U);
  EXPECT_EQ(bank->tracks[0].quantize_info, 0x38);
  EXPECT_EQ(bank->tracks[0].replace_hierarchy_ctrl, 1);
  ASSERT_EQ(bank->keys.size(), 3U);
  const KeyFrame key = decode_key(*bank, bank->tracks[0], bank->keys[1]);
  ASSERT_TRUE(key.translation && key.translation->integers);
  EXPECT_EQ(*key.translation->integers, (std::array<std::int32_t, 3>{512, 256, -128}));
}

TEST(GcWorkedExample, SamplesAreThoseOfTheTable) {
  const DocumentPtr document = parse("gc-anm", kBank);
  ASSERT_NE(document, nullptr);
  Diagnostics diagnostics;
  const auto scene = document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  struct Row {
    double frame, z, w;
    Vec3 translation;
  };
  for (const Row& row :
       {Row{0, 0, 1, {}}, Row{7.5, 0.195087, 0.980784, {0.734375, 0.015625, -0.078125}},
        Row{15, 0.382677, 0.923876, {1.375, 0.125, -0.25}},
        Row{30, 0.707092, 0.707092, {2, 1, -0.5}}}) {
    const Pose pose = pose_at(*scene, row.frame);
    EXPECT_NEAR(pose[0].local.rotation.z, row.z, 1e-6) << row.frame;
    EXPECT_NEAR(pose[0].local.rotation.w, row.w, 1e-6) << row.frame;
    EXPECT_EQ(pose[0].local.translation, row.translation) << row.frame;
    EXPECT_EQ(pose[1].local.scale, (Vec3{1, 1, 1.5}));
  }
}

TEST(GcWorkedExample, WorldOriginOfTheChildBone) {
  const DocumentPtr bank = parse("gc-anm", kBank);
  const DocumentPtr actor = parse("gc-act", kActor);
  ASSERT_TRUE(bank && actor);
  const Companion companion{"hero.act", kActor, actor.get()};
  Diagnostics diagnostics;
  const auto scene = bank->to_scene({}, {{&companion, 1}, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  std::vector<Mat4> world;
  world_matrices(*scene, pose_at(*scene, 15), world);
  ASSERT_EQ(world.size(), 2U);
  EXPECT_NEAR(world[1].at(0, 3), 1.375 + 5 * std::cos(kPi / 4), 1e-4);
  EXPECT_NEAR(world[1].at(1, 3), 0.125 + 5 * std::sin(kPi / 4), 1e-4);
  EXPECT_NEAR(world[1].at(2, 3), -0.25, 1e-9);
}

TEST(GcWorkedExample, RoundTripsBytesAndJson) {
  for (const auto& [id, bytes] : {std::pair{"gc-anm", kBank}, std::pair{"gc-act", kActor}}) {
    const DocumentPtr document = parse(id, bytes);
    ASSERT_NE(document, nullptr);
    EXPECT_EQ(document->write().value(), bytes);
    const auto built = rebuilt(*document);
    ASSERT_TRUE(built.has_value()) << built.error().message;
    EXPECT_EQ((*built)->write().value(), bytes);
  }
}

// Any damage to any byte, and any length: no crash, and what parses comes back.
TEST(GcWorkedExample, DamagedFilesRoundTripOrAreRejected) {
  for (const auto& [id, good] : {std::pair{"gc-anm", kBank}, std::pair{"gc-act", kActor}}) {
    const Format* format = find_format(id);
    const auto probe = [&](const Bytes& bytes) {
      Diagnostics diagnostics;
      const DocumentPtr document = format->parse({bytes, "x"}, {}, diagnostics);
      if (!document) {
        EXPECT_TRUE(diagnostics.has_errors());
        return;
      }
      ASSERT_EQ(document->write().value(), bytes);
      document->check({{}, {}}, diagnostics);
      const auto scene = document->to_scene({}, {{}, {}}, diagnostics);
      if (scene && !scene->clips.empty()) pose_at(*scene, 15);
    };
    for (std::size_t length = 0; length < good.size(); ++length)
      probe(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(length)));
    for (std::size_t i = 0; i < good.size(); ++i) {
      for (const unsigned flip : {0x01U, 0x80U, 0xFFU}) {
        Bytes bytes = good;
        bytes[i] ^= static_cast<std::byte>(flip);
        probe(bytes);
      }
    }
  }
}

// 4000 sequences that all name the same 4000 tracks: 16 million visits if anyone followed them.
TEST(GcHostile, RejectsThousandfoldSharing) {
  constexpr std::uint16_t kCount = 4000;
  BigWriter out;
  out.put(std::uint32_t{8092000});
  out.put(std::uint32_t{0x18});
  for (const std::uint16_t count : {std::uint16_t{0}, kCount, kCount, std::uint16_t{0}})
    out.put(count);
  out.put(std::uint64_t{0});
  for (unsigned i = 0; i < kCount; ++i) {
    out.put(std::uint32_t{0});
    out.put(std::uint32_t{0x18 + 12 * kCount});
    out.put(kCount);
    out.put(std::uint16_t{0});
  }
  for (unsigned i = 0; i < kCount; ++i)
    out.put_bytes(Bytes(16));
  const Bytes bytes = out.take();
  const DocumentPtr document = parse("gc-anm", bytes);
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(document->write().value(), bytes);
  Diagnostics diagnostics;
  const auto scene = document->to_scene({}, {{}, {}}, diagnostics);
  ASSERT_FALSE(scene.has_value());
  EXPECT_EQ(scene.error().code, "gc.ANM015");
}

}  // namespace
}  // namespace anmkit::gc::test
