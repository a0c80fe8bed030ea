// SPDX-License-Identifier: MIT
// Scenes become models: what is a box, how faces are mapped to the texture, and messages about the
// rest.
#include <cmath>

#include "core/png_info.hpp"
#include "core/png_write.hpp"
#include "core/zlib.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/model/body_model.hpp"
#include "formats/craftstudio/model/boxes.hpp"
#include "formats/craftstudio/model/geometry.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// The six faces of a box as section 6.2 has them, with the texels of a quad each.
Primitive box(Vec3 half, Vec3 centre = {}, std::size_t faces = kFaceCount) {
  Primitive primitive;
  for (std::size_t f = 0; f < faces; ++f) {
    const auto base = static_cast<std::uint32_t>(primitive.positions.size());
    const std::array<std::array<float, 2>, 4> uvs = {{{1, 0}, {0, 0}, {0, 1}, {1, 1}}};
    for (std::size_t k = 0; k < 4; ++k) {
      const Vec3 p = centre + scale(corner_side(f, k), half);
      primitive.positions.push_back(
          {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
      primitive.uvs.push_back(uvs[k]);
    }
    for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u})
      primitive.indices.push_back(base + i);
  }
  return primitive;
}

Scene scene_with(Primitive primitive) {
  Scene scene;
  Node& node = scene.nodes.emplace_back();
  node.name = "box";
  node.mesh = 0;
  scene.meshes.push_back({"box", {std::move(primitive)}});
  return scene;
}

Picture chequered(std::uint32_t width, std::uint32_t height) {
  Picture picture{width, height, {}};
  for (std::uint32_t i = 0; i < width * height; ++i)
    for (const std::uint32_t part : {i * 37 % 256, i * 91 % 256, i * 13 % 256, 255u})
      picture.pixels.push_back(static_cast<std::byte>(part));
  return picture;
}

void paint(Scene& scene, Bytes file, std::string media_type = "image/png") {
  Image image;
  image.media_type = std::move(media_type);
  image.bytes = std::move(file);
  scene.images.push_back(std::move(image));
  Material material;
  material.image = 0;
  scene.materials.push_back(material);
  for (Primitive& primitive : scene.meshes[0].primitives)
    primitive.material = 0;
}

struct Made {
  std::optional<Model> model;
  std::string error;
  ConversionReport report;
  bool has(std::string_view code) { return find(report.diagnostics.finish(), code) != nullptr; }
};
Made make(const Scene& scene) {
  Made made;
  const auto bytes = find_format("csmodel")->from_scene({scene}, {}, made.report);
  if (!bytes) {
    made.error = bytes.error().code;
    return made;
  }
  Diagnostics unused;
  if (auto model = parse_model(*bytes, unused)) made.model = std::move(*model);
  return made;
}

// Eight bits per channel, unfiltered: the pixels are the stream without the first byte of each row.
TEST(PngWrite, IsAPngOfThesePixels) {
  const Picture picture = chequered(5, 3);
  const Bytes file = write_png(picture);
  const auto info = read_png_info(file);
  ASSERT_TRUE(info.has_value());
  EXPECT_EQ(info->width, 5u);
  EXPECT_EQ(info->height, 3u);
  EXPECT_EQ(info->bit_depth, 8);
  EXPECT_EQ(info->color_type, 6);
  EXPECT_EQ(info->end_offset, file.size());
  // Signature, IHDR and the head of IDAT take 8 + 25 + 8 bytes; its sum and IEND are after.
  const auto rows = inflate_zlib(ByteView(file).subspan(41, file.size() - 41 - 4 - 12), 3 * 21);
  ASSERT_TRUE(rows.has_value());
  for (std::size_t y = 0; y < 3; ++y) {
    EXPECT_EQ((*rows)[21 * y], std::byte{0});
    for (std::size_t i = 0; i < 20; ++i)
      EXPECT_EQ((*rows)[21 * y + 1 + i], picture.pixels[20 * y + i]);
  }
}

TEST(CraftStudioBody, ABoxIsItsNode) {
  Made made = make(scene_with(box({0.25, 0.5, 0.125}, {1, 2, 3})));
  ASSERT_TRUE(made.model) << made.error;
  ASSERT_EQ(made.model->nodes.size(), 1u);
  const ModelNode& node = made.model->nodes[0];
  EXPECT_EQ(node.block_size, (std::array<std::uint16_t, 3>{8, 16, 4}));
  EXPECT_EQ(node.pivot_offset, (Float3{1, 2, 3}));
  EXPECT_EQ(node.position, (Float3{0, 0, 0}));
  EXPECT_EQ(node.scale, (Float3{1, 1, 1}));
  // White everywhere: one field for all faces.
  EXPECT_EQ(node.unwrap_mode, static_cast<std::uint8_t>(UnwrapMode::collapsed));
  EXPECT_EQ(made.report.summary, "1 block: 1 exact, 0 fitted");
}

