// SPDX-License-Identifier: MIT
// From any scene to deltas: places of nodes are taken from the world where the scene hands down
// what CraftStudio does not (scales), else from the node itself.
#include "formats/craftstudio/animation/deltas.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/model/bodied.hpp"
#include "formats/craftstudio/model/body_model.hpp"
#include "formats/craftstudio/scene.hpp"
#include "import/clip_text.hpp"
#include "import/fit_report.hpp"
#include "import/unedited.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::craftstudio {
namespace {

RestModel rest_of(const Scene& skeleton, const std::vector<Local>& locals, bool pixels) {
  RestModel rest;
  rest.pixels = pixels;
  for (std::size_t i = 0; i < locals.size(); ++i) {
    const Node& node = skeleton.nodes[i];
    RestNode& to = rest.nodes.emplace_back();
    to.name = node.name;
    to.id = node.id;
    to.parent = node.parent;
    to.position = locals[i].position;
    to.pivot = locals[i].pivot;
    to.scale = locals[i].scale;
    to.orientation = locals[i].rotation;
    to.size = locals[i].size;
  }
  return rest;
}

Quat delta_of(Quat turn, Quat rest, Reading::Compose compose) {
  if (compose == Reading::Compose::delta_rest) return turn * conjugate(rest);
  if (compose == Reading::Compose::rest_delta) return conjugate(rest) * turn;
  const Double3 sum = degrees_from_quat(turn), base = degrees_from_quat(rest);
  return quat_from_degrees({sum[0] - base[0], sum[1] - base[1], sum[2] - base[2]});
}

DeltaFrame delta_frame(const Local& now, const RestNode& rest, Reading::Compose compose) {
  return {now.position - rest.position,
          now.pivot - rest.pivot,
          now.scale - rest.scale,
          now.size - rest.size,
          delta_of(now.rotation, rest.orientation, compose),
          now.rotation};
}

std::vector<Curve> read_curves(FrameWalk& walk, std::size_t last, LocalsReader& reader, bool world,
                               const RestModel& rest, Reading::Compose compose) {
  std::vector<Curve> curves(rest.nodes.size(), Curve(last + 1));
  std::vector<Local> locals;
  static const std::vector<Mat4> kNowhere;
  for (std::size_t frame = 0; frame <= last; ++frame) {
    const Pose& pose = walk.pose(static_cast<double>(frame));
    reader.read(pose, world ? walk.world() : kNowhere, true, locals);
    for (std::size_t i = 0; i < curves.size(); ++i)
      curves[i][frame] = delta_frame(locals[i], rest.nodes[i], compose);
  }
  return curves;
}

double largest(Vec3 v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

// Where matrices are decomposed, the nodes above add to the rounding.
void find_reach(const Scene& skeleton, SceneMotion& motion) {
  const std::vector<RestNode>& rest = motion.rest.nodes;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    double reach = 0, grown = 0;
    for (const DeltaFrame& frame : motion.nodes[i]) {
      reach = std::max(reach, std::max(largest(rest[i].position), largest(frame.position)) +
                                  std::max(largest(rest[i].pivot), largest(frame.pivot)));
      grown = std::max(grown, std::max(largest(rest[i].scale), largest(frame.scale)));
    }
    motion.reach.push_back(reach);
    motion.grown.push_back(grown);
  }
  if (!motion.in_world) return;
  for (const std::uint32_t i : parents_first(skeleton)) {
    const std::int32_t above = rest[i].parent;
    if (above >= 0) motion.reach[i] += motion.reach[static_cast<std::size_t>(above)];
  }
}

// A bare export has a node a record, whose box is as neutral as the rest, and binds by place
// instead of by name. Its rest scale of 0 does not survive editors that know no such thing.
bool is_bare(const Scene& scene, const std::optional<Motion>& original) {
  const auto is_neutral = [](const Node& node) {
    return node.parent < 0 && !node.inherit_scale && node.block_size == Vec3{};
  };
  if (!std::ranges::all_of(scene.nodes, is_neutral)) return false;
  if (!original || scene.nodes.size() != original->nodes.size()) return false;
  return std::ranges::equal(scene.nodes, original->nodes, {}, &Node::name, &MotionNode::name);
}

// For each node of the model the scene node of its name; of several the one at the same place among
// them.
// Where the model distinguishes what the scene calls alike, names are those that a body gives.
std::vector<std::size_t> match(const Scene& model, const Scene& scene,
                               const std::vector<std::string>& names) {
  std::map<std::string_view, std::vector<std::size_t>> named;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    named[scene.nodes[i].name].push_back(i);
  std::map<std::string_view, std::size_t> told_apart, often;
  for (std::size_t i = 0; i < names.size(); ++i)
    told_apart.try_emplace(names[i], i);
  for (const Node& node : model.nodes)
    ++often[node.name];
  std::map<std::string_view, std::size_t> seen;
  std::vector<std::size_t> shows;
  for (const Node& node : model.nodes) {
    const auto apart = told_apart.find(node.name);
    if (often[node.name] == 1 && apart != told_apart.end()) {
      shows.push_back(apart->second);
      continue;
    }
    const auto found = named.find(node.name);
    const std::size_t place = seen[node.name]++;
    if (found == named.end()) {
      shows.push_back(kNoNode);
    } else {
      shows.push_back(found->second[std::min(place, found->second.size() - 1)]);
    }
  }
  return shows;
}

bool same_skeleton(const Scene& a, const Scene& b) {
  return std::ranges::equal(a.nodes, b.nodes, [](const Node& x, const Node& y) {
    return x.name == y.name && x.parent == y.parent;
  });
}

bool is_camera(const Scene& scene, std::size_t index) {
  const Node& node = scene.nodes[index];
  return node.camera >= 0 && node.mesh < 0 &&
         std::ranges::none_of(
             scene.nodes,
             [&](const Node& other) { return other.parent == static_cast<std::int32_t>(index); });
}

std::vector<std::string> moving_names(const Scene& scene, const Clip& clip,
                                      const std::set<std::size_t>& which) {
  std::set<std::size_t> moving;
  for (const Track& track : clip.tracks) {
    if (which.contains(track.node) && track.property != Property::angles) moving.insert(track.node);
  }
  std::vector<std::string> names;
  for (const std::size_t node : moving)
    names.push_back(scene.nodes[node].name);
  return names;
}

// Records bind by name: nodes without one, or with that of another, could not move by themselves.
// In files that were made before, double names are meant.
void make_names(const std::vector<std::string>& names, Scene& skeleton, bool all,
                SceneMotion& motion) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (skeleton.nodes[i].name == names[i] || (!all && !skeleton.nodes[i].name.empty())) continue;
    ++(skeleton.nodes[i].name.empty() ? motion.made_up : motion.renamed);
    skeleton.nodes[i].name = names[i];
  }
}

