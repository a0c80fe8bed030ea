// SPDX-License-Identifier: MIT
// Scenes of a few triangles, whose pixels can be expressed beforehand.
#include "anmkit/render.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "render/support.hpp"

namespace anmkit {
namespace {

using test::add_square;
using test::drawn;
using test::front;
using test::pixel;
using test::plain;
using test::Rgba;
using test::stage;
using test::unlit;

constexpr Rgba kBlack{0, 0, 0, 255}, kRed{255, 0, 0, 255}, kGreen{0, 255, 0, 255};
const Material kRedPaint = unlit({1, 0, 0, 1}), kGreenPaint = unlit({0, 1, 0, 1});

TEST(Renderer, ProjectsASquare) {
  Scene scene = stage();
  add_square(scene, 2.5F, 0, kRedPaint);  // half of what is seen
  const Picture picture = drawn(scene, front(), plain(40, 20));
  for (std::uint32_t y = 0; y < 20; ++y)
    for (std::uint32_t x = 0; x < 40; ++x)
      ASSERT_EQ(pixel(picture, x, y), x >= 15 && x < 25 && y >= 5 && y < 15 ? kRed : kBlack)
          << x << ", " << y;
  // Twice as far away it is half as large.
  RenderCamera camera = front();
  camera.distance = 20;
  const Picture farther = drawn(scene, camera, plain(40, 20));
  EXPECT_EQ(pixel(farther, 16, 10), kBlack);
  EXPECT_EQ(pixel(farther, 17, 7), kRed);  // the middle is on the left and the upper edge
  EXPECT_EQ(pixel(farther, 21, 11), kRed);
  EXPECT_EQ(pixel(farther, 21, 12), kBlack);
  EXPECT_EQ(pixel(farther, 22, 10), kBlack);
}

TEST(Renderer, NearerSquareHidesFartherInAnyOrder) {
  for (const bool red_first : {true, false}) {
    Scene scene = stage();
    if (red_first) add_square(scene, 1.5F, 1, kRedPaint);
    add_square(scene, 4, -1, kGreenPaint);
    if (!red_first) add_square(scene, 1.5F, 1, kRedPaint);
    const Picture picture = drawn(scene, front(), plain(20, 20));
    EXPECT_EQ(pixel(picture, 10, 10), kRed);
    EXPECT_EQ(pixel(picture, 4, 4), kGreen);
  }
}

TEST(Renderer, IntersectingSquaresAreSplitAtTheirLine) {
  Scene scene = stage();
  add_square(scene, 3, 0, kRedPaint);
  add_square(scene, 3, 0, kGreenPaint);
  for (auto& p : scene.meshes[0].primitives[1].positions)
    p[2] = p[0];  // nearer on the right
  const Picture picture = drawn(scene, front(), plain(40, 40));
  for (const std::uint32_t x : {10u, 15u, 18u})
    EXPECT_EQ(pixel(picture, x, 20), kRed) << x;
  for (const std::uint32_t x : {21u, 25u, 30u})
    EXPECT_EQ(pixel(picture, x, 20), kGreen) << x;
}

TEST(Renderer, CullsBackFaces) {
  Scene scene = stage();
  add_square(scene, 2.5F, 0, kRedPaint);
  RenderCamera behind = front();
  behind.angles.yaw = 180;
  EXPECT_EQ(pixel(drawn(scene, behind, plain(20, 20)), 10, 10), kBlack);
  scene.materials[0].double_sided = true;
  EXPECT_EQ(pixel(drawn(scene, behind, plain(20, 20)), 10, 10), kRed);
  // A mirrored node shows its front, as glTF says it.
  scene.materials[0].double_sided = false;
  scene.nodes[0].rest.scale = {-1, 1, 1};
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20)), 10, 10), kRed);
  EXPECT_EQ(pixel(drawn(scene, behind, plain(20, 20)), 10, 10), kBlack);
}

