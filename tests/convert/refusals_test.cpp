// SPDX-License-Identifier: MIT
// Messages of requests that the files cannot fulfil; names that folders may have.
#include <gtest/gtest.h>

#include "anmkit/project.hpp"
#include "pictures/png.hpp"
#include "support/examples.hpp"
#include "support/shelf.hpp"

namespace anmkit {
namespace {

// ---- Words of glTF where there is none ----

TEST(Refusals, GltfMessages) {
  const auto message = [](const char* output, const auto& change, bool gltf_in = false) {
    std::vector<Opened> files;
    if (gltf_in) {
      files.push_back(open(to_bytes(R"({"asset":{"version":"2.0"}})"), "x.gltf"));
    } else {
      files.push_back(open(example("psx/HOP.ANM"), "HOP.ANM"));
    }
    ConvertRequest request{.output = output};
    change(request);
    const auto plan = plan_conversion(files, request);
    return plan ? std::string() : plan.error().message;
  };
  const auto plain = [](ConvertRequest&) {};
  const auto sparse = [](ConvertRequest& one) { one.sparse = true; };
  const auto bare = [](ConvertRequest& one) { one.keep_sources = false; };
  const auto scaled = [](ConvertRequest& one) { one.metres_per_unit = 1; };
  const auto start = [](ConvertRequest& one) { one.start = 0; };
  const auto end = [](ConvertRequest& one) { one.end = 1; };
  const auto loop = [](ConvertRequest& one) { one.options.set("loop", ""); };
  const auto once = [](ConvertRequest& one) { one.options.set("once", ""); };
  EXPECT_EQ(message("again.ANM", plain), "");
  EXPECT_EQ(message("again.ANM", sparse), "--sparse requires glTF output");
  EXPECT_EQ(message("again.ANM", bare), "--no-source requires glTF output");
  EXPECT_EQ(message("again.ANM", scaled), "--scale requires glTF or BVH input or output");
  const std::string unread = " requires glTF or BVH input";
  for (const char* output : {"again.ANM", "x.glb"}) {
    EXPECT_EQ(message(output, start), "--start" + unread);
    EXPECT_EQ(message(output, end), "--end" + unread);
    EXPECT_EQ(message(output, loop), "--loop" + unread);
    EXPECT_EQ(message(output, once), "--once" + unread);
  }
  const auto encoding = [](ConvertRequest& one) { one.options.set("encoding", "safe"); };
  const auto stepped = [](ConvertRequest& one) { one.options.set("step-keys", ""); };
  const auto map = [](ConvertRequest& one) { one.retarget.map = "a = b"; };
  const auto ground = [](ConvertRequest& one) { one.retarget.ground = true; };
  const auto in_place = [](ConvertRequest& one) { one.retarget.in_place = true; };
  EXPECT_EQ(message("again.ANM", stepped), "--step-keys requires glTF output");
  EXPECT_EQ(message("x.glb", stepped), "");
  for (const char* output : {"again.ANM", "x.glb"}) {
    EXPECT_EQ(message(output, encoding), "--encoding" + unread);
    EXPECT_EQ(message(output, map), "--map" + unread);
    EXPECT_EQ(message(output, ground), "--ground" + unread);
    EXPECT_EQ(message(output, in_place), "--in-place" + unread);
  }
  const auto rate = [](ConvertRequest& one) { one.options.set("rate", "24"); };
  const auto split = [](ConvertRequest& one) { one.options.set("split", ""); };
  const auto background = [](ConvertRequest& one) { one.background = {0, 0, 0}; };
  const auto canvas = [](ConvertRequest& one) { one.canvas_width = one.canvas_height = 9; };
  const auto length = [](ConvertRequest& one) { one.length = 9; };
  EXPECT_EQ(message("again.ANM", rate), "--rate requires glTF or BVH input or output");
  EXPECT_EQ(message("x.glb", rate), "");
  EXPECT_EQ(message("again.ANM", split), "");
  EXPECT_EQ(message("x.glb", split), "--split requires another output than glTF or BVH");
  for (const char* output : {"again.ANM", "x.glb"}) {
    const std::string image = " requires an image as input or output";
    EXPECT_EQ(message(output, background), "--background" + image);
    EXPECT_EQ(message(output, canvas), "--canvas" + image);
    EXPECT_EQ(message(output, length), "--length" + image);
  }
  const std::string copied = " does not apply where glTF stays glTF; all of it is copied";
  EXPECT_EQ(message("x.glb", plain, true), "");
  EXPECT_EQ(message("x.glb", in_place, true), "--in-place" + copied);
  EXPECT_EQ(message("x.glb", start, true), "--start" + copied);
  EXPECT_EQ(message("x.glb", sparse, true), "--sparse" + copied);
  EXPECT_EQ(message("x.glb", sparse), "");
  EXPECT_EQ(message("x.glb", bare), "");
  EXPECT_EQ(message("x.glb", scaled), "");
}

// ---- Images as files of their own ----

Bytes png(std::uint32_t width = 2) {
  return encode_png(Bytes(std::size_t{4} * width * 2), width, 2).value();
}
// What becomes of images, by their names, and of the list next to them.
std::string pictures_refusal(const std::vector<std::pair<std::string, Bytes>>& files) {
  std::vector<Opened> inputs;
  for (const auto& [name, bytes] : files)
    inputs.push_back(open(bytes, "in/" + name, {.name = name}));
  const ConvertRequest request{.output = "walk.anm"};
  const auto plan = plan_conversion(inputs, request);
  if (!plan) return plan.error().message;
  const Shelf folder;
  CompanionPool pool(folder);
  ConversionReport report;
  const auto made = apply(plan->steps.front(), request, pool, report);
  return made ? "" : made.error().path + ": " + made.error().message;
}

TEST(Refusals, NumbersOfImages) {
  EXPECT_EQ(pictures_refusal({{"walk_1.png", png()}, {"walk_2@9.png", png()}}), "");
  EXPECT_EQ(pictures_refusal({{"1.png", png()}, {"2.png", png()}}), "");
  EXPECT_EQ(pictures_refusal({{"walk_1.png", png()}, {"walk_01.png", png()}}),
            ": in/walk_1.png and in/walk_01.png have the same number");
  const std::string none = ": no PNG here ends with a number (NAME_0001.png, NAME_0001@6.png)";
  for (const std::string name : {"walk", "walk_", "walk_1@", "walk_1@x", "walk_1@0", "walk_1@-1",
                                 "walk_1@2147483648", "walk_99999999999"}) {
    EXPECT_EQ(pictures_refusal({{name + ".png", png()}, {name + "a.png", png()}}), none) << name;
  }
  EXPECT_NE(
      pictures_refusal({{"walk_1.png", png()}, {"walk_2.png", to_bytes("\x89PNG\r\n\x1a\nx")}})
          .find("in/walk_2.png: "),
      std::string::npos);
}

TEST(Refusals, ListsOfImages) {
  const auto said = [](const std::string& list) {
    return pictures_refusal({{"walk_1.png", png()},
                             {"walk_2.png", png()},
                             {"odd.png", png()},
                             {"frames.json", to_bytes(list)}});
  };
  const auto frames = [&](const std::string& inside) {
    return said("{\"frames\":[" + inside + "]}");
  };
  const std::string good = R"({"file":"walk_1.png","ticks":6})";
  EXPECT_EQ(frames(good), "");
  EXPECT_EQ(frames(good + "," + good), "");
  EXPECT_EQ(frames(R"({"file":"odd.png","ticks":6,"id":3})"), "");
  EXPECT_EQ(frames(""), "frames: no frame");
  for (const std::string clock : {"0", "1000001", "-1", "\"x\"", "1.5"})
    EXPECT_EQ(said("{\"ticksPerSecond\":" + clock + ",\"frames\":[" + good + "]}"),
              "ticksPerSecond: expected 1 to 1000000")
        << clock;
  for (const std::string loops : {"-1", "2147483648", "\"x\""})
    EXPECT_EQ(said("{\"loops\":" + loops + ",\"frames\":[" + good + "]}"),
              "loops: expected 0 (for ever) or more")
        << loops;
  for (const std::string bad :
       {R"({"ticks":6})", R"({"file":"walk_1.png"})", R"({"file":"walk_1.png","ticks":0})",
        R"({"file":"walk_1.png","ticks":2147483648})"})
    EXPECT_EQ(frames(bad), "frames[0]: a frame needs \"file\" and \"ticks\" of 1 or more") << bad;
  EXPECT_EQ(frames(good + R"(,{"file":"walk_3.png","ticks":6})"),
            "frames[1]: walk_3.png is not among the images of the folder");
  for (const std::string id : {"", ",\"id\":\"x\"", ",\"id\":-1", ",\"id\":2147483648"})
    EXPECT_EQ(frames(R"({"file":"odd.png","ticks":6)" + id + "}"),
              "frames[0]: odd.png does not end with a number, and no \"id\" gives one")
        << id;
  EXPECT_EQ(frames(good + R"(,{"file":"walk_2.png","ticks":6,"id":1})"),
            "frames[1]: in/walk_1.png and in/walk_2.png have the same number");
}

// ---- Names of a project's subjects ----

std::vector<std::string> names_in(const Shelf& shelf, const std::string& folder = {}) {
  std::vector<std::string> names;
  for (const Subject& subject : open_project(shelf, {.folder = folder}).subjects)
    names.push_back(subject.name);
  return names;
}

// Names of files may be anything; those of outputs hold nothing that a file system minds.
TEST(Refusals, NamesOfSubjects) {
  using Names = std::vector<std::string>;
  for (const char mark : {':', '*', '?', '"', '<', '>', '|', '\x1F'}) {
    Shelf shelf;
    shelf.files["in/a" + std::string(1, mark) + "b.ANM"] = example("psx/HOP.ANM");
    shelf.files["in/other.ANM"] = example("psx/HOP.ANM");
    EXPECT_EQ(names_in(shelf, "in"), (Names{"a_b", "other"})) << mark;
  }
  Shelf shelf;
  shelf.files["in/one/x.ANM"] = example("psx/HOP.ANM");
  shelf.files["in/..two/y.ANM"] = example("psx/HOP.ANM");
  for (const std::string& name : names_in(shelf, "in/"))
    EXPECT_FALSE(name.starts_with('.')) << name;
}

}  // namespace
}  // namespace anmkit
