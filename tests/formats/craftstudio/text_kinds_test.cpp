// SPDX-License-Identifier: MIT
// Values of another kind, count or range in the JSON exports (section 8.7), each alone.
#include "formats/craftstudio/document.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

struct Wrong {
  std::string from, to;  // in a good text
  std::string_view code;
  std::string_view path;
};

void expect_refused(std::string_view format, const std::string& good,
                    const std::vector<Wrong>& cases) {
  ASSERT_TRUE(parse(format, to_bytes(good))->document);
  for (const Wrong& one : cases) {
    std::string text = good;
    const std::size_t at = text.find(one.from);
    ASSERT_NE(at, text.npos) << one.from;
    const auto loaded = parse(format, to_bytes(text.replace(at, one.from.size(), one.to)));
    EXPECT_EQ(loaded->document, nullptr) << one.to;
    const Diagnostic* error = loaded->diagnostics.first_error();
    ASSERT_NE(error, nullptr) << one.to;
    EXPECT_EQ(error->code, "craftstudio." + std::string(one.code)) << one.to;
    EXPECT_EQ(error->path, one.path) << one.to;
  }
}

TEST(CraftStudioText, Models) {
  const std::string good =
      R"({"title":"a","tree":[{"name":"A","position":[1,2,3],"offsetFromPivot":[0,0,0],"size":[2,2,2],"rotation":[0,0,0],)"
      R"("vertexCoords":[[-1,1,-1],[1,1,-1],[1,-1,-1],[-1,-1,-1],[1,1,1],[-1,1,1],[-1,-1,1],[1,-1,1]],)"
      R"("texOffset":[7,8],"children":[]}]})";
  expect_refused(
      "csjsmodel", good,
      {{"[7,8]", "7", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[7,8]", "[]", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[7,8]", "[7]", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[7,8]", "[7,8,9]", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[7,8]", "[\"7\",8]", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[7,8]", "[7,null]", "E-JSON-KEY", "blocks[0].texOffset"},
       {"[1,2,3]", "[1,2,3,4]", "E-JSON-TRIPLE", "blocks[0].position"},
       {"[1,2,3]", "[1,2]", "E-JSON-TRIPLE", "blocks[0].position"},
       {"[1,2,3]", "[true,2,3]", "E-JSON-TRIPLE", "blocks[0].position"},
       {"[1,2,3]", R"({"x":1,"y":2,"z":3})", "E-JSON-TRIPLE", "blocks[0].position"},
       {"[[-1,1,-1],", "[", "E-JSON-VERTEX", "blocks[0].vertexCoords"},
       {"[[-1,1,-1],[1,1,-1],[1,-1,-1],[-1,-1,-1],[1,1,1],[-1,1,1],[-1,-1,1],[1,-1,1]]",
        R"({"a":0,"b":0,"c":0,"d":0,"e":0,"f":0,"g":0,"h":0})", "E-JSON-VERTEX",
        "blocks[0].vertexCoords"},
       {"[-1,1,-1]", "[-1,1,\"-1\"]", "E-JSON-VERTEX", "blocks[0].vertexCoords[0]"},
       {"[-1,1,-1]", "[-1,1,-1,1]", "E-JSON-VERTEX", "blocks[0].vertexCoords[0]"},
       {"[-1,1,-1]", "[-1,1,-1,\"1\"]", "E-JSON-VERTEX", "blocks[0].vertexCoords[0]"},
       {"[-1,1,-1]", R"({"x":-1,"y":1,"z":-1})", "E-JSON-VERTEX", "blocks[0].vertexCoords[0]"},
       {"\"children\":[]", "\"children\":{}", "E-JSON-KEY", "blocks[0].children"},
       {"\"children\":[]", "\"children\":[1]", "E-JSON-KEY", "blocks[1]"},
       {"\"A\"", "1", "E-JSON-KEY", "blocks[0].name"},
       {"\"a\"", "null", "E-JSON-KEY", "title"}});
}

TEST(CraftStudioText, Animations) {
  const std::string good =
      R"({"title":"a","duration":20,"holdLastKeyframe":true,"nodeAnimations":{"A":{"position":{"5":[1,2,3]},)"
      R"("offsetFromPivot":{},"size":{},"rotation":{},"stretch":{}}}})";
  expect_refused(
      "csjsmodelanim", good,
      {{"20", "-1", "E-JSON-KEY", "duration"},
       {"20", "65536", "E-JSON-KEY", "duration"},
       {"20", "\"20\"", "E-JSON-KEY", "duration"},
       {"true", "1", "E-JSON-KEY", "holdLastKeyframe"},
       {R"({"position")", R"(1,"B":{"position")", "E-JSON-KEY", "nodeAnimations[0]"},
       {"\"5\"", "\"\"", "E-JSON-FRAME", "nodeAnimations[0].position[0].time"},
       {"\"5\"", "\"5 \"", "E-JSON-FRAME", "nodeAnimations[0].position[0].time"},
       {"\"5\"", "\"+5\"", "E-JSON-FRAME", "nodeAnimations[0].position[0].time"},
       {"\"5\"", "\"99999999999\"", "E-JSON-FRAME", "nodeAnimations[0].position[0].time"}});
  for (const auto& [duration, frames] : {std::pair<std::string, int>{"0", 0}, {"65535", 65535}}) {
    std::string text = good;
    text.replace(text.find("20"), 2, duration).replace(text.find("\"5\""), 3, "\"0\"");
    Diagnostics diagnostics;
    const auto animation = parse_js_animation(text, diagnostics);
    ASSERT_TRUE(animation.has_value()) << duration;
    EXPECT_EQ(animation->duration, frames);
  }
}

// Section 8.2: "vertexs" represents "vertexCoords" where that is missing; `transparent` is
// optional.
TEST(CraftStudioText, PrefersTheCurrentNameOfCorners) {
  const std::string corners =
      "[[-1,1,-1],[1,1,-1],[1,-1,-1],[-1,-1,-1],[1,1,1],[-1,1,1],[-1,-1,1],[1,-1,1]]";
  const std::string twice =
      "[[-2,2,-2],[2,2,-2],[2,-2,-2],[-2,-2,-2],[2,2,2],[-2,2,2],[-2,-2,2],[2,-2,2]]";
  const auto first_corner = [&](const std::string& members) {
    Diagnostics diagnostics;
    const auto model = parse_js_model(
        R"({"title":"a","transparent":true,"tree":[{"name":"A","position":[0,0,0],"offsetFromPivot":[0,0,0],)"
        R"("size":[2,2,2],"rotation":[0,0,0],)" +
            members + R"("texOffset":[0,0],"children":[]}]})",
        diagnostics);
    EXPECT_TRUE(model.has_value());
    EXPECT_EQ(model->transparent, true);
    return model->blocks[0].vertex_coords ? (*model->blocks[0].vertex_coords)[0].value[1] : 0.0;
  };
  EXPECT_EQ(first_corner(""), 0.0);
  EXPECT_EQ(first_corner("\"vertexs\":" + twice + ","), 2.0);
  EXPECT_EQ(first_corner("\"vertexCoords\":" + corners + ",\"vertexs\":" + twice + ","), 1.0);
  EXPECT_EQ(first_corner("\"vertexs\":" + twice + ",\"vertexCoords\":" + corners + ","), 1.0);
}

// A size is noted where it is broken, and where a model's is negative; an animation's are deltas.
TEST(CraftStudioText, SizesOfBlocksAndDeltas) {
  const auto noted = [](std::string_view format, const std::string& text) {
    const auto loaded = parse(format, to_bytes(text));
    EXPECT_TRUE(loaded->document);
    return find(check(*loaded), "W-JSON-SIZE") != nullptr;
  };
  const auto block = [](const std::string& size) {
    return R"({"title":"a","tree":[{"name":"A","position":[0,0,0],"offsetFromPivot":[0,0,0],"size":)" +
           size + R"(,"rotation":[0,0,0],"texOffset":[0,0],"children":[]}]})";
  };
  const auto delta = [](const std::string& size) {
    return R"({"title":"a","duration":9,"holdLastKeyframe":true,"nodeAnimations":{"A":{"position":{},)"
           R"("offsetFromPivot":{},"size":{"0":)" +
           size + R"(},"rotation":{},"stretch":{}}}})";
  };
  EXPECT_FALSE(noted("csjsmodel", block("[0,1,2]")));
  EXPECT_TRUE(noted("csjsmodel", block("[0,1,-2]")));
  EXPECT_TRUE(noted("csjsmodel", block("[0,1,2.5]")));
  EXPECT_FALSE(noted("csjsmodelanim", delta("[0,1,-2]")));
  EXPECT_TRUE(noted("csjsmodelanim", delta("[0,1,-2.5]")));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
