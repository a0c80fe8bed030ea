// SPDX-License-Identifier: MIT
// A glTF file as a scene.
#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>
#include <vector>

#include "anmkit/gltf.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/file.hpp"
#include "exchange/gltf/fold.hpp"
#include "exchange/gltf/lens.hpp"
#include "exchange/gltf/mesh_read.hpp"

namespace anmkit {
namespace {

constexpr double kUsualRate = 30;

// Seconds are 32-bit floats: a time that is a whole frame but for their rounding is that frame.
double to_frame(float seconds, double rate) {
  const double frame = static_cast<double>(seconds) * rate;
  const double whole = std::round(frame);
  const double slack = std::max(1e-5, std::fabs(frame) * 2e-7);
  return std::fabs(frame - whole) <= slack ? whole : frame;
}

class AnimationReader {
 public:
  AnimationReader(GltfFile& file, JsonValue animation, std::string path, double rate)
      : file_(file), animation_(animation), path_(std::move(path)), rate_(rate) {}

  std::vector<RawTrack> read(std::size_t node_count) {
    std::vector<JsonValue> samplers;
    for (JsonValue item = animation_["samplers"].first(); item; item = item.next())
      samplers.push_back(item);
    std::vector<RawTrack> tracks;
    for (JsonValue item = animation_["channels"].first(); item && !file_.error();
         item = item.next()) {
      const JsonValue target = item["target"];
      const auto sampler = file_.index(item, "sampler", samplers.size(), path_ + ".channels");
      const auto node = file_.index(target, "node", node_count, path_ + ".channels");
      RawTrack track;
      // Morph weights and pointers to other things than lenses move nothing that a scene has.
      if (!sampler) continue;
      if (read_lens(target, samplers[*sampler])) continue;
      if (!node || !set_path(target["path"].string().value_or(""), track)) continue;
      track.node = *node;
      if (read_sampler(samplers[*sampler], path_components(track.path), track)) {
        tracks.push_back(std::move(track));
      }
    }
    return tracks;
  }

  // Fields of view that the last `read` met; `node` is the camera.
  std::vector<RawTrack> take_lenses() { return std::move(lenses_); }

 private:
  static bool set_path(std::string_view name, RawTrack& track) {
    for (std::size_t i = 0; i < kGltfPathCount; ++i) {
      track.path = static_cast<GltfPath>(i);
      if (path_name(track.path) == name) return true;
    }
    return false;
  }

  // False when the channel moves something else than a camera's field of view.
  bool read_lens(JsonValue target, JsonValue sampler) {
    const JsonValue extension = target["extensions"][kPointerExtension];
    const auto camera =
        lens_camera(extension["pointer"].string().value_or(""), file_.list("cameras").size());
    if (target["path"].string() != "pointer" || !camera) return false;
    RawTrack track;
    track.node = *camera;
    if (read_sampler(sampler, 1, track)) lenses_.push_back(std::move(track));
    return true;
  }

  bool read_sampler(JsonValue sampler, std::size_t components, RawTrack& track) {
    const std::size_t accessors = file_.list("accessors").size();
    const auto input = file_.index(sampler, "input", accessors, path_ + ".samplers");
    const auto output = file_.index(sampler, "output", accessors, path_ + ".samplers");
    if (!input || !output) return false;
    const auto name = sampler["interpolation"].string().value_or("LINEAR");
    track.interpolation = name == "STEP"          ? Interpolation::step
                          : name == "CUBICSPLINE" ? Interpolation::cubic
                                                  : Interpolation::linear;
    const std::vector<float> times = file_.read_floats(*input, 1);
    const std::vector<float> values = file_.read_floats(*output, components);
    const bool cubic = track.interpolation == Interpolation::cubic;
    if (file_.error() || times.empty()) return false;
    if (values.size() != times.size() * components * (cubic ? 3 : 1)) {
      file_.bad(sampler, path_ + ".samplers",
                std::to_string(times.size()) + " keys want as many values; " +
                    std::to_string(values.size() / components) + " are there");
      return false;
    }
    track.times.reserve(times.size());
    for (const float seconds : times)
      track.times.push_back(to_frame(seconds, rate_));
    if (!std::is_sorted(track.times.begin(), track.times.end())) {
      file_.bad(sampler, path_ + ".samplers", "ascending times are wanted");
      return false;
    }
    track.values.assign(values.begin(), values.end());
    if (cubic) {
      // Tangents are per second there and per frame here.
      for (std::size_t i = 0; i < track.values.size(); ++i) {
        if (i / components % 3 != 1) track.values[i] /= rate_;
      }
    }
    return true;
  }