TEST(Renderer, BlendedSquaresMixFromBackToFrontInLinearLight) {
  for (const bool near_first : {true, false}) {
    Scene scene = stage();
    Material half_red = unlit({1, 0, 0, 0.5F}), half_green = unlit({0, 1, 0, 0.5F});
    half_red.alpha = half_green.alpha = AlphaMode::blend;
    if (near_first) add_square(scene, 3, 1, half_red);
    add_square(scene, 3, -1, half_green);
    if (!near_first) add_square(scene, 3, 1, half_red);
    const Rgba seen = pixel(drawn(scene, front(), plain(20, 20)), 10, 10);
    // Half of red, a quarter of green: 188 and 137 of 255 in sRGB.
    EXPECT_NEAR(seen[0], 188, 1);
    EXPECT_NEAR(seen[1], 137, 1);
    EXPECT_EQ(seen[2], 0);
    EXPECT_EQ(seen[3], 255);
  }
}

TEST(Renderer, BlendedSurfacesStayTransparentOnEmptyBackground) {
  Scene scene = stage();
  Material paint = unlit({1, 0, 0, 0.5F});
  paint.alpha = AlphaMode::blend;
  add_square(scene, 3, 0, paint);
  RenderOptions options = plain(20, 20);
  options.background.reset();
  const Picture picture = drawn(scene, front(), options);
  EXPECT_EQ(pixel(picture, 10, 10), (Rgba{255, 0, 0, 128}));
  EXPECT_EQ(pixel(picture, 0, 0), (Rgba{0, 0, 0, 0}));
}

// 2 x 2 texels: red, green / blue, clear white.
Picture checkers() {
  Picture picture{2, 2, {}};
  for (const int value : {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 0})
    picture.pixels.push_back(static_cast<std::byte>(value));
  return picture;
}

TEST(Renderer, TexturesAreUprightAndNotMirrored) {
  Scene scene = stage();
  Material paint = unlit({1, 1, 1, 1});
  paint.image = 0;
  paint.show_texels();
  paint.alpha = AlphaMode::mask;
  add_square(scene, 5, 0, paint);
  scene.images.push_back({.name = "checkers", .media_type = "image/png", .bytes = {}});
  const Picture textures[] = {checkers()};
  const Picture picture = drawn(scene, front(), plain(20, 20), textures);
  EXPECT_EQ(pixel(picture, 2, 2), kRed);
  EXPECT_EQ(pixel(picture, 9, 9), kRed);
  EXPECT_EQ(pixel(picture, 10, 9), kGreen);
  EXPECT_EQ(pixel(picture, 2, 17), (Rgba{0, 0, 255, 255}));
  EXPECT_EQ(pixel(picture, 17, 17), kBlack);  // cut out
  // Raw pixels of the scene itself are the same texture.
  scene.images[0] = {
      .name = "raw", .media_type = "", .bytes = checkers().pixels, .width = 2, .height = 2};
  EXPECT_EQ(drawn(scene, front(), plain(20, 20)), picture);
  // What cannot be decoded is white.
  scene.images[0].media_type = "image/png";
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20)), 2, 2), (Rgba{255, 255, 255, 255}));
}

TEST(Renderer, EqualImagesShareOneTexture) {
  Scene scene = stage();
  Material paint = unlit({1, 1, 1, 1});
  paint.show_texels();
  paint.image = 1;
  add_square(scene, 5, 0, paint);
  const Image image{.name = "checkers", .media_type = "image/png", .bytes = Bytes(3)};
  scene.images.assign(2, image);
  const Picture textures[] = {checkers(), {}};
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20), textures), 2, 2), kRed);
  // Other bytes are another image.
  scene.images[1].bytes.front() = std::byte{1};
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20), textures), 2, 2),
            (Rgba{255, 255, 255, 255}));
}

