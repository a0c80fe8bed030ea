// SPDX-License-Identifier: MIT
// Rules of import that only unusual edits meet (sections 10.1, 10.5): what must change, and what
// must stay.
#include "formats/sm64/document.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "road.hpp"

namespace anmkit::sm64::test {
namespace {

std::vector<Motion> motions_in(const Loaded& loaded) {
  return static_cast<const MotionDocument&>(*loaded.document).motions({}, {});
}
Options with(std::string name) {
  Options options;
  options.set(std::move(name), "");
  return options;
}
File example_file(std::string text) {
  return {"sm64-c", to_bytes(text), "x.inc.c"};
}

// Somebody's joint with keys at every frame.
Scene joint(Property property, const std::vector<std::vector<double>>& keys) {
  Scene scene;
  scene.metres_per_unit = 1;
  Node& node = scene.nodes.emplace_back();
  node.name = "hips";
  node.bind_matrix = Mat4{};
  Clip& clip = scene.clips.emplace_back();
  clip.name = "walk";
  clip.duration = static_cast<double>(keys.size() - 1);
  Track& track = clip.tracks.emplace_back();
  track.property = property;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    track.times.push_back(static_cast<double>(i));
    track.values.insert(track.values.end(), keys[i].begin(), keys[i].end());
  }
  return scene;
}

TEST(Sm64ImportEdges, AnglesFollowTheFrameBefore) {
  std::vector<std::vector<double>> keys;
  const auto degrees = [](int frame) {
    return std::array<double, 3>{18.0 * frame, 6.0 * frame, 17.0 * frame};
  };
  for (int frame = 0; frame <= 10; ++frame) {
    const auto [x, y, z] = degrees(frame);
    const Quat q = from_axis_angle({0, 0, 1}, z * kPi / 180) *
                   from_axis_angle({0, 1, 0}, y * kPi / 180) *
                   from_axis_angle({1, 0, 0}, x * kPi / 180);
    keys.push_back({q.x, q.y, q.z, q.w});
  }
  Road one;
  one.scene = joint(Property::rotation, keys);
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  const Motion motion = motions_in(*made).front();
  for (int frame = 0; frame <= 10; ++frame) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double wanted = degrees(frame)[axis] * 32768 / 180;
      const auto off = static_cast<std::int16_t>(sample(motion, 3 + axis, frame) -
                                                 static_cast<std::int32_t>(std::lround(wanted)));
      EXPECT_LE(std::abs(off), 1) << frame << " " << axis;
    }
  }
}

TEST(Sm64ImportEdges, AShorterClipRestartsInsideItself) {
  Road one = road({example_file(example_c("loopStart", "2"))});
  Clip& clip = one.scene.clips[0];
  clip.duration = 1;
  for (Track& track : clip.tracks) {
    const std::size_t each = track.stride();
    while (!track.times.empty() && track.times.back() > 1)
      track.times.pop_back();
    track.values.resize(track.times.size() * each);
  }
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  const Motion now = motions_in(*made).front();
  EXPECT_LT(now.header.loopEnd, 3);
  EXPECT_EQ(now.header.loopStart, 0);
}

TEST(Sm64ImportEdges, ScalesCountFromTheSizeAtRest) {
  Road one;
  one.scene = joint(Property::scale, {{2, 2, 2}, {3, 2, 1}});
  one.scene.nodes[0].rest.scale = {2, 2, 2};
  const auto made = parse("sm64-c", one.bytes("sm64-c", "x.lua"), "x.lua");
  const Motion motion = motions_in(*made).front();
  ASSERT_TRUE(scales_parts(motion));
  EXPECT_EQ(sample(motion, scale_channel(motion, 0), 0), 256);
  EXPECT_EQ(sample(motion, scale_channel(motion, 0), 1), 384);
  EXPECT_EQ(sample(motion, scale_channel(motion, 0) + 2, 1), 128);
}

