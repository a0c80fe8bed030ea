// SPDX-License-Identifier: MIT
// Super Mario's body: 20 parts in one order, whatever the model (section 8.4 of its specification).
#include "retarget/presets.hpp"

#include <array>
#include <cmath>

#include "retarget/skeleton.hpp"

namespace anmkit::bones {
namespace {

struct KnownBone {
  int parent;
  Role role;
  // Degrees about x, y, z, in this order, below its parent: he stands straight, looks to +Z and
  // holds the arms out. All bones lie along their +X, so with no rotations they all point one way.
  Vec3 turn = {};
};

constexpr Role kCarrier{Part::carrier, Side::none};
constexpr Side kLeft = Side::left, kRight = Side::right;
constexpr double kHips = 189;  // height of the first part, model units

constexpr std::array<KnownBone, 20> kMario{{
    {-1, {Part::hips, Side::none}, {0, 90, 0}},
    {0, kCarrier, {0, 0, 90}},
    {1, {Part::spine, Side::none}},
    {2, {Part::head, Side::none}},
    {2, {Part::shoulder, kLeft}, {0, 0, -90}},
    {4, {Part::upper_arm, kLeft}, {-90, -90, 0}},
    {5, {Part::forearm, kLeft}},
    {6, {Part::hand, kLeft}},
    {2, {Part::shoulder, kRight}, {0, 0, -90}},
    {8, {Part::upper_arm, kRight}, {90, 90, 0}},
    {9, {Part::forearm, kRight}},
    {10, {Part::hand, kRight}},
    {1, kCarrier, {0, 0, -90}},
    {12, {Part::thigh, kLeft}, {0, 0, -90}},
    {13, {Part::shin, kLeft}},
    {14, {Part::foot, kLeft}, {0, 0, -90}},
    {1, kCarrier, {0, 0, -90}},
    {16, {Part::thigh, kRight}, {0, 0, -90}},
    {17, {Part::shin, kRight}},
    {18, {Part::foot, kRight}, {0, 0, -90}},
}};

Quat turn_of(const KnownBone& bone) {
  const Vec3 degrees = bone.turn;
  return from_euler({to_radians(degrees.x), to_radians(degrees.y), to_radians(degrees.z)},
                    EulerOrder::xyz);
}

// How arms and feet are rotated at rest is free.
bool hangs_free(Part part) {
  return part == Part::upper_arm || part == Part::forearm || part == Part::hand ||
         part == Part::foot;
}

// Layouts have no rotations; seen without an animation he stands (`stand_like_mario` of sm64).
bool rests_like_mario(const Scene& scene, const std::vector<std::size_t>& parts) {
  constexpr double kAlike = 1 - 1e-6;
  bool bare = true, stands = true;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Quat own = scene.nodes[parts[i]].rest.rotation;
    bare = bare && own == Quat{};
    if (hangs_free(kMario[i].role.part)) continue;
    stands = stands && std::fabs(dot(own, turn_of(kMario[i]))) >= kAlike;
  }
  return bare || stands;
}

// The nodes in order of their parts; empty when they are not Mario's.
std::vector<std::size_t> mario_parts(const Scene& scene, const std::vector<bool>& candidates) {
  std::vector<std::size_t> parts;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    if (candidates[i] && parts.size() <= kMario.size()) parts.push_back(i);
  }
  if (parts.size() != kMario.size()) return {};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Node& node = scene.nodes[parts[i]];
    const int parent = kMario[i].parent;
    const bool hangs = parent < 0
                           ? parent_of(scene, parts[i]) < 0
                           : parent_of(scene, parts[i]) ==
                                 static_cast<std::int32_t>(parts[static_cast<std::size_t>(parent)]);
    if (!hangs || node.id != static_cast<std::int64_t>(i)) return {};
  }
  return rests_like_mario(scene, parts) ? parts : std::vector<std::size_t>();
}

}  // namespace

std::optional<std::vector<Role>> preset_roles(const Scene& scene,
                                              const std::vector<bool>& candidates) {
  const auto parts = mario_parts(scene, candidates);
  if (parts.empty()) return std::nullopt;
  std::vector<Role> roles(scene.nodes.size());
  for (std::size_t i = 0; i < parts.size(); ++i)
    roles[parts[i]] = kMario[i].role;
  return roles;
}

std::vector<Transform> preset_reference(const Scene& scene) {
  const auto parts = mario_parts(scene, target_bones(scene));
  std::vector<Transform> reference;
  if (parts.empty()) return reference;
  for (const Node& node : scene.nodes)
    reference.push_back(node.rest);
  for (std::size_t i = 0; i < parts.size(); ++i)
    reference[parts[i]].rotation = turn_of(kMario[i]);
  // Units of the scene may be others than the model's.
  const double unit = length(scene.nodes[parts[14]].rest.translation) / 89;
  reference[parts[0]].translation =
      scene.nodes[parts[0]].rest.translation + Vec3{0, kHips * unit, 0};
  return reference;
}

Pose pose_of(const Scene& scene, const std::vector<Transform>& reference) {
  Pose pose = rest_pose(scene);
  for (std::size_t i = 0; i < reference.size() && i < pose.size(); ++i) {
    pose[i].local.translation = reference[i].translation;
    pose[i].local.rotation = reference[i].rotation;
  }
  return pose;
}

Pose reference_pose(const Scene& scene) {
  return pose_of(scene, preset_reference(scene));
}

}  // namespace anmkit::bones