TEST(Renderer, MasksDiscardAlphaBelowTheCutoff) {
  Scene scene = stage();
  Material paint = unlit({1, 0, 0, 1});
  paint.image = 0;
  paint.show_texels();
  paint.alpha = AlphaMode::mask;
  add_square(scene, 5, 0, paint);
  Picture texture{2, 1, Bytes(8, std::byte{255})};
  texture.pixels[3] = std::byte{100};
  texture.pixels[7] = std::byte{200};
  scene.images.push_back({.name = "texels", .media_type = "image/png", .bytes = {}});
  const Picture textures[] = {texture};
  struct Case {
    std::optional<float> cutoff;
    Rgba left, right;
  };
  for (const Case& one :
       {Case{{}, kBlack, kRed}, Case{0.0F, kRed, kRed}, Case{0.2F, kRed, kRed},
        Case{0.5F, kBlack, kRed}, Case{0.9F, kBlack, kBlack}, Case{1.0F, kBlack, kBlack},
        Case{1e30F, kBlack, kBlack}, Case{-1.0F, kRed, kRed},
        Case{std::numeric_limits<float>::quiet_NaN(), kRed, kRed}}) {
    scene.materials[0].alpha_cutoff = one.cutoff;
    const Picture seen = drawn(scene, front(), plain(20, 20), textures);
    EXPECT_EQ(pixel(seen, 5, 10), one.left) << one.cutoff.value_or(-1);
    EXPECT_EQ(pixel(seen, 15, 10), one.right) << one.cutoff.value_or(-1);
  }
}

TEST(Renderer, WrapModesApplyBeyondTheEdges) {
  const Rgba red{255, 0, 0, 255}, green{0, 255, 0, 255};
  for (const auto& [wrap, beyond] :
       {std::pair{Wrap::repeat, red}, {Wrap::clamp, green}, {Wrap::mirror, green}}) {
    Scene scene = stage();
    Material paint = unlit({1, 1, 1, 1});
    paint.image = 0;
    paint.show_texels();
    paint.wrap_s = paint.wrap_t = wrap;
    add_square(scene, 5, 0, paint);
    // Twice the texture from left to right, its upper half from top to bottom.
    scene.meshes[0].primitives[0].uvs = {{0, 0.4F}, {2, 0.4F}, {2, 0.1F}, {0, 0.1F}};
    scene.images.push_back({.name = "checkers",
                            .media_type = "",
                            .bytes = checkers().pixels,
                            .width = 2,
                            .height = 2});
    const Picture picture = drawn(scene, front(), plain(40, 40));
    EXPECT_EQ(pixel(picture, 5, 20), red);
    EXPECT_EQ(pixel(picture, 15, 20), green);
    EXPECT_EQ(pixel(picture, 25, 20), beyond);
  }
}

TEST(Renderer, LinearFilterMixesLight) {
  Scene scene = stage();
  Material paint = unlit({1, 1, 1, 1});
  paint.image = 0;
  paint.mag_filter = paint.min_filter = Filter::linear;
  add_square(scene, 5, 0, paint);
  scene.meshes[0].primitives[0].uvs = {{0, 0.25F}, {1, 0.25F}, {1, 0.25F}, {0, 0.25F}};
  scene.images.push_back(
      {.name = "checkers", .media_type = "", .bytes = checkers().pixels, .width = 2, .height = 2});
  const Picture picture = drawn(scene, front(), plain(41, 41));
  const Rgba middle = pixel(picture, 20, 20);
  EXPECT_NEAR(middle[0], 188, 2);  // half of each, as light
  EXPECT_NEAR(middle[1], 188, 2);
  // The middle of a texel has its colour alone.
  EXPECT_EQ(pixel(drawn(scene, front(), plain(42, 42)), 10, 20), kRed);
}

