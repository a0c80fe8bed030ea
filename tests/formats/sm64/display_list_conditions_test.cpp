// SPDX-License-Identifier: MIT
// Display lists, one thing at a time (sections 8.2 and 8.4): declarations that are read or passed
// over, commands and what they set, combiners and what a material makes of them.
#include "formats/sm64/geo/draw_state.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

// ---- Declarations in C ----

struct Read {
  std::string text;
  ModelSource model;
};
std::unique_ptr<Read> read(std::string text) {
  auto made = std::make_unique<Read>();
  made->text = std::move(text);
  read_model(made->text, made->model);
  return made;
}
const std::string kVertex = "{{{1, -2, 3}, 0, {4, 5}, {6, 7, 8, 9}}}";

TEST(Sm64DisplayLists, Vertices) {
  const auto one = read("Vtx v[] = { " + kVertex + ", " + kVertex + " };");
  ASSERT_EQ(one->model.vertices.size(), 1u);
  const auto& list = one->model.vertices.at("v");
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].position, (std::array<std::int32_t, 3>{1, -2, 3}));
  EXPECT_EQ(list[0].texel, (std::array<std::int32_t, 2>{4, 5}));
  EXPECT_EQ(list[0].color, (std::array<std::uint8_t, 4>{6, 7, 8, 9}));
  for (const std::string none : {"Vtx 5[] = { 1 };", "Vtx v = { 1 };", "Vtx v[];",
                                 "Vtx v[] =", "Vtx v[] = { 1, 2", "extern Vtx v[4];"})
    EXPECT_TRUE(read(none)->model.vertices.empty()) << none;
}

TEST(Sm64DisplayLists, VerticesAsExpressions) {
  for (const std::string one :
       {"{{{2 - 1, -2, (s16) 3}, 0, {1 << 2, (5)}, {6, 7, 0x8, 9}}}",
        "VTX(1, -2, 3, 4, 5, 6, 7, 8, 9)",
        "{ .v = { .ob = {1, -2, 3}, .flag = 0, .tc = {4, 5}, .cn = {6, 7, 8, 9} } }",
        "1, -2, 3, 0, 4, 5, 6, 7, 8, 9"}) {
    const auto made = read("Vtx v[] = { " + kVertex + ", " + one + " };");
    ASSERT_TRUE(made->model.vertices.contains("v")) << one;
    const auto& list = made->model.vertices.at("v");
    ASSERT_EQ(list.size(), 2u) << one;
    EXPECT_EQ(list[1].position, list[0].position) << one;
    EXPECT_EQ(list[1].texel, list[0].texel) << one;
    EXPECT_EQ(list[1].color, list[0].color) << one;
  }
}

TEST(Sm64DisplayLists, VerticesThatAreNotNumbers) {
  for (const std::string bad :
       {"1, 2, 3", "V(1, 2, 3, 0, 4, 5, 6, 7, 8, 9)", "{{{X, 2, 3}, 0, {4, 5}, {6, 7, 8, 9}}}",
        "VTX(1, 2, 3, 4, 5, 6, 7, 8)", "1, VTX(1, 2, 3, 4, 5, 6, 7, 8, 9)", "{{{1, 2, 3}, 0}}",
        "{{{1, 2, 3}, 0, {4, 5}, {6, 7, 8, 9, 10}}}", "VTX(1, 2, 3, 4, 5, 6, 7, 8, X)", ")",
        "1;"}) {
    const auto made = read("Vtx v[] = { " + bad + " };\nGfx a[] = { f() };");
    EXPECT_TRUE(made->model.vertices.empty()) << bad;
    EXPECT_TRUE(made->model.unread.contains("v")) << bad;
    EXPECT_TRUE(made->model.lists.contains("a")) << bad;
  }
  for (const std::string none : {"Vtx v[] = { .v", "Vtx v[] = { .5 }", "Vtx v[] = { VTX(1"})
    EXPECT_TRUE(read(none)->model.vertices.empty()) << none;
}

TEST(Sm64DisplayLists, NamesOfArguments) {
  for (const std::string_view argument :
       {"name", "&name", "&name[3]", "name + 3", "(u8 *) name", "(Texture*)&name[0]", "&name.l",
        "segmented_to_virtual(name)", "(const void *) VIRTUAL_TO_PHYSICAL(&name[1])", "(name)"})
    EXPECT_EQ(name_in(argument), "name") << argument;
  EXPECT_EQ(name_in("(5)"), "");
  EXPECT_EQ(name_in("(u8"), "u8");
  EXPECT_EQ(name_in(""), "");
}