bool has_nameless(const std::optional<Motion>& original) {
  return original && std::ranges::any_of(original->nodes,
                                         [](const MotionNode& node) { return node.name.empty(); });
}

// The nodes alone, without meshes.
Scene skeleton_of(const Scene& scene) {
  Scene skeleton;
  skeleton.up = scene.up;
  skeleton.metres_per_unit = scene.metres_per_unit;
  skeleton.nodes = scene.nodes;
  for (Node& node : skeleton.nodes)
    node.mesh = node.camera = -1;
  return skeleton;
}

}  // namespace

std::shared_ptr<const void> find_motion_facts(const FromScene& from, const Context&) {
  return std::make_shared<const std::vector<std::string>>(names_of_blocks(from.scene));
}

Result<SceneMotion> read_scene_motion(const FromScene& from, const std::optional<Motion>& original,
                                      bool pixels, const Reading& reading, Companions companions) {
  const Scene& scene = from.scene;
  if (scene.clips.empty()) return no_clip();
  const Clip& clip = scene.clips[from.clip.value_or(0)];
  FrameWalk walk(scene, clip, reading.rate > 0 ? reading.rate : pixels ? 60 : 30);
  const auto last = frames_within(walk, 65535 - (reading.minecraft ? 1 : 0), prefixed("E-RANGE"));
  if (!last) return std::unexpected(last.error());

  SceneMotion motion;
  motion.pixels = pixels;
  motion.bare = is_bare(scene, original);
  motion.hold = original && original->hold;
  motion.duration = *last + (reading.minecraft && *last > 0 ? 1 : 0);
  motion.rounded = walk.rounded();

  auto model = find_model(companions);
  if (!model && !companions.empty()) {
    return fail(std::string(kBadOption), "none of the files named with it is a CraftStudio model");
  }
  if (!model && !original && from.origins.empty() && !scene.meshes.empty() &&
      (scales_blocks(scene, clip) || !hidden_at_rest(scene).empty())) {
    // Of the body that this scene has; a scene without one has no scales to show either.
    if (const auto body = body_of(scene, pixels)) {
      model = rest_of(*body);
      model->texture = {};
    }
  }
  const bool other = model && !motion.bare;
  Scene skeleton = other ? skeleton_of(scene_of(*model, pixels, {})) : skeleton_of(scene);
  std::set<std::size_t> left, cameras;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i)
    (is_camera(scene, i) ? cameras : left).insert(i);
  std::vector<std::string> own_names;
  if (from.facts == nullptr) own_names = names_of_blocks(scene);
  const auto& names =
      from.facts != nullptr ? *static_cast<const std::vector<std::string>*>(from.facts) : own_names;
  if (other) {
    motion.shows = match(skeleton, scene, names);
    for (const std::size_t node : motion.shows)
      left.erase(node), cameras.erase(node);
    motion.lost = moving_names(scene, clip, left);
  } else {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      motion.shows.push_back(cameras.contains(i) ? kNoNode : i);
    if (!motion.bare && !has_nameless(original)) {
      make_names(names, skeleton, !original, motion);
    }
  }
  motion.cameras = moving_names(scene, clip, cameras);

  const Places places(scene, clip);
  if (other) motion.bodied = find_bodied(scene, skeleton, motion.shows);
  const bool elsewhere =
      other &&
      (!same_skeleton(skeleton, scene) ||
       std::ranges::any_of(motion.bodied, [](const auto& one) { return one.has_value(); }));
  std::vector<bool> in_world;
  for (const std::size_t node : motion.shows)
    in_world.push_back(node != kNoNode && (elsewhere || places.in_world(node)));
  motion.in_world = !motion.bare && (elsewhere || places.any());

  LocalsReader reader(scene, skeleton, motion.shows, in_world);
  reader.set_bodied(motion.bodied);
  std::vector<Local> rest;
  if (motion.bare) {
    rest.resize(skeleton.nodes.size());
  } else if (other) {
    for (const Node& node : skeleton.nodes) {
      rest.push_back({node.rest.translation, node.rest.pivot, node.rest.scale,
                      node.block_size.value_or(Vec3{}), normalize(node.rest.rotation)});
    }
  } else {
    const Pose pose = stance_of(scene);
    reader.read(pose, world_matrices(scene, pose), false, rest);
  }
  motion.rest = rest_of(skeleton, rest, pixels);
  motion.nodes = read_curves(walk, *last, reader, motion.in_world, motion.rest, reading.compose);
  find_reach(skeleton, motion);

  if (original && original->pixels == pixels &&
      original->duration == static_cast<double>(motion.duration)) {
    const Scene own = scene_of(*original, motion.bare ? nullptr : &motion.rest, {}, reading);
    FrameWalk own_walk(own, own.clips.front());
    std::vector<std::size_t> itself(own.nodes.size());
    for (std::size_t i = 0; i < itself.size(); ++i)
      itself[i] = i;
    LocalsReader own_reader(own, own, itself, std::vector<bool>(own.nodes.size()));
    motion.own = read_curves(own_walk, *last, own_reader, false, motion.rest, reading.compose);
  }
  return motion;
}

