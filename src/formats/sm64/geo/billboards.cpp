// SPDX-License-Identifier: MIT
// Nodes that face the camera, seen from the front.
#include "formats/sm64/geo/geo.hpp"
#include "scene/reference.hpp"

namespace anmkit::sm64 {
namespace {

// The same turn, as the neighbour of another one.
Quat beside(Quat turn, Quat before) {
  const double dot = turn.x * before.x + turn.y * before.y + turn.z * before.z + turn.w * before.w;
  return dot < 0 ? Quat{-turn.x, -turn.y, -turn.z, -turn.w} : turn;
}

// One node in one clip: it undoes the rotation of the nodes above it.
Track counter_turn(const Scene& scene, const Clip& clip, std::uint32_t node) {
  Track track;
  track.node = node;
  track.property = Property::rotation;
  track.interpolation = Interpolation::slerp;
  const auto parent = static_cast<std::size_t>(scene.nodes[node].parent);
  const ReferenceSampler sampler(scene, clip);
  const auto order = parents_first(scene);
  ReferenceSampler::Cursor cursor;
  Pose pose;
  std::vector<Mat4> world;
  Quat before;
  for (double frame = 0; frame <= clip.duration; ++frame) {
    sampler.sample(frame, pose, cursor);
    world_matrices(scene, order, pose, world);
    const Quat turn = beside(conjugate(normalize(decompose(world[parent]).rotation)), before);
    track.times.push_back(frame);
    track.values.insert(track.values.end(), {turn.x, turn.y, turn.z, turn.w});
    before = turn;
  }
  return track;
}

}  // namespace

void turn_billboards(Scene& scene) {
  std::vector<Mat4> world;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    Node& node = scene.nodes[i];
    if (!node.billboard || node.parent < 0) continue;
    if (world.empty()) world_matrices(scene, rest_pose(scene), world);
    const Transform above = decompose(world[static_cast<std::size_t>(node.parent)]);
    node.rest.rotation = conjugate(normalize(above.rotation));
    const auto back = [](double size) { return size > 0 ? 1 / size : 1; };
    node.rest.scale = {back(above.scale.x), back(above.scale.y), back(above.scale.z)};
    for (Clip& clip : scene.clips)
      clip.tracks.push_back(counter_turn(scene, clip, i));
  }
}

}  // namespace anmkit::sm64