TEST(Sm64ImportEdges, ClipsPlayedOnceHoldTheirLastPose) {
  Road one;
  one.scene = joint(Property::translation, {{0, 1, 0}, {0, 2, 0}, {0, 1, 0}});
  const auto frames = [&](const Options& options) {
    const auto made = parse("sm64-c", one.bytes("sm64-c", {}, options), "x.inc.c");
    return motions_in(*made).front().header.loopEnd;
  };
  EXPECT_EQ(frames({}), 2) << "a loop does not store its first pose twice";
  EXPECT_EQ(frames(with("once")), 3);
}

TEST(Sm64ImportEdges, UnplayedFramesStay) {
  Road one = road({example_file(example_c("loopEnd", "2"))});
  shift(one.scene, 0, 0, {0, 5, 0});
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  const Motion now = motions_in(*made).front();
  EXPECT_EQ(sample(now, 1, 0), 0x64 + 5);
  EXPECT_EQ(sample(now, 1, 1), 0x78 + 5);
  EXPECT_EQ(sample(now, 1, 2), 0x6E);
}

// An odd number of samples gets a zero, so that what follows is aligned (section 10.2).
TEST(Sm64ImportEdges, AppendedSamplesKeepTablesEven) {
  Road one = road({example_file(example_c("loopEnd", "2"))});
  bend(one.scene, 0, 0, 1, 0.5);
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  EXPECT_EQ(motions_in(*made).front().values.size() % 2, 0u);
}

TEST(Sm64ImportEdges, NewClipsJoinTheTable) {
  Road one = road({example_file(
      example_c() + "\nconst struct Animation *const x_anims[] = {\n    &x,\n    NULL,\n};\n")});
  one.scene.clips.push_back(one.scene.clips[0]);
  one.scene.clips[1].name = "jump";
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  const CFile& file = static_cast<const CDocument&>(*made->document).file;
  ASSERT_EQ(file.tables.size(), 1u);
  EXPECT_EQ(file.tables[0].elements, (std::vector<std::string>{"x", "jump", ""}));
}

TEST(Sm64ImportEdges, HeadersOfEditedTablesChange) {
  const Road one = road({{"sm64-dma", example_dma(), "table.bin"}});
  const auto made = parse("sm64-dma", one.bytes("sm64-dma", {}, with("loop")));
  const auto before = parse("sm64-dma", example_dma());
  EXPECT_EQ(motions_in(*before).front().header.flags, kNoLoop);
  EXPECT_EQ(motions_in(*made).front().header.flags, 0);
}

TEST(Sm64ImportEdges, TheFirstOfTwoClipsOfOneNameIsTheOriginal) {
  Road one = road({example_file(example_c())});
  one.scene.clips.push_back(one.scene.clips[0]);
  bend(one.scene, 1, 0, 1, 0.5);
  const auto made = parse("sm64-c", one.bytes("sm64-c"), "x.inc.c");
  const auto before = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  const auto now = motions_in(*made), old = motions_in(*before);
  ASSERT_EQ(now.size(), 2u);
  EXPECT_NE(now[0].name, now[1].name);
  bool differs = false;
  for (std::size_t k = 0; k < channel_count(old[0]); ++k) {
    for (int frame = 0; frame < 3; ++frame) {
      EXPECT_EQ(sample(now[0], k, frame), sample(old[0], k, frame)) << k;
      differs = differs || sample(now[1], k, frame) != sample(old[0], k, frame);
    }
  }
  EXPECT_TRUE(differs);
}

TEST(Sm64ImportEdges, AnotherExtensionIsAnotherSpelling) {
  const std::string lua =
      "smlua_anim_util_register_animation('wave', 0, 0, 0, 0, 2, { 0, 0x4000 },\n"
      "  { 1,0, 1,0, 1,0, 1,0, 1,0, 2,0 })\n";
  const Road one = road({{"sm64-c", to_bytes(lua), "a.lua"}});
  EXPECT_EQ(one.text("a.lua"), lua);
  EXPECT_NE(one.text("a.inc.c").find("struct Animation wave"), std::string::npos);
}

}  // namespace
}  // namespace anmkit::sm64::test
