// SPDX-License-Identifier: MIT
// --start, --end, --loop, --once and --rate: to which formats they mean something, and which part
// of a clip they take.
#include "convert/clip_part.hpp"

#include <gtest/gtest.h>

#include "support/examples.hpp"

namespace anmkit {
namespace {

ConvertRequest request(std::optional<double> start, std::optional<double> end,
                       std::initializer_list<const char*> words = {}) {
  ConvertRequest made;
  made.start = start;
  made.end = end;
  for (const char* word : words)
    made.options.set(word, "60");
  return made;
}
std::string refusal(std::string_view format, const ConvertRequest& asked) {
  const auto good = check_clip_options(*find_format(format), asked);
  if (good) return "";
  EXPECT_EQ(good.error().code, kUsageError);
  return good.error().message;
}

TEST(ClipPart, OptionsPerFormat) {
  for (const std::string_view format : {"psx-anm", "sm64-c", "gc-anm", "csmodelanim"}) {
    EXPECT_EQ(refusal(format, request(0, 1)), "") << format;
    EXPECT_EQ(refusal(format, request({}, {})), "") << format;
    EXPECT_EQ(refusal(format, request({}, {}, {"loop", "once"})),
              "--loop and --once exclude each other");
  }
  EXPECT_EQ(refusal("csmodelanim", request({}, {}, {"loop", "rate"})), "");
  EXPECT_EQ(refusal("sm64-c", request({}, {}, {"once"})), "");
  EXPECT_EQ(refusal("sm64-c", request({}, {}, {"rate"})),
            "--rate does not apply to sm64-c; its engine plays 30 frames per second");
  const std::string repeats = "; its files do not store whether a clip repeats";
  EXPECT_EQ(refusal("gc-anm", request({}, {}, {"loop"})),
            "--loop does not apply to gc-anm" + repeats);
  EXPECT_EQ(refusal("gc-anm", request({}, {}, {"once"})),
            "--once does not apply to gc-anm" + repeats);
  EXPECT_EQ(refusal("psx-anm", request({}, {}, {"loop"})),
            "--loop does not apply to psx-anm" + repeats);
  // A model has no clips, whatever is asked of them.
  const std::string none = " does not apply to psx-tmd; it has no animation";
  for (const char* word : {"rate", "loop", "once"})
    EXPECT_EQ(refusal("psx-tmd", request({}, {}, {word})), "--" + std::string(word) + none);
  EXPECT_EQ(refusal("psx-tmd", request(1, {})), "--start" + none);
  EXPECT_EQ(refusal("psx-tmd", request({}, 1)), "--end" + none);
  EXPECT_EQ(refusal("psx-tmd", request({}, {})), "");
}

// Two clips of 20 frames at 10 per second, with a key every 5 frames.
Scene two_clips() {
  Scene scene;
  scene.nodes.resize(1);
  for (const char* name : {"walk", "run"}) {
    Clip& clip = scene.clips.emplace_back();
    clip.name = name;
    clip.rate = 10;
    clip.duration = 20;
    Track& track = clip.tracks.emplace_back();
    track.node = 0;
    track.property = Property::translation;
    for (int key = 0; key <= 4; ++key) {
      track.times.push_back(5.0 * key);
      for (int i = 0; i < 3; ++i)
        track.values.push_back(static_cast<float>(key));
    }
  }
  return scene;
}
std::string part_refusal(std::optional<double> start, std::optional<double> end) {
  Scene scene = two_clips();
  Diagnostics notes;
  const auto cut = shape_clips(scene, {}, false, request(start, end), notes);
  return cut ? "" : cut.error().message;
}

TEST(ClipPart, RejectsRangesOutsideTheClip) {
  const std::string inside = " is not inside the clip; the clip 'walk' lasts 2 seconds";
  EXPECT_EQ(part_refusal(-1, {}), "--start -1" + inside);
  EXPECT_EQ(part_refusal(2, {}), "--start 2" + inside);
  EXPECT_EQ(part_refusal({}, 0), "--end 0" + inside);
  EXPECT_EQ(part_refusal({}, 2.5), "--end 2.5" + inside);
  const std::string before = " is not before --end 1; the clip 'walk' lasts 2 seconds";
  EXPECT_EQ(part_refusal(1, 1), "--start 1" + before);
  EXPECT_EQ(part_refusal(1.5, 1), "--start 1.5" + before);
  EXPECT_EQ(part_refusal(1, 2), "");
  EXPECT_EQ(part_refusal(0, 2.004), "");  // a twentieth of a frame
}

TEST(ClipPart, CutsOnlyTheChosenClip) {
  const auto durations = [](std::optional<std::size_t> wanted, const ConvertRequest& asked) {
    Scene scene = two_clips();
    Diagnostics notes;
    const auto cut = shape_clips(scene, wanted, false, asked, notes);
    EXPECT_TRUE(cut);
    const bool whole = scene.clips[0].duration == 20 && scene.clips[1].duration == 20;
    EXPECT_EQ(cut.value_or(false), !whole);
    return std::pair(scene.clips[0].duration, scene.clips[1].duration);
  };
  using Durations = std::pair<double, double>;
  EXPECT_EQ(durations({}, request({}, {})), Durations(20, 20));
  EXPECT_EQ(durations({}, request(0, {})), Durations(20, 20));
  EXPECT_EQ(durations({}, request(0, 2)), Durations(20, 20));
  EXPECT_EQ(durations({}, request(0.5, {})), Durations(15, 15));
  EXPECT_EQ(durations({}, request({}, 0.5)), Durations(5, 5));
  EXPECT_EQ(durations(1, request(0.5, 1)), Durations(20, 5));
}

// Whether a clip repeats, and from where.
TEST(ClipPart, Repeating) {
  const auto shaped = [](double loop_start, const ConvertRequest& asked, std::string& told) {
    Scene scene = two_clips();
    scene.clips[0].loop_start = loop_start;
    Diagnostics notes;
    EXPECT_TRUE(shape_clips(scene, 0, false, asked, notes));
    const auto found = notes.finish();
    told = found.empty() ? "" : found[0].message;
    return scene.clips[0];
  };
  std::string told;
  EXPECT_TRUE(shaped(0, request({}, {}, {"loop"}), told).loops);
  EXPECT_FALSE(shaped(0, request({}, {}, {"once"}), told).loops);
  EXPECT_EQ(shaped(10, request(0.5, {}), told).loop_start, 5);
  EXPECT_EQ(told, "");
  EXPECT_EQ(shaped(10, request(1, {}), told).loop_start, 0);
  EXPECT_EQ(told, "");
  EXPECT_EQ(shaped(10, request(1.5, {}), told).loop_start, 0);
  EXPECT_EQ(told,
            "the clip 'walk' repeated from frame 10, which the part does not have; it repeats from "
            "0");
  EXPECT_EQ(shaped(0, request(1.5, {}), told).loop_start, 0);
  EXPECT_EQ(told, "");
}

// Where a clip begins whose first key is not at 0.
TEST(ClipPart, TheFirstKey) {
  struct Case {
    double first;  // frames
    ConvertRequest asked;
    bool is_export;
    double duration;
    std::string told;
  };
  const std::string begin = "the keys of the clip 'walk' begin at ";
  const Case cases[] = {
      {0, request({}, {}), false, 20, ""},
      {0.04, request({}, {}), false, 20, ""},
      {2, request({}, {}), false, 18,
       begin + "0.2 s: taken from there; --start 0 keeps the time before"},
      {2, request({}, {}), true, 20, ""},
      {2, request(0, {}), false, 20, ""},
      {2, request(0.1, {}), false, 19, ""},
      {2, request({}, 1.5), false, 13,
       begin + "0.2 s: taken from there; --start 0 keeps the time before"},
      {-5, request({}, {}), false, 25, begin + "-0.5 s: taken from there"},
      {-5, request(0, {}), false, 20, begin + "-0.5 s; those before --start 0 are left out"},
  };
  for (const Case& one : cases) {
    Scene scene = two_clips();
    scene.clips[0].tracks[0].times[0] = one.first;
    Diagnostics notes;
    ASSERT_TRUE(shape_clips(scene, 0, one.is_export, one.asked, notes)) << one.first;
    EXPECT_EQ(scene.clips[0].duration, one.duration) << one.first;
    EXPECT_EQ(scene.clips[0].loop_start, 0) << one.first;
    const auto found = notes.finish();
    EXPECT_EQ(found.empty() ? "" : found[0].message, one.told) << one.first;
  }
}

}  // namespace
}  // namespace anmkit
