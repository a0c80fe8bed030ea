// SPDX-License-Identifier: MIT
// Faults planted into a layout and its display lists, one at a time: check names each with its
// place, and the good ones have no findings.
#include "model_support.hpp"

namespace anmkit::sm64::test {
namespace {

constexpr std::string_view kGeo = R"(const GeoLayout hand_geo[] = {
    GEO_SCALE(0x00, 16384),
    GEO_OPEN_NODE(),
        GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),
        GEO_OPEN_NODE(),
            GEO_ANIMATED_PART(LAYER_OPAQUE, 80, 0, 0, palm),
            GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 9, 0, thumb),
            GEO_SWITCH_CASE(2, geo_switch_anim_state),
            GEO_OPEN_NODE(),
                GEO_ANIMATED_PART(LAYER_OPAQUE, 7, 0, 0, NULL),
                GEO_ANIMATED_PART(LAYER_OPAQUE, 5, 0, 0, NULL),
            GEO_CLOSE_NODE(),
        GEO_CLOSE_NODE(),
    GEO_CLOSE_NODE(),
    GEO_END(),
};
const GeoLayout fist_geo[] = {
    GEO_BRANCH(0, hand_geo),
};
)";
constexpr std::string_view kModel = R"(static const Vtx palm_vertices[] = {
    {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}},
    {{{9, 0, 0}, 0, {0, 0}, {0, 0, -128, 255}}},
    {{{0, 9, 0}, 0, {0, 0}, {0, 0, 127, 255}}},
    {{{9, 9, 0}, 0, {0, 0}, {0, 0, 127, 255}}},
};
const Gfx palm_inner[] = {
    gsSPVertex(palm_vertices, 4, 0),
    gsSP2Triangles(0, 1, 2, 0x0, 2, 1, 3, 0x0),
    gsSPEndDisplayList(),
};
const Gfx palm[] = {
    gsSPDisplayList(palm_inner),
    gsSPEndDisplayList(),
};
static const Vtx thumb_vertices[] = {
    VTX(0, 0, 0, 0, 0, 0, 0, 127, 255),
    VTX(9, 0, 0, 0, 0, 0, 0, 127, 255),
    VTX(0, 9, 0, 0, 0, 0, 0, 127, 255),
};
const Gfx thumb[] = {
    gsSPVertex(thumb_vertices, 3, 0),
    gsSP1Triangle(0, 1, 2, 0x0),
    gsSPEndDisplayList(),
};
)";

struct Plant {
  std::string_view from, to;
  std::string_view told;   // part of the message
  std::string_view place;  // where it is: text at the finding's offset, or words of the message
  Severity severity = Severity::warning;
};

std::string planted(std::string_view good, const Plant& plant) {
  std::string text(good);
  const std::size_t at = text.find(plant.from);
  EXPECT_NE(at, std::string::npos) << plant.from;
  return text.replace(at, plant.from.size(), plant.to);
}

std::vector<Diagnostic> checked(const std::string& text, std::string path,
                                Companions companions = {}) {
  return anmkit::test::check(*parse("sm64-geo", to_bytes(text), std::move(path)), companions);
}

void expect_told(const std::vector<Diagnostic>& found, const Plant& plant, const std::string& text,
                 std::string_view code) {
  bool told = false;
  for (const Diagnostic& one : found) {
    const bool place = one.offset ? text.substr(*one.offset).starts_with(plant.place)
                                  : one.message.find(plant.place) != std::string::npos;
    told = told || (one.code == code && one.severity == plant.severity && place &&
                    one.message.find(plant.told) != std::string::npos);
  }
  std::string all;
  for (const Diagnostic& one : found)
    all += "\n  " + one.code + " " + one.message;
  EXPECT_TRUE(told) << plant.from << " -> " << plant.to << all;
}

