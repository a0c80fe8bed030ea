// SPDX-License-Identifier: MIT
// Bones of any scene, their numbers and their rest transforms.
#include "formats/gc/skeleton.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "bodies/owners.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/layout.hpp"
#include "scene/reference.hpp"

namespace anmkit::gc {
namespace {

constexpr std::uint32_t kNone = 0xFFFFFFFF;

std::vector<bool> bones_of(const Scene& scene) {
  std::vector<bool> bones = followed_joints(scene);
  for (std::size_t i = 0; i < bones.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.camera < 0 && !only_holds_a_skin(scene, node)) bones[i] = true;
  }
  std::vector<std::uint32_t> order = parents_first(scene);
  std::ranges::reverse(order);
  for (const std::uint32_t i : order) {
    if (bones[i] && scene.nodes[i].parent >= 0)
      bones[static_cast<std::size_t>(scene.nodes[i].parent)] = true;
  }
  return bones;
}

bool is_named(const Node& node) {
  return node.name.starts_with("bone") || is_track(node);
}

// Copies of one bone or track share its number; other nodes have one each.
std::vector<NodeName> names_of(const std::vector<Node>& nodes) {
  std::vector<NodeName> names;
  std::int64_t next = 0;
  for (const Node& node : nodes) {
    names.push_back(node_name(node));
    next = std::max(next, names.back().id + 1);
  }
  std::set<std::int64_t> used;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!used.insert(names[i].id).second && !is_named(nodes[i])) names[i].id = next++;
  }
  return names;
}

// An offset that an editor rotated and the reader turned back is one but for rounding.
bool is_identity(const Mat4& matrix) {
  const Mat4 one;
  return std::ranges::equal(matrix.m, one.m,
                            [](double a, double b) { return std::fabs(a - b) <= 1e-5; });
}

Rest rest_of(const Node& node) {
  Rest rest;
  rest.matrix = rest_matrix(node);
  if (!is_identity(node.offset)) {
    rest.type = kControlMatrix;
    return rest;
  }
  rest.type = kControlScale | kControlQuaternion | kControlTranslation;
  rest.parts.translation = {rest.matrix.at(0, 3), rest.matrix.at(1, 3), rest.matrix.at(2, 3)};
  rest.parts.rotation = node.rest.rotation;
  if (node.inherit_scale) rest.parts.scale = node.rest.scale;
  return rest;
}

// Whether a track's values differ from one another.
bool changes(const anmkit::Track& track) {
  const std::size_t stride = track.stride();
  for (std::size_t i = stride; i < track.values.size(); ++i) {
    if (std::abs(track.values[i] - track.values[i % stride]) > 1e-6) return true;
  }
  return false;
}

// Values that a bone cannot express.
std::string unsayable(const Node& node, const anmkit::Track& track) {
  switch (track.property) {
    case Property::visibility:
      return "is shown and hidden";
    case Property::block_size:
      return "has an animated size";
    case Property::scale:
      return node.inherit_scale ? "" : "has an animated scale";
    default:
      return "";
  }
}

}  // namespace

Mat4 rest_matrix(const Node& node) {
  NodePose pose;
  pose.local = node.rest;
  pose.offset = node.offset;
  return local_matrix(node, pose);
}

Skeleton resting_skeleton(const Scene& scene) {
  Skeleton skeleton;
  const std::vector<bool> bones = bones_of(scene);
  std::vector<std::uint32_t>& place = skeleton.place;
  place.assign(bones.size(), kNone);
  Scene& to = skeleton.scene;
  to.up = scene.up;
  to.metres_per_unit = scene.metres_per_unit;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!bones[i]) continue;
    place[i] = static_cast<std::uint32_t>(to.nodes.size());
    to.nodes.push_back(scene.nodes[i]);
    to.nodes.back().mesh = to.nodes.back().camera = -1;
  }
  for (Node& node : to.nodes) {
    if (node.parent >= 0)
      node.parent = static_cast<std::int32_t>(place[static_cast<std::size_t>(node.parent)]);
    skeleton.known.push_back(!is_track(node));
    skeleton.rests.push_back(skeleton.known.back() ? rest_of(node) : Rest{});
  }
  skeleton.names = names_of(to.nodes);
  for (std::size_t i = 0; i < to.nodes.size(); ++i)
    to.nodes[i].id = skeleton.names[i].id;
  return skeleton;
}

void add_clips(Skeleton& skeleton, const Scene& scene, std::span<const Clip> clips) {
  const std::vector<std::uint32_t>& place = skeleton.place;
  Scene& to = skeleton.scene;
  std::set<std::string> said(skeleton.left_out.begin(), skeleton.left_out.end());
  for (const Clip& clip : clips) {
    Clip& own = to.clips.emplace_back(clip);
    own.tracks.clear();
    for (const anmkit::Track& track : clip.tracks) {
      if (track.node >= place.size()) continue;
      const Node& node = scene.nodes[track.node];
      const bool bone = place[track.node] != kNone;
      const std::string lost = bone ? unsayable(node, track) : "moves, but is not a bone";
      if (!lost.empty() && changes(track))
        said.insert("clip " + quoted(clip.name) + ": " + quoted(node.name) + " " + lost);
      if (!bone) continue;
      own.tracks.push_back(track);
      own.tracks.back().node = place[track.node];
    }
  }
  skeleton.left_out.assign(said.begin(), said.end());
}

Skeleton skeleton_of(const Scene& scene) {
  Skeleton skeleton = resting_skeleton(scene);
  add_clips(skeleton, scene, scene.clips);
  return skeleton;
}

Scene stage_of(Skeleton& skeleton, const Actor* actor, Diagnostics& diagnostics) {
  Scene bones, stage;
  const std::vector<Rest> rests = actor == nullptr ? std::vector<Rest>{} : add_bones(*actor, bones);
  for (std::size_t i = 0; i < skeleton.rests.size(); ++i) {
    Rest& rest = skeleton.rests[i];
    Node node = skeleton.scene.nodes[i];
    if (actor != nullptr && skeleton.known[i]) {
      const auto found = std::ranges::find_if(
          bones.nodes, [&](const Node& bone) { return bone.id == skeleton.names[i].id; });
      if (found != bones.nodes.end()) {
        rest = rests[static_cast<std::size_t>(found - bones.nodes.begin())];
      } else {
        Findings(diagnostics)
            .warning("ANM070", "no bone of the actor has the number " +
                                   std::to_string(skeleton.names[i].id) + " of node " +
                                   quoted(node.name));
      }
    }
    node.rest = rest.parts;
    node.offset = rest.type == kControlMatrix ? rest.matrix : Mat4{};
    node.inherit_scale = true;
    node.block_size.reset();
    stage.nodes.push_back(std::move(node));
  }
  return stage;
}

}  // namespace anmkit::gc
