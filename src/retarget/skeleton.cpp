// SPDX-License-Identifier: MIT
// Bones of scenes, and where they are.
#include "retarget/skeleton.hpp"

#include <algorithm>
#include <cmath>

#include "core/json.hpp"
#include "scene/motion.hpp"

namespace anmkit::bones {

std::int32_t parent_of(const Scene& scene, std::size_t node) {
  const std::int32_t parent = scene.nodes[node].parent;
  return parent >= 0 && static_cast<std::size_t>(parent) < scene.nodes.size() ? parent : -1;
}

std::map<std::string_view, std::size_t> by_name(const Scene& scene,
                                                const std::vector<bool>& others) {
  std::map<std::string_view, std::size_t> names;
  for (const bool other : {false, true}) {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      if (other == (!others.empty() && others[i])) names.try_emplace(scene.nodes[i].name, i);
    }
  }
  return names;
}

std::vector<bool> source_bones(const Scene& source) {
  const Twins twins = find_twins(source);
  std::vector<bool> bones(source.nodes.size());
  bool skins = false;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    bones[i] = source.nodes[i].bind_matrix.has_value() && !twins.others[i];
    skins = skins || bones[i];
  }
  for (const Clip& clip : source.clips) {
    for (const Track& track : clip.tracks) {
      if (track.node < bones.size()) bones[track.node] = true;
    }
  }
  for (std::size_t i = 0; i < bones.size(); ++i)
    bones[i] = (bones[i] || !skins) && source.nodes[i].camera < 0 && !twins.others[i];
  return bones;
}

std::vector<bool> moving(const Scene& scene) {
  std::vector<bool> moves(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track.node < moves.size() && !moves[track.node]) moves[track.node] = track_moves(track);
    }
  }
  return moves;
}

std::vector<bool> skinned(const Scene& scene) {
  std::vector<bool> carries(scene.nodes.size());
  for (const Mesh& mesh : scene.meshes) {
    for (const Primitive& part : mesh.primitives) {
      for (std::size_t v = 0; v < part.joints.size() && v < part.weights.size(); ++v) {
        for (std::size_t k = 0; k < 4; ++k) {
          const std::uint32_t node = part.joints[v][k];
          if (part.weights[v][k] > 0 && node < carries.size()) carries[node] = true;
        }
      }
    }
  }
  return carries;
}

std::string humanoid_bone(const Node& node) {
  if (node.extensions.find("\"humanBone\"") == std::string::npos) return {};
  const auto json = JsonDocument::parse(node.extensions);
  if (!json) return {};
  for (JsonValue item = json->root().first(); item; item = item.next()) {
    if (const auto bone = item["humanBone"].string()) return std::string(*bone);
  }
  return {};
}

std::vector<bool> target_bones(const Scene& target) {
  std::vector<bool> bones(target.nodes.size());
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Node& node = target.nodes[i];
    bones[i] = node.id >= 0 && node.camera < 0 && !node.transient;
  }
  return bones;
}

Stance stance_of(const Scene& scene, const Pose& pose) {
  Stance stance;
  const auto order = parents_first(scene);
  world_matrices(scene, order, pose, stance.world);
  stance.turn.resize(pose.size());
  stance.joint.resize(pose.size());
  std::vector<bool> ready(pose.size());
  for (const std::uint32_t i : order) {
    const Node& node = scene.nodes[i];
    const std::int32_t parent = parent_of(scene, i);
    const bool hangs =
        parent >= 0 && node.inherit_parent && ready[static_cast<std::size_t>(parent)];
    const Mat4 above = hangs ? stance.world[static_cast<std::size_t>(parent)] : Mat4{};
    ready[i] = true;
    stance.turn[i] = decompose(stance.world[i]).rotation;
    const Vec3 joint = pose[i].is_matrix ? Vec3{} : pose[i].local.translation;
    stance.joint[i] = transform_point(above * pose[i].offset, joint);
  }
  return stance;
}

Stance bind_stance(const Scene& source) {
  const Stance rest = stance_of(source, rest_pose(source));
  Stance bound = rest;
  double rest_length = 0, bound_length = 0;
  for (std::size_t i = 0; i < source.nodes.size(); ++i) {
    const auto& bind = source.nodes[i].bind_matrix;
    if (!bind) continue;
    bound.turn[i] = decompose(*bind).rotation;
    bound.joint[i] = transform_point(*bind, {});
    bound.world[i] = *bind;
  }
  for (std::size_t i = 0; i < source.nodes.size(); ++i) {
    const std::int32_t parent = parent_of(source, i);
    if (parent < 0 || !source.nodes[i].bind_matrix) continue;
    const auto up = static_cast<std::size_t>(parent);
    if (!source.nodes[up].bind_matrix) continue;
    rest_length += length(rest.joint[i] - rest.joint[up]);
    bound_length += length(bound.joint[i] - bound.joint[up]);
  }
  // A skin that was laid on in another size, or with all bones at one place, says nothing here.
  const bool alike = std::fabs(bound_length - rest_length) <= 0.05 * rest_length;
  return alike ? bound : rest;
}

}  // namespace anmkit::bones
