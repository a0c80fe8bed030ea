// SPDX-License-Identifier: MIT
// The clips of a scene as glTF animations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/gltf.hpp"
#include "exchange/gltf/buffer.hpp"
#include "exchange/gltf/rig.hpp"

namespace anmkit {

// A glTF file's lengths are 32-bit.
inline constexpr std::uint64_t kMostGltfBytes = 0xFFFFFFFFu - 64;

// Appends the members of an extras text that a format keeps; text that is none is reported.
void append_foreign(std::string_view extras, std::string path, JsonWriter& json,
                    ConversionReport& report);

// Member "clips" of the scene's extras: what the clips' own extras say of rates and lengths, for
// programs that keep none of those.
void write_clip_list(const Scene& scene, JsonWriter& json);

// Member "animations", with extensions of those clips for which `extensions` says so. Room is made
// in the buffer and in the text first, for the text of a .glb in the buffer, too.
Result<void> write_animations(const Scene& scene, const Rig& rig, GltfWriteOptions::Keys keys,
                              const std::vector<bool>& extensions, GltfBuffer& buffer,
                              JsonWriter& json, ConversionReport& report);

}  // namespace anmkit
