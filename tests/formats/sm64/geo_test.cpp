// SPDX-License-Identifier: MIT
// Layouts in both spellings, drawn parts, and meshes of display lists (section 8).
#include <cmath>

#include "formats/sm64/geo/layout.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

constexpr std::string_view kGeo = R"(
const GeoLayout hand[] = {
    GEO_SWITCH_CASE(2, pick),
    GEO_OPEN_NODE(),
        GEO_ANIMATED_PART(LAYER_OPAQUE, 60, 0, 0, closed_dl),
        GEO_ANIMATED_PART(LAYER_OPAQUE, 61, 0, 0, open_dl),
    GEO_CLOSE_NODE(),
    GEO_RETURN(),
};
const GeoLayout body[] = {
    GEO_SCALE(0x00, 16384),
    GEO_OPEN_NODE(),
        GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL),
        GEO_OPEN_NODE(),
            GEO_ROTATE_Y(0, 90),
            GEO_OPEN_NODE(),
            GEO_OPEN_NODE(),
                GEO_BRANCH(1, hand),
            GEO_CLOSE_NODE(),
            GEO_CLOSE_NODE(),
        GEO_CLOSE_NODE(),
    GEO_CLOSE_NODE(),
    GEO_CLOSE_NODE(),
    GEO_END(),
};
)";

