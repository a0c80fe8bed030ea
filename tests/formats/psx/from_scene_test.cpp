// SPDX-License-Identifier: MIT
// The import: what was not edited stays, what was arrives, what does not fit is reported, and the
// printed errors are those of the bytes that were written.
#include <cmath>
#include <cstdlib>

#include "anmkit/gltf.hpp"
#include "clip_sampler.hpp"
#include "formats/psx/document.hpp"
#include "random_clips.hpp"
#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::psx::test {
namespace {

Scene through_gltf(const Document& document, GltfWriteOptions::Keys keys) {
  Diagnostics diagnostics;
  ConversionReport report;
  GltfWriteOptions options;
  options.keys = keys;
  const Scene scene = document.to_scene({}, {{}, Options{}}, diagnostics).value();
  Scene read = read_gltf(write_gltf(scene, options, report).value(), 0).value();
  change_frame(read, find_format(document.format())->frame);
  return read;
}

Bytes back(std::string_view format, const Scene& scene, const Document* original,
           ConversionReport& report, const Options& options = {}) {
  const auto bytes =
      find_format(format)->from_scene({scene, original, {}, {}}, {{}, options}, report);
  EXPECT_TRUE(bytes.has_value()) << (bytes ? "" : bytes.error().message);
  return bytes.value_or(Bytes{});
}

TEST(PsxFromScene, RandomClipsUntouched) {
  for (std::uint32_t seed = 0; seed < random_clip_count(); ++seed) {
    SCOPED_TRACE(seed);
    const AnmDocument document(random_clip(seed));
    const auto keys = seed % 4 == 0 ? GltfWriteOptions::Keys::sparse : GltfWriteOptions::Keys::bake;
    const Scene scene = through_gltf(document, keys);
    ConversionReport report;
    EXPECT_EQ(back("psx-anm", scene, &document, report), document.write().value());
    EXPECT_TRUE(report.fits.empty());
  }
}

// The largest distance of a node's origin in the scene from where the written file draws it, over
// the frames in which both are seen.
double measured(const Scene& wanted, std::size_t node, const Anm& written, std::size_t slot) {
  const ReferenceSampler scene(wanted, wanted.clips[0]);
  const ClipSampler file(written);
  Pose pose;
  std::vector<ObjectPose> poses(file.slots().size());
  double worst = 0;
  for (std::size_t n = 0; n < written.frame_count(); ++n) {
    scene.sample(static_cast<double>(n), pose);
    file.sample(static_cast<double>(n), poses);
    if (!pose[node].visible || !poses[slot].visible) continue;
    const Vec3 a = pose[node].local.translation;
    const auto& b = poses[slot].translation;
    worst = std::max(worst, length(a - Vec3{b[0], b[1], b[2]}));
  }
  return worst;
}

TEST(PsxFromScene, RandomClipsEdited) {
  std::size_t edits = 0;
  for (std::uint32_t seed = 0; seed < random_clip_count(); ++seed) {
    SCOPED_TRACE(seed);
    const AnmDocument document(random_clip(seed));
    Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
    Random random(seed + 1);
    Track* moved = nullptr;
    for (Track& track : scene.clips[0].tracks)
      if (track.property == Property::translation && (moved == nullptr || random.one_in(3)))
        moved = &track;
    if (moved == nullptr) continue;
    const std::size_t key = random.below(static_cast<std::uint32_t>(moved->times.size()));
    double& x = moved->values[3 * key];
    x = std::clamp(x, -30000.0, 30000.0) + 100.4;
    ConversionReport report;
    Diagnostics diagnostics;
    const Bytes bytes = back("psx-anm", scene, &document, report);
    const Anm written = parse_anm(bytes, diagnostics).value();
    ASSERT_EQ(written.frame_count(), document.anm.frame_count());
    const std::string name = scene.nodes[moved->node].name;
    const auto line = std::ranges::find(report.fits, "node " + name + ", position", &FitLine::what);
    const ClipSampler slots(written);
    if (line == report.fits.end() || slots.slots().size() != scene.nodes.size()) continue;
    ++edits;
    EXPECT_NEAR(line->error, measured(scene, moved->node, written, moved->node), 0.005) << name;
    // At most half a unit of each axis is lost.
    EXPECT_LT(line->error, std::sqrt(0.75) + 0.03) << name;
    // Other objects keep their keyframes.
    for (std::size_t n = 0; n < written.frame_count(); ++n) {
      for (const Keyframe& old : document.anm.frame(n)) {
        if (old.object_index == scene.nodes[moved->node].id) continue;
        EXPECT_EQ(std::ranges::count(written.frame(n), old),
                  std::ranges::count(document.anm.frame(n), old));
      }
    }
  }
  EXPECT_GT(edits, random_clip_count() / 4);
}

// A clip of frames that show nothing has nothing that glTF could move.
TEST(PsxFromScene, AClipWithoutKeyframes) {
  Anm anm;
  for (int n = 0; n < 3; ++n)
    anm.add_frame({});
  const AnmDocument document(anm);
  ConversionReport report;
  EXPECT_EQ(back("psx-anm", Scene{}, &document, report), document.write().value());
  EXPECT_EQ(report.clips, 1u);
}

// A clip that an editor made longer: its first frames stay what they were.
TEST(PsxFromScene, ALongerClipKeepsItsFrames) {
  Anm anm;
  for (std::int16_t n = 0; n < 3; ++n) {
    const Keyframe key{.object_index = 0, .flags = 0x84, .pos = {n, 5, 0}};
    anm.add_frame({{key}});
  }
  const AnmDocument document(anm);
  Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
  scene.clips[0].duration = 5;
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm made = parse_anm(back("psx-anm", scene, &document, report), diagnostics).value();
  ASSERT_EQ(made.frame_count(), 5u);
  for (std::size_t n = 0; n < 3; ++n)
    EXPECT_EQ(made.frame(n)[0], anm.frame(n)[0]) << n;
}

TEST(PsxFromScene, ReportsFractionalLengths) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.nodes.emplace_back().name = "arm";
  scene.clips.emplace_back().duration = 4.5;
  ConversionReport report;
  Diagnostics diagnostics;
  EXPECT_EQ(parse_anm(back("psx-anm", scene, nullptr, report), diagnostics)->frame_count(), 5u);
  EXPECT_TRUE(find_code(report.diagnostics.finish(), "psx.W-LENGTH"));
  // A pose is one frame.
  scene.clips[0].duration = 0;
  EXPECT_EQ(parse_anm(back("psx-anm", scene, nullptr, report), diagnostics)->frame_count(), 1u);
}

