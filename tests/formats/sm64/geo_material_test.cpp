// SPDX-License-Identifier: MIT
// Materials of display lists (section 8.5).
#include <cmath>

#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

struct Shown {
  Scene scene;
  Bytes bytes;
  DocumentPtr document;
  std::vector<Diagnostic> found;
};

// A textured triangle of a layer, after these commands.
Shown drawn(std::string_view layer, std::string_view commands, bool picture = true) {
  static const Bytes kPicture = to_bytes("not looked at");
  const std::string geo =
      "const GeoLayout g[] = { GEO_DISPLAY_LIST(" + std::string(layer) + ", body), GEO_END(), };\n";
  const std::string model =
      "static const Texture eye[] = {\n#include \"actors/x/eye.rgba16.inc.c\"\n};\n"
      "static const Lights1 red = gdSPDefLights1(0, 0, 0, 0xff, 0, 0, 0x28, 0x28, 0x28);\n"
      "static const Vtx v[] = {\n{{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 51}}},\n"
      "{{{8, 0, 0}, 0, {1024, 0}, {127, 0, 0, 51}}},\n{{{0, 8, 0}, 0, {0, 512}, {0, 127, 0, "
      "51}}},\n};\nconst Gfx body[] = { gsSPLight(&red.l, 1), gsDPSetTextureImage(G_IM_FMT_RGBA, "
      "G_IM_SIZ_16b, 1, eye), gsSPTexture(0xFFFF, 0xFFFF, 0, G_TX_RENDERTILE, G_ON),\n" +
      std::string(commands) +
      "\ngsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0x0), gsSPEndDisplayList(), };\n";
  Shown shown;
  shown.bytes = to_bytes(geo);
  const Bytes source = to_bytes(model);
  const Companion companions[] = {{"actors/x/model.inc.c", source, nullptr},
                                  {"other/eye.rgba16.png", {}, nullptr},
                                  {"actors/x/eye.rgba16.png", kPicture, nullptr}};
  Diagnostics diagnostics;
  shown.document = find_format("sm64-geo")->parse({shown.bytes, "geo.inc.c"}, {}, diagnostics);
  auto scene =
      shown.document->to_scene({}, {std::span(companions).first(picture ? 3 : 1), {}}, diagnostics);
  if (scene) shown.scene = std::move(*scene);
  shown.found = diagnostics.finish();
  return shown;
}

TEST(Sm64Material, LayersDecideTransparency) {
  struct Case {
    std::string_view layer, mode;
    AlphaMode alpha;
    float opacity;
  };
  for (const Case& one : std::vector<Case>{
           {"LAYER_OPAQUE", "G_CC_MODULATERGBA", AlphaMode::opaque, 1},
           {"LAYER_ALPHA", "G_CC_MODULATERGBA", AlphaMode::mask, 1},
           {"4", "G_CC_DECALRGBA", AlphaMode::mask, 1},
           {"LAYER_ALPHA", "G_CC_MODULATERGB", AlphaMode::opaque, 1},
           {"LAYER_TRANSPARENT", "G_CC_MODULATERGBFADEA", AlphaMode::blend, 0.2F},
           {"LAYER_TRANSPARENT_DECAL", "G_CC_SHADEFADEA", AlphaMode::blend, 0.2F},
           {"LAYER_OPAQUE", "G_CC_SHADEFADEA", AlphaMode::opaque, 0.2F},
       }) {
    const std::string mode(one.mode);
    const Scene scene = drawn(one.layer, "gsDPSetEnvColor(255, 255, 255, 51), gsDPSetCombineMode(" +
                                             mode + ", " + mode + "),")
                            .scene;
    ASSERT_EQ(scene.materials.size(), 1u) << mode;
    EXPECT_EQ(scene.materials[0].alpha, one.alpha) << one.layer << mode;
    EXPECT_FLOAT_EQ(scene.materials[0].base_color[3], one.opacity) << mode;
  }
  // A list may set it itself.
  const Scene own =
      drawn("LAYER_OPAQUE",
            "gsDPSetRenderMode(G_RM_FOG_SHADE_A, G_RM_AA_ZB_TEX_EDGE2), gsDPSetCombineMode("
            "G_CC_DECALRGBA, G_CC_PASS2),")
          .scene;
  EXPECT_EQ(own.materials.at(0).alpha, AlphaMode::mask);
  EXPECT_TRUE(own.materials[0].unlit);
}

