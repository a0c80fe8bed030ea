// SPDX-License-Identifier: MIT
// Hundreds of models and textures of all kinds: written and built again byte for byte, and shown.
#include "random_files.hpp"
#include "core/json.hpp"
#include "export_scene.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

constexpr std::uint32_t kFiles = 400;

// The document, after it was proven to come back from its writer and from its dump.
std::unique_ptr<Loaded> proven(std::string_view id, const Bytes& bytes, const std::string& name) {
  auto loaded = parse(id, bytes, name);
  const auto found = loaded->diagnostics.finish();
  EXPECT_TRUE(loaded->document) << name << ": " << (found.empty() ? "" : found[0].message);
  if (!loaded->document) return loaded;
  const auto written = loaded->document->write();
  EXPECT_TRUE(written && *written == bytes) << name;
  const auto built = rebuilt(*loaded->document);
  EXPECT_TRUE(built) << name << ": " << (built ? "" : built.error().message);
  if (built) {
    const auto again = (*built)->write();
    EXPECT_TRUE(again && *again == bytes) << name;
  }
  (void)check(*loaded);
  return loaded;
}

ShownCounts count(const Scene& scene) {
  ShownCounts shown;
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& primitive : mesh.primitives) {
      const std::size_t n = primitive.indices.size();
      if (primitive.mode == PrimitiveMode::triangles) shown.triangles += n / 3;
      if (primitive.mode == PrimitiveMode::lines) shown.lines += n / 2;
      if (primitive.mode == PrimitiveMode::points) shown.points += n;
    }
  }
  return shown;
}

TEST(PsxGltfSamples, Models) {
  std::vector<std::unique_ptr<Loaded>> textures;
  std::vector<Companion> companions;
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    textures.push_back(proven("psx-tim", random_texture(seed).bytes, "T.TIM"));
    companions.push_back({"T.TIM", textures.back()->bytes, textures.back()->document.get()});
  }
  for (std::uint32_t seed = 0; seed < kFiles; ++seed) {
    const RandomModel model = random_model(seed);
    const std::string name = "psx_model" + std::to_string(seed);
    const auto loaded = proven("psx-tmd", model.bytes, name);
    ASSERT_TRUE(loaded->document);
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene(
        {}, {seed % 2 == 0 ? Companions(companions) : Companions{}, Options{}}, diagnostics);
    ASSERT_TRUE(scene) << name;
    ShownCounts shown = count(*scene);
    shown.skipped = model.shown.skipped;
    EXPECT_EQ(shown, model.shown) << name;
    const auto findings = diagnostics.finish();
    EXPECT_EQ(find(findings, "TMD-09") != nullptr, model.shown.skipped > 0) << name;
    export_scene(*scene, name);
  }
}

TEST(PsxGltfSamples, Textures) {
  for (std::uint32_t seed = 0; seed < kFiles; ++seed) {
    const RandomTexture texture = random_texture(seed);
    const std::string name = "psx_texture" + std::to_string(seed);
    const auto loaded = proven("psx-tim", texture.bytes, name);
    ASSERT_TRUE(loaded->document);
    Diagnostics diagnostics;
    const auto scene = loaded->document->to_scene({}, {{}, Options{}}, diagnostics);
    if (texture.width == 0) {  // one cell of 24-bit colour is less than a pixel
      EXPECT_FALSE(scene);
      continue;
    }
    ASSERT_TRUE(scene) << name << ": " << scene.error().message;
    ASSERT_EQ(scene->images.size(), texture.palettes) << name;
    EXPECT_EQ(scene->images[0].width, texture.width) << name;
    EXPECT_EQ(scene->images[0].height, texture.height) << name;
    export_scene(*scene, name);
  }
}

}  // namespace
}  // namespace anmkit::psx::test