// Two joints with a skin between them; its holder is elsewhere, which counts for nothing.
Scene skinned_rig() {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.metres_per_unit = kMetresPerUnit;
  scene.nodes.resize(4);
  scene.nodes[0].name = "hip";
  scene.nodes[0].bind_matrix = translation_matrix({100, 0, 0});
  scene.nodes[0].rest.translation = {100, 0, 0};
  scene.nodes[1].name = "knee";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.translation = {0, 50, 0};
  scene.nodes[1].bind_matrix = translation_matrix({100, 50, 0});
  scene.nodes[2].name = "body";
  scene.nodes[2].rest.translation = {999, 999, 999};
  scene.nodes[2].mesh = 0;
  scene.nodes[3].name = "view";
  scene.nodes[3].camera = 0;
  scene.cameras.emplace_back();
  Primitive& skin = scene.meshes.emplace_back().primitives.emplace_back();
  for (const float y : {0.0F, 10.0F, 20.0F, 50.0F, 60.0F, 70.0F})
    skin.positions.push_back({100 + y, y, 0});
  for (std::uint32_t v = 0; v < 6; ++v) {
    skin.joints.push_back({v < 3 ? 0u : 1u, 0, 0, 0});
    skin.weights.push_back({1, 0, 0, 0});
  }
  skin.joints[5] = {1, 0, 0, 0};
  skin.weights[5] = {0.75F, 0.25F, 0, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.rate = 30;
  clip.duration = 2;
  Track& track = clip.tracks.emplace_back();
  track.node = 0;
  track.times = {0, 1, 2};
  track.values = {100, 0, 0, 110, 0, 0, 120, 0, 0};
  return scene;
}

TEST(PsxFromScene, JointsOfASkinAreObjects) {
  const Scene scene = skinned_rig();
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm anm = parse_anm(back("psx-anm", scene, nullptr, report), diagnostics).value();
  // Nothing shows the pose at the end before it, so that it is a frame of its own.
  ASSERT_EQ(anm.frame_count(), 3u);
  ASSERT_EQ(anm.frame(1).size(), 2u);
  EXPECT_EQ(anm.frame(1)[0].pos, (std::array<std::int16_t, 3>{110, 0, 0}));
  EXPECT_EQ(anm.frame(1)[1].pos, (std::array<std::int16_t, 3>{110, 50, 0}));
  // Each joint's faces, in its own space.
  const Tmd tmd = parse_tmd(back("psx-tmd", scene, nullptr, report), diagnostics).value();
  ASSERT_EQ(tmd.objects.size(), 2u);
  EXPECT_EQ(tmd.objects[0].vertices.at(0), (TmdVector{0, 0, 0, 0}));
  EXPECT_EQ(std::ranges::count(tmd.objects[1].vertices, TmdVector{60, 10, 0, 0}), 1);
  // One face bends.
  const auto findings = report.diagnostics.finish();
  ASSERT_TRUE(find_code(findings, "psx.W-LOSS"));
  EXPECT_TRUE(find_code(findings, "psx.W-LOSS")->message.starts_with("1 face follows several"));
}

// A parent that is twice as wide leans its child, which is rotated by an eighth. What was
// (-1.414, 0.707) is written as the right angle to (1.414, 0.707): (-0.707, 1.414).
TEST(PsxFromScene, ReportsShearWithItsSize) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.nodes.resize(2);
  scene.nodes[0].name = "arm";
  scene.nodes[0].rest.scale = {2, 1, 1};
  scene.nodes[1].name = "hand";
  scene.nodes[1].parent = 0;
  scene.nodes[1].rest.rotation = from_axis_angle({0, 0, 1}, kPi / 4);
  scene.clips.emplace_back().duration = 2;
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm anm = parse_anm(back("psx-anm", scene, nullptr, report), diagnostics).value();
  EXPECT_EQ(anm.frame(0).size(), 2u);
  const auto found = report.diagnostics.finish();
  const Diagnostic* shear = find(found, "SHEAR");
  ASSERT_NE(shear, nullptr);
  EXPECT_EQ(shear->severity, Severity::warning);
  EXPECT_TRUE(shear->message.starts_with("node hand is sheared")) << shear->message;
  EXPECT_TRUE(shear->message.ends_with("off by 0.707107")) << shear->message;
  EXPECT_EQ(std::ranges::count(found, "psx.SHEAR", &Diagnostic::code), 1) << "the arm is not";
  // A child that is not rotated is as wide, and nothing else.
  scene.nodes[1].rest.rotation = {};
  ConversionReport straight;
  back("psx-anm", scene, nullptr, straight);
  EXPECT_FALSE(find(straight.diagnostics.finish(), "SHEAR"));
}

