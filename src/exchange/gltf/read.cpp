// SPDX-License-Identifier: MIT
// A glTF file as a scene.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "anmkit/gltf.hpp"
#include "core/counted.hpp"
#include "core/limits.hpp"
#include "exchange/gltf/animation_read.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/mesh_read.hpp"
#include "exchange/gltf/scene_notes.hpp"
#include "exchange/gltf/visibility.hpp"

namespace anmkit {
namespace {

constexpr double kUsualRate = 30;

// Tracks of the nodes that have the cameras; the first node where several share one, so that the
// tracks never outgrow the file.
std::vector<std::int32_t> nodes_of_cameras(const Scene& scene) {
  std::vector<std::int32_t> node_of(scene.cameras.size(), -1);
  for (std::size_t i = scene.nodes.size(); i-- > 0;) {
    const std::int32_t camera = scene.nodes[i].camera;
    if (camera >= 0) node_of[static_cast<std::size_t>(camera)] = static_cast<std::int32_t>(i);
  }
  return node_of;
}

void add_lenses(std::vector<RawTrack>& lenses, const std::vector<std::int32_t>& node_of,
                Clip& clip) {
  for (RawTrack& lens : lenses) {
    if (node_of[lens.node] < 0) continue;
    Track& track = clip.tracks.emplace_back();
    track.node = static_cast<std::uint32_t>(node_of[lens.node]);
    track.property = Property::field_of_view;
    track.interpolation = lens.interpolation;
    track.times = std::move(lens.times);
    track.values = std::move(lens.values);
  }
}

double last_frame(const std::vector<RawTrack>& tracks) {
  double last = 0;
  for (const RawTrack& track : tracks)
    last = std::max(last, track.times.back());
  return last;
}

// The export's extras of its clips, there or in the scene's.
class ClipNotes {
 public:
  explicit ClipNotes(GltfFile& file)
      : noted_(file, "clips", "name"),
        common_rate_(noted_.common_number("rate")),
        alone_(file.list("animations").size() == 1) {}
  JsonValue of(JsonValue animation) const {
    const JsonValue own = animation["extras"]["anmkit"];
    if (own.is(JsonKind::object)) return own;
    const JsonValue named = noted_.of(animation["name"].string().value_or(""));
    // Where a clip was renamed, a single one still says which it was.
    return named || !alone_ ? named : noted_.only();
  }
  // Of a clip that somebody added or renamed, the rate is that of all others.
  double rate(JsonValue animation, double wanted) const {
    if (wanted > 0) return wanted;
    const double stored = of(animation)["rate"].number().value_or(common_rate_);
    return stored > 1e-6 && stored < 1e6 ? stored : kUsualRate;
  }