TEST(Sm64Planted, GoodFilesHaveNoFindings) {
  const Bytes geo = to_bytes(kGeo), model = to_bytes(kModel);
  const std::vector<Companion> beside = {{"x/model.inc.c", model, nullptr}};
  EXPECT_TRUE(checked(std::string(kGeo), "geo.inc.c").empty());
  EXPECT_TRUE(checked(std::string(kGeo), "geo.inc.c", beside).empty());
  EXPECT_TRUE(checked(std::string(kModel), "model.inc.c").empty());
  // Both occur in the game: two OPENs in a row, and a surplus CLOSE before the end.
  EXPECT_TRUE(checked("const GeoLayout a[] = { GEO_SCALE(0, 65536), GEO_OPEN_NODE(),"
                      " GEO_OPEN_NODE(), GEO_BILLBOARD(), GEO_CLOSE_NODE(), GEO_CLOSE_NODE(),"
                      " GEO_CLOSE_NODE(), GEO_END(), };",
                      "geo.inc.c")
                  .empty());
}

TEST(Sm64Planted, StructureOfLayouts) {
  const Plant plants[] = {
      {"            GEO_CLOSE_NODE(),\n        GEO_CLOSE_NODE(),", "        GEO_CLOSE_NODE(),",
       "not closed", "GEO_OPEN_NODE"},
      {"GEO_SCALE(0x00, 16384),\n    GEO_OPEN", "GEO_SCALE(0x00, 16384),\n    GEO_CLOSE",
       "without an open node", "GEO_CLOSE_NODE"},
      {"    GEO_SCALE(0x00, 16384),\n", "", "follows no node", "GEO_OPEN_NODE"},
      {"    GEO_END(),\n", "", "does not end with GEO_END", "GEO_CLOSE_NODE"},
      {"GEO_BRANCH(0,", "GEO_BRANCH(1,", "does not end with GEO_END", "GEO_BRANCH"},
      {"    GEO_BRANCH(0, hand_geo),\n", "", "has no commands", "fist_geo"},
      {"GEO_SWITCH_CASE(2,", "GEO_SWITCH_CASE(3,", "has 3 cases and 2 nodes", "GEO_SWITCH_CASE"},
      {"80, 0, 0, palm", "80000, 0, 0, palm", "does not fit 16 bits", "GEO_ANIMATED_PART"},
      {"fist_geo", "hand_geo", "'hand_geo' is defined twice", "hand_geo[] = {\n    GEO_BRANCH"},
  };
  for (const Plant& plant : plants) {
    const std::string text = planted(kGeo, plant);
    expect_told(checked(text, "geo.inc.c"), plant, text, "sm64.W-LAYOUT");
    // Converting says it as well.
    expect_told(show_model(text, kModel).found, plant, text, "sm64.W-LAYOUT");
  }
}

