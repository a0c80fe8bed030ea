// SPDX-License-Identifier: MIT
// Channels of sm64coopdx (section 11): six or nine per part, depending on the file.
#include "formats/sm64/motion/channels.hpp"

#include "formats/sm64/document.hpp"
#include "road.hpp"

namespace anmkit::sm64::test {
namespace {

using Samples = std::vector<int>;

// A call with the channels in their order, each with samples of its own.
std::string call(int flags, int frames, const std::vector<Samples>& channels) {
  std::string values, index;
  std::size_t at = 0;
  for (const Samples& channel : channels) {
    if (!index.empty()) index += ", ";
    index += std::to_string(channel.size()) + ", " + std::to_string(at);
    for (const int value : channel)
      values += std::to_string(value) + ", ";
    at += channel.size();
  }
  return "smlua_anim_util_register_animation('crane', " + std::to_string(flags) + ", 0, 0, 0, " +
         std::to_string(frames) + ", {" + values + "}, {" + index + "})\n";
}

void append(std::vector<Samples>& to, const std::vector<Samples>& more) {
  to.insert(to.end(), more.begin(), more.end());
}
const std::vector<Samples> kStill = {{0}, {0}, {0}}, kSameSize = {{256}, {256}, {256}};

// Three parts: the second turns a quarter about Z, the third moves up by 100 and grows to 1.5.
std::string crane() {
  std::vector<Samples> channels;
  for (const auto& three : {kStill, kStill, kSameSize})
    append(channels, three);
  for (const auto& three : {kStill, {{0}, {0}, {0, 0x4000}}, kSameSize})
    append(channels, three);
  for (const auto& three :
       std::vector<std::vector<Samples>>{{{0}, {100}, {0}}, kStill, {{256, 384}, {256}, {128}}})
    append(channels, three);
  return call(0x300, 2, channels);
}

const MotionDocument& motions_in(const Loaded& loaded) {
  return static_cast<const MotionDocument&>(*loaded.document);
}
Motion first_motion(const Loaded& loaded) {
  return motions_in(loaded).motions({}, {}).front();
}
const Track* track(const Clip& clip, std::uint32_t node, Property property) {
  const auto found = std::ranges::find_if(
      clip.tracks, [&](const Track& one) { return one.node == node && one.property == property; });
  return found == clip.tracks.end() ? nullptr : &*found;
}
Result<Scene> scene_of(const Loaded& loaded, const Options& options = {}) {
  Diagnostics unused;
  return loaded.document->to_scene({}, {{}, options}, unused);
}

TEST(Sm64Channels, ScriptsDeclareTheirChannels) {
  const auto loaded = parse("sm64-c", to_bytes(crane()), "crane.lua");
  EXPECT_EQ(loaded->document->info().nodes.size(), 3u);
  EXPECT_TRUE(check(*loaded).empty());
  const Motion motion = first_motion(*loaded);
  EXPECT_EQ(channel_name(motion, 24), "part 2 scale X");
  EXPECT_EQ(channel_name(motion, 17), "part 1 scale Z");
  EXPECT_EQ(channel_name(motion, 14), "part 1 rotation Z");
  const auto scene = scene_of(*loaded);
  ASSERT_TRUE(scene.has_value());
  const Clip& clip = scene->clips.front();
  const Track* turn = track(clip, 1, Property::rotation);
  ASSERT_NE(turn, nullptr);
  EXPECT_NEAR(turn->values[4 + 2], std::sqrt(0.5), 1e-9) << "a quarter turn about z";
  const Track* size = track(clip, 2, Property::scale);
  ASSERT_NE(size, nullptr);
  EXPECT_EQ(size->values[0], 1.0);
  EXPECT_EQ(size->values[2], 0.5);
  EXPECT_EQ(size->values[3], 1.5);
  const Track* place = track(clip, 2, Property::translation);
  ASSERT_NE(place, nullptr);
  EXPECT_EQ(place->values[1], 100.0);
}

TEST(Sm64Channels, RoundTripsScalesAndKeepsEdits) {
  Road one = road({{"sm64-c", to_bytes(crane()), "crane.lua"}});
  EXPECT_EQ(one.text("crane.lua"), crane());
  Road bare = road({{"sm64-c", to_bytes(crane()), "crane.lua"}}, false);
  const auto old = parse("sm64-c", to_bytes(crane()), "crane.lua");
  for (Road* way : {&one, &bare}) {
    for (Track& size : way->scene.clips[0].tracks) {
      if (size.node == 2 && size.property == Property::scale) size.values[3] = 2;
    }
    const auto made = parse("sm64-c", to_bytes(way->text("crane.lua")), "crane.lua");
    const Motion now = first_motion(*made), before = first_motion(*old);
    EXPECT_EQ(now.header.flags, 0x300);
    ASSERT_EQ(channel_count(now), channel_count(before));
    for (std::size_t k = 0; k < channel_count(now); ++k) {
      for (const int frame : {0, 1}) {
        const int wanted = k == 24 && frame == 1 ? 512 : sample(before, k, frame);
        EXPECT_EQ(sample(now, k, frame), wanted) << channel_name(now, k) << " " << frame;
      }
    }
  }
}

// Two joints of somebody else: the arm grows to one and a half and moves away.
Scene foreign(bool moves, bool grows) {
  Scene scene;
  scene.metres_per_unit = 1;
  for (const auto& [name, parent] : {std::pair("hips", -1), std::pair("arm", 0)}) {
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.parent = parent;
    node.id = static_cast<std::int64_t>(scene.nodes.size());
    node.bind_matrix = Mat4{};
    node.rest.translation = {parent < 0 ? 0.0 : 0.5, 0, 0};
  }
  Clip& clip = scene.clips.emplace_back();
  clip.name = "grow";
  clip.duration = 1;
  const auto add = [&](Property property, std::vector<double> values) {
    Track& made = clip.tracks.emplace_back();
    made.node = 1;
    made.property = property;
    made.times = {0, 1};
    made.values = std::move(values);
  };
  if (grows) add(Property::scale, {1, 1, 1, 1.5, 1, 1});
  if (moves) add(Property::translation, {0.5, 0, 0, 0.5, 0.25, 0});
  return scene;
}

TEST(Sm64Channels, OtherScenesGetTheRequiredChannels) {
  for (const bool moves : {false, true}) {
    for (const bool grows : {false, true}) {
      Road one;
      one.scene = foreign(moves, grows);
      const int wanted = (moves || grows ? 0x100 : 0) | (grows ? 0x200 : 0);
      Options coopdx;
      coopdx.set("coopdx", "");
      const std::string texts[] = {one.text("grow.lua"), one.text("grow.inc.c", coopdx)};
      for (const std::string& text : texts) {
        const auto made = parse("sm64-c", to_bytes(text), "x");
        const Motion motion = first_motion(*made);
        EXPECT_EQ(motion.header.flags & 0x300, wanted) << text;
        ASSERT_EQ(part_count(motion), 2u) << text;
        if (moves) {
          EXPECT_EQ(sample(motion, translation_channel(motion, 1) + 1, 1), 25);
        }
        if (grows) {
          EXPECT_EQ(sample(motion, scale_channel(motion, 1), 1), 384);
        }
        if (grows) {
          EXPECT_EQ(sample(motion, scale_channel(motion, 0), 1), 256);
        }
      }
      ConversionReport report;
      ASSERT_TRUE(one.back("sm64-c", report, "grow.inc.c").has_value());
      EXPECT_EQ(find(report.diagnostics.finish(), "W-LOSS") != nullptr, moves || grows);
    }
  }
}

// What hangs on a part that grows moves with it, in the game as in the scene.
TEST(Sm64Channels, ChildrenInheritAScale) {
  Road one;
  one.scene = foreign(false, true);
  Node& hand = one.scene.nodes.emplace_back();
  hand.name = "hand";
  hand.parent = 1;
  hand.id = 3;
  hand.bind_matrix = Mat4{};
  hand.rest.translation = {0.5, 0, 0};
  ConversionReport report;
  ASSERT_TRUE(one.back("sm64-c", report, "grow.lua").has_value());
  for (const FitLine& line : report.fits)
    EXPECT_LT(line.error, 0.02) << line.what;
}

TEST(Sm64Channels, AnUnknownOrderIsAnError) {
  std::vector<Samples> vanilla(9, Samples{0});
  for (const auto& [text, code] : {std::pair(call(0x200, 1, vanilla), "E-FLAGBITS"),
                                   {call(0x400, 1, vanilla), "E-FLAGBITS"},
                                   {call(0x700, 1, vanilla), "E-FLAGBITS"},
                                   {call(0x300, 1, std::vector<Samples>(12, {0})), "E-INDEXLEN"},
                                   {call(0x100, 1, vanilla), "E-INDEXLEN"}}) {
    const auto loaded = parse("sm64-c", to_bytes(text), "crane.lua");
    EXPECT_NE(find(check(*loaded), code), nullptr) << text;
    EXPECT_EQ(find(check(*loaded), "W-FLAGBITS"), nullptr) << text;
    const auto scene = scene_of(*loaded);
    ASSERT_FALSE(scene.has_value()) << text;
    EXPECT_EQ(scene.error().code, "sm64." + std::string(code));
    ConversionReport report;
    const Input input{"crane.lua", loaded->document.get(), loaded->bytes, "crane.lua"};
    EXPECT_FALSE(
        find_conversion("sm64-c", "sm64-dma")->run({{&input, 1}, "x.bin"}, {{}, {}}, report));
  }
}

// In C the bit has no effect but to sm64coopdx: whole parts of its channels prove it.
TEST(Sm64Channels, CFilesNeedWholeChannels) {
  const auto header = [](int flags, std::size_t channels) {
    std::string index;
    for (std::size_t i = 0; i < channels; ++i)
      index += "1, 0, ";
    return "static const s16 x_values[] = { 0, 0 };\nstatic const u16 x_index[] = { " + index +
           "};\nstatic const struct Animation x = { " + std::to_string(flags) +
           ", 0, 0, 0, 1, ANIMINDEX_NUMPARTS(x_index), x_values, x_index, 0 };\n";
  };
  const auto parts = [&](int flags, std::size_t channels) {
    const auto loaded = parse("sm64-c", to_bytes(header(flags, channels)), "x.inc.c");
    return loaded->document->info().nodes.size();
  };
  EXPECT_EQ(parts(0x100, 12), 2u);
  EXPECT_EQ(parts(0x300, 18), 2u);
  EXPECT_EQ(parts(0, 12), 3u);
  EXPECT_EQ(parts(0x100, 9), 2u) << "no whole parts: another engine's";
  EXPECT_EQ(parts(0x200, 18), 5u);
  for (const auto& [flags, channels, known] : {std::tuple(0x100, 12u, true),
                                               {0x300, 18u, true},
                                               {0x100, 9u, false},
                                               {0x200, 18u, false}}) {
    const auto loaded = parse("sm64-c", to_bytes(header(flags, channels)), "x.inc.c");
    EXPECT_EQ(find(check(*loaded), "W-FLAGBITS") == nullptr, known) << flags;
  }
}

// Low bits are cleared of rotations alone.
TEST(Sm64Channels, CompressionHandlesRotations) {
  for (const std::size_t each : {3u, 6u, 9u}) {
    std::string kinds;
    for (std::size_t k = 0; k < 18; k += 3)
      kinds += is_rotation(each, k + 2) ? 'R' : '-';
    EXPECT_EQ(kinds, each == 3 ? "-RRRRR" : each == 6 ? "-R-R-R" : "-R--R-");
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
