// SPDX-License-Identifier: MIT
// Images through the library alone: stills become a script with its images, which becomes
// stills and moving images again.
#include <gtest/gtest.h>

#include "anmkit/convert.hpp"
#include "core/pictures.hpp"
#include "formats/cs2/image/pixels.hpp"
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
  // "walk.anm", first image for 6 ticks and second for 9, next to "walk.hg3".
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

TEST_F(Pictures, RoundTripsStillImages) {
  const Opened held = file("walk.hg3");
  const auto files = made({&held, 1}, {.output = "out/"}, folder, report);
  ASSERT_TRUE(files) << files.error().message;
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ(files->at(0).name, "out/walk_0001.png");
  EXPECT_EQ(files->at(1).name, "out/walk_0002.png");
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_EQ(decode_png(files->at(i).bytes).value().pixels, flat(kShades[i]).pixels);
}

TEST_F(Pictures, AnimatedImagesKeepDurations) {
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

TEST_F(Pictures, RoundTripsAnimatedImages) {
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

TEST_F(Pictures, RejectsInvalidRequestsBeforeConverting) {
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

// One image of an HG-3 file on a canvas, which goes through a PNG and comes back.
class PlacedPicture : public testing::Test {
 protected:
  static StoredPicture stored() {
    StoredPicture one;
    one.id = 7;
    one.x = 10, one.y = -4;
    one.canvas_width = 64, one.canvas_height = 48;
    one.origin_x = 3, one.origin_y = 5;
    one.picture = flat(40);
    return one;
  }
  Result<Bytes> convert(const Opened& input, const ConvertRequest& request,
                        const std::string& with = {}) {
    CompanionPool pool(folder);
    if (!with.empty()) {
      if (auto named = pool.name(with); !named) return std::unexpected(named.error());
    }
    auto plan = plan_conversion({&input, 1}, request);
    if (!plan) return std::unexpected(plan.error());
    auto files = apply(plan->steps.front(), request, pool, report);
    if (!files) return std::unexpected(files.error());
    EXPECT_EQ(files->size(), 1U);
    EXPECT_EQ(files->front().name, request.output);
    return std::move(files->front().bytes);
  }
  static std::vector<StoredPicture> pictures(const Bytes& bytes) {
    const Opened file = open(bytes, "x.hg3");
    return std::get<Parsed>(file).document->pictures({}).value();
  }
  static void expect_place(const StoredPicture& one, const StoredPicture& wanted) {
    EXPECT_EQ(one.id, wanted.id);
    EXPECT_EQ(one.x, wanted.x);
    EXPECT_EQ(one.y, wanted.y);
    EXPECT_EQ(one.canvas_width, wanted.canvas_width);
    EXPECT_EQ(one.canvas_height, wanted.canvas_height);
    EXPECT_EQ(one.origin_x, wanted.origin_x);
    EXPECT_EQ(one.origin_y, wanted.origin_y);
  }
  void SetUp() override {
    const StoredPicture one = stored();
    folder.files["x.hg3"] = cs2::write_hg3({&one, 1}).value();
  }

  Shelf folder;
  ConversionReport report;
};

TEST_F(PlacedPicture, APngKeepsIdPositionAndCanvas) {
  const Bytes png = convert(open(folder.files["x.hg3"], "x.hg3"), {.output = "out/x.png"}).value();
  EXPECT_EQ(decode_png(png).value().pixels, flat(40).pixels);
  const Bytes back = convert(open(png, "face.png"), {.output = "Y.HG3"}).value();
  EXPECT_EQ(back, folder.files["x.hg3"]);
  // An edited image at the same place.
  Bytes edited = png;
  const Picture other = flat(200);
  const Bytes plain = encode_png(other.pixels, other.width, other.height).value();
  const auto again =
      pictures(convert(open(plain, "face.png"), {.output = "y.hg3"}, "x.hg3").value());
  ASSERT_EQ(again.size(), 1U);
  expect_place(again[0], stored());
  EXPECT_EQ(again[0].picture, other);
  // Without a change the original's own bytes, whatever wrote them.
  folder.files["x.hg3"].resize(folder.files["x.hg3"].size() + 8);
  const Picture same = flat(40);
  const Bytes bare = encode_png(same.pixels, same.width, same.height).value();
  EXPECT_EQ(convert(open(bare, "face.png"), {.output = "y.hg3"}, "x.hg3").value(),
            folder.files["x.hg3"]);
  EXPECT_EQ(report.summary, "unchanged: the original bytes");
}

TEST_F(PlacedPicture, CanvasDefaultsToTheImageSize) {
  const Picture one = flat(9);
  const Bytes png = encode_png(one.pixels, one.width, one.height).value();
  auto made = pictures(convert(open(png, "face.png"), {.output = "y.hg3"}).value());
  StoredPicture wanted;
  wanted.canvas_width = 3, wanted.canvas_height = 2;
  expect_place(made.at(0), wanted);
  const auto list = report.diagnostics.finish();
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].code, "cs2.HG-PLACE");
  made = pictures(convert(open(png, "face_0012.png"),
                          {.output = "y.hg3", .canvas_width = 30, .canvas_height = 20})
                      .value());
  wanted.id = 12;
  wanted.canvas_width = 30, wanted.canvas_height = 20;
  expect_place(made.at(0), wanted);
}

TEST_F(PlacedPicture, OneOfSeveralImagesIsReplaced) {
  std::vector<StoredPicture> two = {stored(), stored()};
  two[1].id = 9;
  two[1].x = 1;
  two[1].picture = flat(90);
  folder.files["two.hg3"] = cs2::write_hg3(two).value();
  const Picture other = flat(200);
  const Opened png = open(encode_png(other.pixels, other.width, other.height).value(), "face.png");
  EXPECT_EQ(convert(png, {.output = "y.hg3"}, "two.hg3").error().code, kUsageError);
  ConvertRequest request{.output = "y.hg3"};
  request.options.set("picture", "9");
  auto made = pictures(convert(png, request, "two.hg3").value());
  ASSERT_EQ(made.size(), 2U);
  EXPECT_EQ(made[0].picture, flat(40));
  EXPECT_EQ(made[1].picture, other);
  expect_place(made[1], two[1]);
  request.options.set("picture", "8");
  EXPECT_EQ(convert(png, request, "two.hg3").error().code, kUsageError);
  // A number that the file does not have is another image.
  const Opened ten = open(encode_png(other.pixels, other.width, other.height).value(), "f_10.png");
  made = pictures(convert(ten, {.output = "y.hg3"}, "two.hg3").value());
  ASSERT_EQ(made.size(), 3U);
  EXPECT_EQ(made[2].id, 10U);
}

TEST_F(PlacedPicture, DrawsOnACanvas) {
  const Bytes png = convert(open(folder.files["x.hg3"], "x.hg3"),
                            {.output = "x.png",
                             .background = std::array<std::uint8_t, 3>{1, 2, 3},
                             .canvas_width = 20,
                             .canvas_height = 8})
                        .value();
  const auto drawn = decode_png(png).value();
  EXPECT_EQ(drawn.width, 20U);
  EXPECT_EQ(drawn.height, 8U);
  EXPECT_EQ(to_hex(ByteView(drawn.pixels).first(4)), "010203ff");
  // Its corner is four rows above the canvas.
  for (std::size_t i = 0; i < drawn.pixels.size(); i += 4)
    ASSERT_EQ(drawn.pixels[i], std::byte{1}) << i;
  StoredPicture lower = stored();
  lower.y = 2;
  const Bytes file = cs2::write_hg3({&lower, 1}).value();
  const auto seen = decode_png(convert(open(file, "x.hg3"),
                                       {.output = "x.png", .canvas_width = 20, .canvas_height = 8})
                                   .value())
                        .value();
  EXPECT_EQ(to_hex(ByteView(seen.pixels).subspan(4 * (2 * 20 + 10), 4)), "282828ff");
  EXPECT_EQ(to_hex(ByteView(seen.pixels).first(4)), "00000000");
  EXPECT_EQ(convert(open(file, "x.hg3"), {.output = "x.png", .length = 5}).error().code,
            kUsageError);
}

// A PNG becomes a texture under its own name, in any case of letters.
TEST_F(PlacedPicture, APngBecomesATexture) {
  const Picture one = make_picture(4, 2);
  const Opened png = open(encode_png(one.pixels, one.width, one.height).value(), "logo.png");
  for (const char* name : {"out/LOGO.TIM", "out/logo.tim"}) {
    const auto bytes = convert(png, {.output = name});
    ASSERT_TRUE(bytes) << bytes.error().message;
    EXPECT_EQ(std::get<Parsed>(open(*bytes, name)).format->id, "psx-tim");
  }
  const auto two = both(still("a_1.png", 1), still("b_2.png", 2));
  const auto plan = plan_conversion(two, {.output = "x.tim"});
  ASSERT_FALSE(plan);
  EXPECT_NE(plan.error().message.find("contains one image, found 2"), std::string::npos);
  EXPECT_EQ(plan_conversion(two, {.output = "out/", .to = "psx-tim"}).value().steps.size(), 2U);
}

}  // namespace
}  // namespace anmkit
