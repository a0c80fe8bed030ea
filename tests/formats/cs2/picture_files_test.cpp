// SPDX-License-Identifier: MIT
// Pictures that are written come back, with what is beside them, and so does the script that shows
// them.
#include <random>

#include "formats/cs2/document.hpp"
#include "formats/cs2/hg.hpp"
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

TEST(Cs2PictureFiles, PicturesComeBack) {
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

// Section 10: the pictures and a script beside them, a line a step and what goes on after the last.
TEST(Cs2PictureFiles, ScriptsShowTheirPictures) {
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

}  // namespace
}  // namespace anmkit::cs2::test
