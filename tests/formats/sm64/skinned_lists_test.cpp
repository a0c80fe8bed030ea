// SPDX-License-Identifier: MIT
// Vertices keep the matrix, the light and the texture scale under which they were loaded
// (section 8.5).
#include <cmath>

#include "anmkit/render.hpp"
#include "model_support.hpp"

namespace anmkit::sm64::test {
namespace {

constexpr std::string_view kGeo =
    "const GeoLayout worm_geo[] = { GEO_NODE_START(), GEO_OPEN_NODE(),\n"
    "GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 0, 0, lower), GEO_OPEN_NODE(),\n"
    "GEO_DISPLAY_LIST(LAYER_OPAQUE, joint), GEO_ANIMATED_PART(LAYER_OPAQUE, 0, 200, 0, upper),\n"
    "GEO_CLOSE_NODE(), GEO_CLOSE_NODE(), GEO_END(), };\n";
// Red at the top of the lower part, blue at the bottom of the upper one.
const std::string kModel =
    "Vtx joint_vtx[] = { {{{-50, 100, 0}, 0, {0, 0}, {255, 0, 0, 255}}},\n"
    "{{{50, 100, 0}, 0, {0, 0}, {255, 0, 0, 255}}} };\n"
    "Vtx upper_vtx[] = { {{{-50, 0, 0}, 0, {0, 0}, {0, 0, 255, 255}}},\n"
    "{{{50, 0, 0}, 0, {0, 0}, {0, 0, 255, 255}}}, {{{50, 100, 0}, 0, {0, 0}, {0, 0, 255, 255}}} "
    "};\n"
    "Gfx lower[] = { gsSPClearGeometryMode(G_LIGHTING), gsSPEndDisplayList() };\n"
    "Gfx joint[] = { gsSPVertex(joint_vtx, 2, 0), gsSPEndDisplayList() };\n"
    "Gfx upper[] = { gsSPVertex(upper_vtx, 3, 2), gsSP2Triangles(0, 1, 3, 0, 0, 3, 2, 0),\n"
    "gsSP1Triangle(2, 3, 4, 0), gsSPEndDisplayList() };\n";

TEST(Sm64SkinnedLists, VerticesKeepTheMatrixOfTheirLoad) {
  const Shown shown = show_model(kGeo, kModel);
  ASSERT_EQ(shown.scene.nodes.size(), 2u);
  EXPECT_TRUE(shown.found.empty());
  EXPECT_LT(shown.scene.nodes[0].mesh, 0);
  ASSERT_EQ(shown.scene.nodes[1].mesh, 0);
  const auto& primitives = shown.scene.meshes[0].primitives;
  ASSERT_EQ(primitives.size(), 2u);
  // Two triangles of both parts, where they are at rest.
  const Primitive& skin = primitives[0];
  using Corner = std::array<float, 3>;
  EXPECT_EQ(
      skin.positions,
      (std::vector<Corner>{
          {-50, 100, 0}, {50, 100, 0}, {50, 200, 0}, {-50, 100, 0}, {50, 200, 0}, {-50, 200, 0}}));
  std::vector<std::uint32_t> joints;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    joints.push_back(skin.joints[i][0]);
    EXPECT_EQ(skin.weights.at(i), (std::array<float, 4>{1, 0, 0, 0}));
  }
  EXPECT_EQ(joints, (std::vector<std::uint32_t>{0, 0, 1, 0, 1, 1}));
  // One of the upper part alone, in the part.
  EXPECT_TRUE(primitives[1].joints.empty());
  EXPECT_EQ(primitives[1].positions, (std::vector<Corner>{{-50, 0, 0}, {50, 0, 0}, {50, 100, 0}}));
  EXPECT_TRUE(check_scene(shown.scene));
}

// The pixel of a point that a level camera looks at from the front.
std::array<int, 4> pixel_at(const Picture& picture, const RenderCamera& camera, Vec3 point) {
  const double half = std::tan(camera.vertical_fov / 2) * (camera.distance - point.z);
  const double scale = picture.height / 2.0 / half;
  const auto x =
      static_cast<std::size_t>(picture.width / 2.0 + (point.x - camera.target.x) * scale);
  const auto y =
      static_cast<std::size_t>(picture.height / 2.0 - (point.y - camera.target.y) * scale);
  std::array<int, 4> rgba{};
  for (std::size_t i = 0; i < 4; ++i)
    rgba[i] = std::to_integer<int>(picture.pixels.at(4 * (y * picture.width + x) + i));
  return rgba;
}

TEST(Sm64SkinnedLists, RenderedImageHasNoGap) {
  const Shown shown = show_model(kGeo, kModel);
  const auto renderer = Renderer::make(shown.scene);
  ASSERT_TRUE(renderer);
  RenderOptions options;
  options.width = options.height = 200;
  const auto camera = renderer->fit({.yaw = 0, .pitch = 0}, options);
  ASSERT_TRUE(camera);
  const auto picture = renderer->draw(0, *camera, options);
  ASSERT_TRUE(picture);
  // Half way from red to blue, by light: a half is 188 of 255 on a screen.
  const double half = 255 * (1.055 * std::pow(0.5, 1 / 2.4) - 0.055);
  const auto middle = pixel_at(*picture, *camera, {0, 150, 0});
  EXPECT_NEAR(middle[0], half, 3);
  EXPECT_EQ(middle[1], 0);
  EXPECT_NEAR(middle[2], half, 3);
  EXPECT_EQ(middle[3], 255);
  // Beside the strip there is nothing.
  EXPECT_EQ(pixel_at(*picture, *camera, {-60, 150, 0})[3], 0);
}

TEST(Sm64SkinnedLists, LightsAndScalesAreThoseOfTheLoad) {
  const std::string lists =
      "Lights1 red = gdSPDefLights1(0, 0, 0, 255, 0, 0, 40, 40, 40);\n"
      "Lights1 green = gdSPDefLights1(0, 0, 0, 0, 255, 0, 40, 40, 40);\n"
      "Vtx v[] = { {{{0, 0, 0}, 0, {64, 0}, {0, 0, 127, 255}}}, {{{1, 0, 0}, 0, {64, 0}, {0, 0, "
      "127, 255}}}, {{{0, 1, 0}, 0, {64, 0}, {0, 0, 127, 255}}} };\n";
  const std::string geo = "const GeoLayout g[] = { GEO_DISPLAY_LIST(1, a), GEO_END(), };\n";
  // All corners under red: the green light comes too late.
  const Shown late = show_model(
      geo, lists +
               "Gfx a[] = { gsSPSetLights1(red), gsSPVertex(v, 3, 0), gsSPSetLights1(green), "
               "gsSP1Triangle(0, 1, 2, 0), gsSPEndDisplayList() };\n");
  EXPECT_EQ(late.scene.materials.at(0).base_color, (std::array<float, 4>{1, 0, 0, 1}));
  // Corners under two lights: the color is the vertices'.
  const Shown both = show_model(
      geo, lists +
               "Gfx a[] = { gsSPSetLights1(red), gsSPVertex(v, 2, 0), gsSPSetLights1(green), "
               "gsSPVertex(v + 2, 1, 2), gsSP1Triangle(0, 1, 2, 0), gsSPEndDisplayList() };\n");
  EXPECT_EQ(both.scene.materials.at(0).base_color, (std::array<float, 4>{1, 1, 1, 1}));
  const auto& colors = both.scene.meshes.at(0).primitives.at(0).colors;
  EXPECT_EQ(colors.at(0), (std::array<float, 4>{1, 0, 0, 1}));
  EXPECT_EQ(colors.at(2), (std::array<float, 4>{0, 1, 0, 1}));
  EXPECT_FALSE(both.scene.materials[0].unlit);
  // The scale of the texture.
  const Shown scaled =
      show_model(geo, lists +
                          "Gfx a[] = { gsSPTexture(0x8000, 0xFFFF, 0, 0, 1), gsSPVertex(v, 3, 0), "
                          "gsSPTexture(0x4000, 0xFFFF, 0, 0, 1), gsSP1Triangle(0, 1, 2, 0), "
                          "gsSPEndDisplayList() };\n");
  // 2 texels at half the scale, half a texel for its middle, of 32.
  EXPECT_EQ(scaled.scene.meshes.at(0).primitives.at(0).uvs.at(0)[0], 1.5F / 32);
}

TEST(Sm64SkinnedLists, MissingVerticesAreNotReplacedByEarlierOnes) {
  const Shown shown = show_model(
      "const GeoLayout g[] = { GEO_DISPLAY_LIST(1, a), GEO_END(), };\n",
      "Vtx v[] = { {{{0, 0, 0}, 0, {0, 0}, {0, 0, 127, 255}}}, {{{1, 0, 0}, 0, {0, 0}, {0, 0, 127, "
      "255}}}, {{{0, 1, 0}, 0, {0, 0}, {0, 0, 127, 255}}} };\n"
      "ROM_ASSET_LOAD_VTX(of_the_game, 0x00114750, 73216, 0x0001da60, 48);\n"
      "Gfx a[] = { gsSPVertex(v, 3, 0), gsSP1Triangle(0, 1, 2, 0), gsSPVertex(of_the_game, 3, 0), "
      "gsSP1Triangle(0, 1, 2, 0), gsSPVertex(nowhere, 3, 0), gsSP1Triangle(0, 1, 2, 0), "
      "gsSPEndDisplayList() };\n");
  EXPECT_EQ(shown.scene.meshes.at(0).primitives.at(0).indices.size(), 3u);
  ASSERT_EQ(shown.found.size(), 2u);
  EXPECT_EQ(shown.found[0].code, "sm64.W-MODEL");
  EXPECT_NE(shown.found[0].message.find("loaded from the game's ROM"), std::string::npos);
  EXPECT_NE(shown.found[0].message.find("of_the_game"), std::string::npos);
  EXPECT_NE(shown.found[1].message.find("nowhere"), std::string::npos);
}

}  // namespace
}  // namespace anmkit::sm64::test