TEST(Renderer, LinesHaveTheRequestedWidth) {
  for (const std::uint32_t wide : {1u, 3u, 7u}) {
    Scene scene = stage();
    Primitive line;
    line.mode = PrimitiveMode::lines;
    line.positions = {{-3, 0, 0}, {3, 0, 0}};
    line.colors = {{1, 0, 0, 1}, {1, 0, 0, 1}};
    scene.meshes[0].primitives.push_back(line);
    RenderOptions options = plain(41, 41);
    options.line_width = wide;
    const Picture picture = drawn(scene, front(), options);
    std::uint32_t rows = 0;
    for (std::uint32_t y = 0; y < 41; ++y)
      rows += pixel(picture, 20, y) == kRed ? 1 : 0;
    EXPECT_EQ(rows, wide);
  }
}

TEST(Renderer, EdgesAreSmoothAndTheirMeanIsTheArea) {
  Scene scene = stage();
  Material paint = unlit({1, 1, 1, 1});
  add_square(scene, 2.5F, 0, paint);
  RenderOptions options = plain(41, 41, 4);
  options.background.reset();
  const Picture picture = drawn(scene, front(), options);
  double covered = 0;
  for (std::uint32_t y = 0; y < 41; ++y)
    for (std::uint32_t x = 0; x < 41; ++x)
      covered += pixel(picture, x, y)[3] / 255.0;
  EXPECT_NEAR(covered, 20.5 * 20.5, 20.5);    // a quarter of the image
  EXPECT_EQ(pixel(picture, 20, 10)[3], 191);  // three rows of samples of four
}

TEST(Renderer, ClipsAtTheNearPlane) {
  Scene scene = stage();
  Material paint = kRedPaint;
  paint.double_sided = true;
  add_square(scene, 1, 0, paint);
  // A floor one below the camera, from far before it to far behind it.
  scene.meshes[0].primitives[0].positions = {
      {-1e3F, -1, 1e3F}, {1e3F, -1, 1e3F}, {1e3F, -1, -1e3F}, {-1e3F, -1, -1e3F}};
  const Picture picture = drawn(scene, front(), plain(20, 20));
  for (std::uint32_t x = 0; x < 20; ++x) {
    EXPECT_EQ(pixel(picture, x, 19), kRed);
    EXPECT_EQ(pixel(picture, x, 11), kRed);
    EXPECT_EQ(pixel(picture, x, 8), kBlack);
  }
}

TEST(Renderer, NonfiniteNumbersNeverCrash) {
  const float bad[] = {std::numeric_limits<float>::quiet_NaN(),
                       std::numeric_limits<float>::infinity(),
                       -std::numeric_limits<float>::infinity(),
                       3e38F,
                       -3e38F,
                       1e-45F,
                       0};
  for (const float value : bad) {
    for (std::size_t where = 0; where < 6; ++where) {
      Scene scene = stage();
      Material paint;
      paint.image = 0;
      paint.alpha = where % 2 == 0 ? AlphaMode::blend : AlphaMode::opaque;
      scene.images.push_back({.name = "checkers",
                              .media_type = "",
                              .bytes = checkers().pixels,
                              .width = 2,
                              .height = 2});
      add_square(scene, 3, 0, paint);
      Primitive& square = scene.meshes[0].primitives[0];
      square.normals.assign(4, {0, 0, 1});
      square.colors.assign(4, {1, 1, 1, 1});
      if (where == 0) square.positions[2][0] = value;
      if (where == 1) square.normals[1] = {value, value, value};
      if (where == 2) square.uvs[2] = {value, value};
      if (where == 3) square.colors[0] = {value, 0, 0, value};
      if (where == 4) scene.materials[0].base_color = {value, value, value, value};
      if (where == 5) scene.nodes[0].rest.translation.x = double{value};
      auto renderer = Renderer::make(scene);
      ASSERT_TRUE(renderer.has_value());
      const RenderOptions options = plain(16, 16, 2);
      EXPECT_TRUE(renderer->draw(0, front(), options).has_value());
      // What is nowhere has no camera.
      if (const auto camera = renderer->fit({}, options)) {
        EXPECT_TRUE(renderer->draw(0, *camera, options).has_value());
      } else {
        EXPECT_EQ(camera.error().code, kNothingToSee);
      }
    }
  }
}

