// SPDX-License-Identifier: MIT
// Writes generated scenes for the ecosystem checks (tests/ecosystem/run): glTF files, each next to
// the world matrices that its joints must have, computed by the sampler and never by the exporter.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "anmkit/gltf.hpp"
#include "core/json.hpp"
#include "exchange/random_scene.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

// The shape of `anmkit sample --json --space world`.
std::string poses_json(const Scene& scene, const Clip& clip) {
  JsonWriter json;
  json.begin_object();
  json.member("clip", clip.name);
  json.member("rate", clip.rate);
  json.member("space", "world");
  json.key("samples");
  json.begin_array();
  const ReferenceSampler sampler(scene, clip);
  for (double frame = 0; frame <= clip.duration; frame += 1) {
    Pose pose;
    sampler.sample(frame, pose);
    std::vector<Mat4> world;
    world_matrices(scene, pose, world);
    json.begin_object();
    json.member("frame", frame);
    json.member("seconds", frame / clip.rate);
    json.key("nodes");
    json.begin_array();
    for (std::size_t i = 0; i < world.size(); ++i) {
      json.begin_object();
      json.member("name", scene.nodes[i].name);
      json.key("matrix");
      json.begin_array(true);
      for (const double number : world[i].m)
        json.value(number);
      json.end_array();
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return json.take();
}

void save(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  ASSERT_TRUE(file.good()) << path;
}

TEST(GltfSamples, Write) {
  const char* folder = std::getenv("ANMKIT_GLTF_SAMPLES");
  if (folder == nullptr) {
    GTEST_SKIP() << "set ANMKIT_GLTF_SAMPLES to a folder; tests/ecosystem/run does";
  }
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const Scene scene = test::SceneMaker(seed).make();
    GltfWriteOptions options;
    const bool sparse = seed % 2 == 0;
    if (sparse) options.keys = GltfWriteOptions::Keys::sparse;
    options.binary = seed % 5 != 0;
    ConversionReport report;
    const auto file = write_gltf(scene, options, report);
    ASSERT_TRUE(file) << file.error().message;
    const std::string base =
        std::string(folder) + (sparse ? "/sparse" : "/baked") + std::to_string(seed);
    save(base + (options.binary ? ".glb" : ".gltf"), as_text(*file));
    save(base + ".pose.json", poses_json(scene, scene.clips.front()));
  }
}

}  // namespace
}  // namespace anmkit