bool is_unchanged(const SceneMotion& motion, std::size_t node, Channel channel,
                  const Tolerances& tolerances) {
  if (motion.shows[node] == kNoNode) return true;
  if (!motion.own) return false;
  const Curve &now = motion.nodes[node], &own = (*motion.own)[node];
  const double tolerance = motion.tolerance(node, channel, tolerances);
  for (std::size_t frame = 0; frame < now.size(); ++frame) {
    if (!(channel_error(now[frame], own[frame], channel) <= tolerance)) return false;
  }
  return true;
}

void report_motion(const FromScene& from, const SceneMotion& motion, Motion made,
                   const Reading& reading, ConversionReport& report) {
  // A block of size 0 is hidden for families without sizes; here its size says it.
  Scene wanted = skeleton_of(from.scene);
  Clip clip = from.scene.clips[from.clip.value_or(0)];
  std::erase_if(clip.tracks, [&](const Track& track) {
    return track.property == Property::visibility && track.node < wanted.nodes.size() &&
           wanted.nodes[track.node].block_size;
  });
  for (Node& node : wanted.nodes)
    node.visible = node.visible || node.block_size.has_value();
  Scene written = scene_of(std::move(made), motion.bare ? nullptr : &motion.rest, {}, reading);
  std::vector<NodePair> pairs;
  for (std::size_t i = 0; i < motion.shows.size(); ++i) {
    if (motion.shows[i] == kNoNode) continue;
    if (i < motion.bodied.size() && motion.bodied[i]) {
      Node block = block_on(motion.shows[i], motion.rest.nodes[i], *motion.bodied[i]);
      pairs.push_back({wanted.nodes.size(), i, "node " + motion.rest.nodes[i].name});
      wanted.nodes.push_back(std::move(block));
      written.nodes[i].block_size.reset();
      continue;
    }
    pairs.push_back({motion.shows[i], i, "node " + motion.rest.nodes[i].name});
    // A joint without a box is compared with the joint alone.
    if (!wanted.nodes[motion.shows[i]].block_size) written.nodes[i].block_size.reset();
  }
  FitRequest request;
  request.space = motion.in_world ? FitRequest::Space::world : FitRequest::Space::local;
  request.differences = motion.bare;
  request.length_unit = motion.pixels ? "pixels" : "world units";
  report_fits(wanted, clip, written, written.clips.front(), pairs, request, report);
}

