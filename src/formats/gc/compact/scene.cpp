// SPDX-License-Identifier: MIT
// Compact clips: info, scene and play (appendix B).
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/gc/bank/scene.hpp"
#include "formats/gc/bank/tracks.hpp"
#include "formats/gc/compact/compact.hpp"
#include "formats/gc/model/scene.hpp"

namespace anmkit::gc {
namespace {

Clip make_clip(const CompactClip& from, double rate = kRate) {
  Clip clip;
  clip.name = "sequence0";
  set_rate(clip, rate);
  clip.loops = true;
  for (const CompactTrack& track : from.tracks) {
    if (std::isfinite(track.anim_time))
      clip.duration = std::max(clip.duration, double{track.anim_time});
  }
  return clip;
}

std::vector<Rest> add_track_nodes(const CompactClip& clip, Scene& scene) {
  std::set<std::uint16_t> used;
  for (const CompactTrack& track : clip.tracks) {
    if (!used.insert(track.track_id).second) continue;  // only the first is used
    Node& node = scene.nodes.emplace_back();
    node.id = track.track_id;
    node.name = "track" + std::to_string(track.track_id);
  }
  return std::vector<Rest>(scene.nodes.size());
}

// A part that the pose lacks takes the bone's rest value. A rest matrix is taken apart for that.
void bind_rest(const Rest& rest, unsigned shown, std::uint32_t node, Clip& clip) {
  if (rest.type != kControlMatrix) return;
  clip.tracks.push_back(constant(node, Property::static_offset, [] {
    const Mat4 none;
    return std::vector<double>(none.m.begin(), none.m.end());
  }()));
  if ((shown & kMatrix) != 0) return;
  const Transform parts = decompose(rest.matrix);
  const auto three = [](Vec3 v) { return std::vector<double>{v.x, v.y, v.z}; };
  if ((shown & kTranslation) == 0)
    clip.tracks.push_back(constant(node, Property::translation, three(parts.translation)));
  if ((shown & (kEuler | kQuaternion)) == 0) {
    const Quat q = parts.rotation;
    clip.tracks.push_back(constant(node, Property::rotation, {q.x, q.y, q.z, q.w}));
  }
  if ((shown & kScale) == 0)
    clip.tracks.push_back(constant(node, Property::scale, three(parts.scale)));
}

void bind(const CompactTrack& track, const Rest& rest, std::uint32_t node, bool library_ease,
          Clip& clip) {
  const CompactLayout layout(track);
  const ShownParts shown = shown_parts(track);
  if ((shown.keyed | shown.constant) == 0) return;
  bind_rest(rest, shown.keyed | shown.constant, node, clip);
  TrackKeys keyed{layout.keys, {}, double{track.anim_time}, library_ease};
  keyed.layout.bits = shown.keyed;
  for (const CompactKey& key : track.keys)
    keyed.keys.push_back(as_key_frame(key));
  add_tracks(keyed, node, clip);
  TrackKeys held{layout.constants, {as_key_frame(track.constants)}, 0, false};
  held.layout.bits = shown.constant;
  add_tracks(held, node, clip);
}

}  // namespace

KeyFrame as_key_frame(const CompactKey& key) {
  KeyFrame out;
  out.time = key.time;
  out.scale = key.scale;
  out.euler = key.euler;
  out.quaternion = key.quaternion;
  out.translation = key.translation;
  out.matrix = key.matrix;
  out.scale_curve = key.scale_curve;
  out.rotation_curve = key.rotation_curve;
  out.translation_curve = key.translation_curve;
  return out;
}

KeyFrame as_key_frame(const CompactConstants& constants) {
  KeyFrame out;
  out.scale = constants.scale;
  out.euler = constants.euler;
  out.quaternion = constants.quaternion;
  out.translation = constants.translation;
  out.matrix = constants.matrix;
  return out;
}

ShownParts shown_parts(const CompactTrack& track) {
  const CompactLayout layout(track);
  ShownParts shown;
  if (track.keys.size() >= 2) shown.keyed = layout.keys.bits;
  const CompactConstants& held = track.constants;
  const bool any = held.scale || held.euler || held.quaternion || held.translation || held.matrix;
  if (any) shown.constant = layout.constants.bits & ~layout.keys.bits;
  constexpr unsigned kRotation = kEuler | kQuaternion;
  if ((layout.keys.bits & kRotation) != 0) shown.constant &= ~kRotation;
  // A matrix is alone.
  if ((shown.keyed & kMatrix) != 0) shown.constant = 0;
  if ((shown.constant & kMatrix) != 0) shown.keyed = 0;
  return shown;
}

Result<Scene> CompactDocument::to_scene(const SceneRequest&, const Context& context,
                                        Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  const CompactClip& clip = file;
  Scene scene;
  const Actor* actor = find_actor(companions);
  const std::vector<Rest> rests =
      actor != nullptr ? add_bones(*actor, scene) : add_track_nodes(clip, scene);
  scene.has_controls = true;
  Clip& out = scene.clips.emplace_back(make_clip(clip, rate_of(options)));
  std::map<std::int64_t, const CompactTrack*> by_id;
  for (const CompactTrack& track : clip.tracks)
    by_id.try_emplace(track.track_id, &track);
  constexpr std::uint64_t kFree = 65536;
  std::uint64_t budget = 16 * clip.size + kFree;
  for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
    const auto found = by_id.find(node_name(scene.nodes[node]).id);
    if (found == by_id.end()) continue;
    if (found->second->keys.size() > budget)
      return fail("gc.ACT010", "too many bones of one number share a track to be shown");
    budget -= found->second->keys.size();
    bind(*found->second, rests[node], node, options.text("ease") == "library", out);
  }
  if (actor != nullptr) add_models(*actor, companions, scene, diagnostics);
  return scene;
}

DocumentInfo CompactDocument::info() const {
  const CompactClip& clip = file;
  DocumentInfo info;
  const Clip shown = make_clip(clip);
  info.clips.push_back({shown.name, shown.duration, kRate, true, 0});
  Scene scene;
  add_track_nodes(clip, scene);
  for (const Node& node : scene.nodes)
    info.nodes.push_back(node.name);
  info.facts.emplace_back("version", std::to_string(clip.version_number));
  info.facts.emplace_back("rate", "60 per second is the custom; the file has none");
  return info;
}

Result<Playback> CompactDocument::play(const PlayRequest& request, const Context& context) const {
  const Options& options = context.options;
  const CompactClip& clip = file;
  Scene scene;
  scene.clips.push_back(make_clip(clip));
  const auto index = find_clip(scene, request.clip);
  if (!index) return std::unexpected(index.error());
  return play_ticks(scene.clips[*index], request, options.number("speed", 1));
}

}  // namespace anmkit::gc