Scene scene_with(std::string_view geo, std::string_view model, const Options& options = {}) {
  const Bytes geo_bytes = to_bytes(geo), model_bytes = to_bytes(model);
  const Companion companions[] = {{"geo.inc.c", geo_bytes, nullptr},
                                  {"model.inc.c", model_bytes, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  return loaded->document->to_scene({}, {companions, options}, diagnostics).value();
}

TEST(Sm64Geo, PartsOffsetsAndBranches) {
  const Scene scene = scene_with(kGeo, "");
  ASSERT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(scene.nodes[0].name, "part_00");
  EXPECT_EQ(scene.nodes[1].name, "closed_dl");
  EXPECT_EQ(scene.nodes[1].parent, 0);
  EXPECT_EQ(scene.nodes[1].rest.translation, (Vec3{60, 0, 0}));
  // The rest pose: 60 along X, rotated by 90 degrees about Y, in quarter size.
  Pose pose = rest_pose(scene);
  std::vector<Mat4> world;
  world_matrices(scene, pose, world);
  const Vec3 hand = transform_point(world[1], {});
  EXPECT_NEAR(hand.x, 0, 1e-9);
  EXPECT_NEAR(hand.z, -15, 1e-9);
}

TEST(Sm64Geo, SwitchesAreChosen) {
  Options options;
  options.set("switch", "1");
  const Scene scene = scene_with(kGeo, "", options);
  EXPECT_EQ(scene.nodes[1].name, "open_dl");
  EXPECT_EQ(scene.nodes[1].rest.translation.x, 61);
}

TEST(Sm64Geo, BinaryEqualsSource) {
  const Bytes bytes = hex(
      "1D00 0000 0000 4000 0400 0000 1300 0000 0000 0000 0000 0000 0400 0000"
      "1030 005A 0400 0000 1301 003C 0000 0000 0600 1234 0500 0000 0500 0000 0500 0000 0100 0000");
  Diagnostics diagnostics;
  const auto layouts = parse_geo_binary(bytes, diagnostics);
  ASSERT_TRUE(layouts.has_value()) << diagnostics.finish().front().message;
  const auto& nodes = layouts->front().nodes;
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[0].scale[0], 0.25);
  EXPECT_EQ(nodes[1].kind, GeoKind::part);
  EXPECT_EQ(nodes[3].kind, GeoKind::part);
  EXPECT_EQ(nodes[3].translation[0], 60);
  EXPECT_EQ(nodes[3].display_list, "0x6001234");
  EXPECT_EQ(nodes[3].parent, 2);
  const auto loaded = parse("sm64-geo", bytes);
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(rebuilt(*loaded->document).value()->write().value(), bytes);
}

TEST(Sm64Geo, StopsAtCyclesOfBranches) {
  Diagnostics diagnostics;
  const auto layouts = parse_geo_c("const GeoLayout a[] = { GEO_BRANCH(1, a), };", {}, diagnostics);
  ASSERT_TRUE(layouts.has_value());
  EXPECT_TRUE(diagnostics.has_errors());
  const auto jump = parse_geo_c("const GeoLayout a[] = { GEO_BRANCH(0, a), };", {}, diagnostics);
  ASSERT_TRUE(jump.has_value());
}

TEST(Sm64Model, TrianglesAndColours) {
  const Scene scene = scene_with(kGeo, R"(
static const Lights1 red = gdSPDefLights1(0x7f, 0, 0, 0xff, 0, 0, 0x28, 0x28, 0x28);
static const Vtx corners[] = {
    {{{ 0, 0, 0}, 0, { 0, 0}, {0x00, 0x00, 0x7f, 0xff}}},
    {{{ 10, 0, 0}, 0, { 0, 0}, {0x00, 0x00, 0x7f, 0xff}}},
    {{{ 0, -10, 0}, 0, { 0, 0}, {0x00, 0x00, 0x7f, 0xff}}},
};
const Gfx shared[] = { gsSPVertex(corners, 3, 0), gsSP1Triangle(0, 1, 2, 0x0), gsSPEndDisplayList(), };
const Gfx closed_dl[] = { gsSPLight(&red.l, 1), gsSPDisplayList(shared), gsSPEndDisplayList(), };
)");
  ASSERT_EQ(scene.meshes.size(), 1u);
  EXPECT_EQ(scene.nodes[1].mesh, 0);
  const Primitive& primitive = scene.meshes[0].primitives.at(0);
  EXPECT_EQ(primitive.indices.size(), 3u);
  EXPECT_EQ(primitive.positions[2], (std::array<float, 3>{0, -10, 0}));
  EXPECT_EQ(primitive.normals[0], (std::array<float, 3>{0, 0, 1}));
  const Material& material = scene.materials.at(static_cast<std::size_t>(primitive.material));
  EXPECT_EQ(material.base_color, (std::array<float, 4>{1, 0, 0, 1}));
}

// ---- Section 8.1, command by command ----

TEST(Sm64Geo, EveryCommand) {
  struct Case {
    std::string text;
    GeoKind kind;
    std::array<std::int32_t, 3> translation, rotation;
    double scale = 1;
    std::string list = {};
  };
  for (const Case& one : std::vector<Case>{
           {"GEO_ANIMATED_PART(LAYER_OPAQUE, 1, -2, 0x10, x_dl)",
            GeoKind::part,
            {1, -2, 16},
            {},
            1,
            "x_dl"},
           {"GEO_ANIMATED_PART(1, 0, 0, 0, NULL)", GeoKind::part, {}, {}},
           {"GEO_SCALE(0x00, 32768)", GeoKind::transform, {}, {}, 0.5},
           {"GEO_SCALE_WITH_DL(0, 0x20000, x_dl)", GeoKind::transform, {}, {}, 2, "x_dl"},
           {"GEO_TRANSLATE(0, 1, 2, 3)", GeoKind::transform, {1, 2, 3}, {}},
           {"GEO_TRANSLATE_NODE(0, 1, 2, 3)", GeoKind::transform, {1, 2, 3}, {}},
           {"GEO_TRANSLATE_WITH_DL(0, 1, 2, 3, x_dl)",
            GeoKind::transform,
            {1, 2, 3},
            {},
            1,
            "x_dl"},
           {"GEO_TRANSLATE_NODE_WITH_DL(0, 1, 2, 3, &x_dl)",
            GeoKind::transform,
            {1, 2, 3},
            {},
            1,
            "x_dl"},
           {"GEO_ROTATE(0, 10, 20, 30)", GeoKind::transform, {}, {10, 20, 30}},
           {"GEO_ROTATION_NODE(0, 10, 20, 30)", GeoKind::transform, {}, {10, 20, 30}},
           {"GEO_ROTATION_NODE_WITH_DL(0, 10, 20, 30, x_dl)",
            GeoKind::transform,
            {},
            {10, 20, 30},
            1,
            "x_dl"},
           {"GEO_ROTATE_Y(0, -90)", GeoKind::transform, {}, {0, -90, 0}},
           {"GEO_ROTATE_Y_WITH_DL(0, 45, x_dl)", GeoKind::transform, {}, {0, 45, 0}, 1, "x_dl"},
           {"GEO_TRANSLATE_ROTATE(0, 1, 2, 3, 10, 20, 30)",
            GeoKind::transform,
            {1, 2, 3},
            {10, 20, 30}},
           {"GEO_TRANSLATE_ROTATE_WITH_DL(0, 1, 2, 3, 10, 20, 30, x_dl)",
            GeoKind::transform,
            {1, 2, 3},
            {10, 20, 30},
            1,
            "x_dl"},
           {"GEO_BILLBOARD()", GeoKind::billboard, {}, {}},
           {"GEO_BILLBOARD_WITH_PARAMS(0, 1, 2, 3)", GeoKind::billboard, {1, 2, 3}, {}},
           {"GEO_BILLBOARD_WITH_PARAMS_AND_DL(0, 1, 2, 3, x_dl)",
            GeoKind::billboard,
            {1, 2, 3},
            {},
            1,
            "x_dl"},
           {"GEO_DISPLAY_LIST(LAYER_ALPHA, x_dl)", GeoKind::display_list, {}, {}, 1, "x_dl"},
           {"GEO_HELD_OBJECT(0, 0, 0, 0, geo_switch)", GeoKind::held_object, {}, {}},
           {"GEO_SHADOW(SHADOW_CIRCLE_4_VERTS, 0xB4, 100)", GeoKind::shadow, {}, {}},
           {"GEO_ASM(0, geo_move)", GeoKind::other, {}, {}},
           {"GEO_NODE_START()", GeoKind::other, {}, {}},
           {"GEO_CULLING_RADIUS(300)", GeoKind::other, {}, {}},
       }) {
    Diagnostics diagnostics;
    const auto layouts = parse_geo_c(
        "const GeoLayout g[] = {\n   " + one.text + ",\n   GEO_END(),\n};\n", {}, diagnostics);
    ASSERT_TRUE(layouts.has_value()) << one.text;
    ASSERT_EQ(layouts->at(0).nodes.size(), 1u) << one.text;
    const GeoNode& node = layouts->at(0).nodes[0];
    EXPECT_EQ(node.kind, one.kind) << one.text;
    EXPECT_EQ(node.translation, one.translation) << one.text;
    EXPECT_EQ(node.rotation, one.rotation) << one.text;
    EXPECT_EQ(node.scale, (std::array{one.scale, one.scale, one.scale})) << one.text;
    EXPECT_EQ(node.display_list, one.list) << one.text;
  }
}

std::vector<std::string> parts_of(std::string_view geo, const std::string& cases = {}) {
  Options options;
  if (!cases.empty()) options.set("switch", cases);
  const auto loaded = parse("sm64-geo", to_bytes(geo), "geo.inc.c");
  EXPECT_TRUE(loaded->document);
  Diagnostics diagnostics;
  std::vector<std::string> names;
  const auto scene = loaded->document->to_scene({}, {{}, options}, diagnostics);
  for (const Node& node : scene.value().nodes)
    names.push_back(
        node.name +
        (node.parent < 0 ? "" : "<" + scene->nodes[static_cast<std::size_t>(node.parent)].name));
  return names;
}
using Names = std::vector<std::string>;

TEST(Sm64Geo, NestingRangesAndHeldObjects) {
  const auto part = [](const std::string& name) {
    return "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, " + name + "),\n";
  };
  const std::string open = "GEO_OPEN_NODE(),\n", close = "GEO_CLOSE_NODE(),\n";
  const auto layout = [](const std::string& body) {
    return "const GeoLayout g[] = {\n" + body + "GEO_END(),\n};\n";
  };
  // Two OPENs in a row: the inner nodes have the same parent; a CLOSE too many does no harm.
  EXPECT_EQ(parts_of(layout(part("a") + open + open + part("b") + close + part("c") + close +
                            close + close + part("d"))),
            (Names{"a", "b<a", "c<a", "d"}));
  // Of sibling ranges the one that starts lowest.
  const auto range = [&](const std::string& limits, const std::string& name) {
    return "GEO_RENDER_RANGE(" + limits + "),\n" + open + part(name) + close;
  };
  EXPECT_EQ(parts_of(layout(open + range("500, 3000", "far") + range("-100, 500", "near") +
                            range("3000, 20000", "farthest") + close)),
            Names{"near"});
  EXPECT_EQ(parts_of(layout("GEO_HELD_OBJECT(0, 0, 0, 0, f),\n" + open + part("held") + close +
                            part("own"))),
            Names{"own"});
  // Switches in the order in which they are met; those of cases not taken do not count.
  const std::string inner = "GEO_SWITCH_CASE(2, f),\n" + open + part("i0") + part("i1") + close;
  const std::string both =
      layout("GEO_SWITCH_CASE(2, f),\n" + open + part("o0") + "GEO_NODE_START(),\n" + open + inner +
             close + close + "GEO_SWITCH_CASE(3, f),\n" + open + part("p0") + part("p1") +
             part("p2") + close);
  EXPECT_EQ(parts_of(both), (Names{"o0", "p0"}));
  EXPECT_EQ(parts_of(both, "0,2"), (Names{"o0", "p2"}));
  EXPECT_EQ(parts_of(both, "1,1,1"), (Names{"i1", "p1"}));
  EXPECT_EQ(parts_of(both, "7,7"), (Names{"o0", "p0"}));
}

// ---- Display lists in the styles of their writers ----

const std::string kOnePart =
    "const GeoLayout g[] = { GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, body), GEO_END(), };\n";

TEST(Sm64Model, Styles) {
  const std::string vanilla = R"(
static const Lights1 x_lights = gdSPDefLights1(
    0x3f, 0x1f, 0x00,
    0xff, 0x7f, 0x00, 0x28, 0x28, 0x28
);
ALIGNED8 static const Texture x_texture[] = {
#include "actors/x/x_eye.rgba16.inc.c"
#include "formats/sm64/geo/layout.hpp"
};
static const Vtx x_vertex[] = {
    {{{     0,      0,      1}, 0, {     0,      0}, {0x00, 0x00, 0x7f, 0xff}}},
    {{{    10,      0,      1}, 0, {   992,      0}, {0x00, 0x00, 0x7f, 0xff}}},
    {{{     0,     10,      1}, 0, {     0,    992}, {0x00, 0x00, 0x7f, 0xff}}},
};
const Gfx x_triangles[] = {
    gsDPSetTextureImage(G_IM_FMT_RGBA, G_IM_SIZ_16b, 1, x_texture),
    gsSPLight(&x_lights.l, 1),
    gsSPLight(&x_lights.a, 2),
    gsSPVertex(x_vertex, 3, 0),
    gsSP1Triangle( 0,  1,  2, 0x0),
    gsSPEndDisplayList(),
};
const Gfx body[] = {
    gsDPPipeSync(),
    gsDPSetCombineMode(G_CC_MODULATERGB, G_CC_MODULATERGB),
    gsDPSetTile(G_IM_FMT_RGBA, G_IM_SIZ_16b, 0, 0, G_TX_LOADTILE, 0, G_TX_WRAP, 5, 0, G_TX_WRAP, 5, 0),
    gsSPTexture(0xFFFF, 0xFFFF, 0, G_TX_RENDERTILE, G_ON),
    gsDPSetTileSize(0, 0, 0, (32 - 1) << G_TEXTURE_IMAGE_FRAC, (32 - 1) << G_TEXTURE_IMAGE_FRAC),
    gsSPDisplayList(x_triangles),
    gsSPTexture(0xFFFF, 0xFFFF, 0, G_TX_RENDERTILE, G_OFF),
    gsDPSetCombineMode(G_CC_SHADE, G_CC_SHADE),
    gsSPEndDisplayList(),
};
)";
  const std::string old_fast64 =
      "Lights1 x_lights = gdSPDefLights1(\n\t0x7F, 0x3F, 0x0,\n\t0xFF, 0x7F, 0x0, 0x28, 0x28, "
      "0x28);\n\nGfx x_aligner[] = {gsSPEndDisplayList()};\n"
      "u8 x_texture[] = {\n\t#include \"actors/x/x_eye.rgba16.inc.c\"\n};\n\n"
      "Vtx x_vtx[3] = {\n\t{{{0, 0, 1},0, {0, 0},{0x0, 0x0, 0x7F, 0xFF}}},\n"
      "\t{{{10, 0, 1},0, {992, 0},{0x0, 0x0, 0x7F, 0xFF}}},\n"
      "\t{{{0, 10, 1},0, {0, 992},{0x0, 0x0, 0x7F, 0xFF}}},\n};\n\n"
      "Gfx x_tri_0[] = {\n\tgsSPVertex(x_vtx + 0, 3, 0),\n\tgsSP1Triangle(0, 1, 2, 0),\n"
      "\tgsSPEndDisplayList(),\n};\n\n"
      "Gfx mat_x[] = {\n\tgsDPPipeSync(),\n"
      "\tgsDPSetCombineLERP(TEXEL0, 0, SHADE, 0, 0, 0, 0, ENVIRONMENT, TEXEL0, 0, SHADE, 0, 0, 0, "
      "0, "
      "ENVIRONMENT),\n\tgsSPTexture(65535, 65535, 0, 0, 1),\n"
      "\tgsDPSetTextureImage(G_IM_FMT_RGBA, G_IM_SIZ_16b, 1, x_texture),\n"
      "\tgsDPSetTileSize(0, 0, 0, 124, 124),\n\tgsSPSetLights1(x_lights),\n"
      "\tgsSPEndDisplayList(),\n};\n\n"
      "Gfx body[] = {\n\tgsSPDisplayList(mat_x),\n\tgsSPDisplayList(x_tri_0),\n"
      "\tgsDPPipeSync(),\n\tgsSPEndDisplayList(),\n};\n\n";
  std::string new_fast64 = old_fast64;
  const auto replace = [&](std::string_view from, std::string_view to) {
    const std::size_t at = new_fast64.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    new_fast64.replace(at, from.size(), to);
  };
  replace("\tgsSPSetLights1(x_lights),\n",
          "\tgsSPLightColor(LIGHT_1, 0xFF7F00FF),\n\tgsSPLightColor(LIGHT_2, 0x7F3F00FF),\n");
  replace("u8 x_texture", "u64 x_texture");
  replace("{{{0, 0, 1},0, {0, 0},{0x0, 0x0, 0x7F, 0xFF}}}",
          "{{ {0, 0, 1}, 0, {0, 0}, {0, 0, 127, 255} }}");
  replace("Gfx body[] = {\n\tgsSPDisplayList(mat_x),\n\tgsSPDisplayList(x_tri_0),\n",
          "Gfx body[] = {\n\tgsSPDisplayList(mat_x),\n\tgsSPBranchList(x_tri_0),\n");
  const Bytes picture = to_bytes("not looked at");
  for (const std::string& text : {vanilla, old_fast64, new_fast64}) {
    const Bytes geo = to_bytes(kOnePart), model = to_bytes(text);
    const Companion companions[] = {{"geo.inc.c", geo, nullptr},
                                    {"model.inc.c", model, nullptr},
                                    {"x_eye.rgba16.png", picture, nullptr}};
    const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
    Diagnostics diagnostics;
    const Scene scene = loaded->document->to_scene({}, {companions, {}}, diagnostics).value();
    ASSERT_EQ(scene.meshes.size(), 1u) << text;
    const Primitive& primitive = scene.meshes[0].primitives.at(0);
    EXPECT_EQ(primitive.positions,
              (std::vector<std::array<float, 3>>{{0, 0, 1}, {10, 0, 1}, {0, 10, 1}}));
    EXPECT_EQ(primitive.uvs[1], (std::array<float, 2>{31.5F / 32, 0.5F / 32}));
    EXPECT_EQ(scene.images.size(), 1u) << text;
    EXPECT_TRUE(diagnostics.empty());
    // Without the image the mesh is there all the same, and the image is asked for.
    Diagnostics found;
    const auto less = loaded->document->to_scene({}, {std::span(companions).first(2), {}}, found);
    ASSERT_TRUE(less.has_value());
    EXPECT_EQ(less->meshes.size(), 1u);
    const auto list = found.finish();
    ASSERT_NE(find(list, "I-TEXTURE"), nullptr);
    EXPECT_NE(find(list, "I-TEXTURE")->message.find("x_eye.rgba16.png"), std::string::npos);
    // Without the texture stage the light's colour shows.
    std::string plain = text;
    for (const std::string_view word : {"G_CC_MODULATERGB, G_CC_MODULATERGB", "TEXEL0"}) {
      for (std::size_t at = 0; (at = plain.find(word, at)) != std::string::npos;)
        plain.replace(at, word.size(), word == "TEXEL0" ? "0" : "G_CC_SHADE, G_CC_SHADE");
    }
    const Scene lit = scene_with(kOnePart, plain);
    ASSERT_EQ(lit.materials.size(), 1u);
    EXPECT_LT(lit.materials[0].image, 0);
    EXPECT_NEAR(lit.materials[0].base_color[0], 1, 1e-6);
    EXPECT_NEAR(lit.materials[0].base_color[1], std::pow(127.0 / 255, 2.2), 1e-3);
    EXPECT_NEAR(lit.materials[0].base_color[2], 0, 1e-6);
  }
}