TEST(Sm64DisplayLists, Addresses) {
  struct Case {
    std::string_view text;
    Address address;
  };
  for (const auto& [text, address] : std::vector<Case>{
           {"name", {"name"}},
           {"0", {}},
           {"0x05001000", {"0x05001000"}},
           {"&name[3]", {"name", 3}},
           {"name + 3", {"name", 3}},
           {"name + 2 * 3 - 1", {"name", 5}},
           {"&name[3] - 1", {"name", 2}},
           {"&name[1].v", {"name", 1}},
           {"(u8 *)name + 3", {"name", 0, 3}},
           {"(const u16*) &name[1] + 3", {"name", 1, 6}},
           {"(u8 *)(name + 3)", {"name", 3}},
           {"((u8 *) name + 4) + 1", {"name", 0, 5}},
           {"(Vtx *)((u8 *) name + 4) + 1", {"name", 1, 4}},
           {"(uintptr_t) name + 8", {"name", 0, 8}},
           {"K0_TO_PHYS(name + 1) + 8", {"name", 1, 8}},
           {"name + N", {"name", 0, 0, false}},
           {"name + 0x200000000", {"name", 0, 0, false}},
           {"name[1", {"name", 1, 0, false}},
           {"3 + name", {"name", 0, 0, false}},
           {"name * 2", {"name", 0, 0, false}},
           {"name other", {"name", 0, 0, false}},
           {"name)", {"name", 0, 0, false}},
       })
    EXPECT_EQ(address_in(text), address) << text;
}

TEST(Sm64DisplayLists, Lists) {
  const auto made = read(
      "const Gfx a[] = { gsDPPipeSync(), , gsSPVertex(v + 1, 2, 0), f((1, 2), g(3)), word, 5, };\n"
      "Gfx b[] = { gsSPEndDisplayList()\nconst Gfx c[] =");
  ASSERT_TRUE(made->model.lists.contains("a"));
  const auto& list = made->model.lists.at("a");
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].name, "gsDPPipeSync");
  EXPECT_TRUE(list[0].arguments.empty());
  EXPECT_EQ(list[1].arguments, (std::vector<std::string_view>{"v + 1", "2", "0"}));
  EXPECT_EQ(list[2].arguments, (std::vector<std::string_view>{"(1, 2)", "g(3)"}));
  EXPECT_EQ(list[3].name, "word");
  const auto raw = read("Gfx a[] = { {{ 1, { 2 } }}, f() }; Gfx b[] = { {{ 1 }");
  ASSERT_EQ(raw->model.lists.at("a").size(), 2u);
  EXPECT_EQ(raw->model.lists.at("a")[0].name, "{");
  EXPECT_EQ(raw->model.lists.at("a")[1].name, "f");
  EXPECT_EQ(read("Gfx a[] = { f(1, 2")->model.lists.at("a").at(0).arguments.size(), 1u);
}

TEST(Sm64DisplayLists, Lights) {
  const auto diffuse = [](const std::string& text) {
    const auto made = read(text);
    const auto found = made->model.lights.find("l");
    return found == made->model.lights.end() ? -1.0F : found->second.diffuse[0] * 255.0F;
  };
  EXPECT_FLOAT_EQ(diffuse("Lights1 l = gdSPDefLights1(1, 2, 3, 40, 50, 60, 7, 8, 9);"), 40);
  EXPECT_FLOAT_EQ(diffuse("static const Light_t l = {{40, 50, 60}, 0};"), 40);
  EXPECT_FLOAT_EQ(diffuse("static const Light_t l = {{40, 50, 60}, 0"), 40);
  EXPECT_FLOAT_EQ(diffuse("static const Ambient_t l = {{40, 5, 6}, 0, {40, 5, 6}, 0};"), 40);
  EXPECT_FLOAT_EQ(diffuse("Light_t l = {{40, 5, 6}, 0, {40, 5, 6}, 0, {7, 8, 9}, 0};"), 40);
  EXPECT_FLOAT_EQ(diffuse("Lights1 l = {{{{1, 2, 3}, 0, {1, 2, 3}, 0}}, "
                          "{{{{40, 5, 6}, 0, {40, 5, 6}, 0, {7, 8, 9}, 0}}}};"),
                  40);
  EXPECT_EQ(diffuse("Lights1 l = { 1, 2, 3, 4, 5 };"), -1);
  EXPECT_EQ(diffuse("Light_t l = { 1, 2 };"), -1);
  EXPECT_EQ(diffuse("Lights1 l = { 1, 2 };"), -1);
  EXPECT_EQ(diffuse("Lights1 5 = { 1, 2, 3 };"), -1);
}

