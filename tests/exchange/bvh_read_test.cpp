// SPDX-License-Identifier: MIT
// BVH texts from anywhere. Positions are worked by hand: a joint is at its parent's position plus
// the parent's rotation of its offset, or of its position channels where it has some.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "anmkit/convert.hpp"
#include "exchange/bvh/bvh.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kArm =
    "HIERARCHY\n"
    "ROOT Hips\n"
    "{\n"
    "\tOFFSET 1 2 3\n"
    "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
    "\tJOINT Upper Arm\n"
    "\t{\n"
    "\t\tOFFSET 0 10 0\n"
    "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "\t\tEnd Site\n"
    "\t\t{\n"
    "\t\t\tOFFSET 0 5 0\n"
    "\t\t}\n"
    "\t}\n"
    "}\n"
    "MOTION\n"
    "Frames: 2\n"
    "Frame Time: 0.0333333\n"
    "0 0 0 0 0 0 0 0 0\n"
    "10 20 30 90 0 0 90 90 0\n";

Scene read(const std::string& text) {
  Diagnostics notes;
  auto scene = read_bvh(as_bytes(text), "walk", notes);
  if (scene) return std::move(*scene);
  ADD_FAILURE() << scene.error().message;
  return {};
}

// World positions of the nodes at a frame.
std::vector<Vec3> places(const Scene& scene, double frame) {
  Pose pose;
  ReferenceSampler(scene, scene.clips.at(0)).sample(frame, pose);
  std::vector<Mat4> world;
  world_matrices(scene, pose, world);
  std::vector<Vec3> all;
  for (const Mat4& one : world)
    all.push_back(transform_point(one, {}));
  return all;
}

void expect_near(const std::vector<Vec3>& found, const std::vector<Vec3>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_LT(length(found[i] - expected[i]), 1e-9)
        << i << ": " << found[i].x << " " << found[i].y << " " << found[i].z;
}

std::string changed(std::string_view from, std::string_view to) {
  std::string text(kArm);
  const std::size_t at = text.find(from);
  if (at == text.npos) ADD_FAILURE() << from;
  return text.replace(at, from.size(), to);
}

TEST(BvhRead, ReadsJointsEndSitesAndTheClip) {
  const Scene scene = read(std::string(kArm));
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[0].name, "Hips");
  EXPECT_EQ(scene.nodes[1].name, "Upper Arm");
  EXPECT_EQ(scene.nodes[2].name, "Upper Arm_end");
  EXPECT_EQ(scene.nodes[2].parent, 1);
  EXPECT_EQ(scene.nodes[1].rest.translation, (Vec3{0, 10, 0}));
  EXPECT_EQ(scene.nodes[1].rest.rotation, Quat{});
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "walk");
  EXPECT_EQ(scene.clips[0].rate, 30);
  EXPECT_EQ(scene.clips[0].duration, 1);
  EXPECT_TRUE(check_scene(scene));
}

TEST(BvhRead, PositionsReplaceOffsetsAndTheFirstRotationIsAppliedLast) {
  const Scene scene = read(std::string(kArm));
  expect_near(places(scene, 0), {{0, 0, 0}, {0, 10, 0}, {0, 15, 0}});
  // Rz 90 lays the arm along -x; Rx 90, applied before another Rz 90, points its end along +z.
  expect_near(places(scene, 1), {{10, 20, 30}, {0, 20, 30}, {0, 20, 35}});
}

TEST(BvhRead, TakesChannelsInAnyOrderAndCount) {
  const std::string_view three = "CHANNELS 3 Zrotation Xrotation Yrotation\n\t\tEnd";
  // Rx 90 after Rz 90: the end stays along -x of the arm, which is -y in the world.
  expect_near(places(read(changed(three, "CHANNELS 3 Xrotation Zrotation Yrotation\n\t\tEnd")), 1),
              {{10, 20, 30}, {0, 20, 30}, {0, 15, 30}});
  // One axis of a position; the others keep the offset.
  expect_near(places(read(changed(three, "CHANNELS 3 Yposition ZROTATION yrotation\n\t\tEnd")), 1),
              {{10, 20, 30}, {-80, 20, 30}, {-80, 15, 30}});
  const Scene still =
      read(changed(three, "CHANNELS 0\n\t\tEnd")
               .replace(changed(three, "CHANNELS 0\n\t\tEnd").find("0 0 0 0 0 0 0 0 0"),
                        std::string::npos, "0 0 0 0 0 0\n10 20 30 90 0 0\n"));
  expect_near(places(still, 1), {{10, 20, 30}, {0, 20, 30}, {-5, 20, 30}});
}

