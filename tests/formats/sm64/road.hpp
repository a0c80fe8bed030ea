// SPDX-License-Identifier: MIT
// A file's way through glTF and back, as the tool goes it: with the file inside, or without.
#pragma once

#include "anmkit/gltf.hpp"
#include "convert/provenance.hpp"
#include "support.hpp"

namespace anmkit::sm64::test {

struct Road {
  Scene scene;  // as it came out of glTF
  std::vector<SceneSource> sources;
  std::vector<DocumentPtr> documents;
  std::vector<Origin> origins;

  void find_origins() {
    sources = sources_of(scene);
    Diagnostics unused;
    for (const SceneSource& source : sources) {
      documents.push_back(
          find_format(source.format)->parse({source.bytes, source.name}, {}, unused));
      if (documents.back()) {
        origins.push_back({documents.back().get(), source.name, source.clips});
      }
    }
  }

  Result<Bytes> back(std::string_view id, ConversionReport& report, std::string_view output = {},
                     const Options& options = {}, Companions companions = {}) const {
    Scene own = scene;
    change_frame(own, find_format(id)->frame);
    const Document* original = nullptr;
    for (const Origin& origin : origins) {
      if (original == nullptr && origin.document->format() == id) original = origin.document;
    }
    return find_format(id)->from_scene({own, original, {}, output, origins}, {companions, options},
                                       report);
  }
  Bytes bytes(std::string_view id, std::string_view output = {},
              const Options& options = {}) const {
    ConversionReport report;
    auto made = back(id, report, output, options);
    EXPECT_TRUE(made.has_value()) << made.error().message;
    return made.value_or(Bytes{});
  }
  std::string text(std::string_view output = {}, const Options& options = {}) const {
    return std::string(as_text(bytes("sm64-c", output, options)));
  }
};

struct File {
  std::string_view id;
  Bytes bytes;
  std::string path;
};

inline Scene through_gltf(Scene scene, bool binary = true) {
  ConversionReport report;
  GltfWriteOptions write;
  write.binary = binary;
  const auto bytes = write_gltf(scene, write, report);
  EXPECT_TRUE(bytes.has_value());
  auto read = read_gltf(*bytes);
  EXPECT_TRUE(read.has_value());
  return read.value_or(Scene{});
}

// All clips in one scene. `keep`: the files travel inside.
inline Road road(std::vector<File> files, bool keep = true, const Options& options = {},
                 Companions companions = {}) {
  Scene whole;
  std::vector<SceneSource> sources;
  for (File& file : files) {
    const auto loaded = parse(file.id, file.bytes, file.path, options);
    EXPECT_TRUE(loaded->document) << file.path;
    Diagnostics unused;
    auto scene = loaded->document->to_scene({}, {companions, options}, unused);
    EXPECT_TRUE(scene.has_value()) << file.path;
    SceneSource source{
        std::string(file.id), std::filesystem::path(file.path).filename().string(), {}, file.bytes};
    for (const Clip& clip : scene->clips)
      source.clips.push_back(clip.name);
    sources.push_back(std::move(source));
    if (whole.nodes.empty()) {
      whole = std::move(*scene);
    } else {
      std::ranges::move(scene->clips, std::back_inserter(whole.clips));
    }
  }
  if (keep && !set_sources(whole, sources)) ADD_FAILURE() << "the files do not fit in";
  Road made;
  made.scene = through_gltf(std::move(whole));
  made.find_origins();
  return made;
}

// Turns a node further about its own z at one frame of a clip.
inline void bend(Scene& scene, std::size_t clip, std::uint32_t node, double frame, double radians) {
  for (Track& track : scene.clips[clip].tracks) {
    if (track.node != node || track.property != Property::rotation) continue;
    for (std::size_t i = 0; i < track.times.size(); ++i) {
      if (track.times[i] != frame) continue;
      double* v = &track.values[4 * i];
      const Quat q = Quat{v[0], v[1], v[2], v[3]} * from_axis_angle({0, 0, 1}, radians);
      std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, v);
    }
  }
}

// Moves a node at every key of a clip.
inline void shift(Scene& scene, std::size_t clip, std::uint32_t node, Vec3 by) {
  for (Track& track : scene.clips[clip].tracks) {
    if (track.node != node || track.property != Property::translation) continue;
    for (std::size_t i = 0; i < track.values.size(); i += 3) {
      track.values[i] += by.x;
      track.values[i + 1] += by.y;
      track.values[i + 2] += by.z;
    }
  }
}

}  // namespace anmkit::sm64::test