TEST(Renderer, ClipsDistantVerticesWithoutOverflow) {
  for (const float far : {1e7F, 1e15F, 1e25F, 3e38F}) {
    for (const double scale : {1.0, 1e30, 1e90}) {
      Scene scene = stage();
      Material paint = kRedPaint;
      paint.double_sided = true;
      add_square(scene, 3, 0, paint);
      Primitive& square = scene.meshes[0].primitives[0];
      square.positions = {{-far, 1, far}, {far, -far, -far}, {0.5F, 0, 9.999F}, {far, far, 10}};
      Primitive lines = square;
      lines.mode = PrimitiveMode::lines;
      scene.meshes[0].primitives.push_back(lines);
      scene.nodes[0].rest.scale = {scale, scale, scale};
      EXPECT_EQ(drawn(scene, front(), plain(16, 16, 4)).pixels.size(), 16u * 16 * 4);
    }
  }
}

TEST(Renderer, RejectsInvalidIndicesAndAcceptsCycles) {
  Scene scene = stage();
  add_square(scene, 3, 0, kRedPaint);
  scene.nodes[0].parent = 0;
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20)), 12, 13), kRed);
  scene.nodes[0].parent = 1;
  const auto refused = Renderer::make(scene);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "anmkit.SCENE");
}

TEST(Renderer, OmitsTrianglesWithInvalidIndices) {
  Scene scene = stage();
  add_square(scene, 3, 0, kRedPaint);
  scene.meshes[0].primitives[0].indices = {0, 1, 77, 0, 2, 0xFFFF'FFFF};
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20)), 10, 10), kBlack);
}

TEST(Renderer, SkinsMoveWithTheirJoints) {
  Scene scene = stage();
  add_square(scene, 1, 0, kRedPaint);
  Primitive& square = scene.meshes[0].primitives[0];
  square.joints.assign(4, {1, 0, 0, 0});
  square.weights.assign(4, {2, 0, 0, 0});         // as good as 1
  scene.nodes[0].rest.translation = {100, 0, 0};  // of no account
  Node joint;
  joint.rest.translation = {0, 7, 0};
  scene.nodes.push_back(joint);
  EXPECT_EQ(pixel(drawn(scene, front(), plain(20, 20)), 10, 10), kRed);
  Clip clip;
  clip.duration = 10;
  clip.tracks.push_back({.node = 1,
                         .property = Property::translation,
                         .times = {0, 10},
                         .values = {0, 7, 0, 4, 7, 0},
                         .ease = {}});
  scene.clips.push_back(clip);
  auto renderer = Renderer::make(scene, {}, 0);
  ASSERT_TRUE(renderer.has_value());
  RenderOptions options = plain(20, 20);
  const auto moved = renderer->draw(10, front(), options);
  ASSERT_TRUE(moved.has_value());
  EXPECT_EQ(pixel(*moved, 10, 10), kBlack);
  EXPECT_EQ(pixel(*moved, 18, 10), kRed);
  const auto between = renderer->draw(5.5, front(), options);
  EXPECT_EQ(pixel(*between, 14, 10), kRed);
  // Whole frames only: 5.5 is 5.
  options = plain(200, 200);
  const auto smooth = renderer->draw(5.99, front(), options);
  options.stepped = true;
  EXPECT_EQ(*renderer->draw(5.99, front(), options), *renderer->draw(5, front(), options));
  EXPECT_NE(*renderer->draw(5.99, front(), options), *smooth);
}