TEST(BvhRead, TakesLineEndsTabsCommentsAndBracketsOfAnyTool) {
  std::string windows = "\xEF\xBB\xBF# made by a tool\r\n\r\n";
  for (const char c : kArm) {
    if (c == '\n') windows += " // a comment\r";
    windows += c;
  }
  windows.replace(windows.find("Hips // a comment\r\n{"), 20, "Hips {");
  windows.replace(windows.find("Upper Arm // a comment"), 22, "Upper Arm  \t");
  const Scene scene = read(windows);
  ASSERT_EQ(scene.nodes.size(), 3u);
  EXPECT_EQ(scene.nodes[1].name, "Upper Arm");
  expect_near(places(scene, 1), {{10, 20, 30}, {0, 20, 30}, {0, 20, 35}});
  std::string old(kArm);
  std::ranges::replace(old, '\n', '\r');
  expect_near(places(read(old), 1), {{10, 20, 30}, {0, 20, 30}, {0, 20, 35}});
}

TEST(BvhRead, RoundsFrameTimesToTheRateThatWasMeant) {
  const std::pair<std::string, double> rates[] = {{"0.0333333", 30},
                                                  {"0.0333", 30},
                                                  {".033333", 30},
                                                  {"0.033", 30},
                                                  {"0.033333335071802", 30},
                                                  {"0.0083333", 120},
                                                  {"0.0083", 120},
                                                  {"0.00833333", 120},
                                                  {"0.016667", 60},
                                                  {"0.0166667", 60},
                                                  {"0.04", 25},
                                                  {"0.0416667", 24},
                                                  {"0.041708", 24 / 1.001},
                                                  {"0.033367", 30 / 1.001},
                                                  {"0.01", 100},
                                                  {"0.016", 62.5},
                                                  {"0.03", 1 / 0.03},
                                                  {"2", 0.5},
                                                  {"1.0e-2", 100},
                                                  {"0.0142857", 70},
                                                  {"0.012", 1 / 0.012}};
  for (const auto& [text, rate] : rates) {
    const Scene scene = read(changed("0.0333333", text));
    ASSERT_EQ(scene.clips.size(), 1u);
    EXPECT_DOUBLE_EQ(scene.clips[0].rate, rate) << text;
  }
}

TEST(BvhRead, KeepsOneKeyOfJointsThatDoNotMoveAndNoneAtRest) {
  std::string text = changed("10 20 30 90 0 0 90 90 0", "1 2 3 0 90 0 0 0 0");
  text.replace(text.find("0 0 0 0 0 0 0 0 0"), 17, "1 2 3 0 90 0 0 0 0");
  const Scene scene = read(text);
  ASSERT_EQ(scene.clips[0].tracks.size(), 1u);
  EXPECT_EQ(scene.clips[0].tracks[0].property, Property::rotation);
  EXPECT_EQ(scene.clips[0].tracks[0].times.size(), 1u);
}

TEST(BvhRead, ReadsSeveralRootsAndFilesWithoutFrames) {
  std::string text(kArm);
  text.insert(text.find("MOTION"), "ROOT Prop\n{\nOFFSET 7 8 9\n}\n");
  Diagnostics notes;
  const auto scene = read_bvh(as_bytes(text), "walk", notes);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->nodes[3].parent, -1);
  ASSERT_EQ(notes.finish().size(), 1u);
  EXPECT_EQ(notes.finish()[0].code, "anmkit.BVH-ROOTS");
  EXPECT_NE(notes.finish()[0].message.find("2 roots (Hips, Prop)"), std::string::npos);
  text = changed("Frames: 2", "Frames: 0");
  text.resize(text.find("0 0 0 0 0 0 0 0 0"));
  EXPECT_TRUE(read(text).clips.empty());
}

struct Bad {
  std::string text;
  std::uint32_t line, column;
  std::string says;
};

