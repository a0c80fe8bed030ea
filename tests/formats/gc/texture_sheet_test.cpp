// SPDX-License-Identifier: MIT
// Textures are shown side by side, upright and flat, as large as their texels are many.
#include "formats/gc/document.hpp"
#include "support.hpp"
#include "texture_generator.hpp"

namespace anmkit::gc::test {
namespace {

TEST(GcTextureSheet, ImagesAreSideBySide) {
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
      // Images begin at the top, places at the bottom.
      EXPECT_EQ(quad.positions[corner], (std::array<float, 3>{left + u * w, (1 - v) * h, 0}));
      EXPECT_TRUE((u == 0 || u == 1) && (v == 0 || v == 1));
    }
    EXPECT_EQ(quad.indices.size(), 6u);
    EXPECT_EQ(scene.nodes.at(i).mesh, static_cast<std::int32_t>(i));
    left += w + 8;
  }
}

// One texel at the very end is painted anew: that texture gets its pixels, others keep their bytes.
TEST(GcTextureSheet, AnEditedTexelIsWritten) {
  Generator random(8);
  const std::vector<MadeTexture> textures{random_texture(random, 14, 1),
                                          random_texture(random, 14, 1)};
  const auto loaded = parse("gc-tpl", texture_palette(textures), "made.tpl");
  ASSERT_TRUE(loaded->document);
  Diagnostics diagnostics;
  Scene scene = loaded->document->to_scene({}, {{}, {}}, diagnostics).value();
  const auto again = [&](const Scene& edited) {
    ConversionReport report;
    auto made =
        document_from_scene(*find_format("gc-tpl"), edited, loaded->document.get(), {}, report);
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return std::move(*made);
  };
  const auto formats = [](const Document& document) {
    std::vector<unsigned> found;
    for (const TextureHeader& header : static_cast<const TextureDocument&>(document).file.images)
      found.push_back(header.format);
    return found;
  };
  EXPECT_EQ(formats(*again(scene)), (std::vector<unsigned>{14, 14}));
  Bytes& pixels = scene.images.at(1).bytes;
  ASSERT_EQ(pixels.size(), std::size_t{4} * textures[1].width * textures[1].height);
  const std::byte old = pixels.end()[-3];
  std::ranges::copy(Bytes{std::byte{1}, old ^ std::byte{0x80}, std::byte{3}, std::byte{255}},
                    pixels.end() - 4);
  const auto made = again(scene);
  EXPECT_EQ(formats(*made), (std::vector<unsigned>{14, 6}));
  const Scene shown = made->to_scene({}, {{}, {}}, diagnostics).value();
  EXPECT_EQ(shown.images.at(0).bytes, scene.images[0].bytes);
  EXPECT_EQ(shown.images.at(1).bytes, pixels);
}

}  // namespace
}  // namespace anmkit::gc::test
