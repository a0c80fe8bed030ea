// SPDX-License-Identifier: MIT
// The sum of a scene's textures, however they are stored.
#include <gtest/gtest.h>

#include "convert/show.hpp"
#include "pictures/png.hpp"

namespace anmkit {
namespace {

Scene textured() {
  Scene scene;
  scene.images.push_back({"raw", {}, Bytes(4 * 3 * 2), 3, 2});
  const Bytes pixels(std::size_t{4} * 5 * 1);
  scene.images.push_back({"png", "image/png", encode_png(pixels, 5, 1).value(), 0, 0});
  scene.materials.resize(2);
  scene.materials[0].image = 0;
  scene.materials[1].image = 1;
  return scene;
}

TEST(ShowTextures, CountsPixelsOfBothKinds) {
  Diagnostics notes;
  Scene scene = textured();
  const auto all = decode_textures(scene, 11, notes);
  ASSERT_TRUE(all.has_value());
  EXPECT_TRUE(all->at(0).pixels.empty()) << "it is pixels already";
  EXPECT_EQ(all->at(1).width, 5U);
  const auto refused = decode_textures(scene, 10, notes);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "anmkit.LIMIT");
  // Six stored ones alone are too many for five.
  scene.images.resize(1);
  scene.materials.resize(1);
  EXPECT_TRUE(decode_textures(scene, 6, notes).has_value());
  EXPECT_FALSE(decode_textures(scene, 5, notes).has_value());
}

TEST(ShowTextures, EqualImagesAreDecodedOnce) {
  Diagnostics notes;
  Scene scene = textured();
  scene.images.push_back(scene.images[1]);
  scene.materials.push_back(scene.materials[1]);
  scene.materials[2].image = 2;
  // The second one's material alone is shown: the first one is decoded for it.
  scene.materials.erase(scene.materials.begin() + 1);
  const auto all = decode_textures(scene, 11, notes);
  ASSERT_TRUE(all.has_value()) << all.error().message;
  EXPECT_EQ(all->at(1).width, 5U);
  EXPECT_TRUE(all->at(2).pixels.empty());
}

}  // namespace
}  // namespace anmkit
