// SPDX-License-Identifier: MIT
// The clips of a scene as glTF animations.
#pragma once

#include <cstdint>
#include <functional>
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

// Member "clips" of the scene's extras: what the clips' own extras specify, for programs that keep
// none of those.
void write_clip_list(const Scene& scene, JsonWriter& json);

// ShowNotes the index of a clip that is not looked at any more.
using ClipDone = std::function<void(std::size_t clip)>;

// Member "animations", with extensions of those clips for which `extensions` says so.
Result<void> write_animations(const Scene& scene, const Rig& rig, GltfWriteOptions::Keys keys,
                              const std::vector<bool>& extensions, GltfBuffer& buffer,
                              JsonWriter& json, ConversionReport& report, const ClipDone& done);

}  // namespace anmkit
