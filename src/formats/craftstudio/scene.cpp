// SPDX-License-Identifier: MIT
// Animations and models as scenes.
#include "formats/craftstudio/scene.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "formats/craftstudio/animation/tracks.hpp"
#include "formats/craftstudio/document.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/model/geometry.hpp"
#include "formats/craftstudio/project/assets.hpp"

namespace anmkit::craftstudio {
namespace {

// Rotation keys whose Euler angles are added to those of the rest orientation: blending happens
// between the sums, so they are made before the track is (section 8.6).
void add_eulers(std::vector<MotionKey>& keys, Quat rest) {
  const Double3 base = degrees_from_quat(rest);
  for (MotionKey& key : keys) {
    Double3 sum = base;
    for (std::size_t i = 0; i < 3; ++i)
      sum[i] += key.euler[i];
    const Quat q = quat_from_degrees(sum);
    key.value = {q.x, q.y, q.z, q.w};
  }
}

void compose_rotations(Track& track, Quat rest, bool rest_first) {
  for (std::size_t i = 0; i + 4 <= track.values.size(); i += 4) {
    double* v = track.values.data() + i;
    const Quat delta{v[0], v[1], v[2], v[3]};
    const Quat q = rest_first ? rest * delta : delta * rest;
    v[0] = q.x;
    v[1] = q.y;
    v[2] = q.z;
    v[3] = q.w;
  }
}

// Deltas to absolute values (section 2.4). Blending commutes with all of these.
void add_rest(Track& track, Channel channel, const Node& node, Reading::Compose compose) {
  Vec3 rest;
  switch (channel) {
    case Channel::rotation:
      if (compose != Reading::Compose::euler_add) {
        compose_rotations(track, node.rest.rotation, compose == Reading::Compose::rest_delta);
      }
      return;
    case Channel::position:
      rest = node.rest.translation;
      break;
    case Channel::size:
      rest = node.block_size.value_or(Vec3{});
      break;
    case Channel::pivot:
      rest = node.rest.pivot;
      break;
    case Channel::scale:
      rest = node.rest.scale;
      break;
  }
  for (std::size_t i = 0; i + 3 <= track.values.size(); i += 3) {
    track.values[i] += rest.x;
    track.values[i + 1] += rest.y;
    track.values[i + 2] += rest.z;
  }
}

// The Minecraft runtime repeats the last key at the end when the file contains (section 8.6).
void add_minecraft_hold(std::vector<MotionKey>& keys, double duration) {
  if (keys.empty()) return;
  sort_keys(keys);
  if (keys.back().time == 0 || keys.back().time >= duration) return;
  keys.push_back(keys.back());
  keys.back().time = duration;
}

void add_tracks(Clip& clip, std::uint32_t index, const Node& node, MotionNode motion,
                const Reading& reading, bool hold, Span& span) {
  for (std::size_t i = 0; i < kChannelCount; ++i) {
    const auto channel = static_cast<Channel>(i);
    if (motion.tracks[i].empty()) continue;
    if (reading.minecraft && channel == Channel::size) continue;
    auto keys = std::move(motion.tracks[i]);
    if (reading.minecraft && hold) add_minecraft_hold(keys, span.duration);
    if (channel == Channel::rotation && reading.compose == Reading::Compose::euler_add) {
      add_eulers(keys, node.rest.rotation);
    }
    clip.tracks.push_back(compile_track(index, channel, std::move(keys), span));
    add_rest(clip.tracks.back(), channel, node, reading.compose);
  }
}

// Records by name; a later one of the same name wins (section 3.6).
std::map<std::string_view, MotionNode*> by_name(Motion& motion) {
  std::map<std::string_view, MotionNode*> found;
  for (MotionNode& node : motion.nodes)
    found[node.name] = &node;
  return found;
}

// One scene node a record, raw deltas, neutral scale 0.
void add_bare_nodes(Scene& scene, const Motion& motion) {
  scene.nodes.reserve(motion.nodes.size());
  for (std::size_t i = 0; i < motion.nodes.size(); ++i) {
    Node& node = scene.nodes.emplace_back();
    node.name = motion.nodes[i].name;
    node.id = static_cast<std::int64_t>(i);
    node.rest.scale = {0, 0, 0};
    node.inherit_scale = false;
    node.block_size = Vec3{};
  }
}

void add_model_nodes(Scene& scene, const RestModel& model, double factor) {
  scene.nodes.reserve(model.nodes.size());
  for (const RestNode& rest : model.nodes) {
    Node& node = scene.nodes.emplace_back();
    node.name = rest.name;
    node.id = rest.id;
    node.parent = rest.parent;
    node.rest = {rest.position * factor, rest.orientation, rest.scale, rest.pivot * factor};
    node.inherit_scale = false;
    node.block_size = rest.size;
  }
}

void warn_resized_uvs(const Scene& scene, const Clip& clip, Diagnostics& diagnostics) {
  for (const Track& track : clip.tracks) {
    if (track.property != Property::block_size) continue;
    const Node& node = scene.nodes[track.node];
    if (node.mesh < 0) continue;
    Findings(diagnostics)
        .warning("W-CONVERT-UV",
                 "node " + quoted(node.name) +
                     " changes its block size; its texture coordinates stay those of the rest size",
                 {}, path_of("nodes", track.node, "blockSize"));
  }
}

}  // namespace

Scene scene_of(const RestModel& model, bool pixels, const std::vector<bool>& resized) {
  Scene scene;
  scene.name = model.title;
  scene.metres_per_unit = pixels ? 1 / kPixelsPerUnit : 1;
  double factor = 1;
  if (pixels && !model.pixels) factor = kPixelsPerUnit;
  if (!pixels && model.pixels) factor = 1 / kPixelsPerUnit;
  add_model_nodes(scene, model, factor);
  add_geometry(scene, model, pixels ? 1 : 1 / kPixelsPerUnit, resized);
  return scene;
}

Scene scene_of(Motion motion, const RestModel* model, std::string title, const Reading& reading) {
  Scene scene;
  const auto records = by_name(motion);
  if (model != nullptr) {
    std::vector<bool> resized(model->nodes.size());
    for (std::size_t i = 0; i < model->nodes.size(); ++i) {
      const auto found = records.find(model->nodes[i].name);
      resized[i] =
          found != records.end() && !found->second->at(Channel::size).empty() && !reading.minecraft;
    }
    scene = scene_of(*model, motion.pixels, resized);
  } else {
    scene.metres_per_unit = motion.pixels ? 1 / kPixelsPerUnit : 1;
    add_bare_nodes(scene, motion);
  }

  Clip clip;
  clip.name = std::move(title);
  clip.rate = reading.rate > 0 ? reading.rate : motion.rate;
  // The last frame is cut by the Minecraft runtime.
  clip.duration = reading.minecraft ? std::max(motion.duration - 1, 0.0) : motion.duration;
  // Looping is the player's choice, not the file's: frames beyond the end clamp (section 3.1).
  clip.loops = false;
  Span span{motion.duration, motion.hold && !reading.minecraft};
  std::vector<MotionNode*> record_of(scene.nodes.size());
  std::map<const MotionNode*, std::size_t> uses;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (model == nullptr) {
      record_of[i] = &motion.nodes[i];
    } else if (const auto found = records.find(scene.nodes[i].name); found != records.end()) {
      record_of[i] = found->second;
    }
    ++uses[record_of[i]];
  }
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    MotionNode* record = record_of[i];
    if (record == nullptr) continue;
    // Keys take more memory than the file and go when their last node has them.
    MotionNode keys = --uses[record] == 0 ? std::exchange(*record, {}) : *record;
    add_tracks(clip, i, scene.nodes[i], std::move(keys), reading, motion.hold, span);
  }
  scene.clips.push_back(std::move(clip));
  return scene;
}