// A table of frames is counted in 16-bit words, of which the header takes three and the table's
// last entry one.
TEST(PsxFromScene, RejectsTooManyFrames) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.nodes.emplace_back().name = "arm";
  scene.clips.emplace_back().duration = 65532;
  ConversionReport report;
  const auto made = find_format("psx-anm")->from_scene({scene, nullptr, {}, {}}, {}, report);
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().code, "psx.SIZE");
  EXPECT_EQ(made.error().message, "the clip lasts 65532 frames, the format counts to 65531");
}

// A block without depth is flat; the joint that it hangs on is not.
TEST(PsxFromScene, AFlatBlockIsNotAFlatJoint) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.nodes.emplace_back().name = "sign";
  scene.nodes[0].inherit_scale = false;
  scene.nodes[0].block_size = Vec3{16, 16, 0};
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 2;
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm anm = parse_anm(back("psx-anm", scene, nullptr, report), diagnostics).value();
  ASSERT_EQ(anm.frame(0).size(), 1u);
  EXPECT_EQ(anm.frame(0)[0].scale, (std::array<std::int16_t, 3>{4096, 4096, 4096}));
}

TEST(PsxFromScene, ARateOfZeroIsRefused) {
  Options options;
  options.set("rate", "0");
  const AnmDocument document(random_clip(1));
  const AncDocument camera(parse_anc(example_anc(), *std::make_unique<Diagnostics>()).value());
  Diagnostics diagnostics;
  ConversionReport report;
  const Scene scene = skinned_rig();
  for (const Document* each :
       {static_cast<const Document*>(&document), static_cast<const Document*>(&camera)}) {
    EXPECT_EQ(each->to_scene({}, {{}, options}, diagnostics).error().code, kBadOption);
    EXPECT_EQ(each->play({}, {{}, options}).error().code, kBadOption);
    EXPECT_EQ(find_format(each->format())
                  ->from_scene({scene, nullptr, {}, {}}, {{}, options}, report)
                  .error()
                  .code,
              kBadOption);
  }
}