// A half of the alpha, also where the texture has more than two of them.
TEST(Sm64Material, TheLayerCutsAtHalf) {
  const auto cutoff = [](std::string_view layer, const std::string& mode) {
    return drawn(layer, "gsDPSetCombineMode(" + mode + ", " + mode + "),")
        .scene.materials.back()
        .alpha_cutoff;
  };
  EXPECT_EQ(cutoff("LAYER_ALPHA", "G_CC_DECALRGBA"), 0.5F);
  EXPECT_EQ(cutoff("LAYER_OPAQUE", "G_CC_DECALRGBA"), std::nullopt);
  // The texture mixes with its color.
  EXPECT_EQ(cutoff("LAYER_OPAQUE", "G_CC_BLENDRGBFADEA"), std::nullopt);
}

// What is drawn onto what is there is before it, whichever side it looks to.
TEST(Sm64Material, DecalLayersAreOffsetToTheFront) {
  const auto depths = [](std::string_view layer, const std::string& commands) {
    std::vector<float> all;
    const Scene scene = drawn(layer, commands).scene;
    for (const Primitive& one : scene.meshes.at(0).primitives)
      all.push_back(one.positions.at(0)[2]);
    return all;
  };
  using Depths = std::vector<float>;
  const std::string plain = "gsDPSetCombineMode(G_CC_DECALRGBA, G_CC_DECALRGBA),";
  for (const std::string_view layer :
       {"LAYER_FORCE", "LAYER_OPAQUE", "LAYER_OPAQUE_INTER", "LAYER_ALPHA", "LAYER_TRANSPARENT",
        "LAYER_TRANSPARENT_INTER"})
    EXPECT_EQ(depths(layer, plain), Depths{0}) << layer;
  for (const std::string_view layer :
       {"LAYER_OPAQUE_DECAL", "LAYER_ALPHA_DECAL", "LAYER_TRANSPARENT_DECAL", "2", "6"})
    EXPECT_EQ(depths(layer, plain), Depths{0.5F}) << layer;
  EXPECT_EQ(depths("LAYER_OPAQUE_DECAL", plain + "gsSPGeometryMode(G_CULL_BACK, G_CULL_FRONT),"),
            Depths{-0.5F});
  // A list may set it itself.
  const std::string own = "gsDPSetRenderMode(G_RM_AA_ZB_OPA_DECAL, G_RM_AA_ZB_OPA_DECAL2),";
  EXPECT_EQ(depths("LAYER_OPAQUE", plain + own), Depths{0.5F});
  const std::string off = "gsDPSetRenderMode(G_RM_AA_ZB_OPA_SURF, G_RM_AA_ZB_OPA_SURF2),";
  EXPECT_EQ(depths("LAYER_OPAQUE_DECAL", plain + off), Depths{0});
  // The texture on its color, both on what is below.
  EXPECT_EQ(
      depths("LAYER_OPAQUE_DECAL", "gsDPSetCombineMode(G_CC_BLENDRGBFADEA, G_CC_BLENDRGBFADEA),"),
      (Depths{0.5F, 1}));
}

TEST(Sm64Material, ColoursOfTheCombiner) {
  const auto color = [](std::string_view commands) {
    const auto c = drawn("LAYER_OPAQUE", commands).scene.materials.at(0).base_color;
    return std::array{c[0], c[1], c[2]};
  };
  const float half = std::pow(128.0F / 255, 2.2F);
  EXPECT_EQ(color("gsDPSetCombineMode(G_CC_MODULATERGB, G_CC_MODULATERGB),"),
            (std::array{1.0F, 0.0F, 0.0F}));
  EXPECT_EQ(color("gsDPSetCombineMode(G_CC_DECALRGB, G_CC_DECALRGB),"),
            (std::array{1.0F, 1.0F, 1.0F}));
  EXPECT_EQ(color("gsDPSetPrimColor(0, 0, 255, 128, 0, 255), gsDPSetCombineMode("
                  "G_CC_MODULATERGB_PRIM, G_CC_MODULATERGB_PRIM),"),
            (std::array{1.0F, half, 0.0F}));
  EXPECT_EQ(color("gsDPSetEnvColor(0, 255, 128, 255), gsDPSetCombineLERP(TEXEL0, 0, ENVIRONMENT, "
                  "0, 0, 0, 0, 1, TEXEL0, 0, ENVIRONMENT, 0, 0, 0, 0, 1),"),
            (std::array{0.0F, 1.0F, half}));
}

