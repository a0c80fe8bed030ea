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
  // bake: one key a native frame, exact in every viewer at those frames.
  // sparse: the file's own keys wherever glTF can say them exactly, baked elsewhere.
  enum class Keys : std::uint8_t { bake, sparse } keys = Keys::bake;
  double metres_per_unit = 0;  // 0 = the scene's own
  bool binary = true;          // .glb; false: .gltf with the buffer inside as base64
};

// Right-handed, +Y up, metres, seconds; one skin over all nodes; one animation a clip. What cannot
// be said exactly is in the report, and so are triangles that name vertices which are not there.
// Fails on scenes too large for glTF (4 GiB), and on other faults that check_scene finds.
Result<Bytes> write_gltf(const Scene& scene, const GltfWriteOptions& options,
                         ConversionReport& report);

// Reads .glb or .gltf. The scene is in metres, clips are
// in frames of `rate` a second (0 = the rate that anmkit wrote into extras, else 30).
// The nodes that an anmkit export added (pivots, boxes, the proxy mesh) are folded back.
// `beside`: the files that the glTF names (gltf_files), under those names; without them the buffers
// must be inside the file or data URIs. `notes` gets what the file has and the scene has not:
// channels that move no node, compressed meshes, pictures that are not there.
Result<Scene> read_gltf(ByteView bytes, double rate = 0, Companions beside = {},
                        Diagnostics* notes = nullptr);

// Names of the files that a glTF keeps its buffers and pictures in, each once, relative to its own
// folder. Names that would lead elsewhere (up, to a drive, to another host) are left out.
std::vector<std::string> gltf_files(ByteView bytes);

}  // namespace anmkit