 private:
  SceneNotes noted_;
  double common_rate_;
  bool alone_;
};

// The stored length counts where the keys still reach it: an editor may have cut the clip. One
// that samples whole frames ends at the last of them.
bool reaches(double last, double stored) {
  return std::fabs(stored - last) <= 0.5 || std::floor(stored) == last;
}

// A clip without its tracks; `notes`: the export's extras of it.
Clip read_clip_head(const GltfFile& file, JsonValue animation, JsonValue notes, double rate,
                    double last) {
  Clip clip;
  const auto name = animation["name"].string();
  const bool renamed = notes["name"] && notes["name"].string() != name;
  clip.name = read_name(renamed ? JsonValue() : notes, "title", name.value_or(""));
  clip.rate = rate;
  clip.duration = last;
  const double stored_rate = notes["rate"].number().value_or(rate);
  const double stored = notes["duration"].number().value_or(-1) * rate / stored_rate;
  if (stored >= 0 && reaches(last, stored)) clip.duration = stored;
  clip.loops = notes["loops"].boolean().value_or(notes["loops"].number().value_or(1) != 0);
  const double start = notes["loopStart"].number().value_or(0) * rate / stored_rate;
  clip.loop_start = std::isfinite(start) ? start : 0;
  if (notes.is(JsonKind::object)) clip.extras = foreign_members(file.json(), notes, kClipKeys);
  clip.extensions = extensions_of(file.json(), animation);
  return clip;
}

// The number of clips that were dropped.
std::size_t drop_clips(const std::vector<bool>& dropped, Scene& scene) {
  std::vector<Clip> kept;
  for (std::size_t i = 0; i < dropped.size(); ++i) {
    if (!dropped[i]) kept.push_back(std::move(scene.clips[i]));
  }
  scene.clips = std::move(kept);
  return dropped.size() - scene.clips.size();
}

void read_scene_head(GltfFile& file, Scene& scene) {
  const JsonValue shown = file.shown_scene();
  const JsonValue extras = shown["extras"]["anmkit"];
  scene.name = read_name(extras, "title", shown["name"].string().value_or(""));
  if (extras.is(JsonKind::object)) {
    scene.extras = foreign_members(file.json(), extras, kSceneKeys);
  }
}

}  // namespace

Result<Scene> read_gltf(ByteView bytes, double rate, Companions beside, Diagnostics* notes) {
  return read_gltf(bytes, rate, beside, notes, std::nullopt);
}

Result<Scene> read_gltf(ByteView bytes, double rate, Companions beside, Diagnostics* notes,
                        std::optional<JsonDocument> json) {
  auto opened = GltfFile::open(bytes, beside, std::move(json));
  if (!opened) return std::unexpected(opened.error());
  GltfFile& file = **opened;
  if (const std::size_t nodes = file.list("nodes").size(); nodes > kMostGltfNodes) {
    return std::unexpected(
        over_limit(Limit::gltf_nodes, kMostGltfNodes, "the file has " + counted(nodes, "node")));
  }
  Scene scene;
  read_scene_head(file, scene);
  std::vector<RawNode> raw = read_nodes(file);
  mark_humanoid(file, raw);
  std::vector<std::vector<RawTrack>> clips, lenses, shows;
  const auto& animations = file.list("animations");
  const ClipNotes clip_notes(file);
  AnimationReader reader(file);
  std::vector<bool> outside(animations.size());  // moves only nodes that are not read
  for (std::size_t i = 0; i < animations.size() && !file.error(); ++i) {
    const std::string path = "animations[" + std::to_string(i) + "]";
    const double own_rate = clip_notes.rate(animations[i], rate);
    auto tracks = reader.read(animations[i], path, own_rate, raw.size());
    const bool hides = drop_outside(raw, tracks.shows);
    const bool dropped = drop_outside(raw, tracks.nodes) || hides;
    if (dropped && tracks.nodes.empty() && tracks.shows.empty() && tracks.lenses.empty())
      outside[i] = true;
    clips.push_back(std::move(tracks.nodes));
    lenses.push_back(std::move(tracks.lenses));
    shows.push_back(std::move(tracks.shows));
  }
  reader.tell_left_out();
  if (file.error()) return std::unexpected(*file.error());
  restore_joint_axes(file, raw, clips);
  straighten_axes(file, raw, clips);
  const Folding folding = fold_nodes(file, raw, clips, scene);
  read_materials(file, scene);
  read_cameras(file, folding.metres, scene);
  read_meshes(file, raw, folding, scene);
  if (file.error()) return std::unexpected(*file.error());
  TrackFolder folder(raw, folding, scene);
  const std::vector<std::int32_t> node_of_camera = nodes_of_cameras(scene);
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const JsonValue note = clip_notes.of(animations[i]);
    Clip clip = read_clip_head(
        file, animations[i], note, clip_notes.rate(animations[i], rate),
        std::max({last_frame(clips[i]), last_frame(lenses[i]), last_frame(shows[i])}));
    turn_pivots(raw, folding, clips[i]);
    folder.fold(clips[i], clip);
    add_lenses(lenses[i], node_of_camera, clip);
    scene.clips.push_back(std::move(clip));
  }
  folder.tell_left_out(file);
  scale_quantized_meshes(file, raw, folding, scene);
  read_visibility(file, raw, folding, shows, scene);
  report_outside(file, raw, drop_clips(outside, scene));
  if (notes != nullptr) notes->add_all(file.notes());
  return scene;
}

}  // namespace anmkit
