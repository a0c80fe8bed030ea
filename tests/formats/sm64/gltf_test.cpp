// SPDX-License-Identifier: MIT
// Animations -> glTF -> animations: untouched, edited, and without the file they came from.
#include "anmkit/gltf.hpp"

#include <cmath>

#include "scene/reference.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {
namespace {

Scene scene_of(const Document& document) {
  Diagnostics unused;
  auto scene = document.to_scene({}, {{}, Options{}}, unused);
  EXPECT_TRUE(scene.has_value());
  return scene.value_or(Scene{});
}

// The text of a .gltf, so that tests can edit it as other programs do.
std::string gltf_of(const Document& document) {
  ConversionReport report;
  GltfWriteOptions options;
  options.binary = false;
  const auto file = write_gltf(scene_of(document), options, report);
  EXPECT_TRUE(file.has_value());
  return file ? std::string(as_text(*file)) : std::string();
}

DocumentPtr back(const std::string& gltf, std::string_view id, const Document* original,
                 ConversionReport& report) {
  const auto scene = read_gltf(to_bytes(gltf));
  EXPECT_TRUE(scene.has_value());
  if (!scene) return nullptr;
  auto document = document_from_scene(*find_format(id), *scene, original, Options{}, report);
  EXPECT_TRUE(document.has_value()) << id << " " << document.error().message;
  return document ? std::move(*document) : nullptr;
}

// The largest angle and distance between two scenes over all whole frames of their clips.
void expect_same_motion(const Scene& a, const Scene& b, const std::string& what) {
  ASSERT_EQ(a.clips.size(), b.clips.size()) << what;
  for (std::size_t c = 0; c < a.clips.size(); ++c) {
    ASSERT_EQ(a.clips[c].duration, b.clips[c].duration) << what;
    const ReferenceSampler one(a, a.clips[c]), other(b, b.clips[c]);
    Pose p, q;
    for (double frame = 0; frame < a.clips[c].duration; ++frame) {
      one.sample(frame, p);
      other.sample(frame, q);
      for (std::size_t i = 0; i < std::min(p.size(), q.size()); ++i) {
        // Half a step of a binary angle on each of three axes.
        EXPECT_LT(angle_between(p[i].local.rotation, q[i].local.rotation), 3e-4)
            << what << " clip " << c << " frame " << frame << " part " << i;
        EXPECT_LT(length(p[i].local.translation - q[i].local.translation), 1)
            << what << " clip " << c << " frame " << frame << " part " << i;
      }
    }
  }
}

TEST(Sm64Gltf, RoundTripsUneditedFiles) {
  const struct {
    std::string_view id;
    Bytes bytes;
  } files[] = {{"sm64-dma", example_dma()}, {"sm64-c", to_bytes(example_c())}};
  for (const auto& file : files) {
    const auto loaded = parse(file.id, file.bytes, "x.inc.c");
    ASSERT_TRUE(loaded->document) << file.id;
    ConversionReport report;
    const auto again = back(gltf_of(*loaded->document), file.id, loaded->document.get(), report);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->write().value(), file.bytes) << file.id;
  }
}

TEST(Sm64Gltf, RoundTripsVectors) {
  std::size_t count = 0;
  for (const auto& path : files_in(kVectors / "good")) {
    const Bytes bytes = read_file(path);
    const auto format = detect_one({bytes, path.string()});
    if (!format || (*format)->from_scene == nullptr) continue;
    const auto loaded = parse((*format)->id, bytes, path.string());
    if (!loaded->document || scene_of(*loaded->document).clips.empty()) continue;
    ConversionReport report;
    const auto again =
        back(gltf_of(*loaded->document), (*format)->id, loaded->document.get(), report);
    ASSERT_TRUE(again) << path;
    EXPECT_EQ(again->write().value(), bytes) << path;
    ++count;
  }
  EXPECT_GT(count, 10u);
}

