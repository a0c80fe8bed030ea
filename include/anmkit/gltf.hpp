// SPDX-License-Identifier: MIT
// glTF 2.0, both directions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "anmkit/registry.hpp"
#include "anmkit/scene.hpp"

namespace anmkit {

struct GltfWriteOptions {
  // bake: one key per native frame, exact in every viewer at those frames.
  // sparse: the file's own keys where glTF has their interpolation, baked elsewhere.
  enum class Keys : std::uint8_t { bake, sparse } keys = Keys::bake;
  double metres_per_unit = 0;  // 0 = the scene's own
  bool binary = true;          // .glb; false: .gltf with the buffer inside as base64
};

// Right-handed, +Y up, metres, seconds; one skin over all nodes; one animation per clip. The report
// lists what glTF cannot express, and triangles with vertex indices out of range. Errors: a scene
// too large for glTF (4 GiB), and other errors of check_scene.
Result<Bytes> write_gltf(const Scene& scene, const GltfWriteOptions& options,
                         ConversionReport& report);

// Reads .glb or .gltf. The scene is in metres; clips have `rate` frames
// per second (0 = the rate in anmkit's extras, else 30).
// Nodes that an anmkit export added (pivots, boxes, the proxy mesh) are removed again.
// `beside`: the files that the glTF names (gltf_files), under those names; without them, buffers
// must be inside the file or data URIs. `notes` gets the parts of the file that the scene lacks:
// channels that move no node, compressed meshes, missing images.
Result<Scene> read_gltf(ByteView bytes, double rate = 0, Companions beside = {},
                        Diagnostics* notes = nullptr);

// Names of the files with the buffers and images of a glTF, each once, relative to its own folder.
// Names outside that folder (up, on a drive, on another host) are left out.
std::vector<std::string> gltf_files(ByteView bytes);

}  // namespace anmkit
