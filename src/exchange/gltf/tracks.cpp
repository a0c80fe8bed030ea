// SPDX-License-Identifier: MIT
// Channels in: tracks of a scene from glTF samplers, chains folded back.
#include <algorithm>
#include <cmath>
#include <map>

#include "core/findings.hpp"
#include "exchange/gltf/fold.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

// Applies a map to every value of a track; tangents get only its linear part.
template <class Map>
void map_values(Track& track, Map map) {
  const std::size_t count = track.components();
  const bool cubic = track.interpolation == Interpolation::cubic;
  for (std::size_t i = 0; i < track.values.size(); i += count)
    map(track.values.data() + i, !cubic || (i / count) % 3 == 1);
}

// A leaf's steps are block sizes over the rest size, and 0 while the node is hidden. A box of size
// 0 is both: families without block sizes see it hidden. False: other sizes are left out, as the
// rest size is not known.
bool add_size_tracks(const Node& node, const Track& from, Clip& clip) {
  constexpr double kSameSize = 1e-4;  // other programs write 32-bit floats
  Track visible, size;
  visible.node = size.node = from.node;
  visible.property = Property::visibility;
  size.property = Property::block_size;
  visible.interpolation = size.interpolation = Interpolation::step;
  bool hides = !node.visible, resizes = false;
  const Vec3 rest = node.block_size.value_or(Vec3{1, 1, 1});
  const auto whole = [](double side) { return side == 0 ? 1.0 : side; };
  for (std::size_t key = 0; key < from.times.size(); ++key) {
    const bool cubic = from.interpolation == Interpolation::cubic;
    const double* v = from.values.data() + key * (cubic ? 9 : 3) + (cubic ? 3 : 0);
    const bool shown = v[0] != 0 || v[1] != 0 || v[2] != 0;
    visible.times.push_back(from.times[key]);
    visible.values.push_back(shown ? 1 : 0);
    hides = hides || !shown;
    resizes = resizes || (shown && length(Vec3{v[0], v[1], v[2]} - Vec3{1, 1, 1}) > kSameSize);
    if (!shown && !node.block_size) continue;
    size.times.push_back(from.times[key]);
    size.values.insert(size.values.end(),
                       {v[0] * whole(rest.x), v[1] * whole(rest.y), v[2] * whole(rest.z)});
  }
  if (hides) clip.tracks.push_back(std::move(visible));
  if (node.block_size && !size.times.empty()) clip.tracks.push_back(std::move(size));
  return node.block_size || !resizes;
}

// Rest values of an animated offset, key times of its parts merged: matrices at all of them.
void add_offset_track(std::uint32_t node, const Transform& rest,
                      const std::vector<RawTrack*>& parts, double units, Clip& clip) {
  Track matrix;
  matrix.node = node;
  matrix.property = Property::static_offset;
  for (const RawTrack* part : parts)
    matrix.times.insert(matrix.times.end(), part->times.begin(), part->times.end());
  std::sort(matrix.times.begin(), matrix.times.end());
  matrix.times.erase(std::unique(matrix.times.begin(), matrix.times.end()), matrix.times.end());
  bool steps = true;
  for (const double time : matrix.times) {
    Transform at = rest;
    for (const RawTrack* part : parts) {
      Track track;
      track.property = part->path == GltfPath::translation ? Property::translation
                       : part->path == GltfPath::rotation  ? Property::rotation
                                                           : Property::scale;
      track.interpolation = part->interpolation;
      steps = steps && part->interpolation == Interpolation::step;
      if (track.property == Property::rotation && track.interpolation == Interpolation::linear) {
        track.interpolation = Interpolation::slerp;
      }
      std::array<double, 16> v{};
      // Only the two keys around the moment are copied.
      const auto after = std::upper_bound(part->times.begin(), part->times.end(), time);
      const auto next = static_cast<std::size_t>(after - part->times.begin());
      const std::size_t a = next == 0 ? 0 : next - 1, b = std::min(next, part->times.size() - 1);
      const std::size_t stride = part->values.size() / part->times.size();
      track.times.assign(part->times.begin() + static_cast<std::ptrdiff_t>(a),
                         part->times.begin() + static_cast<std::ptrdiff_t>(b) + 1);
      track.values.assign(part->values.begin() + static_cast<std::ptrdiff_t>(a * stride),
                          part->values.begin() + static_cast<std::ptrdiff_t>((b + 1) * stride));
      evaluate(track, time, v.data());
      if (track.property == Property::translation) at.translation = {v[0], v[1], v[2]};
      if (track.property == Property::rotation) at.rotation = {v[0], v[1], v[2], v[3]};
      if (track.property == Property::scale) at.scale = {v[0], v[1], v[2]};
    }
    const Mat4 m = trs_matrix(at.translation * units, at.rotation, at.scale);
    matrix.values.insert(matrix.values.end(), m.m.begin(), m.m.end());
  }
  matrix.interpolation = steps ? Interpolation::step : Interpolation::linear;
  if (!matrix.times.empty()) clip.tracks.push_back(std::move(matrix));
}

}  // namespace

namespace {

using ChainParts = TrackFolder::ChainParts;

std::vector<ChainParts> chain_parts(const std::vector<RawNode>& raw, const Folding& folding,
                                    std::size_t nodes) {
  std::vector<ChainParts> parts(nodes);
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const Role& role = folding.roles[i];
    if (role.scene < 0) continue;
    ChainParts& own = parts[static_cast<std::size_t>(role.scene)];
    if (role.part == GltfPart::pivot) own.pivot = true;
    if (role.part == GltfPart::offset) own.offset_raw = static_cast<std::uint32_t>(i);
    if (role.part == GltfPart::node && raw[i].extras["offset"]) own.folded_offset = true;
  }
  return parts;
}