TEST(BvhRead, NamesThePlaceOfEachError) {
  const std::string whole(kArm);
  const Bad cases[] = {
      {"", 1, 1, "expected HIERARCHY, found the end of the file"},
      {"HIERARCHI\n", 1, 1, "expected HIERARCHY, found 'HIERARCHI'"},
      {"HIERARCHY\nMOTION\n", 2, 1, "expected ROOT, found 'MOTION'"},
      {changed("ROOT", "JOINT"), 2, 1, "expected ROOT, found 'JOINT'"},
      {changed("ROOT Hips\n{", "ROOT Hips\n"), 4, 2, "expected { after 'Hips', found 'OFFSET'"},
      {changed("OFFSET 1 2 3", "OFFSET 1 2"), 4, 12,
       "expected three numbers from -1e30 to 1e30 after OFFSET, "
       "found the end of the line"},
      {changed("OFFSET 1 2 3", "OFFSET 1 2 3 4"), 4, 15, "expected the end of the line, found '4'"},
      {changed("OFFSET 1 2 3", "OFFSET 1 nan 3"), 4, 11, "found 'nan'"},
      {changed("OFFSET 1 2 3", "OFFSET 1 2 1e999"), 4, 13, "found '1e999'"},
      {changed("OFFSET 1 2 3", "OFFSET 1,0 2 3"), 4, 9, "found '1,0'"},
      {changed("OFFSET 1 2 3\n", "OFFSET 1 2 3\n\tOFFSET 1 2 3\n"), 5, 2,
       "a second OFFSET of 'Hips'"},
      {changed("\t\t\tOFFSET 0 5 0\n", ""), 12, 3,
       "expected the OFFSET of 'Upper Arm_end', found '}'"},
      {changed("CHANNELS 6", "CHANNELS 7"), 5, 11,
       "expected the number of channels, 0 to 6, found '7'"},
      {changed("CHANNELS 6", "CHANNELS 5"), 5, 63,
       "expected the end of the line, found 'Yrotation'"},
      {changed("Zposition", "Zscale"), 5, 33,
       "expected 6 channels such as Xrotation or Yposition, "
       "found 'Zscale'"},
      {changed("Zposition", "Yposition"), 5, 33, "expected different channels of a joint"},
      {changed("End Site", "End"), 10, 6, "expected Site after End, found the end of the line"},
      {changed("\t}\n}\nMOTION", "\t}\nMOTION"), 15, 1,
       "expected OFFSET, CHANNELS, JOINT, End Site or } in 'Hips', found 'MOTION'"},
      {whole.substr(0, whole.find("MOTION")), 16, 1,
       "expected ROOT or MOTION, found the end of the file"},
      {changed("Frames: 2", "Frames 2"), 17, 8, "expected Frames:, found 'Frames'"},
      {changed("Frames: 2", "Frames: -1"), 17, 9, "expected a whole number of frames, found '-1'"},
      {changed("Frames: 2", "Frames: 99999999999999999999"), 17, 9, "expected a whole number"},
      {changed("Frame Time", "Time"), 18, 1, "expected Frame Time:, found 'Time:'"},
      {changed("0.0333333", "0"), 18, 13,
       "expected a frame time in seconds, from 0.000001 to "
       "1000000, found '0'"},
      {changed("0.0333333", ""), 18, 13, "found the end of the line"},
      {changed("0 0 0 0 0 0 0 0 0", "0 0 0 0 0 0 0 0"), 19, 16,
       "frame 0: found 8 numbers, expected 9, one per channel"},
      {changed("10 20 30 90", "1 2 10 20 30 90"), 20, 24, "frame 1: found 11 numbers, expected 9"},
      {changed("10 20 30", "10 x 30"), 20, 4, "expected a number from -1e30 to 1e30, found 'x'"},
      {changed("10 20 30", "10 inf 30"), 20, 4,
       "expected a number from -1e30 to 1e30, found 'inf'"},
      {changed("10 20 30", "10 2e30 30"), 20, 4,
       "expected a number from -1e30 to 1e30, found '2e30'"},
      {changed("Frames: 2", "Frames: 3"), 21, 1, "found 2 lines of numbers, expected 3 (Frames:)"},
      {changed("Frames: 2", "Frames: 18446744073709551615"), 21, 1, "found 2 lines of numbers"},
      {changed("Frames: 2", "Frames: 1"), 20, 1,
       "found more lines of numbers than the 1 of "
       "Frames:, 2"},
      {changed("0 0 0 0 0 0 0 0 0", std::string(90, 'x')), 19, 1,
       "found '" + std::string(40, 'x') + "' ..."},
  };
  for (const Bad& one : cases) {
    const Opened opened = open(to_bytes(one.text), "walk.bvh");
    const auto* raw = std::get_if<Raw>(&opened);
    ASSERT_NE(raw, nullptr) << one.says;
    EXPECT_EQ(format_id_of(opened), "bvh");
    const Diagnostic* error = raw->why.first_error();
    ASSERT_NE(error, nullptr);
    EXPECT_EQ(error->code, "anmkit.BVH-READ") << one.says;
    EXPECT_NE(error->message.find(one.says), std::string::npos) << error->message;
    EXPECT_EQ(error->line, one.line) << one.says;
    EXPECT_EQ(error->column, one.column) << one.says;
  }
}