TEST(Renderer, CameraFitsTheWholeClip) {
  Scene scene = stage();
  add_square(scene, 1, 0, kRedPaint);
  Clip clip;
  clip.duration = 20;
  clip.tracks.push_back({.node = 0,
                         .property = Property::translation,
                         .times = {0, 20},
                         .values = {0, 0, 0, 30, 9, -4},
                         .ease = {}});
  scene.clips.push_back(clip);
  auto renderer = Renderer::make(scene, {}, 0);
  for (const CameraAngles angles : {CameraAngles{0, 0}, {30, 15}, {-50, 80}}) {
    const RenderOptions options = plain(64, 48);
    const auto camera = renderer->fit(angles, options);
    ASSERT_TRUE(camera.has_value());
    std::uint32_t low = 64, high = 0, top = 48, bottom = 0;
    for (double frame = 0; frame <= 20; ++frame) {
      const auto picture = renderer->draw(frame, *camera, options);
      for (std::uint32_t y = 0; y < 48; ++y) {
        for (std::uint32_t x = 0; x < 64; ++x) {
          if (pixel(*picture, x, y) != kRed) continue;
          low = std::min(low, x), high = std::max(high, x);
          top = std::min(top, y), bottom = std::max(bottom, y);
        }
      }
    }
    EXPECT_GT(low, 0u);
    EXPECT_LT(high, 63u);
    EXPECT_GT(top, 0u);
    EXPECT_LT(bottom, 47u);
    EXPECT_TRUE(high - low > 50 || bottom - top > 36) << angles.yaw;
    // In the middle.
    EXPECT_NEAR((low + high) / 2.0, 31.5, 3);
  }
}

TEST(Renderer, AxesOfAllKindsAreUpright) {
  // A mark at the top front left of a figure in glTF's axes, converted to each frame.
  for (const UpAxis up : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
    Scene scene = stage();
    Material paint = kRedPaint;
    paint.double_sided = true;
    add_square(scene, 1, 0, paint);
    for (auto& p : scene.meshes[0].primitives[0].positions)
      p = {p[0] + 3, p[1] + 3, p[2]};
    change_frame(scene, {.up = up});
    ASSERT_EQ(scene.up, up);
    const Picture picture = drawn(scene, front(), plain(20, 20));
    EXPECT_EQ(pixel(picture, 16, 3), kRed) << static_cast<int>(up);
    EXPECT_EQ(pixel(picture, 3, 3), kBlack);
    EXPECT_EQ(pixel(picture, 16, 16), kBlack);
  }
}

TEST(Renderer, BillboardsFaceTheCamera) {
  Scene scene = stage();
  add_square(scene, 2.5F, 0, kRedPaint);
  scene.nodes[0].billboard = true;
  scene.nodes[0].rest.translation = {0, 0, 0};
  const Picture front_on = drawn(scene, front(), plain(20, 20));
  for (const double yaw : {40.0, 90.0, 200.0}) {
    RenderCamera camera = front();
    camera.angles = {yaw, 25};
    EXPECT_EQ(drawn(scene, camera, plain(20, 20)), front_on) << yaw;
  }
}

TEST(Renderer, SkeletonsAreShownAsBones) {
  Scene scene;
  scene.nodes.resize(2);
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {0, 3, 0};
  RenderCamera camera = front();
  camera.target = {0, 1.5, 0};
  const Picture picture = drawn(scene, camera, plain(400, 400));
  EXPECT_NE(pixel(picture, 200, 200), kBlack);
  EXPECT_EQ(pixel(picture, 100, 200), kBlack);
  scene.nodes[1].visible = scene.nodes[0].visible = false;
  auto renderer = Renderer::make(scene);
  EXPECT_EQ(renderer->fit({}, plain(40, 40)).error().code, kNothingToSee);
  EXPECT_EQ(Renderer::make(Scene{}).error().code, kNothingToSee);
}

