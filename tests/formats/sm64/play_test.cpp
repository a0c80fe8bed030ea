// SPDX-License-Identifier: MIT
// Sampling and playback against the specification's own tables (sections 5, 6 and 13).
#include <cmath>

#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

std::vector<int> shown(std::int16_t flags, std::int16_t start, std::int16_t end, std::int32_t accel,
                       std::size_t ticks, bool mario = false) {
  Header header;
  header.flags = flags;
  header.startFrame = start;
  header.loopEnd = end;
  Player player = Player::start(header, accel, mario);
  std::vector<int> frames;
  for (std::size_t i = 0; i < ticks; ++i)
    frames.push_back(player.advance(header));
  return frames;
}

using Frames = std::vector<int>;

// The table of section 6.4.
TEST(Sm64Player, CheckSequences) {
  EXPECT_EQ(shown(0, 0, 4, 0, 10), (Frames{0, 1, 2, 3, 0, 1, 2, 3, 0, 1}));
  EXPECT_EQ(shown(1, 0, 4, 0, 6), (Frames{0, 1, 2, 3, 3, 3}));
  EXPECT_EQ(shown(2, 0, 4, 0, 8), (Frames{0, 3, 2, 1, 0, 3, 2, 1}));
  EXPECT_EQ(shown(3, 3, 4, 0, 6), (Frames{3, 2, 1, 0, 0, 0}));
  EXPECT_EQ(shown(0, 0, 4, 0x8000, 12), (Frames{0, 0, 1, 1, 2, 2, 3, 3, 0, 0, 1, 1}));
  EXPECT_EQ(shown(0, 0, 4, 0x18000, 12), (Frames{0, 1, 3, 0, 2, 3, 0, 1, 3, 0, 2, 3}));
  EXPECT_EQ(shown(1, 20, 20, 0, 3), (Frames{19, 19, 19}));
  EXPECT_EQ(shown(3, 16, 17, 0, 19),
            (Frames{16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0}));
}

// Section 16: under bit 2 a table's entry stays at startFrame, an object's one step before it.
TEST(Sm64Player, DoesNotAdvanceWithFlagBit2) {
  EXPECT_EQ(shown(4, 7, 10, 0, 3, true), (Frames{7, 7, 7}));
  EXPECT_EQ(shown(4, 7, 10, 0, 3, false), (Frames{6, 6, 6}));
  EXPECT_EQ(shown(6, 7, 10, 0, 3, false), (Frames{8, 8, 8}));
  EXPECT_EQ(shown(4, 0, 10, 0, 2, false), (Frames{-1, -1}));
}

// The closed form of section 6.4.
TEST(Sm64Player, ClosedForm) {
  for (std::int16_t start = 0; start < 9; ++start) {
    for (std::int16_t loop = 0; loop < 9; ++loop) {
      Header header;
      header.startFrame = start;
      header.loopStart = loop;
      header.loopEnd = 9;
      Player player = Player::start(header, 0, false);
      for (int n = 0; n < 60; ++n) {
        const int wanted = start + n < 9 ? start + n : loop + (n - (9 - start)) % (9 - loop);
        EXPECT_EQ(player.advance(header), wanted);
      }
    }
  }
}

// Section 13: the same three frames from all spellings.
void expect_example(const Loaded& loaded, const std::string& what) {
  ASSERT_TRUE(loaded.document) << what;
  Options options;
  Diagnostics diagnostics;
  const auto scene = loaded.document->to_scene({.angles = true}, {{}, options}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  ASSERT_EQ(scene->nodes.size(), 2u) << what;
  ASSERT_EQ(scene->clips.size(), 1u);
  const double translation[3][3] = {{0, 100, -16}, {0, 120, -16}, {0, 110, -16}};
  const double angles[3][2][3] = {{{0, 0x4000, 0x2000}, {0, 0, -4096}},
                                  {{0, 0x4000, 0x1000}, {0, 0, 0}},
                                  {{0, 0x4000, 0x1000}, {0, 0, 0x1000}}};
  const ReferenceSampler sampler(*scene, scene->clips[0]);
  for (int frame = 0; frame < 3; ++frame) {
    Pose pose;
    sampler.sample(frame, pose);
    EXPECT_EQ(pose[0].local.translation,
              (Vec3{translation[frame][0], translation[frame][1], translation[frame][2]}));
    for (std::size_t part = 0; part < 2; ++part) {
      for (std::size_t axis = 0; axis < 3; ++axis)
        EXPECT_EQ(pose[part].angles[axis], angles[frame][part][axis]) << what;
      // The matrix of section 6.5, row by row (rows are images of the axes).
      const double k = kPi / 32768;
      const double* a = angles[frame][part];
      const double sx = std::sin(a[0] * k), cx = std::cos(a[0] * k), sy = std::sin(a[1] * k),
                   cy = std::cos(a[1] * k), sz = std::sin(a[2] * k), cz = std::cos(a[2] * k);
      const double rows[3][3] = {{cy * cz, cy * sz, -sy},
                                 {sx * sy * cz - cx * sz, sx * sy * sz + cx * cz, sx * cy},
                                 {cx * sy * cz + sx * sz, cx * sy * sz - sx * cz, cx * cy}};
      const Mat4 matrix = rotation_matrix(pose[part].local.rotation);
      for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column)
          EXPECT_NEAR(matrix.at(column, row), rows[row][column], 1e-12) << what;
      }
    }
  }
  // Across the seam, half way from the last frame to loopStart.
  const auto playback = loaded.document->play({{}, 5}, {{}, options});
  ASSERT_TRUE(playback.has_value());
  EXPECT_EQ(std::get<FramePlayback>(*playback).ticks[1].frame, 1);
}