namespace {

double vector_error(Vec3 a, Vec3 b) {
  return std::max({std::fabs(a.x - b.x), std::fabs(a.y - b.y), std::fabs(a.z - b.z)});
}

}  // namespace

double channel_error(const DeltaFrame& a, const DeltaFrame& b, Channel channel) {
  switch (channel) {
    case Channel::position:
      return vector_error(a.position, b.position);
    case Channel::rotation:
      return to_degrees(angle_between(a.turn, b.turn));
    case Channel::size:
      return vector_error(a.size, b.size);
    case Channel::pivot:
      return vector_error(a.pivot, b.pivot);
    case Channel::scale:
      break;
  }
  return vector_error(a.scale, b.scale);
}

double Tolerances::of(Channel channel) const {
  switch (channel) {
    case Channel::position:
    case Channel::pivot:
      return distance;
    case Channel::rotation:
      return degrees;
    case Channel::size:
      return unedited::kCsSize;
    case Channel::scale:
      break;
  }
  return factor;
}

double SceneMotion::tolerance(std::size_t node, Channel channel,
                              const Tolerances& tolerances) const {
  // A value is stored as a rest value and a delta, and comes back as their sum.
  const double most = tolerances.of(channel);
  const bool moves = channel == Channel::position || channel == Channel::pivot;
  if (!moves && channel != Channel::scale) return most;
  const double rounding = unedited::kCsRounding * (moves ? reach[node] : grown[node]);
  return std::isfinite(rounding) ? std::max(most, rounding) : most;
}

Tolerances tolerances_of(const Options& options, bool pixels) {
  const double base = tolerance_of(options);
  return {base * (pixels ? kPixelsPerUnit : 1), base * 100, base};
}

}  // namespace anmkit::craftstudio