// A camera of any file: its own eye, direction and lens.
TEST(PsxFromScene, AForeignCamera) {
  Scene scene;
  scene.up = UpAxis::y_down;
  scene.nodes.resize(2);
  scene.nodes[0].rest.translation = {10, -20, -300};
  scene.nodes[1].parent = 0;
  // Upright where y is down, and looking along +z.
  scene.nodes[1].rest.rotation = from_axis_angle({1, 0, 0}, kPi);
  scene.nodes[1].camera = 0;
  scene.cameras.emplace_back().vertical_fov = kPi / 4;
  Clip& clip = scene.clips.emplace_back();
  clip.duration = 1;
  ConversionReport report;
  Diagnostics diagnostics;
  const Anc anc = parse_anc(back("psx-anc", scene, nullptr, report), diagnostics).value();
  ASSERT_EQ(anc.keyframes.size(), 1u);
  EXPECT_EQ(anc.keyframes[0].vp, (std::array<std::int16_t, 3>{10, -20, -300}));
  EXPECT_EQ(anc.keyframes[0].fov, 512);
  EXPECT_EQ(anc.keyframes[0].vr[0], 10);
  EXPECT_GT(anc.keyframes[0].vr[2], 10000);
}

// Objects of size 0 are drawn, as nothing: their keyframes stay, in a clip that was edited as well.
TEST(PsxFromScene, KeyframesOfSizeZeroStay) {
  Anm anm;
  for (std::int16_t n = 0; n < 4; ++n) {
    Keyframe first{.object_index = 0, .flags = 7, .rot = {5, 6, 7}, .pos = {n, 5, 0}};
    if (n == 1 || n == 2) first.scale = {0, 0, 0};
    const Keyframe second{.object_index = 3, .flags = 0x84, .pos = {0, n, 0}};
    anm.add_frame({{first, second}});
  }
  const AnmDocument document(anm);
  for (const auto keys : {GltfWriteOptions::Keys::bake, GltfWriteOptions::Keys::sparse}) {
    ConversionReport report;
    EXPECT_EQ(back("psx-anm", through_gltf(document, keys), &document, report),
              document.write().value());
    EXPECT_EQ(report.summary, "unchanged: the original bytes");
  }
  Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
  for (Track& track : scene.clips[0].tracks) {
    const bool moved = track.property == Property::translation && scene.nodes[track.node].id == 3;
    for (std::size_t i = 0; moved && i < track.values.size(); ++i)
      track.values[i] += 10;
  }
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm made = parse_anm(back("psx-anm", scene, &document, report), diagnostics).value();
  ASSERT_EQ(made.frame_count(), 4u);
  for (std::size_t n = 0; n < 4; ++n) {
    ASSERT_EQ(made.frame(n).size(), 2u) << n;
    EXPECT_EQ(made.frame(n)[0], anm.frame(n)[0]) << n;
    EXPECT_EQ(made.frame(n)[1].pos[1], static_cast<std::int16_t>(n + 10));
  }
  for (const FitLine& line : report.fits)
    EXPECT_EQ(line.what.find("visibility"), std::string::npos) << line.what;
}