TEST(Sm64DisplayLists, Textures) {
  const auto picture = [](const std::string& text) {
    const auto made = read(text);
    const auto found = made->model.textures.find("t");
    return found == made->model.textures.end() ? std::string("none") : found->second;
  };
  EXPECT_EQ(picture("Texture t[] = {\n#include \"a/b.rgba16.inc.c\"\n};"), "a/b.rgba16");
  EXPECT_EQ(picture("u8 t[] = {\n#include \"a/b.rgba16\"\n};"), "a/b.rgba16");
  EXPECT_EQ(picture("ALIGNED8 u64 t[] = { 0x1 };"), "");
  EXPECT_EQ(picture("u8 t[] = {\n#include <a>\n};"), "");
  EXPECT_EQ(picture("u8 t[] = {\n#include \"a\n};"), "");
  EXPECT_EQ(picture("u8 t[] = { 1"), "");
  EXPECT_EQ(picture("u8 t;"), "none");
  // Ports of the game load the image itself.
  EXPECT_EQ(picture("u8 t[] = \"a/b.rgba16.png\";"), "a/b.rgba16");
  EXPECT_EQ(picture("ALIGNED8 const Texture t[] = {\n\"a/b.rgba16\",\n};"), "a/b.rgba16");
  EXPECT_EQ(picture("u8 t[] = \"\";"), "");
}

TEST(Sm64DisplayLists, DetectsModelsInText) {
  for (const std::string yes :
       {"Vtx v[4]", "const Gfx a[] = {", "\nVtx v[]", "xVtx Vtx v[", "(Gfx a["})
    EXPECT_TRUE(is_model_text(yes)) << yes;
  for (const std::string no :
       {"", "Vtx", "Vtx v;", "Vtx 5[", "myVtx v[", "_Gfx a[", "5Vtx v[", "Gfx *a["})
    EXPECT_FALSE(is_model_text(no)) << no;
}

// ---- Lists as the console reads them ----

struct Image {
  Bytes bytes = Bytes(0x100);
  void put(std::size_t at, std::uint32_t first, std::uint32_t second) {
    for (std::size_t i = 0; i < 4; ++i) {
      bytes.at(at + i) = static_cast<std::byte>(first >> (24 - 8 * i));
      bytes.at(at + 4 + i) = static_cast<std::byte>(second >> (24 - 8 * i));
    }
  }
  // The commands of the list at 0 in segment 1, as its text would have them.
  std::vector<std::string> list() const {
    SegmentImage image;
    image.bytes = bytes;
    image.own_size = static_cast<std::uint32_t>(bytes.size());
    image.ends = {image.own_size};
    image.segments.push_back({1, 0, "x"});
    GeoLayout layout;
    layout.nodes.resize(2);
    layout.nodes[0].display_list = "0x1000000";
    layout.nodes[1].display_list = "by_name";
    ModelSource model;
    read_model_binary(image, layout, model);
    std::vector<std::string> text;
    const auto found = model.lists.find("0x1000000");
    if (found == model.lists.end()) return text;
    for (const ListCommand& command : found->second) {
      std::string& line = text.emplace_back(command.name);
      for (const std::string_view argument : command.arguments)
        line += " " + std::string(argument);
    }
    return text;
  }
};
// The only command of a list.
std::string command(std::uint32_t first, std::uint32_t second) {
  Image image;
  image.put(0, first, second);
  image.put(8, 0xB8000000, 0);
  const auto list = image.list();
  EXPECT_LE(list.size(), 2u);
  return list.size() == 2 ? list[0] : "";
}

