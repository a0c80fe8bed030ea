// SPDX-License-Identifier: MIT
// Commands, layers and numbers of layouts: those of every known game, and what is none (section
// 8.1).
#include "anmkit/render.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/geo/geo.hpp"
#include "formats/sm64/geo/geo_text.hpp"
#include "formats/sm64/geo/layers.hpp"
#include "model_support.hpp"
#include "scene/reference.hpp"
#include "support/shelf.hpp"

namespace anmkit::sm64::test {
namespace {

using Names = std::vector<std::string>;

// Messages about a layout with these commands, with the text at its place.
Names said_of(const std::string& commands) {
  const std::string text = "const GeoLayout g[] = {\n" + commands + "\nGEO_END(),\n};\n";
  Diagnostics diagnostics;
  const auto layouts = parse_geo_c(text, {}, diagnostics);
  EXPECT_TRUE(layouts) << commands;
  Names said;
  for (const Diagnostic& one : diagnostics.finish()) {
    EXPECT_EQ(one.code, "sm64.W-WORD");
    const std::size_t at = one.offset.value_or(0);
    said.push_back(text.substr(at, text.find('(', at) - at) + ": " + one.message);
  }
  return said;
}

TEST(Sm64LayoutDetails, MisspelledTypesAreReported) {
  const std::string text =
      "const GeoLayou g[] = {\n  GEO_NODE_START(),\n};\nint f() { return c == GEO_CONTEXT; }\n";
  Diagnostics diagnostics;
  const auto layouts = parse_geo_c(text, {}, diagnostics);
  ASSERT_TRUE(layouts);
  EXPECT_TRUE(layouts->empty());
  const auto found = diagnostics.finish();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "sm64.W-WORD");
  EXPECT_EQ(found[0].offset, 6u);
  EXPECT_EQ(found[0].message, "'g' is left out: its type is 'GeoLayou'; did you mean 'GeoLayout'?");
  const Bytes bytes = to_bytes(text);
  const auto formats = detect({bytes, "x.inc.c"});
  ASSERT_FALSE(formats.empty());
  EXPECT_EQ(formats.front().format->id, "sm64-geo");
}

TEST(Sm64LayoutDetails, ErrorsGiveTheirPosition) {
  EXPECT_EQ(said_of("GEO_ANIMATED_PAT(LAYER_OPAQUE, 1, 2, 3, NULL),"),
            Names{"GEO_ANIMATED_PAT: unknown command 'GEO_ANIMATED_PAT' in a geo layout: it is "
                  "left out"});
  // Each word once.
  EXPECT_EQ(said_of("GEO_SPIN(1), GEO_SPIN(2), hmsBegin(),").size(), 2u);
  EXPECT_EQ(said_of("GEO_DISPLAY_LIST(LAYER_FOO, a),"),
            Names{"GEO_DISPLAY_LIST: unknown layer 'LAYER_FOO': drawn as LAYER_OPAQUE"});
  EXPECT_EQ(said_of("GEO_DISPLAY_LIST(13, a),"),
            Names{"GEO_DISPLAY_LIST: unknown layer '13': drawn as LAYER_OPAQUE"});
  EXPECT_EQ(said_of("GEO_DISPLAY_LIST(0xC, a),"), Names{});
  EXPECT_EQ(said_of("GEO_ANIMATED_PART(LAYER_OPAQUE, 1, 2, a),"),
            Names{"GEO_ANIMATED_PART: GEO_ANIMATED_PART expects 5 arguments and has 4"});
  EXPECT_EQ(said_of("GEO_TRANSLATE_NODE(0, 1, MY_HEIGHT, 3),"),
            Names{"GEO_TRANSLATE_NODE: argument 3 of GEO_TRANSLATE_NODE is 'MY_HEIGHT', expected a "
                  "number: 0 is used"});
  EXPECT_EQ(said_of("GEO_SCALE(0, MY_SIZE),").size(), 1u);
  for (const std::string bad : {"1e12", "-", "(f32)", "1.5.2", "0x"})
    EXPECT_EQ(said_of("GEO_ROTATE_Y(0, " + bad + "),").size(), 1u) << bad;
  EXPECT_EQ(said_of("GEO_BONE(1, 0, 0, 0, 0, MY_TURN, 0, NULL),").size(), 1u);
  for (const std::string good :
       {"GEO_SCALE_XYZ_WITH_DL(LAYER_ALPHA, 1, 2, 3, a),", "GEO_ASM_EXT(0, f),",
        "GEO_BACKGROUND_EXT(a, geo_skybox_main),", "GEO_SWITCH_CASE_EXT(2, f),", "GEO_BILLBOARD(),",
        "GEO_DISPLAY_LIST(LAYER_OCCLUDE_SILHOUETTE_ALPHA, a),", "GEO_ROTATE_Y(0, -90),",
        "GEO_CAMERA(1, 2, 3, 4, 5, 6, 7, f),", "GEO_TRANSLATE_NODE(0, 1 + 2, -3, 0x10),"})
    EXPECT_EQ(said_of(good), Names{}) << good;
}

// C cuts off what is behind the point.
TEST(Sm64LayoutDetails, FractionsAreWholeNumbers) {
  const std::string text =
      "const GeoLayout g[] = { GEO_TRANSLATE_NODE(0, (f32)-45.9, 90.00000933f, (float) 3.0), "
      "GEO_END(), };";
  Diagnostics diagnostics;
  const auto layouts = parse_geo_c(text, {}, diagnostics);
  ASSERT_TRUE(layouts);
  EXPECT_TRUE(diagnostics.finish().empty());
  ASSERT_EQ(layouts->at(0).nodes.size(), 1u);
  EXPECT_EQ(layouts->at(0).nodes[0].translation, (std::array<std::int32_t, 3>{-45, 90, 3}));
}

TEST(Sm64LayoutDetails, ListsAsAddresses) {
  const std::string text =
      "const GeoLayout g[] = { GEO_DISPLAY_LIST(LAYER_OPAQUE, &a[0]),\n"
      "GEO_DISPLAY_LIST(LAYER_OPAQUE, (Gfx *) a), GEO_DISPLAY_LIST(LAYER_OPAQUE, 0x07001000),\n"
      "GEO_DISPLAY_LIST(LAYER_OPAQUE, NULL), };";
  Diagnostics diagnostics;
  const auto layouts = parse_geo_c(text, {}, diagnostics);
  ASSERT_TRUE(layouts);
  Names lists;
  for (const GeoNode& node : layouts->at(0).nodes)
    lists.push_back(node.display_list);
  EXPECT_EQ(lists, (Names{"a", "a", "0x07001000", ""}));
}

TEST(Sm64LayoutDetails, CheckReportsTheLine) {
  const auto found_in = [](const std::string& text) {
    const auto loaded = parse("sm64-geo", to_bytes(text), "x.inc.c");
    Diagnostics diagnostics;
    loaded->document->check({}, diagnostics);
    return diagnostics.finish();
  };
  const std::string geo =
      "const GeoLayout g[] = {\nGEO_NODE_START(),\n  GEO_ANIMATED_PAT(1, 2, 3, 4, NULL),\n"
      "  GEO_END(),\n};\n";
  const auto layout = found_in(geo);
  ASSERT_EQ(layout.size(), 1u);
  EXPECT_EQ(layout[0].offset, geo.find("GEO_ANIMATED_PAT"));
  const std::string lists =
      "const Gfx a[] = {\n gsDPPipeSync(),\n gsDPSetTextureImag(0, 0, 1, t),\n"
      " gsSPEndDisplayList(),\n};\nconst Gfx b[] = { gsDPSetTextureImag(0, 0, 1, t), "
      "gsSPEndDisplayList() };\n";
  const auto list = found_in(lists);
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(list[0].code, "sm64.W-WORD");
  EXPECT_EQ(list[0].offset, lists.find("gsDPSetTextureImag"));
}

TEST(Sm64LayoutDetails, VerticesThatAreNotDrawnAreReported) {
  const std::string geo =
      "const GeoLayout g[] = { GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, a), GEO_END(), };";
  const std::string three =
      "{{{0, 0, 0}, 0, {0, 0}, {0, 0, 0, 0}}}, {{{9, 0, 0}, 0, {0, 0}, "
      "{0, 0, 0, 0}}}, {{{0, 9, 0}, 0, {0, 0}, {0, 0, 0, 0}}}";
  const auto said = [&](const std::string& vertices, const std::string& triangles) {
    Names messages;
    for (const Diagnostic& one :
         show_model(geo, "Vtx v[] = { " + vertices + " };\nGfx a[] = {\n gsSPVertex(v, 3, 0), " +
                             triangles + ", gsSPEndDisplayList() };\n")
             .found)
      messages.push_back(one.code + ": " + one.message);
    return messages;
  };
  EXPECT_EQ(said(three, "gsSP1Triangle(0, 1, 2, 0)"), Names{});
  const Names unloaded = {
      "sm64.W-MODEL: 1 command draws triangles of vertices that no command loaded ('gsSP1Triangle' "
      "(model.inc.c:3)): they are left out"};
  const auto said_of_corners = [&](const std::string& bad) {
    return said(three, "gsSP1Triangle(0, 1, 2, 0), gsSP1Triangle(" + bad + ", 0)");
  };
  for (const std::string bad : {"0, 1, 3", "0, 1, 63"})
    EXPECT_EQ(said_of_corners(bad), unloaded) << bad;
  const Names outside = {
      "sm64.W-MODEL: 1 command names vertices outside the buffer, which has 64 ('gsSP1Triangle' "
      "(model.inc.c:3)): their triangles are missing"};
  for (const std::string bad : {"0, 1, 64", "0, 1, x"})
    EXPECT_EQ(said_of_corners(bad), outside) << bad;
  EXPECT_EQ(said("V(1, 2, 3)", "gsSP1Triangle(0, 1, 2, 0)"),
            Names{"sm64.W-MODEL: 1 array of vertices is not lists of ten numbers per vertex ('v' "
                  "(model.inc.c:1)): their triangles are missing; macros are not expanded"});
  Diagnostics diagnostics;
  const auto loaded = parse("sm64-geo", to_bytes("Vtx v[] = { V(1) };\n"), "model.inc.c");
  loaded->document->check({}, diagnostics);
  const auto found = diagnostics.finish();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].offset, 4u);
  EXPECT_EQ(found[0].message,
            "vertices 'v': expected ten numbers per vertex; macros are not expanded");
}