// Joints whose clip takes them far apart, and one alone that moves far: a twentieth of that way.
TEST(Renderer, BonesScaleWithTheClip) {
  const auto seen = [](std::size_t joints) {
    Scene scene;
    scene.nodes.resize(joints);
    Clip& clip = scene.clips.emplace_back();
    clip.rate = 30;
    clip.duration = 10;
    Track& track = clip.tracks.emplace_back();
    track.node = static_cast<std::uint32_t>(joints - 1);
    track.property = Property::translation;
    track.times = {0, 10};
    track.values = {0, 0, 0, 1000, 0, 0};
    auto renderer = Renderer::make(scene, {}, 0);
    const RenderOptions options = plain(400, 400);
    const auto camera = renderer->fit({.yaw = 0, .pitch = 0}, options);
    const Picture picture = *renderer->draw(0, *camera, options);
    std::uint32_t wide = 0;
    for (std::uint32_t x = 0; x < 400; ++x) {
      bool any = false;
      for (std::uint32_t y = 0; y < 400; ++y)
        any = any || pixel(picture, x, y) != kBlack;
      if (any) ++wide;
    }
    return wide;
  };
  for (const std::size_t joints : {1u, 2u}) {
    EXPECT_GT(seen(joints), 12u) << joints;
    EXPECT_LT(seen(joints), 24u) << joints;
  }
}

TEST(Renderer, SizesAndCamerasAreChecked) {
  Scene scene = stage();
  add_square(scene, 1, 0, kRedPaint);
  auto renderer = Renderer::make(scene);
  const auto refused = [&](const RenderCamera& camera, const RenderOptions& options) {
    const auto picture = renderer->draw(0, camera, options);
    return !picture && picture.error().code == kBadOption;
  };
  EXPECT_TRUE(refused(front(), plain(0, 10)));
  EXPECT_TRUE(refused(front(), plain(10, 0)));
  EXPECT_TRUE(refused(front(), plain(8193, 8193)));
  EXPECT_TRUE(refused(front(), plain(70000, 1)));
  EXPECT_TRUE(refused(front(), plain(10, 10, 0)));
  EXPECT_TRUE(refused(front(), plain(10, 10, 5)));
  for (const double distance : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    RenderCamera camera = front();
    camera.distance = distance;
    EXPECT_TRUE(refused(camera, plain(10, 10)));
  }
  RenderCamera steep = front();
  steep.angles.pitch = 91;
  EXPECT_TRUE(refused(steep, plain(10, 10)));
  EXPECT_FALSE(Renderer::make(scene, {}, 3).has_value());
}

TEST(Sheet, CellsAreInRowsWithTheirNames) {
  std::vector<SheetCell> cells(3);
  for (SheetCell& cell : cells)
    cell = {{4, 4, Bytes(64, std::byte{255})}, "ab"};
  const SheetOptions options{
      .columns = 2, .cell_width = 20, .cell_height = 10, .background = {{0, 0, 0}}};
  const auto sheet = make_contact_sheet(cells, options);
  ASSERT_TRUE(sheet.has_value());
  EXPECT_EQ(sheet->width, 40u);
  EXPECT_EQ(sheet->height, 2 * (10 + 19u));
  EXPECT_EQ(pixel(*sheet, 9, 4), (Rgba{255, 255, 255, 255}));
  EXPECT_EQ(pixel(*sheet, 29, 33), kBlack);  // the fourth cell is empty
  std::size_t ink = 0;
  for (std::uint32_t y = 10; y < 29; ++y)
    for (std::uint32_t x = 0; x < 20; ++x)
      ink += pixel(*sheet, x, y) != kBlack ? 1 : 0;
  // "a" has 19 bits, "b" 21.
  EXPECT_EQ(ink, 19u + 21u);
  EXPECT_FALSE(make_contact_sheet(cells, {.columns = 0, .background = {}}).has_value());
  EXPECT_FALSE(make_contact_sheet(
                   cells, {.columns = 900, .cell_width = 900, .cell_height = 9, .background = {}})
                   .has_value());
}

// Which rows of an image have ink.
std::vector<std::uint32_t> inked_rows(const Picture& picture) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) {
      if (pixel(picture, x, y)[3] == 0) continue;
      rows.push_back(y);
      break;
    }
  }
  return rows;
}

TEST(Text, LettersThatDescendGoBelowTheLine) {
  const auto lowest = [](std::string_view text) {
    Picture picture{7 * 5, 13, Bytes(4 * 7 * 5 * 13)};
    draw_text(picture, text, 0, 0, 1, {255, 255, 255});
    return inked_rows(picture).back();
  };
  EXPECT_EQ(lowest("anxzM"), 10u);
  for (const std::string_view letter : {"g", "p", "q", "y", "j", "_"})
    EXPECT_GT(lowest(letter), 10u) << letter;
}