TEST(Sm64DisplayLists, ConsoleCommands) {
  EXPECT_EQ(command(0xB7000000, 0x22200),
            "gsSPSetGeometryMode G_SHADING_SMOOTH | G_CULL_BACK | G_LIGHTING");
  EXPECT_EQ(command(0xB6000000, 0x41000), "gsSPClearGeometryMode G_CULL_FRONT | G_TEXTURE_GEN");
  EXPECT_EQ(command(0xBB000001, 0x80004000), "gsSPTexture 32768 16384 0 0 G_ON");
  EXPECT_EQ(command(0xBB000000, 0xFFFFFFFF), "gsSPTexture 65535 65535 0 0 G_OFF");
  EXPECT_EQ(command(0xBF000000, 0x000A141E), "gsSP1Triangle 1 2 3 0");
  EXPECT_EQ(command(0xF2004008, 0x0007C0FC), "gsDPSetTileSize 0 4 8 124 252");
  EXPECT_EQ(command(0xFD100000, 0x01000040), "gsDPSetTextureImage 0 2 1 texture_x1000040");
  EXPECT_EQ(command(0xF5100000, 0x07094250), "gsDPSetTile 0 2 0 0 7 0 2 5 0 2 5 0");
  EXPECT_EQ(command(0xFB000000, 0x01020304), "gsDPSetEnvColor 1 2 3 4");
  EXPECT_EQ(command(0xFA000000, 0x01020304), "gsDPSetPrimColor 0 0 1 2 3 4");
  EXPECT_EQ(command(0xB900031D, 0x00504240), "gsDPSetRenderMode G_RM_OPA_SURF");
  EXPECT_EQ(command(0xB900031D, 0x00504A40), "gsDPSetRenderMode G_RM_XLU_SURF");
  EXPECT_EQ(command(0xB900031D, 0x00500A40), "gsDPSetRenderMode G_RM_OPA_SURF");
  EXPECT_EQ(command(0xB900031D, 0x00503078), "gsDPSetRenderMode G_RM_TEX_EDGE");
  // Surfaces that cross others, and decals.
  EXPECT_EQ(command(0xB900031D, 0x005045D8), "gsDPSetRenderMode G_RM_XLU_SURF");
  EXPECT_EQ(command(0xB900031D, 0x00504DD8), "gsDPSetRenderMode G_RM_XLU_DECAL");
  EXPECT_EQ(command(0xB900031D, 0x00552D58), "gsDPSetRenderMode G_RM_OPA_DECAL");
  EXPECT_EQ(command(0xB900031D, 0x00553D58), "gsDPSetRenderMode G_RM_TEX_EDGE_DECAL");
  EXPECT_EQ(command(0xB9000002, 0), "");  // another of the other modes
  EXPECT_EQ(command(0xE7000000, 0), "");  // waiting
  EXPECT_EQ(command(0xAB000000, 0), "command 0xAB");
  EXPECT_EQ(command(0xFC127E24, 0xFFFFF9FC).substr(0, 30), "gsDPSetCombineLERP TEXEL0 0 SH");
  EXPECT_EQ(command(0x03860010, 0x01000080), "gsSPLight light_x1000080 1");
  EXPECT_EQ(command(0x03880010, 0x01000080), "");  // the ambient light
  EXPECT_EQ(command(0x03860010, 0x02000080), "");  // in no segment
  EXPECT_EQ(command(0x04100020, 0x01000080), "gsSPVertex vtx_x1000080 2 0");
  EXPECT_EQ(command(0x04F00000, 0x010000F0),
            "gsSPVertex vtx_x10000F0 16 0");  // one of them is there
  EXPECT_EQ(command(0x04100020, 0x02000080), "gsSPVertex vtx_x2000080 2 0");
}

TEST(Sm64DisplayLists, ConsoleLists) {
  Image image;
  image.put(0, 0x06000000, 0x01000040);  // a call, twice the same
  image.put(8, 0x06000000, 0x01000040);
  image.put(16, 0x04000010, 0x01000080);
  image.put(24, 0x04300040, 0x01000080);
  image.put(32, 0x06010000, 0x02000000);  // a branch ends the list, also to nowhere
  image.put(40, 0xAB000000, 0);
  image.put(64, 0xB8000000, 0);
  EXPECT_EQ(image.list(),
            (std::vector<std::string>{"gsSPDisplayList dl_x1000040", "gsSPDisplayList dl_x1000040",
                                      "gsSPVertex vtx_x1000080 1 0", "gsSPVertex vtx_x1000080 4 0",
                                      "gsSPBranchList dl_x2000000"}));
  // A list ends with its file.
  Image open;
  for (std::size_t at = 0; at < open.bytes.size(); at += 8)
    open.put(at, 0xAB000000, 0);
  EXPECT_EQ(open.list().size(), open.bytes.size() / 8);
  open.bytes.resize(7);
  EXPECT_TRUE(open.list().empty());
}

// ---- What commands set ----

// The state after the commands of a list in C; `known` says whether all of them are.
DrawState after(const std::string& commands, bool known = true) {
  static std::vector<std::unique_ptr<Read>> kept;  // states keep names of their texts
  const auto& made = *kept.emplace_back(
      read("Lights1 l = gdSPDefLights1(0, 0, 0, 51, 51, 51, 1, 1, 1);\nGfx a[] = { " + commands +
           " };"));
  DrawState state;
  bool all = true;
  for (const ListCommand& one : made.model.lists.at("a"))
    all = state.apply(one, made.model) && all;
  EXPECT_EQ(all, known) << commands;
  return state;
}