// A rest scale of 0 hides a node in other programs: the block has the size of the mesh.
TEST(CraftStudioBody, ARestScaleOfZeroIsNoSize) {
  const Scene plain = scene_with(box({0.5, 1, 0.25}));
  for (const bool above : {false, true}) {
    Scene scene = plain;
    if (above) {
      scene.nodes.insert(scene.nodes.begin(), Node{});
      scene.nodes[0].name = "bone";
      scene.nodes[1].parent = 0;
    }
    scene.nodes[0].rest.scale = {0, 0, 0};
    Made made = make(scene);
    ASSERT_TRUE(made.model) << made.error;
    const ModelNode& node = made.model->nodes.back();
    EXPECT_EQ(node.block_size, (std::array<std::uint16_t, 3>{16, 32, 8})) << above;
    EXPECT_EQ(node.scale, (Float3{1, 1, 1}));
    EXPECT_TRUE(made.has("I-CONVERT-SCALE-ZERO"));
    EXPECT_FALSE(made.has("W-LOSS-SHAPE"));
  }
  // A thousandth of what a clip shows hides as well; a small node that stays small does not.
  Scene scene = plain;
  scene.nodes[0].rest.scale = {1e-4, 1e-4, 1e-4};
  Clip& clip = scene.clips.emplace_back();
  Track& track = clip.tracks.emplace_back();
  track.property = Property::scale;
  track.times = {0, 5};
  track.values = {1e-4, 1e-4, 1e-4, 1, 1, 1};
  EXPECT_EQ(make(scene).model->nodes[0].block_size, (std::array<std::uint16_t, 3>{16, 32, 8}));
  scene.clips.clear();
  scene.nodes[0].rest.scale = {0.5, 0.5, 0.5};
  Made small = make(scene);
  EXPECT_EQ(small.model->nodes[0].block_size, (std::array<std::uint16_t, 3>{8, 16, 4}));
  EXPECT_FALSE(small.has("I-CONVERT-SCALE-ZERO"));
}

TEST(CraftStudioBody, SizesThatAreNotWholeAreScales) {
  Made made = make(scene_with(box({0.13, 0.01, 40})));
  ASSERT_TRUE(made.model);
  const ModelNode& node = made.model->nodes[0];
  EXPECT_EQ(node.block_size, (std::array<std::uint16_t, 3>{4, 1, 128}));
  EXPECT_NEAR(node.scale[0] * 4 / 16, 0.26, 1e-6);
  EXPECT_NEAR(node.scale[1] * 1 / 16, 0.02, 1e-6);
  EXPECT_NEAR(node.scale[2] * 128 / 16, 80, 1e-4);
}

// The image decides how many texels a face has.
TEST(CraftStudioBody, TexelsAreSizes) {
  Scene scene = scene_with(box({0.5, 0.5, 0.5}));
  paint(scene, write_png(chequered(32, 32)));
  Made made = make(scene);
  ASSERT_TRUE(made.model);
  const ModelNode& node = made.model->nodes[0];
  EXPECT_EQ(node.block_size, (std::array<std::uint16_t, 3>{32, 32, 32}));
  EXPECT_EQ(node.scale, (Float3{0.5, 0.5, 0.5}));
  EXPECT_EQ(node.quad_transform, (std::array<std::uint8_t, kFaceCount>{}));
  EXPECT_EQ(made.model->texture, scene.images[0].bytes);
  EXPECT_FALSE(made.has("I-CONVERT-PAINTED"));
}

// Every turn and mirror that a face can have is found again (section 6.3).
TEST(CraftStudioBody, RotatedAndMirroredFaces) {
  for (const int mirror : {0, 8, 16, 24}) {
    for (const int turn : {0, 1, 2, 4}) {
      Scene scene = scene_with(box({0.25, 0.125, 0.375}));
      paint(scene, write_png(chequered(64, 64)));
      Primitive& primitive = scene.meshes[0].primitives[0];
      const auto transform = static_cast<std::uint8_t>(mirror | turn);
      for (std::size_t f = 0; f < kFaceCount; ++f) {
        const auto [width, height] = face_size(f, {8, 4, 12});
        const auto uvs = face_uvs({30, 30}, transform, width, height);
        for (std::size_t k = 0; k < 4; ++k)
          primitive.uvs[4 * f + k] = {static_cast<float>(uvs[k][0] / 64),
                                      static_cast<float>(uvs[k][1] / 64)};
      }
      Made made = make(scene);
      ASSERT_TRUE(made.model);
      const ModelNode& node = made.model->nodes[0];
      EXPECT_EQ(node.block_size, (std::array<std::uint16_t, 3>{8, 4, 12}));
      for (std::size_t f = 0; f < kFaceCount; ++f) {
        const auto [width, height] = face_size(f, {8, 4, 12});
        EXPECT_EQ(face_uvs(node.quad_offset[f], node.quad_transform[f], width, height),
                  face_uvs({30, 30}, transform, width, height))
            << int{transform} << " " << f;
      }
      EXPECT_EQ(made.model->texture, scene.images[0].bytes);
    }
  }
}

