// SPDX-License-Identifier: MIT
// Pictures through the library alone: stills become a script with its pictures, which becomes
// stills and moving pictures again.
#include <gtest/gtest.h>

#include "anmkit/convert.hpp"
#include "core/pictures.hpp"
#include "pictures/png.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

constexpr std::uint8_t kShades[] = {40, 200};

Picture flat(std::uint8_t shade) {
  Picture picture = make_picture(3, 2);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i)
    picture.pixels[i] = std::byte{i % 4 == 3 ? std::uint8_t{255} : shade};
  return picture;
}

Opened still(const std::string& name, std::uint8_t shade) {
  const Picture picture = flat(shade);
  auto bytes = encode_png(picture.pixels, picture.width, picture.height).value();
  return open(std::move(bytes), "in/" + name, {.name = name});
}

std::vector<Opened> both(Opened first, Opened second) {
  std::vector<Opened> files;
  files.push_back(std::move(first));
  files.push_back(std::move(second));
  return files;
}

// All files that a request makes; the plan has one step.
Result<std::vector<OutputFile>> made(std::span<const Opened> inputs, const ConvertRequest& request,
                                     const Shelf& folder, ConversionReport& report) {
  auto plan = plan_conversion(inputs, request);
  if (!plan) return std::unexpected(plan.error());
  EXPECT_EQ(plan->steps.size(), 1U);
  CompanionPool pool(folder);
  return apply(plan->steps.front(), request, pool, report);
}

class Pictures : public testing::Test {
 protected:
  // "walk.anm", first image for 6 ticks and second for 9, beside "walk.hg3".
  void SetUp() override {
    const auto stills =
        both(still("walk_0001@6.png", kShades[0]), still("walk_0002@9.png", kShades[1]));
    const ConvertRequest request{.output = "walk.anm"};
    ASSERT_TRUE(takes_pictures(request));
    auto files = made(stills, request, folder, report);
    ASSERT_TRUE(files) << files.error().message;
    for (OutputFile& file : *files)
      folder.files[file.name] = std::move(file.bytes);
    ASSERT_TRUE(folder.files.contains("walk.anm") && folder.files.contains("walk.hg3"));
  }
  Opened file(const std::string& name) const { return open(folder.files.at(name), name); }

  Shelf folder;
  ConversionReport report;
};

TEST_F(Pictures, StillsComeBackFromTheFileThatHoldsThem) {
  const Opened held = file("walk.hg3");
  const auto files = made({&held, 1}, {.output = "out/"}, folder, report);
  ASSERT_TRUE(files) << files.error().message;
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ(files->at(0).name, "out/walk_0001.png");
  EXPECT_EQ(files->at(1).name, "out/walk_0002.png");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(decode_png(files->at(i).bytes).value().pixels, flat(kShades[i]).pixels);
}

TEST_F(Pictures, MovingPicturesShowEachImageItsTime) {
  const Opened script = file("walk.anm");
  const auto files = made({&script, 1}, {.output = "walk.apng"}, folder, report);
  ASSERT_TRUE(files) << files.error().message;
  const auto film = decode_animation(files->at(0).bytes);
  ASSERT_TRUE(film) << film.error().message;
  ASSERT_EQ(film->frames.size(), 2U);
  const auto lengths = frame_lengths(*film, 60);
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{6, 9}));
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(film->frames[i].picture, flat(kShades[i]));
}

TEST_F(Pictures, AMovingPictureBecomesTheSameScript) {
  const Opened script = file("walk.anm");
  auto films = made({&script, 1}, {.output = "walk.apng"}, folder, report);
  ASSERT_TRUE(films);
  const Opened film = open(std::move(films->at(0).bytes), "walk.apng");
  const auto files = made({&film, 1}, {.output = "again.anm"}, folder, report);
  ASSERT_TRUE(files) << files.error().message;
  EXPECT_EQ(files->back().name, "again.anm");
  // Images are numbered from 0 there, and from 1 in the stills.
  const Opened again = open(files->back().bytes, "again.anm");
  const auto& info = std::get<Parsed>(again).document->info();
  ASSERT_EQ(info.clips.size(), 1U);
  EXPECT_EQ(info.clips[0].frames, 15);
}

TEST_F(Pictures, WhatCannotBeIsRefusedBeforeAnythingIsMade) {
  const auto two = both(file("walk.anm"), file("walk.hg3"));
  const auto code = [](std::span<const Opened> inputs, const ConvertRequest& request) {
    const auto plan = plan_conversion(inputs, request);
    return plan ? std::string() : plan.error().code;
  };
  EXPECT_EQ(code(two, {.output = "x.png"}), kUsageError);
  EXPECT_EQ(code({&two[1], 1}, {.output = "x.gif"}), kUsageError);
  EXPECT_EQ(code({&two[1], 1}, {.output = "x.png"}), "");
  // The images that a script shows must be there.
  const Opened alone = file("walk.anm");
  const auto films = made({&alone, 1}, {.output = "x.gif"}, Shelf(), report);
  ASSERT_FALSE(films);
  EXPECT_EQ(films.error().code, kUnsupported);
  // Two stills of one number, a list that names what is not there.
  const auto twins = both(still("a_1.png", 1), still("b_1.png", 2));
  EXPECT_EQ(made(twins, {.output = "x.anm"}, folder, report).error().code, "anmkit.PICTURES");
  const auto listed =
      both(still("a_1.png", 1), open(to_bytes(R"({"frames":[{"file":"b.png","ticks":1}]})"),
                                     "in/frames.json", {.name = "frames.json"}));
  const auto missing = made(listed, {.output = "x.anm"}, folder, report);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().path, "frames[0]");
}

}  // namespace
}  // namespace anmkit
