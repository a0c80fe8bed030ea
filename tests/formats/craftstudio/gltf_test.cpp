// SPDX-License-Identifier: MIT
// Native -> glTF -> native: the bytes come back, also through a real .glb.
#include "anmkit/gltf.hpp"
#include "formats/craftstudio/document.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::craftstudio::test {
namespace {

// Exports with a model (or none), reads the file again, and converts back.
Result<DocumentPtr> through_gltf(const Loaded& animation, const Loaded* model,
                                 const Document* original, GltfWriteOptions::Keys keys) {
  std::vector<Companion> with;
  if (model != nullptr) with.push_back({model->path, model->bytes, model->document.get()});
  Diagnostics diagnostics;
  const auto scene = animation.document->to_scene({}, {with, Options{}}, diagnostics);
  if (!scene) return std::unexpected(scene.error());
  ConversionReport report;
  GltfWriteOptions options;
  options.keys = keys;
  const auto glb = write_gltf(*scene, options, report);
  if (!glb) return std::unexpected(glb.error());
  const auto back = read_gltf(*glb);
  if (!back) return std::unexpected(back.error());
  const Format* format = find_format(animation.document->format());
  return document_from_scene(*format, *back, original, Options{}, report);
}

constexpr auto kBake = GltfWriteOptions::Keys::bake;
constexpr auto kSparse = GltfWriteOptions::Keys::sparse;

TEST(CraftStudioGltf, RoundTripsTheExample) {
  const auto animation = parse("csmodelanim", example_animation(), "arm.csmodelanim");
  const auto model = parse("csmodel", example_model(), "arm.csmodel");
  for (const auto keys : {kBake, kSparse}) {
    const auto back = through_gltf(*animation, model.get(), animation->document.get(), keys);
    ASSERT_TRUE(back.has_value()) << back.error().message;
    EXPECT_EQ((*back)->write().value(), example_animation());
  }
}

TEST(CraftStudioGltf, NewFilesKeepTheMotion) {
  const auto animation = parse("csmodelanim", example_animation(), "arm.csmodelanim");
  const auto model = parse("csmodel", example_model(), "arm.csmodel");
  const auto back = through_gltf(*animation, model.get(), nullptr, kBake);
  ASSERT_TRUE(back.has_value()) << back.error().message;
  Diagnostics diagnostics;
  const Companion with[] = {{"m", {}, model->document.get()}};
  const Scene a = animation->document->to_scene({}, {with, Options{}}, diagnostics).value();
  const Scene b = (*back)->to_scene({}, {with, Options{}}, diagnostics).value();
  Pose pa, pb;
  for (int frame = 0; frame <= 20; ++frame) {
    ReferenceSampler(a, a.clips[0]).sample(frame, pa);
    ReferenceSampler(b, b.clips[0]).sample(frame, pb);
    EXPECT_NEAR(pa[0].local.translation.y, pb[0].local.translation.y, 2e-4) << frame;
    EXPECT_LT(angle_between(pa[0].local.rotation, pb[0].local.rotation), 4e-4) << frame;
    EXPECT_NEAR(pa[0].local.scale.x, pb[0].local.scale.x, 2e-4) << frame;
    EXPECT_EQ(pa[0].block_size, pb[0].block_size) << frame;
  }
}

TEST(CraftStudioGltf, RoundTripsVectors) {
  std::size_t equal = 0, count = 0;
  for (const auto& path : files_in(kVectors / "good")) {
    if (path.extension() != ".csmodelanim") continue;
    const auto animation = load(path);
    const auto model = load(path.parent_path() / "model" / "body.csmodel");
    ++count;
    const auto back = through_gltf(*animation, model.get(), animation->document.get(), kBake);
    ASSERT_TRUE(back.has_value()) << path << back.error().message;
    if ((*back)->write().value() == animation->bytes) {
      ++equal;
    } else {
      ADD_FAILURE() << path << " changed";
    }
  }
  EXPECT_EQ(equal, count);
  EXPECT_GT(count, 10u);
}

// The engine lays the texture of a block out anew when its size changes; a mesh cannot.
TEST(CraftStudioGltf, ReportsTextureCoordinatesOfAnimatedSizes) {
  Diagnostics unused, grows, bare, rests;
  Animation animation = parse_animation(example_animation(), unused).value();
  const auto model = parse("csmodel", example_model(), "arm.csmodel");
  const Companion with[] = {{"m", {}, model->document.get()}};
  const AnimationDocument growing(animation);
  ASSERT_TRUE(growing.to_scene({}, {with, Options{}}, grows));
  const auto found = grows.finish();
  ASSERT_TRUE(find(found, "W-CONVERT-UV"));
  EXPECT_EQ(find(found, "W-CONVERT-UV")->severity, Severity::warning);
  EXPECT_EQ(find(found, "W-CONVERT-UV")->path, "nodes[0].blockSize");
  EXPECT_NE(find(found, "W-CONVERT-UV")->message.find("Arm"), std::string::npos);
  // Without its model there is no texture to lay out, and without the track nothing grows.
  ASSERT_TRUE(growing.to_scene({}, {{}, Options{}}, bare));
  EXPECT_FALSE(find(bare.finish(), "W-CONVERT-UV"));
  animation.nodes[0].block_size.clear();
  ASSERT_TRUE(AnimationDocument(animation).to_scene({}, {with, Options{}}, rests));
  EXPECT_FALSE(find(rests.finish(), "W-CONVERT-UV"));
}

}  // namespace
}  // namespace anmkit::craftstudio::test
