// SPDX-License-Identifier: MIT
// A scene's nodes as bones: which count, and where they stand in a pose.
#pragma once

#include <map>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit::bones {

// What can drive: joints of skins and what moves; without skins all but cameras.
std::vector<bool> source_bones(const Scene& source);
// What can be driven: all but cameras, holders of what no part shows, and copies.
std::vector<bool> target_bones(const Scene& target);

// A pose in the world. The joint is the point that a bone turns about.
struct Stance {
  std::vector<Mat4> world;  // what children hang on
  std::vector<Quat> turn;
  std::vector<Vec3> joint;
};
Stance stance_of(const Scene& scene, const Pose& pose);

// How the source stood when its skin was laid on it: its rest pose, but for joints that were bound
// somewhere else.
Stance bind_stance(const Scene& source);

// Indices of nodes by their names; of several nodes of one name the first.
std::map<std::string_view, std::size_t> by_name(const Scene& scene);

// Index of the node above; -1 for roots.
std::int32_t parent_of(const Scene& scene, std::size_t node);

}  // namespace anmkit::bones
