// SPDX-License-Identifier: MIT
// Images that are written come back, with what is next to them, and so does the script that shows
// them.
#include <random>

#include "formats/cs2/document.hpp"
#include "formats/cs2/image/pixels.hpp"
#include "support.hpp"

namespace anmkit::cs2::test {
namespace {

// Runs of one colour and of none, which the coding knows, between what it cannot foresee.
StoredPicture random_picture(std::mt19937& random, std::uint32_t id) {
  const auto below = [&](int most) {
    return std::uniform_int_distribution<int>(0, most - 1)(random);
  };
  StoredPicture stored;
  stored.id = id;
  stored.x = below(9);
  stored.y = below(9);
  const auto width = static_cast<std::uint32_t>(1 + below(40));
  const auto height = static_cast<std::uint32_t>(1 + below(40));
  stored.canvas_width = width + 9;
  stored.canvas_height = height + 9;
  stored.origin_x = below(5);
  stored.origin_y = below(5);
  stored.picture = make_picture(width, height);
  std::size_t at = 0;
  while (at < stored.picture.pixels.size()) {
    const auto end =
        std::min(stored.picture.pixels.size(), at + static_cast<std::size_t>(1 + below(600)));
    const int kind = below(3);
    for (; at < end; ++at)
      stored.picture.pixels[at] = static_cast<std::byte>(kind == 0   ? 0
                                                         : kind == 1 ? 200
                                                                     : below(256));
  }
  return stored;
}

void expect_same(const std::vector<StoredPicture>& found,
                 const std::vector<StoredPicture>& wanted) {
  ASSERT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const StoredPicture &a = found[i], &b = wanted[i];
    EXPECT_EQ(std::tuple(a.id, a.x, a.y, a.canvas_width, a.canvas_height, a.origin_x, a.origin_y),
              std::tuple(b.id, b.x, b.y, b.canvas_width, b.canvas_height, b.origin_x, b.origin_y));
    EXPECT_TRUE(a.picture == b.picture) << i;
  }
}

TEST(Cs2PictureFiles, RoundTripsImages) {
  std::mt19937 random(8);
  for (int round = 0; round < 60; ++round) {
    std::vector<StoredPicture> pictures;
    for (std::uint32_t id = 0; id < 1 + static_cast<std::uint32_t>(round) % 4; ++id)
      pictures.push_back(random_picture(random, 3 * id));
    const auto loaded = parse("cs2-hg3", write_hg3(pictures).value());
    ASSERT_TRUE(loaded->document);
    EXPECT_TRUE(check(*loaded).empty());
    expect_same(loaded->document->pictures({}).value(), pictures);
  }
}

// Section 10: the images and a script next to them, a line a step and what goes on after the last.
TEST(Cs2PictureFiles, ScriptsShowTheirImages) {
  std::mt19937 random(9);
  PictureSequence sequence;
  sequence.pictures = {random_picture(random, 2), random_picture(random, 3)};
  sequence.steps = {{2, 4}, {3, 7}, {2, 2}};
  ConversionReport report;
  const auto files = script_from_pictures({sequence, "out/ball.anm"}, {{}, {}}, report);
  ASSERT_TRUE(files.has_value()) << files.error().message;
  ASSERT_EQ(files->size(), 2u);
  EXPECT_EQ(files->at(0).name, "ball.hg3");
  EXPECT_EQ(files->at(1).name, "ball.anm");
  expect_same(parse("cs2-hg3", files->at(0).bytes)->document->pictures({}).value(),
              sequence.pictures);
  const auto script = parse("cs2-anm", files->at(1).bytes);
  const auto played = script->document->play({.clip = {}, .ticks = 20}, {{}, {}});
  ASSERT_TRUE(played.has_value());
  std::vector<std::pair<std::int64_t, std::int64_t>> shown;
  for (const ImageTick& state : std::get<ImagePlayback>(*played).ticks)
    if (shown.empty() || shown.back().second != state.image)
      shown.emplace_back(state.tick, state.image);
  EXPECT_EQ(shown,
            (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 2}, {4, 3}, {11, 2}, {17, 3}}));
}

StoredPicture plain_picture(std::uint32_t id, int shade) {
  StoredPicture stored;
  stored.id = id;
  stored.canvas_width = stored.canvas_height = 8;
  stored.picture = make_picture(2, 2);
  for (std::byte& one : stored.picture.pixels)
    one = static_cast<std::byte>(shade);
  return stored;
}