TEST(CraftStudioBody, AnOpenBoxIsTransparentThere) {
  Made made = make(scene_with(box({0.5, 0.5, 0.5}, {}, 5)));
  ASSERT_TRUE(made.model);
  EXPECT_EQ(made.report.summary, "1 block: 1 exact, 0 fitted");
  const auto list = made.report.diagnostics.finish();
  const Diagnostic* hidden = find(list, "I-CONVERT-HIDDEN");
  ASSERT_NE(hidden, nullptr);
  EXPECT_TRUE(hidden->message.starts_with("1 boxes are open at one side")) << hidden->message;
  EXPECT_NE(made.model->nodes[0].quad_offset[5], made.model->nodes[0].quad_offset[0]);
}

// A pixel of Minecraft's is a sixteenth of CraftStudio's unit.
TEST(CraftStudioBody, BodiesInPixelsOrUnits) {
  Scene scene = scene_with(box({8, 16, 4}, {1, 2, 3}));
  scene.nodes[0].rest.translation = {32, 48, -16};
  const auto pixels = body_of(scene, true);
  ASSERT_TRUE(pixels.has_value());
  ASSERT_EQ(pixels->nodes.size(), 1u);
  EXPECT_EQ(pixels->nodes[0].block_size, (std::array<std::uint16_t, 3>{16, 32, 8}));
  EXPECT_EQ(pixels->nodes[0].position, (Float3{2, 3, -1}));
  EXPECT_EQ(pixels->nodes[0].pivot_offset, (Float3{1 / 16.0F, 2 / 16.0F, 3 / 16.0F}));
  const auto units = body_of(scene, false);
  ASSERT_TRUE(units.has_value());
  EXPECT_EQ(units->nodes[0].position, (Float3{32, 48, -16}));
}

TEST(CraftStudioBody, FlatPartsBecomeFlatBlocks) {
  Made made = make(scene_with(box({0.5, 0.25, 0}, {}, 1)));
  ASSERT_TRUE(made.model);
  EXPECT_EQ(made.model->nodes[0].block_size, (std::array<std::uint16_t, 3>{16, 8, 0}));
  EXPECT_EQ(made.report.summary, "1 block: 1 exact, 0 fitted");
}

TEST(CraftStudioBody, ReportsLosses) {
  EXPECT_EQ(make(Scene{}).error, "craftstudio.E-NO-MESH");
  Scene scene = scene_with(box({0.5, 0.5, 0.5}));
  Primitive line;
  line.mode = PrimitiveMode::lines;
  line.positions = {{0, 0, 0}, {1, 0, 0}};
  line.indices = {0, 1};
  Primitive broken;
  broken.positions = {{0, 0, 0}, {1, 0, NAN}, {0, INFINITY, 0}};
  broken.indices = {0, 1, 2};
  scene.meshes[0].primitives.push_back(std::move(line));
  scene.meshes[0].primitives.push_back(std::move(broken));
  Node& eye = scene.nodes.emplace_back();
  eye.camera = 0;
  scene.cameras.emplace_back();
  Made made = make(scene);
  ASSERT_TRUE(made.model);
  EXPECT_EQ(made.model->nodes.size(), 1u);
  EXPECT_TRUE(made.has("W-LOSS-LINES"));
  EXPECT_TRUE(made.has("W-LOSS-TRIANGLES"));
  EXPECT_TRUE(made.has("W-LOSS-CAMERA"));
}

TEST(CraftStudioBody, ReportsUnreadableImages) {
  Scene scene = scene_with(box({0.5, 0.5, 0.5}));
  Bytes broken = write_png(chequered(16, 16));
  broken.resize(41);
  paint(scene, broken);
  Made made = make(scene);
  ASSERT_TRUE(made.model);
  EXPECT_TRUE(made.has("W-LOSS-TEXTURE"));
  EXPECT_TRUE(read_png_info(made.model->texture).has_value());
}

// A corner out of its place is measured, not hidden.
TEST(CraftStudioBody, DistancesAreThoseOfVertices) {
  Primitive primitive = box({0.5, 0.5, 0.5});
  for (auto& p : primitive.positions)
    if (p == std::array<float, 3>{0.5F, 0.5F, 0.5F}) p = {0.25F, 0.25F, 0.25F};
  Made made = make(scene_with(std::move(primitive)));
  ASSERT_TRUE(made.model);
  EXPECT_TRUE(made.has("W-LOSS-SHAPE"));
  ASSERT_EQ(made.report.fits.size(), 1u);
  EXPECT_NEAR(made.report.fits[0].error, 0.25, 1e-6);
}

TEST(CraftStudioBody, DistanceFromABox) {
  Box one;
  one.half = {1, 2, 3};
  EXPECT_DOUBLE_EQ(distance_from(one, {0, 0, 0}), 1);
  EXPECT_DOUBLE_EQ(distance_from(one, {0, 2, 0}), 0);
  EXPECT_DOUBLE_EQ(distance_from(one, {4, 6, 0}), 5);
}

}  // namespace
}  // namespace anmkit::craftstudio::test
