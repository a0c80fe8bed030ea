// SPDX-License-Identifier: MIT
// Skins are made (section 10), and the report of how near they are covers every vertex.
#include <cmath>

#include "formats/gc/document.hpp"
#include "support.hpp"

namespace anmkit::gc::test {
namespace {

// A triangle that one bone moves. Numbers below 32 have ten bits of fraction in 16 bits.
Scene skinned(std::size_t odd) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[0].name = "bone0";
  scene.nodes[0].bind_matrix = Mat4{};
  scene.nodes[1].name = "body";
  scene.nodes[1].mesh = 0;
  Primitive triangle;
  triangle.positions = {{0, 0, 0}, {16, 0, 0}, {0, 16, 0}};
  triangle.positions[odd][2] = 1 / 3.0F;
  triangle.normals.assign(3, {0, 0, 1});
  triangle.indices = {0, 1, 2};
  triangle.joints.assign(3, {0, 0, 0, 0});
  triangle.weights.assign(3, {1, 0, 0, 0});
  scene.meshes.push_back({"body", {triangle}});
  return scene;
}

TEST(GcSkinImport, EveryVertexIsMeasured) {
  for (const std::size_t odd : {0u, 1u, 2u}) {
    ConversionReport report;
    const auto made =
        document_from_scene(*find_format("gc-skn"), skinned(odd), nullptr, {}, report);
    ASSERT_TRUE(made.has_value()) << made.error().message;
    const Skin& skin = static_cast<const SkinDocument&>(**made).file;
    const double scale = std::ldexp(1.0, skin.fraction), third = double{1 / 3.0F};
    const double wanted = std::fabs(third - std::round(third * scale) / scale);
    ASSERT_GT(wanted, 1e-6) << "a third is none of the numbers";
    const auto fit = std::ranges::find(report.fits, "vertices of the skin", &FitLine::what);
    ASSERT_NE(fit, report.fits.end());
    EXPECT_NEAR(fit->error, wanted, 1e-9) << odd;
  }
}

// Vertices and weights begin at multiples of 32, for the cache that the library flushes.
TEST(GcSkinImport, ListsAreAligned) {
  ConversionReport report;
  const auto made = document_from_scene(*find_format("gc-skn"), skinned(1), nullptr, {}, report);
  ASSERT_TRUE(made.has_value());
  const Skin& skin = static_cast<const SkinDocument&>(**made).file;
  ASSERT_FALSE(skin.one_bone.empty());
  EXPECT_EQ(skin.one_bone[0].source % 32, 0u);
  EXPECT_EQ(skin.size % 32, 0u);
}

// Weights that are all zero in a scene whose nodes hold skins or cameras: nothing is a bone.
TEST(GcSkinImport, RejectsASkinWithoutBones) {
  Scene scene = skinned(0);
  scene.nodes.erase(scene.nodes.begin());
  scene.meshes[0].primitives[0].weights.assign(3, {0, 0, 0, 0});
  for (const char* format : {"gc-skn", "gc-gpl"}) {
    ConversionReport report;
    const auto made = document_from_scene(*find_format(format), scene, nullptr, {}, report);
    ASSERT_FALSE(made.has_value()) << format;
    EXPECT_EQ(made.error().code, "gc.NO-MESH");
  }
  ConversionReport report;
  const auto made = document_from_scene(*find_format("gc-act"), scene, nullptr, {}, report);
  ASSERT_TRUE(made.has_value()) << made.error().message;
  const Actor& actor = static_cast<const ActorDocument&>(**made).file;
  EXPECT_TRUE(actor.bones.empty());
  EXPECT_EQ(actor.skin_file_id, 0xFFFF);
}

// Nodes that are each other's parents hang on no root; no file of the character is made from them.
TEST(GcSkinImport, EveryFileRejectsACycle) {
  Scene scene = skinned(0);
  scene.nodes.resize(4);
  scene.nodes[2].parent = 3;
  scene.nodes[3].parent = 2;
  for (const char* format : {"gc-act", "gc-gpl", "gc-skn"}) {
    ConversionReport report;
    const auto made = document_from_scene(*find_format(format), scene, nullptr, {}, report);
    ASSERT_FALSE(made.has_value()) << format;
    EXPECT_EQ(made.error().code, "gc.ACT006") << format;
  }
}

}  // namespace
}  // namespace anmkit::gc::test
