// SPDX-License-Identifier: MIT
// Blocks of no thickness: two faces on one plane, each seen from its own side.
#include <cmath>

#include "core/png_write.hpp"
#include "formats/craftstudio/model/geometry.hpp"
#include "formats/craftstudio/scene.hpp"
#include "render/support.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

constexpr std::uint32_t kWidth = 12, kHeight = 8;

// Every texel has a color of its own.
Rgba texel(std::int32_t u, std::int32_t v) {
  return {20 + 19 * u, 10 + 30 * v, 255 - 13 * u - 3 * v, 255};
}
Picture texture() {
  Picture picture{kWidth, kHeight, {}};
  for (std::int32_t v = 0; v < std::int32_t{kHeight}; ++v)
    for (std::int32_t u = 0; u < std::int32_t{kWidth}; ++u)
      for (const int part : texel(u, v))
        picture.pixels.push_back(static_cast<std::byte>(part));
  return picture;
}

// A block of 4 x 6 x 0 pixels: its front shows the texels from (1, 1), its back those from (7, 2).
RestModel flat_model(Vec3 scale, ByteView png) {
  RestModel model;
  model.texture = png;
  model.pixels = true;
  RestNode node;
  node.name = "sign";
  node.size = {4, 6, 0};
  node.scale = scale;
  node.quad_offset[0] = {1, 1};
  node.quad_offset[1] = {7, 2};
  model.nodes.push_back(node);
  return model;
}

// What is at a pixel, by the ray through its middle and sections 6.1 to 6.3; from the front or
// from behind, where x runs the other way.
std::optional<Rgba> wanted(double x, double y, bool behind, Vec3 scale) {
  if (behind) x = -x;
  const double across = x / scale.x, up = y / scale.y;  // of the block itself
  if (std::fabs(across) >= 2 || std::fabs(up) >= 3) return std::nullopt;
  // A mirrored depth turns the front to the other side.
  const bool front = behind == (scale.z < 0);
  // p1, the texel (u, v), is the corner at -x of the front and at +x of the back.
  const double u = (front ? 1 : 7) + (front ? across + 2 : 2 - across);
  const double v = (front ? 1 : 2) + (3 - up);
  return texel(static_cast<std::int32_t>(std::floor(u)), static_cast<std::int32_t>(std::floor(v)));
}

void expect_seen(Scene scene, Vec3 scale) {
  const Picture picture = texture();
  for (Material& material : scene.materials)
    material.unlit = true;
  constexpr std::uint32_t kSide = 61;
  for (const bool behind : {false, true}) {
    for (const double distance : {5.0, 12.0, 90.0, 4000.0}) {
      SCOPED_TRACE(std::to_string(distance) + (behind ? " behind" : " before"));
      RenderCamera camera = front();
      camera.angles.yaw = behind ? 180 : 0;
      camera.distance = distance;
      // Always 14 pixels high at the block.
      camera.vertical_fov = 2 * std::atan(7 / distance);
      const Picture textures[] = {picture};
      const Picture seen = drawn(scene, camera, plain(kSide, kSide), textures);
      int shown = 0;
      for (std::uint32_t row = 0; row < kSide; ++row) {
        for (std::uint32_t column = 0; column < kSide; ++column) {
          const double x = (column + 0.5 - kSide / 2.0) * 14 / kSide;
          const double y = (kSide / 2.0 - row - 0.5) * 14 / kSide;
          // Beside an edge of texels either may be right.
          const auto near_edge = [](double at) { return std::fabs(at - std::round(at)) < 0.02; };
          if (near_edge(x) || near_edge(y)) continue;
          const auto should = wanted(x, y, behind, scale);
          const Rgba is = pixel(seen, column, row);
          shown += should ? 1 : 0;
          const Rgba expected = should.value_or(Rgba{0, 0, 0, 255});
          for (std::size_t k = 0; k < 4; ++k)
            ASSERT_NEAR(is[k], expected[k], 1) << column << ", " << row;
        }
      }
      EXPECT_GT(shown, 200);
    }
  }
}

constexpr std::array<Vec3, 4> kScales{{{1, 1, 1}, {-1, 1, 1}, {1, 1, -1}, {-1, 1, -1}}};

TEST(CraftStudioFlatBlocks, EachSideShowsItsOwnFaceAtAnyDistance) {
  const Bytes png = write_png(texture());
  for (const Vec3& scale : kScales)
    expect_seen(scene_of(flat_model(scale, png), true, {}), scale);
}

// A model made from what is shown, by somebody who knows nothing of the file, shows the same.
TEST(CraftStudioFlatBlocks, ImportKeepsSidesApart) {
  const Bytes png = write_png(texture());
  for (const Vec3& scale : kScales) {
    SCOPED_TRACE(std::to_string(scale.x) + " " + std::to_string(scale.z));
    Scene scene = scene_of(flat_model(scale, png), true, {});
    for (Node& node : scene.nodes) {
      node.block_size.reset();
      node.inherit_scale = true;
    }
    const Format& target = *find_format("csmodel");
    change_frame(scene, target.frame);
    ConversionReport report;
    const auto bytes = target.from_scene({scene}, {}, report);
    ASSERT_TRUE(bytes.has_value());
    const auto loaded = parse("csmodel", *bytes);
    RestModel made = *rest_of(*loaded->document);
    ASSERT_EQ(made.nodes.size(), 1U);
    EXPECT_EQ(made.nodes[0].size, (Vec3{4, 6, 0}));
    EXPECT_EQ(Bytes(made.texture.begin(), made.texture.end()), png);
    expect_seen(scene_of(made, true, {}), scale);
  }
}

TEST(CraftStudioFlatBlocks, FacesShareAPlaneAndAreSingleSided) {
  const Bytes png = write_png(texture());
  RestModel model = flat_model({1, 1, 1}, png);
  model.nodes.push_back(model.nodes[0]);
  model.nodes[1].size = {4, 6, 2};
  const Scene scene = scene_of(model, true, {});
  ASSERT_EQ(scene.meshes.size(), 2U);
  const Primitive& flat = scene.meshes[0].primitives.at(0);
  ASSERT_EQ(flat.positions.size(), 8U);
  for (const auto& position : flat.positions)
    EXPECT_EQ(position[2], 0);
  EXPECT_FALSE(scene.materials.at(static_cast<std::size_t>(flat.material)).double_sided);
  // Section 6.2: both sides of every other face are drawn.
  const Primitive& thick = scene.meshes[1].primitives.at(0);
  EXPECT_EQ(thick.positions.size(), 24U);
  EXPECT_TRUE(scene.materials.at(static_cast<std::size_t>(thick.material)).double_sided);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