// The scene property that a path of a part means; empty where it means none (an editor can give
// scales to pivots, which a scene has no place for).
std::optional<Property> property_of(GltfPart part, GltfPath path, const ChainParts& chain,
                                    const Node& node) {
  const bool own = part == GltfPart::node;
  switch (path) {
    case GltfPath::translation:
      if (!own && part != GltfPart::pivot) return std::nullopt;
      return own && chain.pivot ? Property::pivot : Property::translation;
    case GltfPath::rotation:
      if (part == GltfPart::pivot || (own && !chain.pivot)) return Property::rotation;
      return std::nullopt;
    case GltfPath::scale:
      if (part == GltfPart::scale || (own && node.inherit_scale)) return Property::scale;
      return std::nullopt;
  }
  return std::nullopt;
}

// Other programs write keys of all nodes, with the values at rest.
bool differs_from(Vec3 rest, Track track) {
  bool differs = false;
  track.property = Property::scale;
  map_values(track, [&](double* v, bool point) {
    differs = differs || (point && length(Vec3{v[0], v[1], v[2]} - rest) > 1e-3);
  });
  return differs;
}

void to_units(Track& track, double units, const Transform* fold) {
  const Quat back = fold != nullptr ? conjugate(fold->rotation) : Quat{};
  if (track.property == Property::rotation) {
    if (fold == nullptr) return;
    map_values(track, [&](double* v, bool) {
      const Quat q = back * Quat{v[0], v[1], v[2], v[3]};
      v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
    });
  } else if (track.property != Property::scale) {
    map_values(track, [&](double* v, bool point) {
      Vec3 p{v[0] * units, v[1] * units, v[2] * units};
      if (fold != nullptr) p = rotate(back, p - (point ? fold->translation : Vec3{}));
      v[0] = p.x, v[1] = p.y, v[2] = p.z;
    });
  }
}

}  // namespace

TrackFolder::TrackFolder(const std::vector<RawNode>& raw, const Folding& folding,
                         const Scene& scene)
    : raw_(raw),
      folding_(folding),
      scene_(scene),
      chains_(chain_parts(raw, folding, scene.nodes.size())) {}

void TrackFolder::fold(std::vector<RawTrack>& tracks, Clip& clip) {
  const double units = 1 / folding_.metres;
  std::map<std::uint32_t, std::vector<RawTrack*>> offset_tracks;  // by scene node
  for (RawTrack& from : tracks) {
    const Role& role = folding_.roles[from.node];
    if (role.scene < 0 || from.times.empty()) continue;
    const auto index = static_cast<std::uint32_t>(role.scene);
    const Node& node = scene_.nodes[index];
    const ChainParts& chain = chains_[index];
    if (role.part == GltfPart::offset) {
      offset_tracks[index].push_back(&from);
      continue;
    }
    Track track;
    track.node = index;
    track.interpolation = from.interpolation;
    track.times = std::move(from.times);
    track.values = std::move(from.values);
    if (role.part == GltfPart::size && from.path == GltfPath::scale) {
      if (!add_size_tracks(node, track, clip)) unsized_.insert(index);
      continue;
    }
    const auto property = property_of(role.part, from.path, chain, node);
    if (!property) {
      if (from.path == GltfPath::scale && differs_from(raw_[from.node].rest.scale, track))
        unscaled_.insert(index);
      continue;
    }
    track.property = *property;
    if (track.property == Property::rotation && track.interpolation == Interpolation::linear) {
      track.interpolation = Interpolation::slerp;
    }
    if (role.part == GltfPart::scale) {
      const Vec3 signs = mirror_of(raw_[from.node].rest.rotation).value_or(Vec3{1, 1, 1});
      map_values(track,
                 [&](double* v, bool) { v[0] *= signs.x, v[1] *= signs.y, v[2] *= signs.z; });
    }
    const Transform fold = chain.folded_offset ? decompose(node.offset) : Transform{};
    const bool folded = chain.folded_offset && track.property != Property::pivot;
    to_units(track, units, folded ? &fold : nullptr);
    clip.tracks.push_back(std::move(track));
  }
  for (const auto& [node, parts] : offset_tracks)
    add_offset_track(node, raw_[chains_[node].offset_raw].rest, parts, units, clip);
}

void TrackFolder::tell_left_out(GltfFile& file) const {
  if (!unscaled_.empty()) {
    file.note("anmkit.GLTF-CHANNEL",
              "the scale of " + quoted(scene_.nodes[*unscaled_.begin()].name) +
                  (unscaled_.size() > 1
                       ? " and of " + std::to_string(unscaled_.size() - 1) + " more changes"
                       : " changes") +
                  " with its children, which the node does not scale in its format; it is left out",
              "animations");
  }
  if (unsized_.empty()) return;
  file.note(
      "anmkit.GLTF-CHANNEL",
      "the size of " + quoted(scene_.nodes[*unsized_.begin()].name) +
          (unsized_.size() > 1 ? " and of " + std::to_string(unsized_.size() - 1) + " more changes"
                               : " changes") +
          ", whose rest size was in the extras; it is left out",
      "animations");
}

}  // namespace anmkit