TEST(Sm64DisplayLists, GeometryModes) {
  EXPECT_FALSE(after("gsSPClearGeometryMode(G_LIGHTING | G_FOG)").lighting);
  EXPECT_TRUE(after("gsSPClearGeometryMode(G_LIGHTING_X | XG_LIGHTING | MY_G_LIGHTING)").lighting);
  EXPECT_TRUE(after("gsSPClearGeometryMode(G_LIGHTING), gsSPSetGeometryMode(G_LIGHTING)").lighting);
  EXPECT_FALSE(after("gsSPClearGeometryMode(G_SHADING_SMOOTH)").smooth);
  for (const std::string both : {"G_CULL_BOTH", "G_CULL_FRONT | G_CULL_BACK"}) {
    const DrawState set = after("gsSPSetGeometryMode(" + both + ")");
    EXPECT_TRUE(set.cull_front && set.cull_back) << both;
    const DrawState clear =
        after("gsSPSetGeometryMode(G_CULL_BOTH), gsSPClearGeometryMode(" + both + ")");
    EXPECT_FALSE(clear.cull_front || clear.cull_back) << both;
  }
  EXPECT_TRUE(after("gsSPGeometryMode(G_LIGHTING, G_TEXTURE_GEN)").mirrors);
  EXPECT_FALSE(after("gsSPGeometryMode(G_LIGHTING, 0)").lighting);
  const DrawState load = after("gsSPLoadGeometryMode(G_CULL_FRONT)");
  EXPECT_TRUE(load.cull_front);
  EXPECT_FALSE(load.cull_back || load.lighting || load.smooth);
}

TEST(Sm64DisplayLists, RenderModes) {
  const auto blending = [](const std::string& mode) {
    return after("gsDPSetRenderMode(" + mode + ")").blending;
  };
  EXPECT_EQ(blending("G_RM_AA_ZB_XLU_SURF, G_RM_AA_ZB_XLU_SURF2"), AlphaMode::blend);
  EXPECT_EQ(blending("G_RM_AA_ZB_TEX_EDGE, 0"), AlphaMode::mask);
  EXPECT_EQ(blending("G_RM_AA_ZB_OPA_SURF, G_RM_AA_ZB_XLU_SURF2"), AlphaMode::opaque);
  EXPECT_EQ(blending("G_RM_FOG_SHADE_A, G_RM_AA_ZB_XLU_SURF2"), AlphaMode::blend);
  EXPECT_EQ(blending("G_RM_PASS, G_RM_AA_ZB_TEX_EDGE2"), AlphaMode::mask);
  const auto decal = [](const std::string& mode) {
    return after("gsDPSetRenderMode(" + mode + ")").decal;
  };
  EXPECT_EQ(decal("G_RM_AA_ZB_OPA_SURF, G_RM_AA_ZB_OPA_SURF2"), false);
  EXPECT_EQ(decal("G_RM_AA_ZB_XLU_DECAL, G_RM_AA_ZB_XLU_DECAL2"), true);
  EXPECT_EQ(decal("G_RM_PASS, G_RM_AA_ZB_OPA_DECAL2"), true);
  EXPECT_EQ(after("gsDPSetAlphaCompare(G_AC_NONE)").decal, std::nullopt);
  EXPECT_EQ(after("gsDPSetAlphaCompare(G_AC_THRESHOLD)").blending, AlphaMode::mask);
  EXPECT_EQ(after("gsDPSetAlphaCompare(G_AC_DITHER)").blending, AlphaMode::blend);
  EXPECT_EQ(after("gsDPSetAlphaCompare(G_AC_NONE)").blending, std::nullopt);
  EXPECT_TRUE(after("gsDPSetTextureFilter(G_TF_POINT)").texels);
  EXPECT_FALSE(after("gsDPSetTextureFilter(G_TF_BILERP)").texels);
  after("gsDPPipeSync(), gsSPNumLights(1)");
  after("gsDPSomethingNew(1)", false);
}

TEST(Sm64DisplayLists, ColorsAndLights) {
  EXPECT_EQ(after("gsDPSetEnvColor(255, 0, x, 51)").environment,
            (std::array<float, 4>{1, 0, 1, 0.2F}));  // what is no number stays
  EXPECT_EQ(after("gsDPSetPrimColor(0, 0, 51, 0, 255, 255)").primitive,
            (std::array<float, 4>{0.2F, 0, 1, 1}));
  const auto light = [](const std::string& command) { return after(command).light.diffuse[0]; };
  EXPECT_FLOAT_EQ(light("gsSPLight(&l.l, 1)"), 0.2F);
  EXPECT_FLOAT_EQ(light("gsSPLight(&l.l, LIGHT_1)"), 0.2F);
  EXPECT_FLOAT_EQ(light("gsSPLight(&l.a, 2)"), 1);
  EXPECT_FLOAT_EQ(light("gsSPLight(&l.a, LIGHT_2)"), 1);
  EXPECT_FLOAT_EQ(light("gsSPLight(&none, 1)"), 1);
  EXPECT_FLOAT_EQ(light("gsSPSetLights1(l)"), 0.2F);
  EXPECT_FLOAT_EQ(light("gsSPSetLights1()"), 1);
  EXPECT_FLOAT_EQ(light("gsSPSetLights1(&1)"), 1);
  EXPECT_FLOAT_EQ(light("gsSPLightColor(LIGHT_1, 0x33000000)"), 0.2F);
  EXPECT_FLOAT_EQ(light("gsSPLightColor(LIGHT_2, 0x33000000)"), 1);
  EXPECT_FLOAT_EQ(light("gsSPLightColor(LIGHT_1, COLOR)"), 1);
}