TEST(Sm64Gltf, NewFilesKeepTheMotion) {
  const auto loaded = parse("sm64-dma", example_dma());
  const std::string gltf = gltf_of(*loaded->document);
  for (const char* id : {"sm64-c", "sm64-dma", "sm64-anim"}) {
    ConversionReport report;
    const auto made = back(gltf, id, nullptr, report);
    ASSERT_TRUE(made) << id;
    // As a file would be: written and read again.
    const auto again = parse(id, made->write().value(), "assets/anims/made.inc.c");
    ASSERT_TRUE(again->document) << id;
    expect_same_motion(scene_of(*loaded->document), scene_of(*again->document), id);
  }
}

// An editor renames joints, adds one, and writes the rotation of a part anew.
TEST(Sm64Gltf, EditedClipsBecomeCAndATable) {
  const auto loaded = parse("sm64-c", to_bytes(example_c()), "x.inc.c");
  ASSERT_TRUE(loaded->document);
  std::string gltf = gltf_of(*loaded->document);
  const std::size_t name = gltf.find("\"name\":\"part1\"");
  ASSERT_NE(name, std::string::npos);
  gltf.replace(name, 14, "\"name\":\"elbow\"");
  // A leaf joint of the editor's own, below the last part, which has no children.
  const std::size_t second = gltf.find("{\"name\":\"elbow\"");
  ASSERT_NE(second, std::string::npos);
  // Not the list in the scene's extras, which comes first.
  const std::size_t nodes = gltf.rfind("\"nodes\":[{");
  ASSERT_NE(nodes, std::string::npos);
  std::size_t depth = 0, end = nodes + 9, count = 0;
  for (;; ++end) {
    if (gltf[end] == '{') count += depth++ == 0 ? 1 : 0;
    if (gltf[end] == '}') --depth;
    if (depth == 0 && gltf[end] == ']') break;
  }
  gltf.insert(end, ",{\"name\":\"hat\"}");
  gltf.insert(second + 1, "\"children\":[" + std::to_string(count) + "],");

  auto scene = read_gltf(to_bytes(gltf));
  ASSERT_TRUE(scene.has_value()) << scene.error().message;
  ASSERT_EQ(scene->nodes.size(), 3u);
  EXPECT_EQ(scene->nodes[2].name, "hat");
  EXPECT_GE(scene->nodes[2].id, 2) << "after the numbers of the format";
  const Quat bend = from_axis_angle({0, 0, 1}, 0.5);
  for (Track& track : scene->clips[0].tracks) {
    if (track.node != 1 || track.property != Property::rotation) continue;
    for (std::size_t i = 0; i < track.values.size(); i += 4) {
      const double* v = &track.values[i];
      const Quat q = Quat{v[0], v[1], v[2], v[3]} * bend;
      std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, &track.values[i]);
    }
  }
  for (const char* id : {"sm64-c", "sm64-dma"}) {
    ConversionReport report;
    const bool same_kind = std::string_view(id) == "sm64-c";
    const auto made = document_from_scene(
        *find_format(id), *scene, same_kind ? loaded->document.get() : nullptr, Options{}, report);
    ASSERT_TRUE(made.has_value()) << id << " " << made.error().message;
    const auto again = parse(id, (*made)->write().value(), "assets/anims/x.inc.c");
    ASSERT_TRUE(again->document) << id;
    const Scene before = scene_of(*loaded->document), after = scene_of(*again->document);
    // The extras tell how many parts there are, also where the original is not at hand.
    EXPECT_EQ(after.nodes.size(), 2u);
    const auto losses = report.diagnostics.finish();
    EXPECT_NE(find(losses, "W-LOSS"), nullptr) << id;
    Pose p, q;
    for (int frame = 0; frame < 3; ++frame) {
      ReferenceSampler(before, before.clips[0]).sample(frame, p);
      ReferenceSampler(after, after.clips[0]).sample(frame, q);
      EXPECT_LT(angle_between(p[0].local.rotation, q[0].local.rotation), 3e-4) << frame;
      EXPECT_LT(angle_between(p[1].local.rotation * bend, q[1].local.rotation), 3e-4) << frame;
    }
  }
}

}  // namespace
}  // namespace anmkit::sm64::test
