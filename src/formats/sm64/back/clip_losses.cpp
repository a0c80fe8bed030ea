// SPDX-License-Identifier: MIT
// Motion of a clip that an animation cannot store.
#include <algorithm>
#include <functional>
#include <set>

#include "core/counted.hpp"
#include "formats/sm64/back/clip_reader.hpp"
#include "formats/sm64/motion/channels.hpp"

namespace anmkit::sm64 {

// Parts of the animation after those that the scene has.
void ClipReader::report_unseen() {
  const std::size_t seen = order_.parts.size(), parts = parts_wanted();
  if (before_ == nullptr || seen >= parts) return;
  findings_.add(back_.same ? Severity::info : Severity::warning, "W-SKELETON",
                clip_.name + ": the scene has " + std::to_string(seen) + " of " +
                    counted(parts, "part") + "; the others keep their motion");
}

// Editors put such a node above a skeleton.
bool ClipReader::does_nothing(std::uint32_t node) const {
  std::size_t steps = 0;
  for (std::int32_t up = request_.scene.nodes[node].parent;
       up >= 0 && steps < request_.scene.nodes.size(); ++steps) {
    if (std::ranges::find(order_.parts, static_cast<std::uint32_t>(up), &PartNode::node) !=
        order_.parts.end())
      return false;
    up = request_.scene.nodes[static_cast<std::size_t>(up)].parent;
  }
  const Transform& rest = request_.scene.nodes[node].rest;
  return length(rest.translation) <= kSamePlace && angle_between(rest.rotation, {}) < 1e-3 &&
         length(rest.scale - Vec3{1, 1, 1}) <= kSameScale &&
         std::ranges::find(clip_.tracks, node, &Track::node) == clip_.tracks.end();
}

void ClipReader::report_losses() {
  std::set<std::uint32_t> carriers;
  for (const PartNode& part : order_.parts)
    carriers.insert(part.between.begin(), part.between.end());
  for (const std::uint32_t node : order_.added) {
    const Node& added = request_.scene.nodes[node];
    if (carriers.contains(node) || added.camera >= 0 || does_nothing(node)) continue;
    findings_.warning("W-LOSS",
                      clip_.name + ": " + quoted(added.name) + " is none of the " +
                          counted(parts_wanted(), "part") + " and is left out",
                      {}, added.name);
  }
  if (!ours_) report_sizes();
  for (const Track& track : clip_.tracks) {
    if (track.property != Property::visibility || track.node >= request_.scene.nodes.size() ||
        std::ranges::adjacent_find(track.values, std::not_equal_to{}) == track.values.end())
      continue;
    lost(request_.scene.nodes[track.node].name, "visibility", "changes",
         "the format hides no parts");
  }
  for (std::size_t p = 0; p < order_.parts.size(); ++p) {
    const std::string& name = request_.scene.nodes[order_.parts[p].node].name;
    const double scaled = most_scaled(p);
    if (scaled > kSameScale && !scales_parts(back_.motion)) {
      lost(name, "scale", "changes by up to " + std::to_string(scaled),
           "only sm64coopdx has scales: --coopdx");
    }
    if (p == 0 || moves_parts(back_.motion) || farthest(p) <= kSamePlace) continue;
    lost(name, "translation", "moves it by up to " + std::to_string(farthest(p)) + " units",
         "only the first part can move (sm64coopdx moves all of them: --coopdx)");
  }
}

// Parts whose size always differs from the model that the game draws.
void ClipReader::report_sizes() {
  std::size_t count = 0, worst = 0;
  double most = kSameScale;
  for (std::size_t p = 0; p < order_.parts.size(); ++p) {
    const double off = length(walk_.rest(p).scale - Vec3{1, 1, 1});
    if (off <= kSameScale) continue;
    ++count;
    if (off > most) worst = p;
    most = std::max(most, off);
  }
  if (count == 0) return;
  const std::string& name = request_.scene.nodes[order_.parts[worst].node].name;
  findings_.warning("W-LOSS",
                    clip_.name + ": " + counted(count, "joint is", "joints are") +
                        " scaled at rest, which the format cannot store; most " + quoted(name) +
                        ", off by " + std::to_string(most) + ": the model must have that size",
                    {}, name);
}

void ClipReader::lost(const std::string& name, std::string_view what, const std::string& how,
                      std::string_view why) {
  findings_.warning("W-LOSS",
                    clip_.name + ": the animated " + std::string(what) + " of " + quoted(name) +
                        " " + how + ", which is lost: " + std::string(why),
                    {}, name);
}

}  // namespace anmkit::sm64