TEST(Sm64DisplayLists, TextureCommands) {
  EXPECT_TRUE(after("gsSPTexture(0xFFFF, 0x8000, 0, 0, G_ON)").textured);
  EXPECT_TRUE(after("gsSPTexture(0xFFFF, 0x8000, 0, 0, 1)").textured);
  EXPECT_FALSE(after("gsSPTexture(0xFFFF, 0x8000, 0, 0, 0)").textured);
  EXPECT_EQ(after("gsSPTexture(0xFFFF, 0x8000, 0, 0, G_ON)").texture_scale,
            (std::array<float, 2>{1, 0.5F}));
  EXPECT_EQ(after("gsSPTexture(0, 0x4000, 0, 0, G_ON)").texture_scale,
            (std::array<float, 2>{1, 0.25F}));
  after("gsSPTexture()", false);
  EXPECT_EQ(after("gsDPSetTextureImage(0, 0, 1, &tex[2])").texture, (Address{"tex", 2}));
  EXPECT_EQ(after("gsDPSetTextureImage(0, 0, 1)").texture.array, "");
  for (const auto& [command, width, height] :
       {std::tuple{"gsDPLoadTextureBlock(t, F, S, 16, 8, 0, G_TX_CLAMP, G_TX_MIRROR)", 16, 8},
        {"gsDPLoadTextureBlock_4b(t, F, 16, 8, 0, G_TX_CLAMP, G_TX_MIRROR)", 16, 8},
        {"gsDPLoadMultiBlock(t, 0, 0, F, S, 16, 8, 0, G_TX_CLAMP, 1)", 16, 8},
        {"gsDPLoadMultiBlock_4b(t, 0, 0, F, 16, 8, 0, 2, 1)", 16, 8},
        {"gsDPLoadTextureBlock(t, F, S, 0, W, 0, 2, 1)", 32, 32}}) {
    const DrawState state = after(command);
    EXPECT_EQ(state.texture.array, "t") << command;
    EXPECT_EQ(state.tile,
              (std::array<float, 2>{static_cast<float>(width), static_cast<float>(height)}))
        << command;
    EXPECT_EQ(state.wrap_s, Wrap::clamp) << command;
    EXPECT_EQ(state.wrap_t, Wrap::mirror) << command;
  }
  EXPECT_EQ(after("gsDPLoadTextureBlock()").texture.array, "");
  // The second texture has a tile of its own.
  EXPECT_EQ(after("gsDPLoadMultiBlock(t, 64, 1, F, S, 16, 8, 0, 2, 1)").tile,
            (std::array<float, 2>{32, 32}));
  EXPECT_EQ(after("gsDPSetTileSize(1, 0, 0, 60, 28)").tile, (std::array<float, 2>{32, 32}));
  const DrawState tile = after("gsDPSetTileSize(0, 4, 8, (31 << G_TEXTURE_IMAGE_FRAC), 252)");
  EXPECT_EQ(tile.tile_begin, (std::array<float, 2>{1, 2}));
  EXPECT_EQ(tile.tile, (std::array<float, 2>{31, 62}));
  EXPECT_EQ(after("gsDPSetTileSize(0, 0, 0, W, H)").tile, (std::array<float, 2>{32, 32}));
  const auto wrap = [](const std::string& number) {
    return after("gsDPSetTile(0, 0, 0, 0, " + number + ", 0, 2, 0, 0, G_TX_MIRROR | G_TX_WRAP, 0)")
        .wrap_s;
  };
  EXPECT_EQ(wrap("G_TX_RENDERTILE"), Wrap::mirror);
  EXPECT_EQ(wrap("0"), Wrap::mirror);
  EXPECT_EQ(wrap("G_TX_LOADTILE"), Wrap::repeat);
  EXPECT_EQ(wrap("7"), Wrap::repeat);
  EXPECT_EQ(after("gsDPSetTile(0, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0)").wrap_s, Wrap::repeat);
}

// ---- Combiners ----

struct Combined {
  bool exact, texture, shade, decal;
  bool operator==(const Combined&) const = default;
};
Combined combined(const std::string& inputs) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < inputs.size();) {
    const std::size_t end = std::min(inputs.find(' ', at), inputs.size());
    words.push_back(std::string_view(inputs).substr(at, end - at));
    at = end + 1;
  }
  const Combiner made = combiner_of(words);
  return {made.exact, made.texture, made.shade, made.decal};
}

