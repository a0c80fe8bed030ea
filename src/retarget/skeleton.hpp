// SPDX-License-Identifier: MIT
// A scene's nodes as bones: which count, and where they are in a pose.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "anmkit/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit::bones {

// What can drive: joints of skins and what moves; without skins all but cameras. Of several
// skeletons with the same names only the one that the clips move.
std::vector<bool> source_bones(const Scene& source);
// Nodes that some clip moves.
std::vector<bool> moving(const Scene& scene);
// Joints that carry weight.
std::vector<bool> skinned(const Scene& scene);
// The bone of a humanoid that the file assigns to a node, in the words of VRM ("leftUpperArm");
// empty where it says nothing.
std::string humanoid_bone(const Node& node);

// Several skeletons with the same names in one scene.
struct Twins {
  std::vector<bool> others;         // nodes of those that are not meant
  std::vector<std::string> rivals;  // roots of two that move as much: none is meant more
};
Twins find_twins(const Scene& scene);
// What can be driven: all but cameras, holders of what no part shows, and copies.
std::vector<bool> target_bones(const Scene& target);

// A pose in the world. The joint is the point that a bone rotates about.
struct Stance {
  std::vector<Mat4> world;  // of each node, for its children
  std::vector<Quat> turn;
  std::vector<Vec3> joint;
};
Stance stance_of(const Scene& scene, const Pose& pose);

// How the source stood when its skin was laid on it: its rest pose, but for joints that were bound
// somewhere else.
Stance bind_stance(const Scene& source);

// Indices of nodes by their names; of several nodes of one name the first, but none of `others`
// where there is another.
std::map<std::string_view, std::size_t> by_name(const Scene& scene,
                                                const std::vector<bool>& others = {});

// Index of the node above; -1 for roots.
std::int32_t parent_of(const Scene& scene, std::size_t node);

}  // namespace anmkit::bones