TEST(Sm64LayoutDetails, PartsOfForks) {
  const std::string geo =
      "const GeoLayout g[] = { GEO_SCALE_XYZ(LAYER_OPAQUE, 0x8000, 0x10000, 0x20000), "
      "GEO_OPEN_NODE(), GEO_BONE_WITH_SCALE(LAYER_OPAQUE, 10, 20, 30, 0, 0, 0, 0x20000, 0x30000, "
      "0x40000, NULL), GEO_OPEN_NODE(), GEO_ANIMATED_PART(LAYER_OPAQUE, 1, 2, 3, NULL), "
      "GEO_CLOSE_NODE(), GEO_CLOSE_NODE(), GEO_END(), };\n";
  const Shown shown = show_model(geo, "");
  ASSERT_EQ(shown.scene.nodes.size(), 2u);
  EXPECT_TRUE(shown.found.empty());
  EXPECT_EQ(shown.scene.nodes[0].rest.scale, (Vec3{2, 3, 4}));
  std::vector<Mat4> world;
  world_matrices(shown.scene, rest_pose(shown.scene), world);
  // (10, 20, 30) by (0.5, 1, 2); and (1, 2, 3) by both sizes after it.
  EXPECT_EQ(transform_point(world[0], {}), (Vec3{5, 20, 60}));
  EXPECT_EQ(transform_point(world[1], {}), (Vec3{6, 26, 84}));
  // The same in bytes.
  Diagnostics diagnostics;
  const auto binary = parse_geo_binary(
      hex("1D400000 00008000 00010000 00020000 04000000"
          "24800000 000A 0014 001E 0000 0000 0000 00020000 00030000 00040000 00000000"
          "04000000 13000001 00020003 00000000 05000000 05000000 01000000"),
      diagnostics);
  ASSERT_TRUE(binary) << diagnostics.finish().at(0).message;
  const auto& nodes = binary->at(0).nodes;
  ASSERT_EQ(nodes.size(), 3u);
  EXPECT_EQ(nodes[0].scale, (std::array{0.5, 1.0, 2.0}));
  EXPECT_EQ(nodes[1].kind, GeoKind::part);
  EXPECT_EQ(nodes[1].scale, (std::array{2.0, 3.0, 4.0}));
  EXPECT_EQ(nodes[1].translation, (std::array<std::int32_t, 3>{10, 20, 30}));
}