// (a - b) * c + d, of colour and of opacity: products of two known inputs, and decals.
TEST(Sm64DisplayLists, Combiners) {
  const std::string alpha = " 0 0 0 1";
  for (const auto& [color, wanted] : std::vector<std::pair<std::string, Combined>>{
           {"TEXEL0 0 SHADE 0", {true, true, true, false}},
           {"TEXEL1 0 PRIMITIVE 0", {true, true, false, false}},
           {"0 0 0 SHADE", {true, false, true, false}},
           {"0 0 TEXEL0 SHADE", {true, true, true, false}},
           {"1 0 ENVIRONMENT 0", {true, false, false, false}},
           {"SHADE SHADE 0 TEXEL0", {true, true, true, false}},  // nothing times nothing
           {"SHADE SHADE 1 TEXEL0", {false, true, true, false}},
           {"SHADE TEXEL0 0 0", {false, true, true, false}},
           {"TEXEL0 0 SHADE 1", {false, true, true, false}},          // a sum
           {"1 SHADE TEXEL0 0", {false, true, true, false}},          // a difference
           {"TEXEL0 0 LOD_FRACTION 0", {false, true, false, false}},  // not known
           {"TEXEL0 SHADE TEXEL0_ALPHA SHADE", {true, true, true, true}},
           {"TEXEL1 SHADE TEXEL0_ALPHA SHADE", {true, true, true, true}},
           {"PRIMITIVE SHADE TEXEL0_ALPHA SHADE", {false, false, true, false}},
           {"TEXEL0 SHADE TEXEL0_ALPHA PRIMITIVE", {false, true, true, false}},
           {"TEXEL0 SHADE TEXEL1_ALPHA SHADE", {false, true, true, false}},
       }) {
    EXPECT_EQ(combined(color + alpha), wanted) << color;
  }
  const std::string lit = "TEXEL0 0 SHADE 0";
  EXPECT_TRUE(combined(lit + " TEXEL0 0 SHADE 0").exact);
  EXPECT_FALSE(combined(lit + " TEXEL0 0 SHADE 1").exact);
  EXPECT_FALSE(combined(lit + " 0 0 0 LOD_FRACTION").exact);
  EXPECT_FALSE(combined(lit + " 0 0 0").exact);  // seven
  EXPECT_FALSE(combined("").exact);
  // Two cycles: the second one the same, or what the first one made.
  const std::string one = lit + alpha, kept = " 0 0 0 COMBINED";
  EXPECT_TRUE(combined(one + " " + one).exact);
  EXPECT_TRUE(combined(one + kept + kept).exact);
  EXPECT_FALSE(combined(one + kept + alpha).exact);
  EXPECT_FALSE(combined(one + alpha + kept).exact);
  EXPECT_FALSE(combined("TEXEL0 0 SHADE 1" + alpha + kept + kept).exact);
  // By name, with and without the prefix.
  for (const std::string_view mode : {"G_CC_MODULATERGB", "MODULATERGB", "G_CC_SHADE"})
    EXPECT_TRUE(combiner_of(mode).exact) << mode;
  for (const std::string_view mode : {"G_CC_NONE", "", "G_CC_ZZZ", "G_CC_MODULATERG"})
    EXPECT_FALSE(combiner_of(mode).exact) << mode;
}

// All modes of one word at once: each is recognised by its whole name.
TEST(Sm64DisplayLists, OtherModes) {
  const auto with = [](const std::string& modes) {
    return after("gsSPSetOtherMode(G_SETOTHERMODE_H, 4, 20, " + modes + ")");
  };
  EXPECT_EQ(with("G_RM_AA_ZB_XLU_DECAL | G_RM_AA_ZB_XLU_DECAL2").blending, AlphaMode::blend);
  EXPECT_EQ(with("G_RM_AA_ZB_XLU_DECAL | G_RM_AA_ZB_XLU_DECAL2").decal, true);
  EXPECT_EQ(with("G_AC_THRESHOLD | G_ZS_PIXEL").blending, AlphaMode::mask);
  EXPECT_EQ(with("G_AC_NONE | G_ZS_PIXEL").blending, std::nullopt);
  EXPECT_TRUE(with("G_TF_POINT | G_TT_NONE").texels);
  for (const std::string smooth : {"G_TF_BILERP", "G_TF_AVERAGE"})
    EXPECT_FALSE(after("gsDPSetTextureFilter(G_TF_POINT), gsSPSetOtherMode(H, 4, 20, " + smooth +
                       " | G_TT_NONE)")
                     .texels)
        << smooth;
  EXPECT_TRUE(
      after("gsDPSetTextureFilter(G_TF_POINT), gsSPSetOtherMode(H, 4, 20, G_TT_NONE)").texels);
  EXPECT_TRUE(with("G_TT_IA16").palette_ia);
  EXPECT_FALSE(after("gsSPSetOtherMode(H, 4, 20, G_TT_IA16), gsSPSetOtherMode(H, 4, 20, "
                     "G_TT_RGBA16)")
                   .palette_ia);
}