Result<Scene> MotionDocument::to_scene(const SceneRequest& request, const Context& context,
                                       Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  auto motion = motion_of(*this);
  const auto model = find_model(companions);
  if (!motion) return Document::to_scene(request, context, diagnostics);
  const auto reading = reading_of(options);
  if (!reading) return std::unexpected(reading.error());
  const Project* project = find_project(companions);
  Scene scene = scene_of(std::move(*motion), model ? &*model : nullptr,
                         project != nullptr ? clip_title(source_path, project) : title, *reading);
  warn_resized_uvs(scene, scene.clips.front(), diagnostics);
  return scene;
}

namespace {

Result<Scene> model_scene(const Document& document, Companions companions) {
  auto model = rest_of(document);
  if (!model) return fail(std::string(kUnsupported), "not a model");
  if (model->texture.empty()) model->texture = find_picture(companions);
  return scene_of(*model, model->pixels, {});
}

}  // namespace

Result<Scene> ModelDocument::to_scene(const SceneRequest&, const Context& context,
                                      Diagnostics&) const {
  const Companions companions = context.companions;
  return model_scene(*this, companions);
}
Result<Scene> JsModelDocument::to_scene(const SceneRequest&, const Context& context,
                                        Diagnostics& diagnostics) const {
  const Companions companions = context.companions;
  if (find_picture(companions).empty()) {
    Findings(diagnostics)
        .info("I-JSON-TEXTURE", "a JSON model has no texture inside; name its PNG as companion");
  }
  return model_scene(*this, companions);
}

}  // namespace anmkit::craftstudio