// The part's own angles and the animation's are added, each about its axis, before they turn it.
TEST(Sm64LayoutDetails, PartsWithTheirOwnRotation) {
  const Bytes geo = to_bytes(
      "const GeoLayout g[] = { GEO_BONE(LAYER_OPAQUE, 0, 0, 0, 0x1000, 0x2000, 0x4800, NULL), "
      "GEO_OPEN_NODE(), GEO_BONE(LAYER_OPAQUE, 5, 0, 0, 0, 0x7000, 0, NULL), GEO_CLOSE_NODE(), "
      "GEO_END(), };");
  const Companion companions[] = {{"geo.inc.c", geo, nullptr}};
  const std::string text = example_c();
  const auto loaded = parse("sm64-c", to_bytes(text), "x.inc.c");
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(scene);
  EXPECT_TRUE(diagnostics.empty());
  const auto bare = loaded->document->to_scene({.angles = true}, {}, diagnostics);
  const ReferenceSampler turned(*scene, scene->clips.at(0)), stored(*bare, bare->clips.at(0));
  Pose pose, angles;
  constexpr std::array<std::array<int, 3>, 2> kOwn = {{{0x1000, 0x2000, 0x4800}, {0, 0x7000, 0}}};
  for (double frame = 0; frame < 3; ++frame) {
    turned.sample(frame, pose);
    stored.sample(frame, angles);
    for (std::size_t part = 0; part < 2; ++part) {
      const auto radian = [&](double angle, std::size_t axis) {
        return (angle + kOwn[part][axis]) * (2 * kPi / 65536);
      };
      const auto& at = angles.at(part).angles;
      const Quat wanted =
          from_euler({radian(at[0], 0), radian(at[1], 1), radian(at[2], 2)}, EulerOrder::xyz);
      EXPECT_LT(angle_between(pose.at(part).local.rotation, wanted), 1e-6) << frame << part;
    }
  }
  // At rest there is only their own, 45 degrees for 0x2000.
  const Shown rest = show_model(as_text(geo), "");
  const Quat own = from_euler({kPi / 8, kPi / 4, kPi * 9 / 16}, EulerOrder::xyz);
  EXPECT_LT(angle_between(rest.scene.nodes.at(0).rest.rotation, own), 1e-9);
  // The import removes them.
  ConversionReport report;
  const auto back = find_format("sm64-c")->from_scene(
      {.scene = *scene, .original = loaded->document.get()}, {companions, {}}, report);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(as_text(*back), text);
}

