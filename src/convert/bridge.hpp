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
                                                    const Options& options);

// Whether the scene already has these nodes, standing as they do.
bool stands_on(const Scene& scene, const Scene& skeleton);

// The scene on the skeleton, in metres; what drives what goes to the report. The error anmkit.MAP
// names the nodes that have no bone.
Result<Scene> put_on(const Scene& scene, const TargetSkeleton& skeleton, const Bridge& bridge,
                     std::span<const Companion> given, const Options& options,
                     ConversionReport& report);

}  // namespace anmkit
