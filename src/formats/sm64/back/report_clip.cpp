// SPDX-License-Identifier: MIT
// The playback of a written animation compared with its source clip.
#include <algorithm>

#include "formats/sm64/back/clip.hpp"
#include "formats/sm64/motion/channels.hpp"
#include "formats/sm64/scene.hpp"
#include "import/fit_report.hpp"

namespace anmkit::sm64 {
namespace {

// The parts alone, each moving against the one above it as the clip specifies.
Scene part_scene(const Scene& scene, const ClipBack& back, const PartOrder& order, PartWalk& walk,
                 std::size_t frames) {
  Scene parts;
  Clip& clip = parts.clips.emplace_back();
  clip.name = back.motion.name;
  clip.rate = kRate;
  clip.duration = static_cast<double>(frames - 1);
  clip.loops = false;
  for (std::uint32_t p = 0; p < order.parts.size(); ++p) {
    Node& node = parts.nodes.emplace_back();
    node.name = scene.nodes[order.parts[p].node].name;
    node.id = p;
    node.parent = order.parts[p].above;
    node.rest = walk.rest(p);
    for (const Property property : {Property::translation, Property::rotation, Property::scale}) {
      Track& track = clip.tracks.emplace_back();
      track.node = p;
      track.property = property;
      if (property == Property::rotation) track.interpolation = Interpolation::slerp;
    }
  }
  for (std::size_t frame = 0; frame < frames; ++frame) {
    walk.seek(static_cast<double>(frame));
    for (std::size_t p = 0; p < order.parts.size(); ++p) {
      const Transform& now = walk.part(p);
      const auto put = [&](std::size_t track, std::initializer_list<double> values) {
        clip.tracks[3 * p + track].times.push_back(static_cast<double>(frame));
        auto& to = clip.tracks[3 * p + track].values;
        to.insert(to.end(), values);
      };
      put(0, {now.translation.x, now.translation.y, now.translation.z});
      put(1, {now.rotation.x, now.rotation.y, now.rotation.z, now.rotation.w});
      put(2, {now.scale.x, now.scale.y, now.scale.z});
    }
  }
  return parts;
}

}  // namespace

void report_clip(const Scene& scene, const ClipBack& back, const Motion& written,
                 const Options& options, const std::vector<bool>& moved,
                 std::span<const Node> layout, ConversionReport& report) {
  Diagnostics unused;
  Findings findings(unused);
  const PartOrder order = order_parts(scene, moved, back.ours, back.parts.size(), layout, findings);
  PartWalk walk(scene, *back.clip, order);
  if (scales_parts(written)) walk.keep_scales();
  const auto frames = static_cast<std::size_t>(std::max<int>(written.header.loopEnd, 1));
  const Scene wanted = part_scene(scene, back, order, walk, frames);
  // The written animation on the same skeleton. Nothing but its first part moves and nothing
  // changes its size, unless it says so.
  Scene made;
  made.nodes = wanted.nodes;
  if (!back.ours && !made.nodes.empty()) {
    made.nodes[0].rest.translation = layout.empty() ? Vec3{} : layout.front().rest.translation;
  }
  for (Node& node : made.nodes)
    node.rest.rotation = {};
  Options playing = options;
  playing.set("ytrans", std::to_string(back.y_trans));
  made.clips.push_back(clip_of(written, made.nodes, HalfAngles(), playing, false, back.turns));
  made.clips[0].duration = static_cast<double>(frames - 1);
  std::vector<NodePair> pairs;
  for (const PartNode& part : order.parts)
    report.nodes.push_back(part.node);
  // None of them: the motion is left out.
  if (order.parts.empty()) report.nodes.push_back(scene.nodes.size());
  for (std::size_t p = 0; p < order.parts.size(); ++p)
    pairs.push_back({p, p, back.motion.name + ": node " + wanted.nodes[p].name});
  report_fits(wanted, wanted.clips[0], made, made.clips[0], pairs, {.rate = kRate}, report);
}

}  // namespace anmkit::sm64