TEST(Sm64LayoutDetails, LayersOfHackerSM64) {
  const auto blending = [](std::string_view name) {
    const auto layer = find_layer(name);
    EXPECT_TRUE(layer) << name;
    return layer ? blending_of(*layer) : AlphaMode::opaque;
  };
  EXPECT_EQ(blending("LAYER_ALPHA_DECAL"), AlphaMode::mask);
  EXPECT_EQ(blending("LAYER_SILHOUETTE_OPAQUE"), AlphaMode::opaque);
  EXPECT_EQ(blending("LAYER_SILHOUETTE_ALPHA"), AlphaMode::mask);
  EXPECT_EQ(blending("LAYER_OCCLUDE_SILHOUETTE_OPAQUE"), AlphaMode::opaque);
  EXPECT_EQ(blending("LAYER_OCCLUDE_SILHOUETTE_ALPHA"), AlphaMode::mask);
  EXPECT_FALSE(find_layer("LAYER_FOO"));
  // Numbers above the game's are HackerSM64's.
  EXPECT_EQ(layer_of_number(9), find_layer("LAYER_OCCLUDE_SILHOUETTE_ALPHA"));
  EXPECT_EQ(layer_of_number(11), find_layer("LAYER_TRANSPARENT"));
  EXPECT_EQ(layer_of_number(13), kOpaqueLayer);
  EXPECT_EQ(layer_of_number(-1), kOpaqueLayer);
  // They come after the game's layers that hide, and before those that are seen through.
  EXPECT_LT(order_of(4), order_of(*find_layer("LAYER_OCCLUDE_SILHOUETTE_ALPHA")));
  EXPECT_LT(order_of(*find_layer("LAYER_OCCLUDE_SILHOUETTE_ALPHA")), order_of(5));
}

