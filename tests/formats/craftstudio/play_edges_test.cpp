// SPDX-License-Identifier: MIT
// Playing backwards, once, and without any duration (sections 6 and 8).
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

std::vector<double> frames(const Bytes& bytes, std::initializer_list<const char*> words,
                           std::int64_t count) {
  Options options;
  for (const std::string word : words) {
    const auto equals = word.find('=');
    options.set(word.substr(0, equals), equals == std::string::npos ? "" : word.substr(equals + 1));
  }
  const auto loaded = parse("csmodelanim", bytes);
  const auto playback = loaded->document->play({{}, count}, {{}, options}).value();
  std::vector<double> list;
  for (const FrameTick& tick : std::get<FramePlayback>(playback).ticks)
    list.push_back(tick.frame);
  return list;
}

// 20 frames; 60 ticks per second, so that 30 frames per second are half a frame per tick.
TEST(CraftStudioPlay, BackwardsLoops) {
  EXPECT_EQ(frames(example_animation(), {"rate=-30"}, 4), (std::vector<double>{0, 19.5, 19, 18.5}));
  EXPECT_EQ(frames(example_animation(), {"rate=-30"}, 41).back(), 0);
}

TEST(CraftStudioPlay, BackwardsOnceStaysAtTheStart) {
  EXPECT_EQ(frames(example_animation(), {"rate=-30", "once"}, 3), (std::vector<double>{0, 0, 0}));
}

TEST(CraftStudioPlay, LoopOverridesOnce) {
  EXPECT_EQ(frames(example_animation(), {"rate=1200", "once"}, 3),
            (std::vector<double>{0, 20, 20}));
  EXPECT_EQ(frames(example_animation(), {"rate=1200", "once", "loop"}, 3),
            (std::vector<double>{0, 0, 0}));
}

TEST(CraftStudioPlay, WithoutDurationTheFirstFrameStays) {
  Bytes bytes = example_animation();
  set16(bytes, 3, 0);
  for (const std::size_t at : {0x1du, 0x3fu, 0x56u})
    set16(bytes, at, 0);
  EXPECT_EQ(frames(bytes, {}, 3), (std::vector<double>{0, 0, 0}));
  EXPECT_EQ(frames(bytes, {"once"}, 3), (std::vector<double>{0, 0, 0}));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
