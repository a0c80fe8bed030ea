// SPDX-License-Identifier: MIT
// Scenes that glTF cannot store: each finding names what is lost or refused, and the file holds the
// rest.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>

#include "anmkit/gltf.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

using Json = nlohmann::json;

Scene one_node() {
  Scene scene;
  scene.nodes.emplace_back().name = "arm";
  Clip& clip = scene.clips.emplace_back();
  clip.name = "wave";
  clip.rate = 10;
  clip.duration = 4;
  return scene;
}

Track& add_track(Scene& scene, Property property, std::vector<double> values) {
  Track& track = scene.clips[0].tracks.emplace_back();
  track.property = property;
  track.interpolation = Interpolation::step;
  track.times = {0, 4};
  track.values = std::move(values);
  return track;
}

// What is written, and every finding with the code: text files are read by another parser.
struct Written {
  Json json;
  std::vector<Diagnostic> told;
};
Written write(const Scene& scene, std::string_view code) {
  ConversionReport report;
  GltfWriteOptions options;
  options.binary = false;
  const auto file = write_gltf(scene, options, report);
  EXPECT_TRUE(file.has_value()) << (file ? "" : file.error().message);
  Written written;
  if (file) written.json = Json::parse(as_text(*file));
  for (const Diagnostic& one : report.diagnostics.finish()) {
    EXPECT_EQ(one.code, code) << one.message;
    EXPECT_EQ(one.severity, Severity::warning);
    written.told.push_back(one);
  }
  return written;
}

Error refused(const Scene& scene) {
  ConversionReport report;
  const auto file = write_gltf(scene, {}, report);
  EXPECT_FALSE(file.has_value());
  return file ? Error{} : file.error();
}

TEST(GltfFindings, ClipsWithoutRateOrLengthAreRefused) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const double endless = std::numeric_limits<double>::infinity();
  for (const auto& [rate, duration] : {std::pair{0.0, 4.0},
                                       {-30.0, 4.0},
                                       {none, 4.0},
                                       {endless, 4.0},
                                       {30.0, -1.0},
                                       {30.0, none},
                                       {30.0, endless}}) {
    SCOPED_TRACE(std::to_string(rate) + ", " + std::to_string(duration));
    Scene scene = one_node();
    Clip& second = scene.clips.emplace_back();
    second.rate = rate;
    second.duration = duration;
    const Error error = refused(scene);
    EXPECT_EQ(error.code, "anmkit.GLTF-CLIP");
    EXPECT_EQ(error.path, "clips[1]") << "the first one is good";
    EXPECT_NE(error.message.find("a positive rate and a finite duration"), std::string::npos);
  }
}

// Joints are numbered with 16 bits; each node is one.
TEST(GltfFindings, RejectsTooManyJoints) {
  Scene scene;
  scene.nodes.resize(65536);
  const Error error = refused(scene);
  EXPECT_EQ(error.code, "anmkit.GLTF-SIZE");
  EXPECT_EQ(error.message, "65536 joints; glTF skins count to 65535");
}

// A billion frames of one channel are beyond 4 GiB, which is known before any is baked.
TEST(GltfFindings, RejectsTooLongClips) {
  Scene scene = one_node();
  scene.clips.push_back(scene.clips[0]);
  scene.clips[1].duration = 1e9;
  const Error error = refused(scene);
  EXPECT_EQ(error.code, "anmkit.GLTF-SIZE");
  EXPECT_EQ(error.path, "clips[1]");
  EXPECT_NE(error.message.find("4 GiB"), std::string::npos);
}

TEST(GltfFindings, OmitsInvalidImages) {
  const Bytes pixels(16, std::byte{255});
  Bytes damaged = *encode_png(pixels, 2, 2);
  damaged.resize(damaged.size() / 2);
  Scene scene = one_node();
  scene.images = {{"foreign", "image/webp", to_bytes("RIFF"), 2, 2},
                  {"damaged", "image/png", damaged, 2, 2},
                  {"good", "", pixels, 2, 2},
                  {"short", "", pixels, 2, 3}};
  for (std::int32_t image = 0; image < 4; ++image) {
    Material& material = scene.materials.emplace_back();
    material.name = scene.images[static_cast<std::size_t>(image)].name;
    material.image = image;
  }
  const Written written = write(scene, "anmkit.GLTF-IMAGE");
  ASSERT_EQ(written.told.size(), 3u);
  EXPECT_EQ(written.told[0].path, "images[0]");
  EXPECT_NE(written.told[0].message.find("this one is image/webp"), std::string::npos);
  EXPECT_EQ(written.told[1].path, "images[1]");
  EXPECT_TRUE(written.told[1].message.starts_with("the image is damaged: "));
  EXPECT_EQ(written.told[2].path, "images[3]");
  // The good one is now the first; the other materials stay, without a texture.
  ASSERT_EQ(written.json["images"].size(), 1u);
  EXPECT_EQ(written.json["images"][0]["name"], "good");
  ASSERT_EQ(written.json["textures"].size(), 1u);
  EXPECT_EQ(written.json["textures"][0]["source"], 0);
  ASSERT_EQ(written.json["materials"].size(), 4u);
  for (const Json& material : written.json["materials"]) {
    const bool textured = material.contains("pbrMetallicRoughness") &&
                          material["pbrMetallicRoughness"].contains("baseColorTexture");
    EXPECT_EQ(textured, material["name"] == "good") << material;
  }
}

