// SPDX-License-Identifier: MIT
// BVH, both directions: a text with joints, their offsets, and a line of numbers per frame.
#pragma once

#include <string>
#include <string_view>

#include "anmkit/registry.hpp"

namespace anmkit {

// BVH as a target of conversions. It belongs to no family: like glTF it is opened as a scene, so
// that the members for documents are null.
const Format& bvh_format();

// A scene in units of the file, +Y up. Its rest pose has the offsets and no rotations; end sites
// are nodes NAME_end. A file without frames has no clip. Offsets of errors are those of the word.
Result<Scene> read_bvh(ByteView bytes, std::string_view clip, Diagnostics& notes);

// BVH has no unit: reports which one is assumed, and how large that makes the scene.
void report_bvh_unit(const Scene& scene, Diagnostics& notes);

// Warns of a time between frames that nobody means.
void report_bvh_time(double seconds, std::size_t frames, Diagnostics& notes);

// A name as a BVH stores it: readers part names at blanks.
std::string bvh_name(std::string_view name);

// Format::from_scene: joints stand at rest as in the scene and have the world positions of the
// clip at every frame. Scales, visibility and lenses are lost, which is reported.
Result<Bytes> write_bvh(const FromScene& from, const Context& context, ConversionReport& report);

}  // namespace anmkit
