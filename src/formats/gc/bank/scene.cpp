// SPDX-License-Identifier: MIT
// Bank -> Scene (section 6.5).
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "formats/gc/bank/scene.hpp"
#include "formats/gc/bank/tracks.hpp"
#include "formats/gc/model/scene.hpp"
#include "formats/play_in_parts.hpp"

namespace anmkit::gc {
namespace {

std::string clip_name(const Bank& bank, std::size_t index) {
  const std::string& name = bank.sequences[index].name;
  return name.empty() ? "sequence" + std::to_string(index) : name;
}

Clip make_clip(const Bank& bank, std::size_t index, double rate = kRate) {
  Clip clip;
  clip.name = clip_name(bank, index);
  set_rate(clip, rate);
  clip.loops = true;
  const auto span = tracks_of(bank, bank.sequences[index]);
  if (span) {
    for (std::uint64_t i = span->first; i < span->first + span->count; ++i) {
      const double time = double{bank.tracks[i].anim_time};
      if (std::isfinite(time)) clip.duration = std::max(clip.duration, time);
    }
  }
  return clip;
}

// Which sequences give nodes when there is no skeleton: the one that the caller shows, or all.
std::vector<std::size_t> chosen(const Bank& bank, std::string_view text) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < bank.sequences.size(); ++i) {
    if (text == std::to_string(i)) return {i};
    all.push_back(i);
  }
  for (std::size_t i = 0; i < bank.sequences.size() && !text.empty(); ++i) {
    if (text == clip_name(bank, i)) return {i};
  }
  return all;
}

// One node per track number; a number that appears several times in a sequence has as many nodes.
std::vector<Rest> add_track_nodes(const Bank& bank, std::string_view clip, Scene& scene) {
  std::map<std::uint16_t, std::size_t> nodes;
  for (const std::size_t index : chosen(bank, clip)) {
    const auto span = tracks_of(bank, bank.sequences[index]);
    std::map<std::uint16_t, std::size_t> used;
    for (std::uint64_t i = 0; span && i < span->count; ++i) {
      const std::uint16_t id = bank.tracks[span->first + i].track_id;
      const std::size_t copy = used[id]++;
      if (copy < nodes[id]) continue;
      ++nodes[id];
      Node& node = scene.nodes.emplace_back();
      node.id = id;
      node.name = "track" + std::to_string(id);
      if (copy > 0) node.name += "_" + std::to_string(copy);
    }
  }
  return std::vector<Rest>(scene.nodes.size());
}

}  // namespace

anmkit::Track constant(std::uint32_t node, Property property, std::vector<double> value) {
  anmkit::Track track;
  track.node = node;
  track.property = property;
  track.interpolation = Interpolation::step;
  track.times = {0};
  track.values = std::move(value);
  return track;
}

namespace {

// Section 6.5: how a track joins the rest pose of its bone.
void bind(const Bank& bank, const Track& track, const Rest& rest, std::uint32_t node,
          Readings readings, Clip& clip) {
  const Layout layout(track);
  if (layout.bits == 0) return;
  const bool replaces = track.replace_hierarchy_ctrl != 0;
  const Mat4 before = replaces ? Mat4{} : rest.matrix;
  const bool matrix_rest = rest.type == kControlMatrix;
  if (!layout.has(kMatrix) && (matrix_rest || before != Mat4{})) {
    clip.tracks.push_back(constant(node, Property::static_offset,
                                   std::vector<double>(before.m.begin(), before.m.end())));
  }
  if (readings.rest_once && !replaces && rest.type != 0 &&
      !layout.has(kMatrix)) {  // parts that are not animated count only in O
    if (!layout.has(kTranslation))
      clip.tracks.push_back(constant(node, Property::translation, {0, 0, 0}));
    if (!layout.has(kEuler | kQuaternion))
      clip.tracks.push_back(constant(node, Property::rotation, {0, 0, 0, 1}));
    if (!layout.has(kScale)) clip.tracks.push_back(constant(node, Property::scale, {1, 1, 1}));
  }
  add_tracks(bank, track, node, before, readings.library_ease, clip);
}

}  // namespace

