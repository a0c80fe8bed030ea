// SPDX-License-Identifier: MIT
// Scenes that were made on another skeleton, put on the target's.
#pragma once

#include <optional>

#include "anmkit/convert.hpp"

namespace anmkit {

// What a scene is put on: the companion of the target's family that has most bones, in metres and
// with +Y up. Empty when none is given, or the target has no bones.
struct TargetSkeleton {
  Scene scene;
  std::string path;
};
Result<std::optional<TargetSkeleton>> find_skeleton(const Format& target,
                                                    std::span<const Companion> given,
                                                    const Options& options, Diagnostics& notes);

// Whether the scene already has these nodes, standing as they do.
bool stands_on(const Scene& scene, const Scene& skeleton);

// The scene with all clips, or only `clip`, on the skeleton, in metres; what drives what goes to
// the report, and how far limbs point from the source's. The error anmkit.MAP names the nodes that
// have no bone, and the bones that may be meant.
Result<Scene> put_on(const Scene& scene, std::optional<std::size_t> clip,
                     const TargetSkeleton& skeleton, const RetargetOptions& wanted,
                     std::span<const Companion> given, const Options& options,
                     ConversionReport& report);

}  // namespace anmkit