// An image that differs from the stored one in one thing alone is a changed one.
TEST(Cs2PictureFiles, EachThingThatChanges) {
  const Bytes bytes = write_hg3(std::vector<StoredPicture>{plain_picture(3, 9)}).value();
  const auto loaded = parse("cs2-hg3", bytes, "old.hg3");
  const Companion beside[] = {{"old.hg3", loaded->bytes, loaded->document.get()}};
  const auto replaced = [&](const auto& change) {
    PictureSequence sequence;
    sequence.pictures = {plain_picture(3, 9)};
    change(sequence.pictures[0]);
    ConversionReport report;
    const auto files = hg3_from_pictures({sequence, "out/new.hg3"}, {beside, {}}, report);
    if (!files) return files.error().code;
    expect_same(parse("cs2-hg3", files->at(0).bytes)->document->pictures({}).value(),
                sequence.pictures);
    return report.summary;
  };
  EXPECT_EQ(replaced([](StoredPicture&) {}), "unchanged: the original bytes");
  const std::string changed = "1 of 1 image changed, 0 added";
  EXPECT_EQ(replaced([](StoredPicture& one) { one.picture.pixels[0] = std::byte{8}; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.x = 1; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.y = 1; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.canvas_width = 9; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.canvas_height = 9; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.origin_x = 1; }), changed);
  EXPECT_EQ(replaced([](StoredPicture& one) { one.origin_y = 1; }), changed);
}

// Which image is replaced, and what is refused.
TEST(Cs2PictureFiles, ReplacesTheChosenImage) {
  const auto one =
      parse("cs2-hg3", write_hg3(std::vector<StoredPicture>{plain_picture(3, 9)}).value());
  const auto two = parse(
      "cs2-hg3",
      write_hg3(std::vector<StoredPicture>{plain_picture(3, 9), plain_picture(5, 7)}).value());
  const auto script = parse("cs2-anm", write(script_of(std::vector<PictureStep>{{3, 1}}, 0)));
  ASSERT_TRUE(script->document);
  // The ids of what comes out, or the code of the error.
  const auto made = [](const Loaded* old, const std::vector<std::uint32_t>& ids,
                       bool numbered = true, const std::string& picture = {}) {
    PictureSequence sequence;
    sequence.numbered = numbered;
    for (const std::uint32_t id : ids)
      sequence.pictures.push_back(plain_picture(id, 20));
    Options options;
    if (!picture.empty()) options.set("picture", picture);
    std::vector<Companion> beside;
    if (old != nullptr) beside.push_back({"old.hg3", old->bytes, old->document.get()});
    ConversionReport report;
    const auto files = hg3_from_pictures({sequence, "new.hg3"}, {beside, options}, report);
    if (!files) return std::string(files.error().code);
    std::string text;
    const auto stored = parse("cs2-hg3", files->at(0).bytes)->document->pictures({}).value();
    for (const StoredPicture& found : stored)
      text += std::to_string(found.id) +
              (found.picture == plain_picture(0, 20).picture ? "new " : "old ");
    return text;
  };
  EXPECT_EQ(made(nullptr, {1, 2}), "1new 2new ");
  EXPECT_EQ(made(one.get(), {3}), "3new ");
  EXPECT_EQ(made(one.get(), {4}), "3new ");  // a single still of a single image
  EXPECT_EQ(made(one.get(), {4, 6}), "3old 4new 6new ");
  EXPECT_EQ(made(two.get(), {5}), "3old 5new ");
  EXPECT_EQ(made(two.get(), {4}), "3old 5old 4new ");
  EXPECT_EQ(made(one.get(), {0}, false), "3new ");
  EXPECT_EQ(made(two.get(), {0}, false), kUsageError);
  EXPECT_EQ(made(two.get(), {0}, false, "5"), "3old 5new ");
  EXPECT_EQ(made(two.get(), {0}, false, "4"), kUsageError);
  EXPECT_EQ(made(nullptr, {0}, false, "4"), kUsageError);
  EXPECT_EQ(made(script.get(), {0}), kUsageError);
}

TEST(Cs2PictureFiles, RejectsScriptsThatDoNotFit) {
  const auto refused = [](const auto& change) {
    PictureSequence sequence;
    sequence.pictures = {plain_picture(2, 9)};
    sequence.steps = {{2, 4}, {2, 1}};
    change(sequence);
    ConversionReport report;
    const auto files = script_from_pictures({sequence, "x.anm"}, {{}, {}}, report);
    return files ? std::string() : files.error().path + ": " + files.error().message;
  };
  EXPECT_EQ(refused([](PictureSequence&) {}), "");
  EXPECT_EQ(refused([](PictureSequence& one) { one.ticks_per_second = 0; }),
            "ticksPerSecond: expected 1 or more");
  EXPECT_EQ(refused([](PictureSequence& one) { one.steps[1].id = 3; }),
            "steps[1]: there is no image 3");
  EXPECT_EQ(refused([](PictureSequence& one) { one.steps[1].ticks = 0; }),
            "steps[1]: an image lasts 0 ticks; expected 1 to 2147483647");
  EXPECT_EQ(refused([](PictureSequence& one) { one.steps[0].ticks = 1LL << 31; }),
            "steps[0]: an image lasts 2147483648 ticks; expected 1 to 2147483647");
  // 60 ticks of the engine are a second.
  EXPECT_EQ(refused([](PictureSequence& one) {
              one.ticks_per_second = 1;
              one.steps[0].ticks = 1LL << 30;
            }),
            "steps[0]: an image lasts 64424509440 ticks; expected 1 to 2147483647");
}

}  // namespace
}  // namespace anmkit::cs2::test