  GltfFile& file_;
  JsonValue animation_;
  std::string path_;
  double rate_;
  std::vector<RawTrack> lenses_;
};

// Tracks of the nodes that have the cameras; the first node where several share one, so that the
// tracks never outgrow the file.
void add_lenses(std::vector<RawTrack>& lenses, const Scene& scene, Clip& clip) {
  std::vector<std::int32_t> node_of(scene.cameras.size(), -1);
  for (std::size_t i = scene.nodes.size(); i-- > 0;) {
    const std::int32_t camera = scene.nodes[i].camera;
    if (camera >= 0) node_of[static_cast<std::size_t>(camera)] = static_cast<std::int32_t>(i);
  }
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

// What an export said of its clips. Some programs keep the extras of scenes and not those of
// animations, so that they are there a second time, by the animations' names.
class ClipNotes {
 public:
  explicit ClipNotes(GltfFile& file) {
    const auto& scenes = file.list("scenes");
    if (scenes.empty()) return;
    const JsonValue list = scenes.front()["extras"]["anmkit"]["clips"];
    for (JsonValue item = list.first(); item; item = item.next()) {
      if (const auto name = item["name"].string()) by_name_.try_emplace(*name, item);
    }
  }
  JsonValue of(JsonValue animation) const {
    const JsonValue own = animation["extras"]["anmkit"];
    if (own.is(JsonKind::object)) return own;
    const auto kept = by_name_.find(animation["name"].string().value_or(""));
    return kept == by_name_.end() ? own : kept->second;
  }

 private:
  std::unordered_map<std::string_view, JsonValue> by_name_;
};

// The stored length counts where the keys still reach it: an editor may have cut the clip. One
// that samples whole frames ends at the last of them.
bool reaches(double last, double stored) {
  return std::fabs(stored - last) <= 0.5 || std::floor(stored) == last;
}

// A clip without its tracks; `notes` is what its export said of it.
Clip read_clip_head(const GltfFile& file, JsonValue animation, JsonValue notes, double rate,
                    double last) {
  Clip clip;
  clip.name = read_name(notes, "title", animation["name"].string().value_or(""));
  clip.rate = rate;
  clip.duration = last;
  const double stored_rate = notes["rate"].number().value_or(rate);
  const double stored = notes["duration"].number().value_or(-1) * rate / stored_rate;
  if (stored >= 0 && reaches(last, stored)) clip.duration = stored;
  clip.loops = notes["loops"].boolean().value_or(notes["loops"].number().value_or(1) != 0);
  const double start = notes["loopStart"].number().value_or(0) * rate / stored_rate;
  clip.loop_start = std::isfinite(start) ? start : 0;
  const JsonValue extras = animation["extras"]["anmkit"];
  if (extras.is(JsonKind::object)) clip.extras = foreign_members(file.json(), extras, kClipKeys);
  clip.extensions = extensions_of(file.json(), animation);
  return clip;
}

double rate_of(JsonValue notes, double wanted) {
  const double stored = notes["rate"].number().value_or(0);
  if (wanted > 0) return wanted;
  return stored > 1e-6 && stored < 1e6 ? stored : kUsualRate;
}

void read_scene_head(GltfFile& file, Scene& scene) {
  const auto& scenes = file.list("scenes");
  if (scenes.empty()) return;
  const JsonValue extras = scenes.front()["extras"]["anmkit"];
  scene.name = read_name(extras, "title", scenes.front()["name"].string().value_or(""));
  if (extras.is(JsonKind::object)) {
    scene.extras = foreign_members(file.json(), extras, kSceneKeys);
  }
}

}  // namespace

Result<Scene> read_gltf(ByteView bytes, double rate, Companions beside) {
  auto opened = GltfFile::open(bytes, beside);
  if (!opened) return std::unexpected(opened.error());
  GltfFile& file = **opened;
  Scene scene;
  read_scene_head(file, scene);
  std::vector<RawNode> raw = read_nodes(file);
  std::vector<std::vector<RawTrack>> clips, lenses;
  const auto& animations = file.list("animations");
  const ClipNotes notes(file);
  for (std::size_t i = 0; i < animations.size() && !file.error(); ++i) {
    const std::string path = "animations[" + std::to_string(i) + "]";
    AnimationReader reader(file, animations[i], path, rate_of(notes.of(animations[i]), rate));
    clips.push_back(reader.read(raw.size()));
    lenses.push_back(reader.take_lenses());
  }
  if (file.error()) return std::unexpected(*file.error());
  restore_joint_axes(file, raw, clips);
  const Folding folding = fold_nodes(file, raw, clips, scene);
  read_materials(file, scene);
  read_cameras(file, folding.metres, scene);
  read_meshes(file, raw, folding, scene);
  if (file.error()) return std::unexpected(*file.error());
  for (std::size_t i = 0; i < clips.size(); ++i) {
    const JsonValue note = notes.of(animations[i]);
    Clip clip = read_clip_head(file, animations[i], note, rate_of(note, rate),
                               std::max(last_frame(clips[i]), last_frame(lenses[i])));
    turn_pivots(raw, folding, clips[i]);
    fold_tracks(raw, folding, scene, clips[i], clip);
    add_lenses(lenses[i], scene, clip);
    scene.clips.push_back(std::move(clip));
  }
  return scene;
}

}  // namespace anmkit