// A texel without alpha lets the background through.
TEST(Sm64LayoutDetails, ImageOfALayerOfHackerSM64) {
  const std::string square =
      "u16 t[] = { 0xf801, 0x0000, 0x0000, 0xf801 };\n"
      "Vtx v[] = { {{{0, 0, 0}, 0, {0, 64}, {255, 255, 255, 255}}}, {{{100, 0, 0}, 0, {64, 64}, "
      "{255, 255, 255, 255}}}, {{{100, 100, 0}, 0, {64, 0}, {255, 255, 255, 255}}}, {{{0, 100, "
      "0}, 0, {0, 0}, {255, 255, 255, 255}}} };\n"
      "Gfx a[] = { gsSPClearGeometryMode(G_LIGHTING), gsSPTexture(65535, 65535, 0, 0, 1), "
      "gsDPSetTextureFilter(G_TF_POINT), gsDPSetCombineMode(G_CC_DECALRGBA, G_CC_DECALRGBA), "
      "gsDPLoadTextureBlock(t, G_IM_FMT_RGBA, G_IM_SIZ_16b, 2, 2, 0, 0, 0, 1, 1), "
      "gsSPVertex(v, 4, 0), gsSP2Triangles(0, 1, 2, 0, 0, 2, 3, 0), gsSPEndDisplayList() };\n";
  const Shown shown = show_model(
      "const GeoLayout g[] = { GEO_DISPLAY_LIST(LAYER_OCCLUDE_SILHOUETTE_ALPHA, a), GEO_END(), };",
      square);
  ASSERT_EQ(shown.scene.materials.size(), 1u);
  const auto renderer = Renderer::make(shown.scene);
  ASSERT_TRUE(renderer);
  RenderOptions options;
  options.width = options.height = 100;
  const auto camera = renderer->fit({.yaw = 0, .pitch = 0}, options);
  const auto picture = renderer->draw(0, *camera, options);
  ASSERT_TRUE(picture);
  const auto alpha = [&](std::size_t x, std::size_t y) {
    return std::to_integer<int>(picture->pixels.at(4 * (y * 100 + x) + 3));
  };
  EXPECT_EQ(alpha(35, 35), 255);
  EXPECT_EQ(alpha(65, 35), 0);
  EXPECT_EQ(alpha(35, 65), 0);
  EXPECT_EQ(alpha(65, 65), 255);
}

