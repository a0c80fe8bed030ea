// SPDX-License-Identifier: MIT
// One motion may be in several clips (Blender writes one per object), and the first clip may be a
// pose (T-pose, RESET).
#include "convert/clip_choice.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "core/listing.hpp"
#include "core/paths.hpp"
#include "scene/motion.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kNamed = 5;  // in a message

// A node's property, and the clip that moves it.
using Movers = std::map<std::pair<std::uint32_t, Property>, std::size_t>;

struct Overlap {
  std::size_t first, second;  // clips
  std::uint32_t node;
};

// The first property that two clips move.
std::optional<Overlap> overlap_of(const Scene& scene) {
  Movers movers;
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    for (const Track& track : scene.clips[i].tracks) {
      if (!track_moves(track)) continue;
      const auto [other, fresh] = movers.try_emplace({track.node, track.property}, i);
      if (!fresh && other->second != i) return Overlap{other->second, i, track.node};
    }
  }
  return std::nullopt;
}

// The tracks of a clip in frames of another rate.
std::vector<Track> tracks_at(const Clip& clip, double rate) {
  std::vector<Track> tracks = clip.tracks;
  const double frames = rate / clip.rate;
  if (frames == 1) return tracks;
  for (Track& track : tracks) {
    for (double& time : track.times)
      time *= frames;
    track.period *= frames;
    if (track.interpolation != Interpolation::cubic) continue;
    // Tangents are per frame; the values between them are not.
    const std::size_t count = track.components();
    for (std::size_t i = 0; i < track.values.size(); ++i) {
      if (i / count % 3 != 1) track.values[i] /= frames;
    }
  }
  return tracks;
}

}  // namespace

void name_clips(Scene& scene, std::string_view path) {
  std::set<std::string> taken;
  for (const Clip& clip : scene.clips)
    taken.insert(clip.name);
  const std::string stem(stem_of(path));
  for (Clip& clip : scene.clips) {
    if (!clip.name.empty()) continue;
    clip.name = stem;
    for (int number = 2; !taken.insert(clip.name).second; ++number)
      clip.name = stem + "_" + std::to_string(number);
  }
}

Result<void> merge_clips(Scene& scene, std::string_view path) {
  if (const auto both = overlap_of(scene)) {
    return fail(std::string(kUsageError),
                "the clips " + quoted(scene.clips[both->first].name) + " and " +
                    quoted(scene.clips[both->second].name) + " both move " +
                    quoted(scene.nodes[both->node].name) +
                    "; --merge merges clips that move different nodes; --clip chooses one");
  }
  if (std::ranges::none_of(scene.clips, clip_moves))
    return fail(std::string(kUsageError), "--merge: no clip moves anything");
  Clip merged = scene.clips[usual_clip(scene)];
  merged.name = stem_of(path);
  merged.tracks.clear();
  merged.extras.clear();
  merged.duration = 0;
  // Nodes that do not move in one clip may move in another.
  std::set<std::pair<std::uint32_t, Property>> moved, held;
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track_moves(track)) moved.insert({track.node, track.property});
    }
  }
  for (const Clip& clip : scene.clips) {
    if (!clip_moves(clip)) continue;
    merged.duration = std::max(merged.duration, clip.duration * merged.rate / clip.rate);
    for (Track& track : tracks_at(clip, merged.rate)) {
      const std::pair key{track.node, track.property};
      const bool kept = track_moves(track) || (!moved.contains(key) && held.insert(key).second);
      if (kept) merged.tracks.push_back(std::move(track));
    }
  }
  scene.clips.clear();
  scene.clips.push_back(std::move(merged));
  return {};
}

std::size_t usual_clip(const Scene& scene) {
  const auto first = std::ranges::find_if(scene.clips, clip_moves);
  return first == scene.clips.end() ? 0 : static_cast<std::size_t>(first - scene.clips.begin());
}

void report_choice(const Scene& scene, std::size_t clip, std::size_t written,
                   std::string_view target, ConversionReport& report) {
  std::string message = "the clip " + quoted(scene.clips[clip].name) + " is written, " +
                        std::to_string(written) + " of the " + counted(scene.clips.size(), "clip");
  if (clip > 0) message += " (" + quoted(scene.clips.front().name) + ", the first, has no motion)";
  message += "; --clip chooses another, -o FOLDER/ --to " + std::string(target) + " writes each";
  const auto movers = std::ranges::count_if(scene.clips, clip_moves);
  if (movers > 1 && !overlap_of(scene))
    message += "; they move different nodes: --merge lays them together";
  report.diagnostics.add(Severity::info, "anmkit.ONE-CLIP", std::move(message));
}

void report_still(const Scene& scene, std::optional<std::size_t> clip, Diagnostics& notes) {
  std::vector<std::string> still;
  for (std::size_t i = 0; i < scene.clips.size(); ++i) {
    const bool written = !clip || *clip == i;
    if (written && !clip_moves(scene.clips[i])) still.push_back(quoted(scene.clips[i].name));
  }
  if (still.empty()) return;
  notes.add(Severity::warning, "anmkit.NOTHING-MOVES",
            "no motion in " + std::string(still.size() == 1 ? "the clip " : "the clips ") +
                some_of(still, kNamed) +
                ": all keys of each node have one value; a rotation of 360 degrees needs keys in "
                "between");
}

}  // namespace anmkit
