// SPDX-License-Identifier: MIT
// The model that a file of layouts shows, and its state (section 8.3).
#include <algorithm>
#include <cmath>

#include "anmkit/gltf.hpp"
#include "formats/folders.hpp"
#include "formats/sm64/document.hpp"
#include "scene/reference.hpp"
#include "support.hpp"
#include "support/shelf.hpp"

namespace anmkit::sm64::test {
namespace {

using Names = std::vector<std::string>;

// One triangle a list, of the size that its name has after the underscore.
std::string list_of(std::string_view name) {
  const std::string n(name);
  const std::string size = n.substr(n.find('_') + 1);
  return "static const Vtx " + n + "_v[] = {\n{{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n{{{" +
         size + ", 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n{{{0, " + size +
         ", 0}, 0, {0, 0}, {0, 0, 127, 255}}},\n};\nconst Gfx " + n + "[] = { gsSPVertex(" + n +
         "_v, 3, 0), gsSP1Triangle(0, 1, 2, 0x0), gsSPEndDisplayList(), };\n";
}

struct Shown {
  Scene scene;
  Bytes bytes;
  DocumentPtr document;
  std::vector<Diagnostic> found;
};

Shown show(std::string_view geo, std::string_view model, const Options& options = {}) {
  Shown shown;
  shown.bytes = to_bytes(geo);
  const Bytes source = to_bytes(model);
  const Companion companions[] = {{"model.inc.c", source, nullptr}};
  Diagnostics diagnostics;
  shown.document = find_format("sm64-geo")->parse({shown.bytes, "geo.inc.c"}, {}, diagnostics);
  if (shown.document) {
    auto scene = shown.document->to_scene({}, {companions, options}, diagnostics);
    if (scene) shown.scene = std::move(*scene);
  }
  shown.found = diagnostics.finish();
  return shown;
}

Options with(std::string name, std::string value) {
  Options options;
  options.set(std::move(name), std::move(value));
  return options;
}

// The widths of all triangles of a node's mesh.
std::vector<float> widths(const Scene& scene, std::size_t node) {
  std::vector<float> widths;
  if (scene.nodes.at(node).mesh < 0) return widths;
  for (const Primitive& one :
       scene.meshes.at(static_cast<std::size_t>(scene.nodes[node].mesh)).primitives) {
    for (std::size_t i = 1; i < one.positions.size(); i += 3)
      widths.push_back(one.positions[i][0]);
  }
  std::ranges::sort(widths);
  return widths;
}

TEST(Sm64GeoModel, WithoutPartsItIsOneNode) {
  const std::string coin =
      "const GeoLayout coin_geo[] = { GEO_SHADOW(1, 0xB4, 50), GEO_OPEN_NODE(),\n"
      "GEO_SCALE(0, 32768), GEO_OPEN_NODE(), GEO_DISPLAY_LIST(LAYER_ALPHA, face_8),\n"
      "GEO_TRANSLATE_NODE_WITH_DL(LAYER_ALPHA, 20, 0, 0, edge_6),\n"
      "GEO_CLOSE_NODE(), GEO_CLOSE_NODE(), GEO_END(), };\n";
  const Shown shown = show(coin, list_of("face_8") + list_of("edge_6"));
  ASSERT_EQ(shown.scene.nodes.size(), 1u);
  EXPECT_EQ(shown.scene.nodes[0].name, "coin_geo");
  // Half the size; the edge begins at 10.
  EXPECT_EQ(widths(shown.scene, 0), (std::vector<float>{4, 13}));
  EXPECT_TRUE(shown.found.empty());
}

TEST(Sm64GeoModel, NodesOutsideOfPartsAreLast) {
  const std::string geo =
      "const GeoLayout g[] = { GEO_DISPLAY_LIST(LAYER_OPAQUE, base_8), GEO_ANIMATED_PART(1, 0, 0, "
      "0, arm_6), GEO_DISPLAY_LIST(LAYER_OPAQUE, top_4), GEO_END(), };\n";
  const std::string model = list_of("base_8") + list_of("arm_6") + list_of("top_4");
  const Shown shown = show(geo, model);
  ASSERT_EQ(shown.scene.nodes.size(), 2u);
  EXPECT_EQ(shown.scene.nodes[0].name, "arm_6");
  EXPECT_EQ(shown.scene.nodes[0].id, 0);
  EXPECT_EQ(widths(shown.scene, 0), std::vector<float>{6});
  EXPECT_LT(shown.scene.nodes[1].id, 0);
  EXPECT_EQ(widths(shown.scene, 1), (std::vector<float>{4, 8}));
  // The clip of two parts moves the one that is drawn, never the rest of the model.
  const Bytes geo_bytes = to_bytes(geo), model_bytes = to_bytes(model);
  const Companion companions[] = {{"geo.inc.c", geo_bytes, nullptr},
                                  {"model.inc.c", model_bytes, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  const auto played = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(played.has_value());
  ASSERT_EQ(played->nodes.size(), 2u);
  for (const Track& track : played->clips.at(0).tracks)
    EXPECT_EQ(track.node, 0u);
}

// Each clip of a model asks for its layout: what was read of the file is used, and not the text.
TEST(Sm64GeoModel, ALayoutIsReadOnceForAllClips) {
  const auto layout = [](const char* parts) {
    return to_bytes("const GeoLayout g[] = { " + std::string(parts) + "GEO_END(), };\n");
  };
  const Bytes one = layout("GEO_ANIMATED_PART(1, 0, 0, 0, once_4), ");
  const Bytes other = layout("GEO_ANIMATED_PART(1, 0, 0, 0, again_4), ");
  const Bytes more = to_bytes("const GeoLayout h[] = { GEO_RETURN(), };\n");
  Diagnostics diagnostics;
  const auto known = find_format("sm64-geo")->parse({one, "geo.inc.c"}, {}, diagnostics);
  const auto clip = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  const auto first_node = [&](Companions companions) {
    const auto scene = clip->document->to_scene({}, {companions, {}}, diagnostics);
    return scene ? scene->nodes.at(0).name : scene.error().message;
  };
  const Companion alone[] = {{"geo.inc.c", other, known.get()}};
  EXPECT_EQ(first_node(alone), "once_4");
  // Where branches may lead into other texts, all of them are read together.
  const Companion together[] = {{"geo.inc.c", other, known.get()}, {"h.inc.c", more, nullptr}};
  EXPECT_EQ(first_node(together), "again_4");
}

constexpr std::string_view kBranches =
    "const GeoLayout body[] = { GEO_ANIMATED_PART(1, 0, 0, 0, a_4), GEO_ANIMATED_PART(1, 0, 0, 0, "
    "b_4), GEO_RETURN(), };\n"
    "const GeoLayout box[] = { GEO_DISPLAY_LIST(1, a_4), GEO_END(), };\n"
    "const GeoLayout whole[] = { GEO_SCALE(0, 16384), GEO_OPEN_NODE(), GEO_BRANCH(1, body), "
    "GEO_CLOSE_NODE(), GEO_END(), };\n"
    "const GeoLayout larger[] = { GEO_ANIMATED_PART(1, 0, 0, 0, a_4), GEO_OPEN_NODE(), "
    "GEO_BRANCH_AND_LINK(body), GEO_CLOSE_NODE(), GEO_END(), };\n";

TEST(Sm64GeoModel, TheRootIsShown) {
  const auto title = [](const Options& options) {
    return show(kBranches, list_of("a_4") + list_of("b_4"), options).scene.name;
  };
  EXPECT_EQ(title({}), "larger");
  EXPECT_EQ(title(with("geo", "body")), "body");
  EXPECT_EQ(title(with("geo", "box")), "box");
  const Shown shown = show(kBranches, "");
  const auto* document = as<GeoDocument>(shown.document.get(), kGeoId);
  ASSERT_NE(document, nullptr);
  EXPECT_EQ(document->roots(), (Names{"box", "whole", "larger"}));
  Names facts;
  for (const auto& [what, text] : shown.document->info().facts)
    facts.push_back(text);
  EXPECT_EQ(facts, (Names{"body, 2 parts (a branch of others)", "box, 0 parts (root)",
                          "whole, 2 parts (root)", "larger, 3 parts (root, the default)"}));
  // Layouts that only branch to each other are all roots.
  const Shown circle = show(
      "const GeoLayout a[] = { GEO_BRANCH(0, b), };\nconst GeoLayout b[] = { GEO_BRANCH(0, a), };",
      "");
  ASSERT_TRUE(circle.document);
  EXPECT_EQ(as<GeoDocument>(circle.document.get(), kGeoId)->roots(), (Names{"a", "b"}));
}

TEST(Sm64GeoModel, AnAnimationTakesTheRootOfItsParts) {
  const Bytes geo = to_bytes(kBranches);
  const Companion companions[] = {{"geo.inc.c", geo, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");  // of two parts
  Diagnostics diagnostics;
  const auto scene = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(scene.has_value());
  ASSERT_EQ(scene->nodes.size(), 2u);
  // "whole", and not the branch: its scale comes along.
  EXPECT_EQ(scene->nodes[0].offset.m[0], 0.25);
}

TEST(Sm64GeoModel, AnAnimationWithAModelWithoutParts) {
  const Bytes geo = to_bytes("const GeoLayout box[] = { GEO_DISPLAY_LIST(1, a_4), GEO_END(), };");
  const Bytes model = to_bytes(list_of("a_4"));
  const Companion companions[] = {{"geo.inc.c", geo, nullptr}, {"model.inc.c", model, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  const auto plain = loaded->document->to_scene({}, {companions, {}}, diagnostics);
  ASSERT_TRUE(plain.has_value());
  EXPECT_EQ(plain->nodes.size(), 2u);
  EXPECT_TRUE(plain->meshes.empty());
  // Named, it is shown next to the parts that it does not have.
  const Options named = with("geo", "box");
  const auto beside = loaded->document->to_scene({}, {companions, named}, diagnostics);
  ASSERT_TRUE(beside.has_value());
  ASSERT_EQ(beside->nodes.size(), 3u);
  EXPECT_EQ(beside->nodes[2].name, "box");
  EXPECT_EQ(widths(*beside, 2), std::vector<float>{4});
  Diagnostics checked;
  loaded->document->check({companions, {}}, checked);
  const auto list = checked.finish();
  ASSERT_NE(find(list, "W-SKELETON"), nullptr);
  EXPECT_NE(find(list, "W-SKELETON")->message.find("draws 0 parts"), std::string::npos);
}

// ---- What the game shows of a model that does not move ----

TEST(Sm64GeoModel, TheCapHasNoWings) {
  const std::string head =
      "const GeoLayout head[] = { GEO_NODE_START(), GEO_OPEN_NODE(),\n"
      "GEO_SWITCH_CASE(0, geo_switch_mario_cap_on_off), GEO_OPEN_NODE(), GEO_DISPLAY_LIST(1, on_4),"
      " GEO_DISPLAY_LIST(1, off_5), GEO_CLOSE_NODE(),\n"
      "GEO_TRANSLATE_ROTATE(0, 10, 0, 0, 0, 0, 0), GEO_OPEN_NODE(), GEO_ASM(0, "
      "geo_mario_rotate_wing_cap_wings), GEO_DISPLAY_LIST(4, wing_7), GEO_CLOSE_NODE(),\n"
      "GEO_TRANSLATE_NODE_WITH_DL(1, 0, 0, 0, neck_6),\n"
      "GEO_CLOSE_NODE(), GEO_END(), };\n";
  const std::string model =
      list_of("on_4") + list_of("off_5") + list_of("wing_7") + list_of("neck_6");
  const auto seen = [&](const Options& options) {
    return widths(show(head, model, options).scene, 0);
  };
  EXPECT_EQ(seen({}), (std::vector<float>{4, 6}));
  EXPECT_EQ(seen(with("switch", "1")), (std::vector<float>{5, 6}));
  EXPECT_EQ(seen(with("switch", "2")), (std::vector<float>{4, 6, 17}));
  EXPECT_EQ(seen(with("switch", "3")), (std::vector<float>{5, 6, 17}));
}

TEST(Sm64GeoModel, SizesThatTheGameSets) {
  const std::string geo =
      "const GeoLayout g[] = { GEO_NODE_START(), GEO_OPEN_NODE(), GEO_ASM(0, "
      "geo_snufit_scale_body), GEO_SCALE(0, 0), GEO_OPEN_NODE(), GEO_DISPLAY_LIST(4, ball_9), "
      "GEO_CLOSE_NODE(), GEO_CLOSE_NODE(), GEO_END(), };\n";
  EXPECT_EQ(widths(show(geo, list_of("ball_9")).scene, 0), std::vector<float>{9});
}

// Functions and commands of other games are named once.
TEST(Sm64GeoModel, ReportsUnknownNames) {
  const std::string geo =
      "const GeoLayout g[] = { GEO_ASM(0, my_function), GEO_ASM(1, my_function), GEO_SPIN(4), "
      "GEO_ASM(0, geo_mario_tilt_torso), GEO_DISPLAY_LIST(1, a_4), GEO_END(), };\n";
  const std::string model =
      "const Gfx a_4[] = { gsDPPipeSync(), gsSPMyOwn(3), gsDPSetCombineMode("
      "G_CC_HILITERGB, G_CC_HILITERGB), gsSPVertex(b_4_v, 3, 0), "
      "gsSP1Triangle(0, 1, 2, 0x0), gsSPEndDisplayList(), };\n" +
      list_of("b_4");
  const Shown shown = show(geo, model);
  Names said;
  for (const Diagnostic& one : shown.found)
    said.push_back(one.code.substr(5) + " " + one.message.substr(0, one.message.find(')')));
  EXPECT_EQ(said,
            (Names{"W-WORD unknown command 'GEO_SPIN' in a geo layout: it is left out",
                   "I-NEARLY 1 colour combiner (G_CC_HILITERGB", "I-NEARLY 1 name (my_function",
                   "W-WORD unknown command 'gsSPMyOwn' (model.inc.c:1"}));
  // The command's own place in the layout.
  EXPECT_EQ(shown.found.at(0).offset, geo.find("GEO_SPIN"));
}

TEST(Sm64GeoModel, BillboardsFaceTheFront) {
  // A part at half size and rotated by 90 degrees about Y contains a billboard 10 units along its
  // X.
  const std::string geo =
      "const GeoLayout g[] = { GEO_SCALE(0, 32768), GEO_OPEN_NODE(), GEO_ROTATE_Y(0, 90), "
      "GEO_OPEN_NODE(), GEO_ANIMATED_PART(1, 0, 0, 0, arm_6), GEO_OPEN_NODE(), "
      "GEO_BILLBOARD_WITH_PARAMS(0, 10, 0, 0), GEO_OPEN_NODE(), GEO_DISPLAY_LIST(4, ball_8), "
      "GEO_CLOSE_NODE(), GEO_ANIMATED_PART(1, 3, 0, 0, hand_4), GEO_CLOSE_NODE(), "
      "GEO_CLOSE_NODE(), GEO_CLOSE_NODE(), GEO_END(), };\n";
  const std::string model = list_of("arm_6") + list_of("ball_8") + list_of("hand_4");
  const Shown shown = show(geo, model);
  ASSERT_EQ(shown.scene.nodes.size(), 3u);
  EXPECT_EQ(shown.scene.nodes[1].name, "hand_4");
  EXPECT_EQ(shown.scene.nodes[1].parent, 0);
  EXPECT_EQ(widths(shown.scene, 2), std::vector<float>{8});
  ASSERT_EQ(shown.found.size(), 1u);
  EXPECT_EQ(shown.found[0].code, "sm64.I-BILLBOARD");
  // Its place, and neither a rotation nor a size: the game takes only the place from what is above.
  const auto faces_front = [](const Mat4& m) {
    for (std::size_t i = 0; i < 12; ++i)
      EXPECT_NEAR(m.m[i], Mat4{}.m[i], 1e-9) << i;
  };
  std::vector<Mat4> world;
  world_matrices(shown.scene, rest_pose(shown.scene), world);
  faces_front(world[2]);
  const Vec3 place = transform_point(world[2], {});
  EXPECT_NEAR(place.x, 0, 1e-9);
  EXPECT_NEAR(place.z, -5, 1e-9);
  // A glTF says which node it is, there and back.
  ConversionReport report;
  const Bytes gltf = write_gltf(shown.scene, {}, report).value();
  const Scene back = read_gltf(gltf).value();
  ASSERT_EQ(back.nodes.size(), 3u);
  EXPECT_FALSE(back.nodes[0].billboard);
  EXPECT_TRUE(back.nodes[2].billboard);
  // In every frame of an animation as well.
  const Bytes geo_bytes = to_bytes(geo), model_bytes = to_bytes(model);
  const Companion companions[] = {{"geo.inc.c", geo_bytes, nullptr},
                                  {"model.inc.c", model_bytes, nullptr}};
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  Diagnostics diagnostics;
  const Scene played = loaded->document->to_scene({}, {companions, {}}, diagnostics).value();
  const Clip& clip = played.clips.at(0);
  const ReferenceSampler sampler(played, clip);
  Pose pose;
  bool turns = false;
  for (double frame = 0; frame < clip.duration; ++frame) {
    sampler.sample(frame, pose);
    world_matrices(played, pose, world);
    faces_front(world[2]);
    turns = turns || std::fabs(world[0].m[0]) > 1e-3;
  }
  EXPECT_TRUE(turns);
}

// ---- The files of a model ----

TEST(Sm64GeoModel, FindsImagesAtThePathsInTheSource) {
  Shelf shelf({"game/actors/x/geo.inc.c", "game/actors/x/own.rgba16.png",
               "game/actors/x/render.png", "game/actors/y/eye.rgba16.png",
               "game/actors/y/other.rgba16.png"});
  shelf.files["game/actors/x/model.inc.c"] = to_bytes(
      "static const Texture a[] = {\n#include \"actors/y/eye.rgba16.inc.c\"\n};\n"
      "static const Texture b[] = {\n#include \"textures/no.rgba16.inc.c\"\n};\n"
      "static const Texture c[] = {\n#include \"actors/x/own.rgba16.inc.c\"\n};\n");
  Folders tree(shelf);
  const Shown shown = show(kBranches, "");
  EXPECT_EQ(shown.document->find_companions("game/actors/x/geo.inc.c", tree),
            (Names{"game/actors/x/model.inc.c", "game/actors/x/own.rgba16.png",
                   "game/actors/y/eye.rgba16.png"}));
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  const auto found = loaded->document->find_companions("game/actors/x/anims/x.inc.c", tree);
  EXPECT_NE(std::ranges::find(found, "game/actors/y/eye.rgba16.png"), found.end());
  const FileRole standing = shown.document->file_role("game/actors/x/geo.inc.c", tree);
  EXPECT_EQ(standing.missing,
            (Names{"textures/no.rgba16.png", "display list a_4", "display list b_4"}));
}

}  // namespace
}  // namespace anmkit::sm64::test
