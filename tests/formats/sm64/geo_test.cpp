// Layouts in both spellings, drawn parts, and meshes of display lists (section 8).
#include "anmkit/sampler.hpp"
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
  return loaded->document->to_scene(companions, options, diagnostics).value();
}

TEST(Sm64Geo, PartsOffsetsAndBranches) {
  const Scene scene = scene_with(kGeo, "");
  ASSERT_EQ(scene.nodes.size(), 2u);
  EXPECT_EQ(scene.nodes[0].name, "part_00");
  EXPECT_EQ(scene.nodes[1].name, "closed_dl");
  EXPECT_EQ(scene.nodes[1].parent, 0);
  EXPECT_EQ(scene.nodes[1].rest.translation, (Vec3{60, 0, 0}));
  // The rest pose: 60 along X, turned by 90 degrees about Y, in quarter size.
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

TEST(Sm64Geo, BinarySaysTheSame) {
  const Bytes bytes = hex(
      "1D00 0000 0000 4000 0400 0000 1300 0000 0000 0000 0000 0000 0400 0000"
      "1030 005A 0400 0000 1301 003C 0000 0000 0600 1234 0500 0000 0500 0000 0500 0000 0100 0000");
  Diagnostics diagnostics;
  const auto layouts = parse_geo_binary(bytes, diagnostics);
  ASSERT_TRUE(layouts.has_value()) << diagnostics.finish().front().message;
  const auto& nodes = layouts->front().nodes;
  ASSERT_EQ(nodes.size(), 4u);
  EXPECT_EQ(nodes[0].scale, 0.25);
  EXPECT_EQ(nodes[1].kind, GeoKind::part);
  EXPECT_EQ(nodes[3].kind, GeoKind::part);
  EXPECT_EQ(nodes[3].translation[0], 60);
  EXPECT_EQ(nodes[3].display_list, "0x6001234");
  EXPECT_EQ(nodes[3].parent, 2);
  const auto loaded = parse("sm64-geo", bytes);
  ASSERT_TRUE(loaded->document);
  EXPECT_EQ(rebuilt(*loaded->document).value()->write().value(), bytes);
}

TEST(Sm64Geo, EndlessBranchesEnd) {
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

}  // namespace
}  // namespace anmkit::sm64::test
