// SPDX-License-Identifier: MIT
// Skeletons that are known by their shape: the names of their bones do not describe them.
#pragma once

#include <optional>
#include <vector>

#include "retarget/roles.hpp"
#include "scene/reference.hpp"

namespace anmkit::bones {

// Roles of the nodes when the candidates make a known skeleton.
std::optional<std::vector<Role>> preset_roles(const Scene& scene,
                                              const std::vector<bool>& candidates);
// How such a skeleton stands straight with the arms out, where its rest pose is none: translation
// and rotation of each node below its parent. Empty for others.
std::vector<Transform> preset_reference(const Scene& scene);
// The pose that such a reference is; the rest pose of others.
Pose reference_pose(const Scene& scene);
// A pose with these translations and rotations, one per node; empty: the rest pose.
Pose pose_of(const Scene& scene, const std::vector<Transform>& reference);

}  // namespace anmkit::bones
