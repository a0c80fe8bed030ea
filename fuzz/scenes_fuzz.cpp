// SPDX-License-Identifier: MIT
// Scenes that no file contains, to everything that takes scenes: a check finds what cannot be
// walked; all others are sampled, drawn, moved onto another skeleton and written as glTF and as
// each format. Never a crash; a refusal has a reason; what is written can be read.
#include <algorithm>
#include <cmath>

#include "anmkit/convert.hpp"
#include "anmkit/gltf.hpp"
#include "anmkit/render.hpp"
#include "anmkit/retarget.hpp"
#include "roundtrip.hpp"
#include "scene/check_scene.hpp"
#include "scene_feed.hpp"

namespace {

using namespace anmkit;
using fuzz::require;

void refuse(const Scene& scene) {
  ConversionReport report;
  const auto written = write_gltf(scene, {}, report);
  require(!written && !written.error().message.empty(), "no glTF of what is not sound", "scene");
  require(!Renderer::make(scene), "no picture of what is not sound", "scene");
}

// Long clips are legal; rows of all their frames are what costs.
bool is_long(const Scene& scene) {
  return std::ranges::any_of(scene.clips,
                             [](const Clip& clip) { return !(std::abs(clip.duration) < 200); });
}

void sample(const Scene& scene) {
  Pose pose;
  std::vector<Mat4> world;
  std::vector<Transformf> out(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    const ReferenceSampler reference(scene, clip);
    const Sampler sampler(scene, clip);
    for (const double frame : {0.0, 0.5, clip.duration, -3.25, 1e300}) {
      reference.sample(clamp_frame(clip, frame), pose);
      world_matrices(scene, pose, world);
      sampler.sample(frame, out);
    }
  }
}

void draw(const Scene& scene) {
  const auto clip = scene.clips.empty() ? std::nullopt : std::optional<std::size_t>(0);
  const auto renderer = Renderer::make(scene, {}, clip);
  if (!renderer) return;
  RenderOptions options;
  options.width = options.height = 16;
  if (const auto camera = renderer->fit({}, options))
    require(renderer->draw(0.5, *camera, options).has_value(), "a camera that fits draws", "scene");
}

void write_glb(const Scene& scene, bool sparse) {
  ConversionReport report;
  GltfWriteOptions options;
  options.keys = sparse ? GltfWriteOptions::Keys::sparse : GltfWriteOptions::Keys::bake;
  const auto written = write_gltf(scene, options, report);
  if (!written) {
    require(!written.error().message.empty(), "a refusal has a reason", "gltf");
    return;
  }
  const auto again = read_gltf(*written);
  if (!again) std::fprintf(stderr, "%s\n", again.error().message.c_str());
  require(again.has_value(), "what is written can be read", "gltf");
  require(check_scene(*again).has_value(), "what is read is sound", "gltf");
}

// Formats that scenes can become.
const std::vector<const Format*>& writers() {
  static const std::vector<const Format*> kAll = [] {
    std::vector<const Format*> all;
    for (const Family& family : families()) {
      for (const Format& format : family.formats)
        if (format.from_scene != nullptr) all.push_back(&format);
    }
    return all;
  }();
  return kAll;
}

void write_as(const Format& format, const Scene& scene) {
  Scene own = scene;
  change_frame(own, format.frame);
  Options options;
  for (const char* limit : {"ticks=300", "samples=20000"})
    options.set("limit", limit);
  ConversionReport report;
  const auto written = format.from_scene({.scene = own, .output = "out"}, {{}, options}, report);
  if (!written) {
    require(!written.error().message.empty(), "a refusal has a reason", format.id);
    return;
  }
  Diagnostics found;
  const DocumentPtr document = format.parse({*written, "out"}, options, found);
  require(document != nullptr, "what is made is read", format.id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Feed feed(data, size);
  const std::uint8_t choice = feed.byte(), target_format = feed.byte();
  fuzz::SceneFeed scenes(feed);
  Scene scene = scenes.scene();
  if (!check_outline(scene)) {
    refuse(scene);
    return 0;
  }
  if (is_long(scene)) return 0;
  sample(scene);
  draw(scene);
  write_glb(scene, choice % 2 != 0);
  if (!check_scene(scene)) return 0;
  write_as(*writers()[target_format % writers().size()], scene);
  Scene target = scenes.scene();
  if (!check_scene(target)) return 0;
  change_frame(target, {scene.up, scene.metres_per_unit});
  const BoneMap map = guess_bones(scene, target);
  const auto moved = retarget({.source = scene,
                               .target = target,
                               .map = map,
                               .ground = (choice & 2) != 0,
                               .in_place = (choice & 4) != 0});
  require(!moved || check_scene(moved->scene).has_value(), "what was moved is sound", "retarget");
  const auto read = read_bones(write_bones(map), scene, target);
  if (!read) std::fprintf(stderr, "%s\n", read.error().message.c_str());
  return 0;
}