// What is not all there says how much of it is, in 255 parts.
TEST(Sm64Material, NamesContainTheOpacity) {
  const auto name = [](std::string_view alpha) {
    return drawn("LAYER_TRANSPARENT",
                 "gsDPSetEnvColor(255, 255, 255, " + std::string(alpha) +
                     "), gsDPSetCombineMode(G_CC_MODULATERGBFADEA, G_CC_MODULATERGBFADEA),")
        .scene.materials.at(0)
        .name;
  };
  EXPECT_NE(name("51").find(" alpha 51"), std::string::npos) << name("51");
  EXPECT_NE(name("254").find(" alpha 254"), std::string::npos) << name("254");
  EXPECT_EQ(name("255").find(" alpha"), std::string::npos) << name("255");
}

TEST(Sm64Material, SidesShadingAndWrapping) {
  const Scene plain = drawn("1", "gsDPSetCombineMode(G_CC_MODULATERGB, G_CC_MODULATERGB),").scene;
  EXPECT_FALSE(plain.materials.at(0).double_sided);
  const Scene scene =
      drawn("1",
            "gsDPSetCombineMode(G_CC_MODULATERGB, G_CC_MODULATERGB), gsSPClearGeometryMode("
            "G_CULL_BACK | G_SHADING_SMOOTH), gsSPTexture(0x8000, 0x4000, 0, G_TX_RENDERTILE, "
            "G_ON), gsDPSetTile(0, 0, 8, 0, G_TX_RENDERTILE, 0, G_TX_CLAMP, 5, 0, G_TX_MIRROR, 5, "
            "0), gsDPSetTile(0, 0, 0, 0, 7, 0, G_TX_WRAP, 5, 0, G_TX_WRAP, 5, 0), "
            "gsDPSetTileSize(0, 0, 0, 15 << 2, 7 << 2), gsDPSetTextureFilter(G_TF_POINT),")
          .scene;
  const Material& material = scene.materials.at(0);
  EXPECT_TRUE(material.double_sided);
  EXPECT_EQ(material.wrap_s, Wrap::mirror);
  EXPECT_EQ(material.wrap_t, Wrap::clamp);
  EXPECT_EQ(material.mag_filter, Filter::nearest);
  const Primitive& primitive = scene.meshes.at(0).primitives.at(0);
  // 32 texels at half size over 16; 16 texels at a quarter over 8.
  EXPECT_EQ(primitive.uvs[1], (std::array<float, 2>{1, 0}));
  EXPECT_EQ(primitive.uvs[2], (std::array<float, 2>{0, 0.5F}));
  // Flat: all corners have the first one's normal.
  for (const auto& normal : primitive.normals)
    EXPECT_EQ(normal, (std::array<float, 3>{0, 0, 1}));
  const Scene block = drawn("1",
                            "gsDPSetCombineMode(G_CC_DECALRGB, G_CC_DECALRGB), "
                            "gsDPLoadTextureBlock(eye, G_IM_FMT_RGBA, G_IM_SIZ_16b, 64, 16, 0, "
                            "G_TX_CLAMP, G_TX_WRAP | G_TX_NOMIRROR, 6, 4, 0, 0),")
                          .scene;
  EXPECT_EQ(block.materials.at(0).wrap_s, Wrap::clamp);
  EXPECT_EQ(block.materials[0].wrap_t, Wrap::repeat);
  // A word counts wherever it is, but not as a part of another one.
  const Scene words = drawn("1",
                            "gsDPSetCombineMode(G_CC_DECALRGB, G_CC_DECALRGB), "
                            "gsDPLoadTextureBlock(eye, G_IM_FMT_RGBA, G_IM_SIZ_16b, 64, 16, 0, "
                            "G_TX_NOMIRROR | G_TX_CLAMP, MY_G_TX_MIRROR, 6, 4, 0, 0),")
                          .scene;
  EXPECT_EQ(words.materials.at(0).wrap_s, Wrap::clamp);
  EXPECT_EQ(words.materials[0].wrap_t, Wrap::repeat);
  // Where texels are mixed, 32 is the middle of the 33rd.
  EXPECT_EQ(block.meshes.at(0).primitives.at(0).uvs[1],
            (std::array<float, 2>{32.5F / 64, 0.5F / 16}));
  // What is seen from behind only is turned around.
  const Scene behind = drawn("1", "gsSPGeometryMode(G_CULL_BACK, G_CULL_FRONT),").scene;
  EXPECT_EQ(behind.meshes.at(0).primitives.at(0).positions[1], (std::array<float, 3>{0, 8, 0}));
}