// Bits 14 and 15 of the word choose the palette's kind, 12 and 13 the filter; the third byte of the
// command says which of them is set.
TEST(Sm64DisplayLists, ConsoleTextures) {
  EXPECT_EQ(command(0xBA000E02, 0x00008000), "gsDPSetTextureLUT G_TT_RGBA16");
  EXPECT_EQ(command(0xBA000E02, 0x0000C000), "gsDPSetTextureLUT G_TT_IA16");
  EXPECT_EQ(command(0xBA000C02, 0x00000000), "gsDPSetTextureFilter G_TF_POINT");
  EXPECT_EQ(command(0xBA000C02, 0x00002000), "gsDPSetTextureFilter G_TF_BILERP");
  EXPECT_EQ(command(0xBA001402, 0x00100000), "");  // cycles
  EXPECT_EQ(command(0xF0000000, 0x0703C000), "gsDPLoadTLUTCmd 7 15");
  EXPECT_EQ(command(0xF3000000, 0x073FF100), "gsDPLoadBlock 7");
  EXPECT_EQ(command(0xF4004008, 0x0707C0FC), "gsDPLoadTile 7 4 8 124 252");
}

// Section 8.7: lights are counted 2 * part + 3 for a part's colour and 2 * part + 4 for its ambient
// one; other numbers are of no part.
TEST(Sm64DisplayLists, LightsOfThePlayer) {
  const auto parts = [](const std::string& arguments) {
    return after("gsSPCopyLightEXT(" + arguments + ")").player_parts;
  };
  EXPECT_EQ(parts("1, 3"), 1u);
  EXPECT_EQ(parts("2, 4"), 1u);
  EXPECT_EQ(parts("1, 5"), 2u);
  EXPECT_EQ(parts("1, 2"), 0u);
  EXPECT_EQ(parts("1, 99"), 0u);
  EXPECT_EQ(parts("1, NAME"), 0u);
  EXPECT_EQ(after("gsSPCopyLightsPlayerPart(NOBODY)").player_parts, 0u);
}

// Assets that a build takes from a game: ROM_ASSET_LOAD_TEXTURE(NAME, "PATH", ...).
TEST(Sm64DisplayLists, TexturesOfRoms) {
  const auto picture = [](const std::string& text) {
    const auto made = read("ROM_ASSET_LOAD_" + text);
    const auto found = made->model.textures.find("t");
    return found == made->model.textures.end() ? std::string("none") : found->second;
  };
  EXPECT_EQ(picture("TEXTURE(t, \"actors/x/eye.rgba16.inc.c\", 1, 2, 3, 4);"),
            "actors/x/eye.rgba16");
  for (const std::string none : {"TEXTURE(t);", "TEXTURE(t, 5, 6);", "TEXTURE(t, \"\", 6);",
                                 "TEXTURE(t, word, 6);", "TEXTURE();", "TEXTURE t;"})
    EXPECT_EQ(picture(none), "none") << none;
  EXPECT_TRUE(read("ROM_ASSET_LOAD_VTX(t, 1, 2, 3, 4);")->model.in_rom.contains("t"));
}

// Elements of a texture take as many bytes as its type specifies; without one, as the largest
// needs.
TEST(Sm64DisplayLists, SizesOfElements) {
  const auto texels = [](const std::string& text) {
    const auto made = read(text);
    const auto found = made->model.texels.find("t");
    return found == made->model.texels.end() ? std::string() : to_hex(found->second);
  };
  EXPECT_EQ(texels("u8 t[] = { 0x1, 0X23 };"), "0123");
  EXPECT_EQ(texels("u16 t[] = { 0x1, 0x2345 };"), "00012345");
  EXPECT_EQ(texels("u32 t[] = { 0x1, 0x23456789 };"), "0000000123456789");
  EXPECT_EQ(texels("u64 t[] = { 0xFEDCBA9876543210 };"), "fedcba9876543210");
  EXPECT_EQ(texels("u8 t[] = { };"), "");
  EXPECT_EQ(to_hex(read_elements("1, 0xFF")), "01ff");
  EXPECT_EQ(to_hex(read_elements("1, 0x100")), "00010100");
  EXPECT_EQ(to_hex(read_elements("1, 0x10000")), "0000000100010000");
  EXPECT_EQ(to_hex(read_elements("0x100000000")), "0000000100000000");
}

}  // namespace
}  // namespace anmkit::sm64::test