TEST(Sm64Planted, DisplayListsOfALayout) {
  const Plant plants[] = {
      {"palm_vertices, 4, 0", "palm_vertices, 3, 0", "no command loaded", "(model.inc.c:9)"},
      {"thumb_vertices, 3, 0", "thumb_vertices, 2, 0", "a list of another part has loaded",
       "(model.inc.c:23)"},
      {"thumb_vertices, 3, 0", "thumb_vertices + 1, 3, 0", "beyond the end of their array",
       "(model.inc.c:23)"},
      {"thumb_vertices, 3, 0", "thumb_vertices, 4, 0", "no triangle uses them", "(model.inc.c:22)",
       Severity::info},
      {"thumb_vertices, 3, 0", "thumb_vertices, 3, 62", "outside the buffer", "(model.inc.c:22)"},
      {"thumb_vertices, 3, 0", "thumb_vertices, 65, 0", "outside the buffer", "(model.inc.c:22)"},
      {"gsSP1Triangle(0,", "gsSP1Triangle(64,", "outside the buffer", "(model.inc.c:23)"},
      {"gsSP1Triangle(0,", "gsSP1Triangle(-1,", "outside the buffer", "(model.inc.c:23)"},
      {"gsSPDisplayList(palm_inner)", "gsSPDisplayList(palm)", "in a circle", "(model.inc.c:13)"},
      {"gsSPDisplayList(palm_inner)", "gsSPDisplayList(pain)", "has no definition", "pain"},
      {"    gsSPEndDisplayList(),\n", "", "not end with gsSPEndDisplayList", "(model.inc.c:7)"},
      {"{{{0, 9, 0}", "{{{0, 70000, 0}", "do not fit", "(model.inc.c:1)"},
      {"{{{9, 0, 0}", "{{{-32769, 0, 0}", "do not fit", "(model.inc.c:1)"},
      {"0, 0, 127, 255),", "0, 0, 300, 255),", "do not fit", "(model.inc.c:16)"},
      {"VTX(0, 9, 0, 0, 0, 0, 0, 127, 255),", "VTX,", "not lists of ten numbers",
       "(model.inc.c:16)"},
      {"gsSP1Triangle(0, 1, 2, 0x0),\n    gsSPEndDisplayList(),\n}",
       "gsSP1Triangle(0, 1, 2, 0x0),\n    gsSPEndDisplayList(),\n", "not closed",
       "(model.inc.c:21)"},
      {"const Gfx thumb[] = {\n    gsSPVertex(thumb_vertices, 3, 0)",
       "#define THREE 3\nconst Gfx thumb[] = {\n    gsSPVertex(thumb_vertices, THREE 4, 0)",
       "no number that the source defines", "THREE 4"},
      {"const Gfx thumb[] = {\n    gsSPVertex(thumb_vertices, 3, 0)",
       "#define ODD 3 4\nconst Gfx thumb[] = {\n    gsSPVertex(thumb_vertices, ODD, 0)",
       "no number that the source defines", "ODD"},
      {"Vtx thumb_vertices", "Vtx palm_vertices", "no definition", "thumb_vertices"},
      {"Gfx palm_inner[]", "Gfx palm[]", "defined twice", "(model.inc.c:12)"},
      {"VTX(0, 9, 0, 0, 0, 0, 0, 127, 255),\n}", "VTX(0, 9, 0, 0, 0, 0, 0, 127, 255),\n",
       "not closed", "(model.inc.c:16)"},
      {"gsSP1Triangle(0", "gsSP1Triangel(0", "unknown command", "gsSP1Triangel"},
  };
  const std::string geo(kGeo);
  for (const Plant& plant : plants) {
    const std::string text = planted(kModel, plant);
    const Bytes model = to_bytes(text);
    const std::string_view code = plant.told == "unknown command" ? "sm64.W-WORD" : "sm64.W-MODEL";
    expect_told(
        checked(geo, "geo.inc.c", std::vector<Companion>{{"x/model.inc.c", model, nullptr}}), plant,
        geo, code);
    expect_told(show_model(geo, text).found, plant, geo, code);
  }
  // A list that the layout draws and the files do not have, next to those that they have.
  const Plant absent = {", thumb)", ", thump)", "is in none of the files", "thump"};
  const std::string text = planted(kGeo, absent);
  const Bytes model = to_bytes(kModel);
  expect_told(checked(text, "geo.inc.c", std::vector<Companion>{{"x/model.inc.c", model, nullptr}}),
              absent, text, "sm64.W-MODEL");
}

// Without a layout it is not known what other lists have loaded.
TEST(Sm64Planted, DisplayListsAlone) {
  const Plant plants[] = {
      {"thumb_vertices, 3, 0", "thumb_vertices + 1, 3, 0", "beyond the end", "gsSP1Triangle"},
      {"thumb_vertices, 3, 0", "thumb_vertices, 65, 0", "outside the buffer", "gsSPVertex"},
      {"gsSPDisplayList(palm_inner)", "gsSPDisplayList(palm)", "in a circle", "gsSPDisplayList"},
      {"    gsSPEndDisplayList(),\n", "", "not end with gsSPEndDisplayList", "palm_inner"},
      {"{{{0, 9, 0}", "{{{0, 70000, 0}", "do not fit", "palm_vertices"},
      {"Gfx palm_inner[]", "Gfx palm[]", "defined twice", "palm[] = {\n    gsSPDisplayList"},
  };
  for (const Plant& plant : plants) {
    const std::string text = planted(kModel, plant);
    expect_told(checked(text, "model.inc.c"), plant, text, "sm64.W-MODEL");
  }
  const std::string alone = planted(kModel, {"palm_vertices, 4, 0", "palm_vertices, 3, 0", "", ""});
  EXPECT_TRUE(checked(alone, "model.inc.c").empty());
}

}  // namespace
}  // namespace anmkit::sm64::test