// ---- Layouts and display lists in segments ----

TEST(Sm64Geo, SegmentsOfOtherFiles) {
  // Segment 0xE: at 0x10 a branch into segment 0xD, which has a part of segment 6.
  const Bytes layout =
      hex("FFFF FFFF FFFF FFFF FFFF FFFF FFFF FFFF"
          "1D00 0000 0001 0000 0400 0000 0201 0000 0D00 0008 0500 0000 0100 0000");
  const Bytes branch = hex("0000 0000 0000 0000 1301 0005 0000 0000 0600 0040 0300 0000");
  const Bytes model =
      hex("0000 0000 0000 0000 0000 0000 0000 7FFF 000A 0000 0000 0000 0400 0000 0000 7FFF"
          "0000 000A 0000 0000 0000 0400 0000 7FFF 0000 0000 0000 0000 0000 0000 0000 0000"
          // 0x40: the light, three corners, a list of triangles, the end.
          "0386 0010 0600 0070 0420 0030 0600 0000 0600 0000 0600 0060 B800 0000 0000 0000"
          // 0x60: a triangle, the end. 0x70: the light.
          "BF00 0000 0000 0A14 B800 0000 0000 0000 FF00 00FF FF00 00FF 2828 2800 0000 0000");
  const Companion files[] = {{"d.bin", branch, nullptr}, {"6.bin", model, nullptr}};
  Options options;
  options.set("segment", "0xE=e.bin");
  options.set("segment", "13=d.bin");
  options.set("segment", "6=6.bin");
  options.set("geo", "0x0E000010");
  const auto read = [&](const Options& with) {
    auto loaded = std::make_unique<Loaded>();
    loaded->bytes = layout;
    loaded->document =
        find_format("sm64-geo")->parse({loaded->bytes, "e.bin", files}, with, loaded->diagnostics);
    return loaded;
  };
  const auto loaded = read(options);
  ASSERT_TRUE(loaded->document) << loaded->diagnostics.finish().front().message;
  Diagnostics diagnostics;
  const Scene scene = loaded->document->to_scene({}, {{}, options}, diagnostics).value();
  ASSERT_EQ(scene.nodes.size(), 1u);
  EXPECT_EQ(scene.nodes[0].name, "0x6000040");
  EXPECT_EQ(scene.nodes[0].rest.translation, (Vec3{5, 0, 0}));
  ASSERT_EQ(scene.meshes.size(), 1u);
  EXPECT_EQ(scene.meshes[0].primitives.at(0).positions,
            (std::vector<std::array<float, 3>>{{0, 0, 0}, {10, 0, 0}, {0, 10, 0}}));
  EXPECT_EQ(scene.materials.at(0).base_color, (std::array<float, 4>{1, 0, 0, 1}));
  EXPECT_EQ(loaded->document->write().value(), layout);
  EXPECT_EQ(rebuilt(*loaded->document).value()->write().value(), layout);
  // A segment that is not bound, and an address outside.
  Options less;
  less.set("segment", "0xE=e.bin");
  less.set("geo", "0x0E000010");
  EXPECT_NE(find(read(less)->diagnostics.finish(), "E-PTR"), nullptr);
  Options outside;
  outside.set("segment", "0xE=e.bin");
  outside.set("geo", "0x0E000100");
  EXPECT_NE(find(read(outside)->diagnostics.finish(), "E-PTR"), nullptr);

  // The skeleton of an animation in the same segments.
  Bytes animation = example_segment();
  const Companion more[] = {
      {"e.bin", layout, nullptr}, {"d.bin", branch, nullptr}, {"6.bin", model, nullptr}};
  Options both;
  both.set("segment", "7=a.bin@0");
  for (const std::string_view one : {"0xE=e.bin", "13=d.bin", "6=6.bin"})
    both.set("segment", std::string(one));
  both.set("header", "0x0700003C");
  both.set("geo", "0x0E000010");
  // Its tables are in segment 7, after nothing.
  animation[0x48] = animation[0x4C] = std::byte{7};
  animation[0x4A] = animation[0x4E] = std::byte{0};
  Diagnostics found;
  const auto document = find_format("sm64-anim")->parse({animation, "a.bin", more}, both, found);
  ASSERT_TRUE(document) << found.finish().front().message;
  const Scene body = document->to_scene({}, {{}, both}, found).value();
  ASSERT_EQ(body.nodes.size(), 1u);
  EXPECT_EQ(body.nodes[0].name, "0x6000040");
  EXPECT_EQ(body.meshes.size(), 1u);
}

}  // namespace
}  // namespace anmkit::sm64::test