// What is after the frames belongs to them as they were: an edit that only hides an object
// changes the file as any other does.
TEST(PsxFromScene, HidingAnObjectIsAnEdit) {
  Anm anm;
  for (std::int16_t n = 0; n < 3; ++n) {
    const Keyframe key{.object_index = 0, .flags = 7, .pos = {n, 5, 0}};
    anm.add_frame({{key}});
  }
  anm.rate_hint = 15;
  anm.tail = hex("AABBCCDD");
  const AnmDocument document(anm);
  Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
  ConversionReport untouched, edited;
  EXPECT_EQ(back("psx-anm", scene, &document, untouched), document.write().value());
  Track& hide = scene.clips[0].tracks.emplace_back();
  hide.property = Property::visibility;
  hide.interpolation = Interpolation::step;
  hide.times = {0, 1, 2};
  hide.values = {1, 0, 1};
  Diagnostics diagnostics;
  const Anm made = parse_anm(back("psx-anm", scene, &document, edited), diagnostics).value();
  ASSERT_EQ(made.frame_count(), 3u);
  EXPECT_EQ(made.frame(0).size(), 1u);
  EXPECT_EQ(made.frame(1).size(), 0u);
  EXPECT_EQ(made.frame(2)[0], anm.frame(2)[0]);
  EXPECT_TRUE(made.tail.empty());
  EXPECT_EQ(made.rate_hint, 15);
}

// Each axis of an edited keyframe has its own scale, and a clip that got longer no tail.
TEST(PsxFromScene, EditedKeyframesKeepTheScaleOfEachAxis) {
  Anm anm;
  for (std::int16_t n = 0; n < 3; ++n) {
    const Keyframe key{
        .object_index = 0, .flags = 7, .scale = {4096, 8192, 2048}, .pos = {n, 5, 0}};
    anm.add_frame({{key}});
  }
  anm.tail = hex("AABBCCDD");
  const AnmDocument document(anm);
  Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
  for (Track& track : scene.clips[0].tracks)
    if (track.property == Property::translation) track.values[3] += 10;
  ConversionReport report, longer;
  Diagnostics diagnostics;
  const Anm made = parse_anm(back("psx-anm", scene, &document, report), diagnostics).value();
  EXPECT_EQ(made.frame(1)[0].pos[0], 11);
  EXPECT_EQ(made.frame(1)[0].scale, anm.frame(1)[0].scale);
  Scene held = through_gltf(document, GltfWriteOptions::Keys::bake);
  held.clips[0].duration = 5;
  const Anm more = parse_anm(back("psx-anm", held, &document, longer), diagnostics).value();
  EXPECT_EQ(more.frame_count(), 5u);
  EXPECT_TRUE(more.tail.empty());
}

// A turn has two spellings: that of an edited frame is the one that is nearer to the frame before,
// whose keyframe stayed as it was stored.
TEST(PsxFromScene, AnglesFollowTheUneditedFrameBefore) {
  Anm anm;
  // 180 - y with both others rotated by half: the spelling that no decomposition begins with.
  const std::array<std::int16_t, 3> stored{2000, 1500, 1900};
  for (std::int16_t n = 0; n < 3; ++n) {
    const Keyframe key{.object_index = 0, .flags = 7, .rot = stored, .pos = {n, 5, 0}};
    anm.add_frame({{key}});
  }
  const AnmDocument document(anm);
  Scene scene = through_gltf(document, GltfWriteOptions::Keys::bake);
  for (Track& track : scene.clips[0].tracks)
    if (track.property == Property::translation) track.values[3] += 10;
  ConversionReport report;
  Diagnostics diagnostics;
  const Anm made = parse_anm(back("psx-anm", scene, &document, report), diagnostics).value();
  ASSERT_EQ(made.frame_count(), 3u);
  EXPECT_EQ(made.frame(0)[0], anm.frame(0)[0]);
  EXPECT_EQ(made.frame(1)[0].pos[0], 11);
  EXPECT_EQ(made.frame(1)[0].rot, stored);
  EXPECT_EQ(made.frame(2)[0], anm.frame(2)[0]);
}

}  // namespace
}  // namespace anmkit::psx::test
