// SPDX-License-Identifier: MIT
// Finding the display lists of a layout in trees of the game (section 16).
#include <algorithm>

#include "anmkit/convert.hpp"
#include "anmkit/project.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/geo/definitions.hpp"
#include "model_support.hpp"
#include "support/shelf.hpp"

namespace anmkit::sm64::test {
namespace {

using Names = std::vector<std::string>;

std::string list_of(const std::string& name, const std::string& more = {}) {
  return "static const Vtx " + name +
         "_v[] = {\n    {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n"
         "    {{{1, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n"
         "    {{{0, 1, 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n};\n\nconst Gfx " +
         name + "[] = {\n" + more + "    gsSPVertex(" + name +
         "_v, 3, 0),\n    gsSP1Triangle(0, 1, 2, 0x0),\n    gsSPEndDisplayList(),\n};\n";
}
std::string layout_of(const Names& lists) {
  std::string text =
      "const GeoLayout bob_geo[] = {\n   GEO_NODE_SCREEN_AREA(10, 1, 2, 3, 4),\n"
      "   GEO_OPEN_NODE(),\n";
  for (const std::string& list : lists)
    text += "      GEO_DISPLAY_LIST(LAYER_OPAQUE, " + list + "),\n";
  return text + "   GEO_CLOSE_NODE(),\n   GEO_END(),\n};\n";
}

// The triangles that the layout's file shows with all that is found.
struct Level {
  std::size_t triangles = 0, images = 0;
  Names missing;
  std::vector<Diagnostic> found;
};
Level show_level(const Shelf& shelf, const std::string& path) {
  Level level;
  Folders folders(shelf);
  const Bytes bytes = shelf.files.at(path);
  Diagnostics diagnostics;
  const auto document = find_format("sm64-geo")->parse({bytes, path}, {}, diagnostics);
  const Names paths = document->find_companions(path, folders);
  std::vector<Companion> companions;
  for (const std::string& one : paths)
    companions.push_back({one, shelf.files.at(one), nullptr});
  const auto scene = document->to_scene({}, {companions, {}}, diagnostics);
  EXPECT_TRUE(scene) << path;
  for (const Mesh& mesh : scene->meshes) {
    for (const Primitive& primitive : mesh.primitives)
      level.triangles += primitive.indices.size() / 3;
  }
  level.images = scene->images.size();
  level.missing = document->file_role(path, folders).missing;
  level.found = diagnostics.finish();
  return level;
}

TEST(Sm64LevelFiles, ListsOfEveryFolder) {
  const std::string area = "game/levels/bob/areas/1/geo.inc.c";
  for (const std::string place :
       {"game/levels/bob/areas/1/model.inc.c", "game/levels/bob/areas/1/2.inc.c",
        "game/levels/bob/areas/1/5/model.inc.c", "game/levels/bob/model.inc.c",
        "game/levels/bob/areas/2/1/model.inc.c", "game/levels/bob/tree/model.inc.c",
        "game/bin/effect.c", "game/actors/tree/model.inc.c", "game/levels/wf/areas/1/1/model.inc.c",
        "game/actors/group4.c"}) {
    Shelf shelf;
    shelf.files[area] = to_bytes(layout_of({"near_dl", "far_dl"}));
    shelf.files["game/levels/bob/areas/1/1/model.inc.c"] = to_bytes(list_of("near_dl"));
    shelf.files[place] = to_bytes(list_of("far_dl"));
    const Level level = show_level(shelf, area);
    EXPECT_EQ(level.triangles, 2u) << place;
    EXPECT_EQ(level.missing, Names{}) << place;
    EXPECT_TRUE(level.found.empty()) << place;
  }
}

// Of a tree without folders of the game only what the user named as a whole is searched as a whole.
TEST(Sm64LevelFiles, ListsOfANamedTree) {
  const std::string layout = "mod/src/geo/bob.geo.inc.c", list = "mod/bin/a/b/c/bob.c";
  Shelf shelf;
  shelf.files[layout] = to_bytes(layout_of({"far_dl"}));
  shelf.files[list] = to_bytes(list_of("far_dl"));
  EXPECT_EQ(show_level(shelf, layout).missing, Names{"display list far_dl"});
  shelf.named = {"mod"};
  const Level level = show_level(shelf, layout);
  EXPECT_EQ(level.triangles, 1u);
  EXPECT_EQ(level.missing, Names());
}

TEST(Sm64LevelFiles, CalledListsAndTheirTextures) {
  Shelf shelf;
  const std::string area = "levels/bob/areas/1/geo.inc.c";
  shelf.files[area] = to_bytes(layout_of({"near_dl"}));
  shelf.files["levels/bob/areas/1/1/model.inc.c"] =
      to_bytes(list_of("near_dl", "    gsSPDisplayList(shared_dl),\n"));
  shelf.files["levels/bob/model.inc.c"] = to_bytes(list_of(
      "shared_dl",
      "    gsSPTexture(0xFFFF, 0xFFFF, 0, 0, G_ON),\n    gsDPSetTextureImage(G_IM_FMT_RGBA, "
      "G_IM_SIZ_16b, 1, generic_09000000),\n"));
  shelf.files["bin/generic.c"] = to_bytes(
      "ALIGNED8 const Texture generic_09000000[] = {\n#include "
      "\"textures/generic/grass.rgba16.inc.c\""
      "\n};\nALIGNED8 const Texture generic_09000800[] = {\n#include "
      "\"textures/generic/other.rgba16.inc.c\"\n};\n");
  shelf.files["textures/generic/grass.rgba16.png"] = to_bytes("not looked at");
  shelf.files["textures/generic/other.rgba16.png"] = to_bytes("not looked at");
  const Level level = show_level(shelf, area);
  EXPECT_EQ(level.triangles, 2u);
  EXPECT_EQ(level.images, 1u);
  EXPECT_TRUE(level.found.empty());
  // Only what is used.
  Folders folders(shelf);
  const auto document = parse("sm64-geo", shelf.files.at(area), area);
  const Names found = document->document->find_companions(area, folders);
  EXPECT_EQ(std::ranges::count(found, "textures/generic/grass.rgba16.png"), 1);
  EXPECT_EQ(std::ranges::count(found, "textures/generic/other.rgba16.png"), 0);
  shelf.files.erase("textures/generic/grass.rgba16.png");
  EXPECT_EQ(show_level(shelf, area).missing, Names{"textures/generic/grass.rgba16.png"});
}

TEST(Sm64LevelFiles, ReportsMissingLists) {
  Shelf shelf;
  const std::string area = "levels/bob/areas/1/geo.inc.c";
  shelf.files[area] = to_bytes(layout_of({"near_dl", "far_dl"}));
  const Level none = show_level(shelf, area);
  EXPECT_EQ(none.triangles, 0u);
  EXPECT_EQ(none.missing, (Names{"display list near_dl", "display list far_dl"}));
  ASSERT_EQ(none.found.size(), 1u);
  EXPECT_EQ(none.found[0].code, "sm64.W-MODEL");
  EXPECT_NE(none.found[0].message.find("bones and no mesh"), std::string::npos);
  shelf.files["levels/bob/areas/1/1/model.inc.c"] = to_bytes(list_of("near_dl"));
  const Level one = show_level(shelf, area);
  EXPECT_EQ(one.triangles, 1u);
  EXPECT_EQ(one.missing, Names{"display list far_dl"});
  ASSERT_EQ(one.found.size(), 1u);
  EXPECT_NE(one.found[0].message.find("1 display list is in none of the files"), std::string::npos)
      << one.found[0].message;
}

// Each source is read once, however many layouts ask.
TEST(Sm64LevelFiles, OneIndexForAProject) {
  Shelf shelf;
  for (int i = 0; i < 20; ++i) {
    const std::string level = "levels/l" + std::to_string(i) + "/";
    shelf.files[level + "areas/1/geo.inc.c"] = to_bytes(layout_of({"shared_dl", "nowhere_dl"}));
    shelf.files[level + "areas/1/1/model.inc.c"] = to_bytes(list_of("own_" + std::to_string(i)));
  }
  shelf.files["bin/effect.c"] = to_bytes(list_of("shared_dl"));
  const Project project = open_project(shelf);
  EXPECT_EQ(project.subjects.size(), 20u);
  for (const Subject& subject : project.subjects)
    EXPECT_EQ(std::ranges::count(subject.companions, "bin/effect.c"), 1) << subject.name;
  // By the project, by the index, and for what it says.
  for (const auto& [path, times] : shelf.reads)
    EXPECT_LE(times, 3) << path;
}

TEST(Sm64LevelFiles, DefinedNames) {
  EXPECT_EQ(
      defined_names("static const Vtx a_v[] = {\n  {1},\n};\nconst Gfx a[] = { f(x) };\n"
                    "extern Gfx b[];\nLights1 l = gdSPDefLights1(1);\nu8 t[] = {\n0x01,\n};\n"
                    "ROM_ASSET_LOAD_VTX(rom_v, 1, 2);\nALIGNED8 static const Texture u[] = {\n"
                    "int x[] = { 1 };\n#define Gfx c[] = 1\n// Gfx d[] = {\nGfx e(int x[]);\n"
                    "    const Gfx f[3] = {\n"),
      (std::vector<std::string_view>{"a_v", "a", "l", "t", "rom_v", "u", "f"}));
}

// What the game's functions draw is in no list; those that only prepare draw nothing.
TEST(Sm64LevelFiles, GeometryDrawnByFunctions) {
  Shelf shelf;
  const std::string area = "levels/bob/areas/1/geo.inc.c";
  std::string geo = layout_of({"near_dl"});
  geo.insert(geo.find("      GEO_DISPLAY_LIST"),
             "      GEO_ASM(0, geo_movtex_pause_control),\n      GEO_ASM(0x3801, "
             "geo_movtex_draw_water_regions),\n      GEO_ASM(0, geo_painting_draw),\n");
  shelf.files[area] = to_bytes(geo);
  shelf.files["levels/bob/areas/1/1/model.inc.c"] = to_bytes(list_of("near_dl"));
  const Level level = show_level(shelf, area);
  ASSERT_EQ(level.found.size(), 1u);
  EXPECT_EQ(level.found[0].code, "sm64.I-NEARLY");
  EXPECT_NE(level.found[0].message.find(
                "2 functions of the game (geo_movtex_draw_water_regions, geo_painting_draw) with"),
            std::string::npos)
      << level.found[0].message;
}

// A layout that the user names is the one that is shown, whatever is next to it.
TEST(Sm64LevelFiles, NamedLayoutsComeFirst) {
  const auto parts = [](int count) {
    std::string text = "const GeoLayout g[] = {\n";
    for (int i = 0; i < count; ++i)
      text += "   GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),\n";
    return to_bytes(text + "   GEO_END(),\n};\n");
  };
  Shelf shelf;
  shelf.files["a/x.inc.c"] = to_bytes(example_c());  // of two parts
  shelf.files["a/geo.inc.c"] = parts(2);
  shelf.files["a/three.inc.c"] = parts(3);
  Opened opened = open(shelf.files.at("a/x.inc.c"), "a/x.inc.c");
  const auto& file = std::get<Parsed>(opened);
  const auto nodes = [&](const std::string& named) {
    CompanionPool pool(shelf);
    EXPECT_TRUE(named.empty() || pool.name(named));
    const CompanionPool::Set set = pool.of(file);
    Diagnostics diagnostics;
    const auto scene = file.document->to_scene({}, {set.companions, {}}, diagnostics);
    return scene ? scene->nodes.size() : 0;
  };
  EXPECT_EQ(nodes(""), 2u);
  EXPECT_EQ(nodes("a/three.inc.c"), 3u);
  EXPECT_EQ(nodes("a/geo.inc.c"), 2u);
}

// ---- Data that is nowhere ----

TEST(Sm64LevelFiles, AnimationsWithoutTheirArrays) {
  const auto shown = [](const std::string& text, std::string_view clip = {}) {
    const auto loaded = parse("sm64-c", to_bytes(text), "x.inc.c");
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({.clip = clip}, {}, diagnostics);
    std::string said = scene ? "" : scene.error().code + " " + scene.error().message;
    for (const Diagnostic& one : diagnostics.finish())
      said += one.code + " " + one.message;
    return said;
  };
  const std::string open =
      "static const struct Animation walk = { 0, 0, 0, 0, 4, ANIMINDEX_NUMPARTS(walk_index), "
      "walk_values, walk_index, 0 };\n";
  EXPECT_EQ(shown(open),
            "sm64.E-CNAME walk: the arrays 'walk_values' and 'walk_index' are in none of the "
            "files; give the source that defines them with --with");
  const std::string rom =
      "ROM_ASSET_LOAD_ANIM(walk_values, 0x004ec000, 100, 0x0, 200);\n"
      "ROM_ASSET_LOAD_ANIM(walk_index, 0x004ec000, 100, 0x0, 200);\n";
  EXPECT_NE(shown(rom + open).find("are loaded from the game's ROM"), std::string::npos);
  // Others of the file are shown, unless it is the one that was asked for.
  EXPECT_EQ(shown(example_c() + open).substr(0, 17), "sm64.W-LOSS walk:");
  EXPECT_EQ(shown(example_c() + open, "walk").substr(0, 18), "sm64.E-CNAME walk:");
  EXPECT_EQ(shown(example_c() + open, "x"), "");
}

}  // namespace
}  // namespace anmkit::sm64::test
