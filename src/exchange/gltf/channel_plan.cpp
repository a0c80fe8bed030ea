// SPDX-License-Identifier: MIT
// Which tracks reach which glTF node and property.
#include <algorithm>
#include <iterator>

#include "exchange/gltf/channel.hpp"

namespace anmkit {
namespace {

constexpr PropertySet kTurns = bit(Property::rotation) | bit(Property::euler);
constexpr PropertySet kMatrixParts = bit(Property::translation) | kTurns | bit(Property::scale) |
                                     bit(Property::pivot) | bit(Property::local_matrix) |
                                     bit(Property::static_offset);

// Which properties reach a path of a glTF node.
PropertySet reaching(const Scene& scene, const Rig& rig, const RigNode& rig_node, GltfPath path) {
  const Chain& chain = rig.chains[rig_node.scene_node];
  const Node& node = scene.nodes[rig_node.scene_node];
  const bool move = path == GltfPath::translation, turn = path == GltfPath::rotation;
  switch (rig_node.part) {
    case GltfPart::axes:
      return 0;
    case GltfPart::offset:
      return bit(Property::static_offset);
    case GltfPart::pivot:
      return move ? bit(Property::translation) : turn ? kTurns : 0;
    case GltfPart::node:
      if (chain.matrix) return kMatrixParts;
      if (path == GltfPath::scale) return node.inherit_scale ? bit(Property::scale) : 0;
      if (chain.at(GltfPart::pivot) >= 0) return move ? bit(Property::pivot) : 0;
      return move ? bit(Property::translation) : kTurns;
    case GltfPart::scale:
      return move || turn ? 0 : bit(Property::scale);
    case GltfPart::size:
      return move || turn ? 0 : bit(Property::block_size) | bit(Property::visibility);
    case GltfPart::camera:
      return turn
                 ? bit(Property::target) | bit(Property::roll) | bit(Property::translation) | kTurns
                 : 0;
  }
  return 0;
}

// Tracks that say something, those of a node in a row and in the clip's order.
std::vector<const Track*> tracks_by_node(const Scene& scene, const Clip& clip) {
  std::vector<const Track*> tracks;
  tracks.reserve(clip.tracks.size());
  for (const Track& track : clip.tracks) {
    if (!track.times.empty() && track.node < scene.nodes.size()) tracks.push_back(&track);
  }
  if (!std::ranges::is_sorted(tracks, {}, &Track::node)) {
    std::ranges::stable_sort(tracks, {}, &Track::node);
  }
  return tracks;
}

}  // namespace

ClipChannels plan_channels(const Scene& scene, const Rig& rig, const Clip& clip,
                           SpareValues& spare) {
  ClipChannels out;
  const std::vector<const Track*> tracks = tracks_by_node(scene, clip);
  const auto before = [](const Track* track, std::uint32_t node) { return track->node < node; };
  for (std::uint32_t i = 1; i < rig.nodes.size(); ++i) {
    const std::uint32_t scene_node = rig.nodes[i].scene_node;
    const auto begin = std::lower_bound(tracks.begin(), tracks.end(), scene_node, before);
    const auto end = std::find_if(begin, tracks.end(),
                                  [&](const Track* track) { return track->node != scene_node; });
    if (begin == end) continue;
    for (std::size_t p = 0; p < kGltfPathCount; ++p) {
      const auto path = static_cast<GltfPath>(p);
      const PropertySet wanted = reaching(scene, rig, rig.nodes[i], path);
      const std::size_t first = out.sources.size();
      std::copy_if(begin, end, std::back_inserter(out.sources),
                   [&](const Track* track) { return (wanted & bit(track->property)) != 0; });
      if (out.sources.size() == first) continue;
      Channel& channel = out.channels.emplace_back();
      channel.first_source = static_cast<std::uint32_t>(first);
      channel.source_count = static_cast<std::uint32_t>(out.sources.size() - first);
      channel.rig_node = i;
      channel.path = path;
      if (spare.empty()) continue;
      channel.values = std::move(spare.back());
      channel.values.clear();
      spare.pop_back();
    }
  }
  return out;
}

}  // namespace anmkit
