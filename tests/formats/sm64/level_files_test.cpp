// SPDX-License-Identifier: MIT
// Where the display lists of a layout are in the trees that people have (section 16).
#include <algorithm>

#include "anmkit/convert.hpp"
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
  level.missing = document->stand(path, folders).missing;
  level.found = diagnostics.finish();
  return level;
}

TEST(Sm64LevelFiles, ListsOfEveryPlace) {
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

TEST(Sm64LevelFiles, WhatListsCallAndTheirTextures) {
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

TEST(Sm64LevelFiles, ListsThatAreNowhereAreSaid) {
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

}  // namespace
}  // namespace anmkit::sm64::test