// Every beginning of a file is refused or read, and never crashes.
TEST(BvhRead, RefusesEachTruncatedFile) {
  for (std::size_t size = 0; size + 1 < kArm.size(); ++size) {
    Diagnostics notes;
    const auto scene = read_bvh(as_bytes(kArm.substr(0, size)), "walk", notes);
    // A last number may lose digits; here it has one.
    EXPECT_FALSE(scene) << size;
  }
}

TEST(BvhRead, ReadsDeepChainsAndRefusesTooManyJoints) {
  const auto chain = [](std::size_t depth) {
    std::string text = "HIERARCHY\nROOT r\n{\nOFFSET 0 1 0\n";
    for (std::size_t i = 1; i < depth; ++i)
      text += "JOINT j\n{\nOFFSET 0 1 0\n";
    text.append(depth, '}');
    return text + "\nMOTION\nFrames: 1\nFrame Time: 1\n";
  };
  Diagnostics notes;
  const auto deep = read_bvh(as_bytes(chain(100'000)), "walk", notes);
  ASSERT_TRUE(deep) << deep.error().message;
  EXPECT_EQ(deep->nodes.back().parent, 99'998);
  const auto more = read_bvh(as_bytes(chain(262'145)), "walk", notes);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, "anmkit.LIMIT");
  EXPECT_TRUE(more.error().offset);
}

// The message of the only note of a text that is read.
std::string note_of(const std::string& text) {
  Diagnostics notes;
  const auto scene = read_bvh(as_bytes(text), "walk", notes);
  if (!scene) return scene.error().message;
  const auto all = std::move(notes).finish();
  if (all.size() != 1) return std::to_string(all.size()) + " notes";
  return all.front().code + ": " + all.front().message;
}

TEST(BvhRead, NamesJointsThatHaveNoName) {
  const std::string text = changed("JOINT Upper Arm", "JOINT");
  EXPECT_EQ(note_of(text), "anmkit.BVH-READ: 1 joint has no name and is called joint1");
  EXPECT_EQ(read(text).nodes[1].name, "joint1");
}

TEST(BvhRead, ReadsMarksOfCommentsInNames) {
  for (const auto& [written, name] : {std::pair{"ROOT a#1", "a#1"},
                                      {"ROOT #1", "#1"},
                                      {"ROOT a # the left", "a"},
                                      {"ROOT a b // {", "a b"},
                                      {"ROOT a//b", "a//b"}})
    EXPECT_EQ(read(changed("ROOT Hips", written)).nodes[0].name, name);
}

TEST(BvhRead, WarnsOfFrameTimesInMilliseconds) {
  EXPECT_EQ(
      note_of(changed("0.0333333", "33.3")),
      std::string("anmkit.BVH-TIME") +
          ": Frame Time is 33.3 seconds, so that the clip lasts 33.3 seconds; if milliseconds were "
          "intended, write Frame Time: 0.0333");
  EXPECT_EQ(note_of(changed("0.0333333", "3")), "0 notes");
}

TEST(BvhRead, RefusesUtf16) {
  for (const bool little : {true, false}) {
    std::string wide = little ? "\xFF\xFE" : "\xFE\xFF";
    for (const char letter : kArm) {
      if (!little) wide += '\0';
      wide += letter;
      if (little) wide += '\0';
    }
    EXPECT_EQ(note_of(wide), "the text is UTF-16: save it as UTF-8 or ASCII");
    EXPECT_EQ(note_of(wide.substr(2)), "the text is UTF-16: save it as UTF-8 or ASCII");
  }
}

TEST(BvhRead, IsDetectedByItsFirstWord) {
  EXPECT_TRUE(is_bvh(as_bytes("\xEF\xBB\xBF \r\n# x\nhierarchy\n")));
  EXPECT_FALSE(is_bvh(as_bytes("HIERARCHYX")));
  EXPECT_FALSE(is_bvh({}));
  EXPECT_EQ(format_id_of(open(to_bytes(kArm), "walk.txt")), "bvh");
}

}  // namespace
}  // namespace anmkit