TEST(GltfFindings, OmitsTrianglesWithInvalidIndices) {
  Scene scene = one_node();
  scene.nodes[0].mesh = 0;
  Primitive faces;
  faces.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  faces.indices = {0, 1, 3, 2, 1, 0, 0xFFFFFFFF, 1, 2};
  Primitive lines;
  lines.mode = PrimitiveMode::lines;
  lines.positions = {{0, 0, 0}, {1, 0, 0}};
  lines.indices = {0, 2, 1, 0};
  scene.meshes.push_back({"arm", {faces, lines}});
  const Written written = write(scene, "anmkit.GLTF-INDEX");
  ASSERT_EQ(written.told.size(), 1u);
  // Two of the triangles and one of the lines.
  EXPECT_TRUE(written.told[0].message.starts_with("3 triangles, lines or points name vertices"));
  const Json& primitives = written.json["meshes"][0]["primitives"];
  ASSERT_EQ(primitives.size(), 2u);
  const auto corners = [&](std::size_t primitive) {
    const auto accessor = primitives[primitive]["indices"].get<std::size_t>();
    return written.json["accessors"][accessor]["count"].get<int>();
  };
  EXPECT_EQ(corners(0), 3);
  EXPECT_EQ(corners(1), 2);
  scene.meshes[0].primitives[0].indices = {2, 1, 0};
  scene.meshes[0].primitives[1].indices = {};
  EXPECT_TRUE(write(scene, "none").told.empty());
}

// The y axis leans by half of the x axis.
Mat4 leaning() {
  Mat4 matrix;
  matrix.m[4] = 0.5;
  return matrix;
}

TEST(GltfFindings, ReportsShearedOffsets) {
  Scene scene = one_node();
  scene.nodes.emplace_back().name = "hand";
  // Rotated and scaled unevenly is what nodes can be.
  scene.nodes[0].offset = trs_matrix({1, 2, 3}, from_axis_angle({0, 0, 1}, 0.7), {2, 1, 0.5});
  scene.nodes[1].offset = leaning();
  const Written written = write(scene, "anmkit.GLTF-SHEAR");
  ASSERT_EQ(written.told.size(), 1u);
  EXPECT_EQ(written.told[0].path, "nodes[1]");
  EXPECT_NE(written.told[0].message.find("offset is sheared"), std::string::npos);
}

TEST(GltfFindings, ReportsShearedMatricesOfAClip) {
  Scene scene = one_node();
  const Mat4 straight = trs_matrix({1, 2, 3}, from_axis_angle({0, 1, 0}, 0.7), {2, 1, 0.5});
  std::vector<double> values(straight.m.begin(), straight.m.end());
  const Mat4 sheared = leaning();
  values.insert(values.end(), sheared.m.begin(), sheared.m.end());
  for (const Property property : {Property::local_matrix, Property::static_offset}) {
    scene.clips[0].tracks.clear();
    add_track(scene, property, values);
    const Written written = write(scene, "anmkit.GLTF-SHEAR");
    ASSERT_EQ(written.told.size(), 1u);
    EXPECT_EQ(written.told[0].path, "clip \"wave\"");
    EXPECT_NE(written.told[0].message.find("\"arm\""), std::string::npos);
    // The leaning axis becomes upright: its x is lost, which is more than its length gains.
    EXPECT_TRUE(written.told[0].message.ends_with("largest error 0.5"));
  }
  std::copy_n(values.begin(), 16, values.begin() + 16);
  scene.clips[0].tracks.clear();
  add_track(scene, Property::local_matrix, values);
  EXPECT_TRUE(write(scene, "none").told.empty());
}

}  // namespace
}  // namespace anmkit
