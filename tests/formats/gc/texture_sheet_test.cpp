// SPDX-License-Identifier: MIT
// Textures are shown side by side, upright and flat, as large as their texels are many.
#include "support.hpp"
#include "texture_generator.hpp"

namespace anmkit::gc::test {
namespace {

TEST(GcTextureSheet, PicturesStandSideBySide) {
  Generator random(7);
  const std::vector<MadeTexture> textures{
      random_texture(random, 6, 1), random_texture(random, 0, 1), random_texture(random, 14, 1)};
  const auto loaded = parse("gc-tpl", texture_palette(textures), "made.tpl");
  ASSERT_TRUE(loaded->document);
  Diagnostics diagnostics;
  const Scene scene = loaded->document->to_scene({}, {{}, {}}, diagnostics).value();
  ASSERT_EQ(scene.meshes.size(), textures.size());
  float left = 0;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const auto w = static_cast<float>(textures[i].width),
               h = static_cast<float>(textures[i].height);
    EXPECT_EQ(scene.images.at(i).width, textures[i].width);
    EXPECT_EQ(scene.images.at(i).height, textures[i].height);
    const Primitive& quad = scene.meshes[i].primitives.at(0);
    ASSERT_EQ(quad.positions.size(), 4u);
    for (std::size_t corner = 0; corner < 4; ++corner) {
      const auto& [u, v] = quad.uvs[corner];
      // Pictures begin at the top, places at the bottom.
      EXPECT_EQ(quad.positions[corner], (std::array<float, 3>{left + u * w, (1 - v) * h, 0}));
      EXPECT_TRUE((u == 0 || u == 1) && (v == 0 || v == 1));
    }
    EXPECT_EQ(quad.indices.size(), 6u);
    EXPECT_EQ(scene.nodes.at(i).mesh, static_cast<std::int32_t>(i));
    left += w + 8;
  }
}

}  // namespace
}  // namespace anmkit::gc::test