TEST(Sm64Example, AllSpellings) {
  Options options;
  options.set("segment", "6=seg.bin");
  // The segment's offset 0x100 is the file's first byte: bind with padding in front.
  Bytes segment(0x100);
  const Bytes data = example_segment();
  segment.insert(segment.end(), data.begin(), data.end());
  options.set("header", "0x0600013C");
  expect_example(*parse("sm64-anim", segment, "seg.bin", options), "segment");
  Options table;
  table.set("segment", "6=seg.bin");
  table.set("table", "0x06000154:2");
  const auto by_table = parse("sm64-anim", segment, "seg.bin", table);
  ASSERT_TRUE(by_table->document);
  EXPECT_EQ(by_table->document->info().clips.size(), 2u);
  EXPECT_FALSE(find(check(*by_table), "E-TRUNC"));
  expect_example(*parse("sm64-c", to_bytes(example_c()), "x.inc.c"), "C");
  const auto dma = parse("sm64-dma", example_dma(), "x.bin");
  expect_example(*dma, "table");
  EXPECT_EQ(dma->document->write().value(), example_dma());
}

TEST(Sm64Sampling, SeamAndHold) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  auto scene = loaded->document->to_scene({}, {{}, {}}, diagnostics).value();
  Pose pose;
  ReferenceSampler(scene, scene.clips[0]).sample(2.5, pose);
  EXPECT_DOUBLE_EQ(pose[0].local.translation.y, 105);
  // Part 1 turns back from 22.5 to -22.5 degrees: half way is 0.
  EXPECT_NEAR(std::fabs(pose[1].local.rotation.w), 1, 1e-12);
  const auto held = parse("sm64-c", to_bytes(example_c("flags", "1")), "x.inc.c");
  scene = held->document->to_scene({}, {{}, {}}, diagnostics).value();
  ReferenceSampler(scene, scene.clips[0]).sample(2.5, pose);
  EXPECT_DOUBLE_EQ(pose[0].local.translation.y, 110);
}

TEST(Sm64Sampling, TranslationFlagsAndDivisor) {
  const auto root = [](std::string_view field, std::string_view value, Options options = {}) {
    const auto loaded = parse("sm64-c", to_bytes(example_c(field, value)), "x.inc.c");
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{}, options}, diagnostics).value();
    Pose pose;
    ReferenceSampler(scene, scene.clips[0]).sample(0, pose);
    return pose[0].local.translation;
  };
  EXPECT_EQ(root("flags", "0"), (Vec3{0, 100, -16}));
  EXPECT_EQ(root("flags", "8"), (Vec3{0, 100, 0}));
  EXPECT_EQ(root("flags", "0x10"), (Vec3{0, 0, -16}));
  EXPECT_EQ(root("flags", "0x18"), (Vec3{0, 100, 0}));
  EXPECT_EQ(root("flags", "0x40"), (Vec3{}));
  EXPECT_EQ(root("divisor", "189"), (Vec3{}));
  Options options;
  options.set("ytrans", "378");
  EXPECT_EQ(root("divisor", "189", options), (Vec3{0, 200, -32}));
}

TEST(Sm64Sampling, RootMotionAndShadow) {
  Motion motion;
  const std::vector<std::uint16_t> index = {1, 0, 1, 1, 1, 2, 1, 3, 1, 3, 1, 3};
  const std::vector<std::uint16_t> values = {40, 80, 120, 0};
  motion.index = index;
  motion.values = values;
  motion.header.flags = kNoTrans;
  using Moved = std::array<std::int16_t, 3>;
  EXPECT_EQ(root_motion(motion, 0, 0), (Moved{10, 20, 30}));
  // A quarter turn: x' = dz, z' = -dx.
  const Moved turned = root_motion(motion, 0, 0x4000);
  EXPECT_NEAR(turned[0], 30, 1);
  EXPECT_NEAR(turned[2], -10, 1);
  motion.header.flags = kHorTrans;
  EXPECT_EQ(root_motion(motion, 0, 0), (Moved{10, 0, 30}));
  motion.header.flags = kVertTrans;
  EXPECT_EQ(root_motion(motion, 0, 0), (Moved{0, 20, 0}));
  motion.header.flags = 0;
  const auto shadow = shadow_translation(motion, 0, 0, 0.25, 0);
  EXPECT_DOUBLE_EQ(shadow[0], 10);
  EXPECT_DOUBLE_EQ(shadow[1], 30);
  motion.header.flags = kNoShadowTrans;
  EXPECT_EQ(shadow_translation(motion, 0, 0, 1, 0), (std::array<double, 2>{}));
}

}  // namespace
}  // namespace anmkit::sm64::test