TEST(Sheet, LongNamesAreCutAtTheStart) {
  const auto named = [](std::string name) {
    std::vector<SheetCell> cells(1);
    cells[0] = {{1, 1, Bytes(4)}, std::move(name)};
    return *make_contact_sheet(
        cells, {.columns = 1, .cell_width = 44, .cell_height = 1, .background = {}});
  };
  // Six letters fit.
  EXPECT_EQ(named("actors/koopa"), named("..oopa"));
  EXPECT_EQ(named("koopas"), named("koopas"));
  EXPECT_FALSE(named("koopas") == named("..opas"));
}

TEST(Text, NonAsciiIsAQuestionMark) {
  Picture a{40, 13, Bytes(40 * 13 * 4)}, b = a;
  draw_text(a, "x\xC3\xA9z", 0, 0, 1, {1, 2, 3});
  draw_text(b, "x?z", 0, 0, 1, {1, 2, 3});
  EXPECT_EQ(a, b);
  EXPECT_EQ(text_width("x\xC3\xA9z", 2), 2 * 21u);
  EXPECT_EQ(text_width("", 2), 0u);
  draw_text(a, "cut off on all sides", -50, -3, 3, {1, 2, 3});
}

TEST(Renderer, MissingTexturesShowACheckerboardWithTheirName) {
  Scene scene = stage();
  Material material = unlit({1, 1, 1, 1});
  material.image = 0;
  material.show_texels();
  add_square(scene, 5, 0, material);  // all of the image, a texel for each pixel
  scene.images.emplace_back().name = "eye.rgba16";
  const Picture picture = drawn(scene, front(), plain(128, 128));
  constexpr Rgba kLight{0xEC, 0xEC, 0xEC, 255}, kDark{0xD4, 0xD4, 0xD4, 255},
      kLetter{0x60, 0x60, 0x60, 255};
  for (std::uint32_t row = 1; row < 8; ++row) {
    for (std::uint32_t column = 0; column < 8; ++column)
      EXPECT_EQ(pixel(picture, 16 * column + 8, 16 * row + 8),
                (row + column) % 2 == 1 ? kDark : kLight);
  }
  const auto letters_in = [&](const Picture& of) {
    std::size_t count = 0;
    for (std::uint32_t y = 0; y < 128; ++y)
      for (std::uint32_t x = 0; x < 128; ++x)
        count += pixel(of, x, y) == kLetter ? 1 : 0;
    return count;
  };
  const std::size_t one_line = letters_in(picture);
  EXPECT_GT(one_line, 60u);
  // A name of three lines is whole; none is white.
  scene.images[0].name = "eye.rgba16eye.rgba16eye.rgba16eye.rgba16";
  EXPECT_EQ(letters_in(drawn(scene, front(), plain(128, 128))), 4 * one_line);
  scene.images[0].name.clear();
  EXPECT_EQ(pixel(drawn(scene, front(), plain(128, 128)), 8, 8), (Rgba{255, 255, 255, 255}));
}

TEST(Renderer, MovedFromReturnsAnError) {
  Scene scene = stage();
  add_square(scene, 2.5F, 0, kRedPaint);
  auto renderer = Renderer::make(scene);
  ASSERT_TRUE(renderer);
  const Renderer other = std::move(*renderer);
  EXPECT_TRUE(other.draw(0, front(), plain(4, 4)));
  const auto drawn = renderer->draw(0, front(), plain(4, 4));
  ASSERT_FALSE(drawn);
  EXPECT_EQ(drawn.error().code, kNothingToSee);
  EXPECT_EQ(renderer->fit({}, plain(4, 4)).error().code, kNothingToSee);
}

}  // namespace
}  // namespace anmkit