TEST(Sm64Material, DecalsBlendWithTheirColour) {
  const std::string_view mode = "gsDPSetCombineMode(G_CC_BLENDRGBFADEA, G_CC_BLENDRGBFADEA),";
  const Scene scene = drawn("1", mode).scene;
  ASSERT_EQ(scene.meshes.at(0).primitives.size(), 2u);
  const auto& below = scene.meshes[0].primitives[0];
  const auto& top = scene.meshes[0].primitives[1];
  EXPECT_LT(scene.materials.at(static_cast<std::size_t>(below.material)).image, 0);
  EXPECT_EQ(below.positions[0][2], 0);
  EXPECT_EQ(scene.materials.at(static_cast<std::size_t>(top.material)).alpha, AlphaMode::mask);
  EXPECT_EQ(top.positions[0][2], 0.5F);
  // The image is the one in the folder that the source names.
  EXPECT_EQ(scene.images.at(0).bytes, to_bytes("not looked at"));
  // Without it the colour is all.
  const Shown less = drawn("1", mode, false);
  EXPECT_EQ(less.scene.meshes.at(0).primitives.size(), 1u);
  ASSERT_EQ(less.found.size(), 1u);
  EXPECT_EQ(less.found[0].code, "sm64.I-TEXTURE");
  EXPECT_NE(less.found[0].message.find("eye.rgba16.png"), std::string::npos);
}

TEST(Sm64Material, MirrorsAreNamed) {
  const Shown shown = drawn("1",
                            "gsSPSetGeometryMode(G_TEXTURE_GEN), gsSPTexture(0x0F80, 0x07C0, 0, "
                            "G_TX_RENDERTILE, G_ON), gsDPSetCombineMode(G_CC_DECALRGB, "
                            "G_CC_DECALRGB), gsDPSetTileSize(0, 0, 0, 63 << 2, 31 << 2),");
  ASSERT_EQ(shown.found.size(), 1u);
  EXPECT_EQ(shown.found[0].code, "sm64.I-NEARLY");
  EXPECT_NE(shown.found[0].message.find("1 texture (eye.rgba16) with a reflection"),
            std::string::npos);
  // A normal that looks to the front shows the middle: 31 of 64 and 15.5 of 32 texels, whose
  // middles are half a texel further.
  const auto& uv = shown.scene.meshes.at(0).primitives.at(0).uvs.at(0);
  EXPECT_NEAR(uv[0], 31.5 / 64, 1e-6);
  EXPECT_NEAR(uv[1], 16.0 / 32, 1e-6);
}

TEST(Sm64Material, ConsoleListsGiveTheSameMaterial) {
  const Bytes layout = hex("1505 0000 0600 0030 0100 0000 0000 0000");
  const Bytes model =
      hex("0000 0000 0000 0000 0000 0000 0000 7FFF 000A 0000 0000 0000 0000 0000 0000 7FFF"
          "0000 000A 0000 0000 0000 0000 0000 7FFF"
          // 0x30: the environment's colour, (0, 0, 0, SHADE) and (0, 0, 0, ENVIRONMENT), both
          // sides, corners, a triangle, a command that nobody knows, the end.
          "FB00 0000 FFFF FF33 FCFF FE00 F002 7A00 B600 0000 0000 2000 0420 0030 0600 0000"
          "BF00 0000 0000 0A14 D700 0000 0000 0000 B800 0000 0000 0000");
  const Companion files[] = {{"6.bin", model, nullptr}};
  Options options;
  options.set("segment", "0xE=e.bin");
  options.set("segment", "6=6.bin");
  options.set("geo", "0x0E000000");
  Diagnostics diagnostics;
  const auto document =
      find_format("sm64-geo")->parse({layout, "e.bin", files}, options, diagnostics);
  ASSERT_TRUE(document);
  const Scene scene = document->to_scene({}, {{}, options}, diagnostics).value();
  ASSERT_EQ(scene.materials.size(), 1u);
  EXPECT_EQ(scene.materials[0].alpha, AlphaMode::blend);
  EXPECT_FLOAT_EQ(scene.materials[0].base_color[3], 0.2F);
  EXPECT_TRUE(scene.materials[0].double_sided);
  const auto found = diagnostics.finish();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NE(found[0].message.find("command 0xD7"), std::string::npos) << found[0].message;
}

}  // namespace
}  // namespace anmkit::sm64::test