// Branches that repeat without bound are no model that is cut.
TEST(Sm64LayoutDetails, BombsAreErrors) {
  std::string text =
      "const GeoLayout l0[] = { GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, NULL), GEO_RETURN() };\n";
  for (int i = 1; i < 8; ++i) {
    text += "const GeoLayout l" + std::to_string(i) + "[] = { ";
    for (int k = 0; k < 10; ++k)
      text += "GEO_BRANCH(1, l" + std::to_string(i - 1) + "), ";
    text += "GEO_RETURN() };\n";
  }
  const Shown shown = show_model(text, "");
  ASSERT_TRUE(shown.error);
  EXPECT_EQ(shown.error->code, "sm64.E-CSYNTAX");
  // Of an animation next to it as well.
  const Bytes bytes = to_bytes(text);
  const Companion companions[] = {{"geo.inc.c", bytes, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_FALSE(scene);
  EXPECT_NE(scene.error().message.find("geo.inc.c: "), std::string::npos);
  // Lists that call each other as often.
  std::string lists = "Gfx a0[] = { gsDPPipeSync(), gsSPEndDisplayList() };\n";
  for (int i = 1; i < 8; ++i) {
    lists += "Gfx a" + std::to_string(i) + "[] = { ";
    for (int k = 0; k < 10; ++k)
      lists += "gsSPDisplayList(a" + std::to_string(i - 1) + "), ";
    lists += "gsSPEndDisplayList() };\n";
  }
  const Shown drawn =
      show_model("const GeoLayout g[] = { GEO_DISPLAY_LIST(1, a7), GEO_END(), };", lists);
  ASSERT_TRUE(drawn.error);
  EXPECT_EQ(drawn.error->code, "sm64.E-CSYNTAX");
}

// ---- sm64coopdx's players ----

TEST(Sm64LayoutDetails, ColorsOfPlayerParts) {
  const auto color = [](const std::string& command) {
    const Shown shown = show_model(
        "const GeoLayout g[] = { GEO_DISPLAY_LIST(1, a), GEO_END(), };",
        "Lights1 black = gdSPDefLights1(0, 0, 0, 0, 0, 0, 1, 1, 1);\n"
        "Vtx v[] = { {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}}, {{{1, 0, 0}, 0, {0, 0}, {0, 0, "
        "127, 255}}}, {{{0, 1, 0}, 0, {0, 0}, {0, 0, 127, 255}}} };\n"
        "Gfx a[] = { gsSPSetLights1(black), " +
            command + " gsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0), gsSPEndDisplayList() };\n");
    EXPECT_EQ(shown.found.size(), 1u);
    const auto rgba = shown.scene.materials.at(0).base_color;
    return std::array{rgba[0], rgba[1], rgba[2]};
  };
  EXPECT_EQ(color("gsSPCopyLightsPlayerPart(CAP),"), (std::array{1.0F, 0.0F, 0.0F}));
  EXPECT_EQ(color("gsSPCopyLightsPlayerPart(PANTS),"), (std::array{0.0F, 0.0F, 1.0F}));
  // By number: the color of the cap, as the first light and as the ambient one.
  EXPECT_EQ(color("gsSPCopyLightEXT(1, 15),"), (std::array{1.0F, 0.0F, 0.0F}));
  EXPECT_EQ(color("gsSPCopyLightEXT(2, 15),"), (std::array{1.0F, 0.0F, 0.0F}));
}

// Twenty parts that hang on each other as Mario's; offsets are those of a taller character.
std::string tall_character() {
  const auto part = [](int x, int y, int z) {
    return "GEO_ANIMATED_PART(LAYER_OPAQUE, " + std::to_string(x) + ", " + std::to_string(y) +
           ", " + std::to_string(z) + ", NULL),\n";
  };
  const std::string open = "GEO_OPEN_NODE(),\n", close = "GEO_CLOSE_NODE(),\n";
  const auto limb = [&](int first, int y, int z, int upper, int lower) {
    return part(first, y, z) + open + part(0, 0, 0) + open + part(upper, 0, 0) + open +
           part(lower, 0, 0) + close + close + close;
  };
  return "const GeoLayout tall_geo[] = {\n" + part(0, 0, 0) + open + part(0, 0, 0) + open +
         part(70, 0, 0) + open + part(90, 0, 0) + limb(70, 0, 80, 70, 60) +
         limb(70, 0, -80, 70, 60) + close + limb(10, 0, 40, 100, 70) + limb(10, 0, -40, 100, 70) +
         close + close + "GEO_END(),\n};\n";
}

TEST(Sm64LayoutDetails, CharactersWithMariosSkeletonAreUpright) {
  const Shown shown = show_model(tall_character(), "");
  ASSERT_EQ(shown.scene.nodes.size(), 20u);
  std::vector<Mat4> world;
  world_matrices(shown.scene, rest_pose(shown.scene), world);
  const auto at = [&](std::size_t part) { return transform_point(world[part], {}); };
  // The head above the hips, the feet below them, left is +X of who looks to +Z.
  EXPECT_NEAR(at(3).y, 160, 1e-9);
  EXPECT_NEAR(at(15).y, -160, 1e-9);
  EXPECT_NEAR(at(19).y, -160, 1e-9);
  EXPECT_GT(at(15).x, 30);
  EXPECT_LT(at(19).x, -30);
  EXPECT_NEAR(at(15).z, 0, 1e-9);
  // The hands are at the sides, below the shoulders and alike.
  EXPECT_GT(at(7).x, 100);
  EXPECT_LT(at(7).y, at(4).y - 50);
  EXPECT_NEAR(at(11).x, -at(7).x, 1e-9);
  EXPECT_NEAR(at(11).y, at(7).y, 1e-9);
  // The feet point to the front.
  EXPECT_GT(transform_vector(world[15], {1, 0, 0}).z, 0.9);
  // Under an animation only that counts.
  const Bytes geo = to_bytes(tall_character());
  const Companion companions[] = {{"geo.inc.c", geo, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->nodes.at(1).rest.rotation, Quat{});
  // Another shape lies as its layout specifies.
  std::string other = tall_character();
  other.replace(other.find("GEO_ANIMATED_PART"), 0, "GEO_ANIMATED_PART(1, 0, 0, 0, NULL),\n");
  EXPECT_EQ(show_model(other, "").scene.nodes.at(2).rest.rotation, Quat{});
}

// Mario's animations move them as well.
TEST(Sm64LayoutDetails, CharactersWithMariosSkeletonGetHisAnimations) {
  Shelf shelf;
  shelf.files["game/actors/luigi/geo.inc.c"] = to_bytes(tall_character());
  shelf.files["game/assets/anims/anim_00.inc.c"] = to_bytes(example_c());
  Folders folders(shelf);
  const auto clips_of = [&](const std::string& text, const std::string& path) {
    const auto loaded = parse("sm64-geo", to_bytes(text), path);
    return loaded->document->file_role(path, folders).clips;
  };
  EXPECT_EQ(clips_of(tall_character(), "game/actors/luigi/geo.inc.c"),
            Names{"game/assets/anims/anim_00.inc.c"});
  EXPECT_EQ(clips_of("const GeoLayout g[] = { GEO_ANIMATED_PART(1, 0, 0, 0, NULL) };",
                     "game/actors/luigi/geo.inc.c"),
            Names{});
}

// Display lists between the animations of a file.
TEST(Sm64LayoutDetails, DisplayListsBetweenAnimations) {
  const Bytes geo =
      to_bytes("const GeoLayout g[] = { GEO_ANIMATED_PART(1, 0, 0, 0, a), GEO_END(), };");
  const Companion companions[] = {{"geo.inc.c", geo, nullptr}};
  const auto loaded = parse(
      "sm64-c",
      to_bytes(example_c() +
               "const Vtx v[] = { {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}}, {{{1, 0, 0}, 0, {0, "
               "0}, {0, 0, 127, 255}}}, {{{0, 1, 0}, 0, {0, 0}, {0, 0, 127, 255}}} };\n"
               "const Gfx a[] = { gsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0), "
               "gsSPEndDisplayList() };\n"),
      "x.inc.c");
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(scene);
  EXPECT_EQ(scene->meshes.size(), 1u);
  EXPECT_TRUE(diagnostics.empty());
}

}  // namespace
}  // namespace anmkit::sm64::test