bool add_clips(const Bank& bank, const std::vector<Rest>& rests, Readings readings, Scene& scene) {
  std::vector<NodeName> names;
  for (const Node& node : scene.nodes)
    names.push_back(node_name(node));
  constexpr std::uint64_t kCopies = 64, kFree = 65536;
  std::uint64_t budget = kCopies * bank.keys.size() + kFree;
  for (std::size_t i = 0; i < bank.sequences.size(); ++i) {
    Clip& clip = scene.clips.emplace_back(make_clip(bank, i, readings.rate));
    TrackNotes notes;
    std::map<std::int64_t, std::vector<const Track*>> by_id;
    if (const auto span = tracks_of(bank, bank.sequences[i])) {
      for (std::uint64_t t = span->first; t < span->first + span->count; ++t)
        by_id[bank.tracks[t].track_id].push_back(&bank.tracks[t]);
    }
    for (std::uint32_t node = 0; node < scene.nodes.size(); ++node) {
      const auto found = by_id.find(names[node].id);
      if (found == by_id.end() || names[node].occurrence >= found->second.size()) continue;
      const Track& track = *found->second[names[node].occurrence];
      if (track.total_frames > budget) return false;
      budget -= track.total_frames;
      bind(bank, track, rests[node], node, readings, clip);
      if (is_track(scene.nodes[node]))
        notes[scene.nodes[node].name] = {track.anim_type, track.replace_hierarchy_ctrl};
    }
    if (!notes.empty()) set_notes(clip, notes);
  }
  return true;
}

Result<Scene> BankDocument::to_scene(const SceneRequest& request, const Context& context,
                                     Diagnostics& diagnostics) const {
  const auto& [companions, options] = context;
  const Bank& bank = file;
  if (!is_bounded(bank)) {
    return fail("gc.ANM015",
                "tracks and keys are shared too often to be shown: each may have a few "
                "owners, not thousands");
  }
  Scene scene;
  const Actor* actor = find_actor(companions);
  std::vector<Rest> rests =
      actor != nullptr ? add_bones(*actor, scene) : add_track_nodes(bank, request.clip, scene);
  scene.has_controls = true;
  if (request.controls) show_controls(scene, rests);
  if (!add_clips(bank, rests, Readings(options), scene))
    return fail("gc.ACT010", "too many bones of one number share a track to be shown");
  if (actor != nullptr) add_models(*actor, companions, scene, diagnostics);
  return scene;
}

DocumentInfo BankDocument::info() const {
  const Bank& bank = file;
  DocumentInfo info;
  const bool bounded = is_bounded(bank);
  for (std::size_t i = 0; i < bank.sequences.size() && bounded; ++i) {
    const Clip clip = make_clip(bank, i);
    info.clips.push_back({clip.name, clip.duration, kRate, true, 0});
  }
  std::set<std::uint16_t> ids;
  for (const Track& track : bank.tracks)
    ids.insert(track.track_id);
  for (const std::uint16_t id : ids)
    info.nodes.push_back("track" + std::to_string(id));
  info.facts.emplace_back("version", std::to_string(bank.version_number));
  info.facts.emplace_back("rate", "60 per second is the custom; the file has none");
  return info;
}

// One tick: sample, then advance, then fold once (section 6.1).
FramePlayback play_ticks(const Clip& clip, const PlayRequest& request, double speed) {
  float time = 0;
  return play_in_parts(FramePlayback{clip.name, {}}, request, [&](std::int64_t tick) {
    const FrameTick shown{tick, double{time}};
    time += static_cast<float>(speed);
    if (time > static_cast<float>(clip.duration)) time -= static_cast<float>(clip.duration);
    return shown;
  });
}

Result<Playback> BankDocument::play(const PlayRequest& request, const Context& context) const {
  const Options& options = context.options;
  const Bank& bank = file;
  Scene scene;
  if (!is_bounded(bank)) return fail("gc.ANM015", "tracks are shared too often to be played");
  for (std::size_t i = 0; i < bank.sequences.size(); ++i)
    scene.clips.push_back(make_clip(bank, i));
  const auto index = find_clip(scene, request.clip);
  if (!index) return std::unexpected(index.error());
  const Clip& clip = scene.clips[*index];
  return play_ticks(clip, request, options.number("speed", 1));
}

}  // namespace anmkit::gc
