// SPDX-License-Identifier: MIT
// Visibility in: scenes have it of each node by itself, so that what a node inherits is written to
// its own track.
#include "exchange/gltf/visibility.hpp"

#include <algorithm>
#include <charconv>

namespace anmkit {
namespace {

constexpr std::string_view kExtension = "KHR_node_visibility";
// Keys of all clips together. Inherited ones are copies, which must not outgrow what they are
// copied from without end.
constexpr std::size_t kMostKeys = std::size_t{1} << 22U;

// Steps between shown and hidden; without keys `first` holds for ever.
struct Steps {
  bool first = true;
  std::vector<double> times;
  std::vector<bool> shown;

  bool at(double time) const {
    const auto after = std::ranges::upper_bound(times, time);
    if (times.empty()) return first;
    return shown[after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1];
  }
};

Steps steps_of(const RawTrack& track) {
  Steps steps;
  steps.times = track.times;
  for (const double value : track.values)
    steps.shown.push_back(value != 0);
  return steps;
}

Steps both(const Steps& a, const Steps& b) {
  if (a.times.empty()) return a.first ? b : a;
  if (b.times.empty()) return b.first ? a : b;
  Steps steps;
  std::ranges::set_union(a.times, b.times, std::back_inserter(steps.times));
  for (const double time : steps.times)
    steps.shown.push_back(a.at(time) && b.at(time));
  return steps;
}

class VisibilityReader {
 public:
  VisibilityReader(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                   Scene& scene)
      : file_(file),
        raw_(raw),
        folding_(folding),
        scene_(scene),
        order_(parents_first(raw)),
        rests_(raw.size()) {
    const auto& nodes = file_.list("nodes");
    // straighten_axes may have added a last node, which the file does not have.
    for (std::size_t i = 0; i < rests_.size(); ++i)
      rests_[i].first = i >= nodes.size() ||
                        nodes[i]["extensions"][kExtension]["visible"].boolean().value_or(true);
  }

  void rest() {
    std::vector<bool> shown(raw_.size());
    for (const std::uint32_t i : order_) {
      shown[i] = rests_[i].first && (raw_[i].parent < 0 || shown[parent_of(i)]);
      if (Node* node = node_of(i)) node->visible = node->visible && shown[i];
    }
  }

  // False: too many.
  bool move(const std::vector<RawTrack>& tracks, Clip& clip) {
    std::vector<Steps> steps = rests_;
    for (const RawTrack& track : tracks)
      steps[track.node] = steps_of(track);
    for (const std::uint32_t i : order_) {
      if (raw_[i].parent >= 0) steps[i] = both(steps[parent_of(i)], steps[i]);
      keys_ += 1 + steps[i].times.size();
      if (keys_ > kMostKeys) return false;
      if (!steps[i].times.empty()) add_track(i, steps[i], clip);
    }
    return true;
  }

 private:
  std::size_t parent_of(std::size_t i) const { return static_cast<std::size_t>(raw_[i].parent); }
  // The scene's node that a raw one is; null for the parts of its chain.
  Node* node_of(std::size_t i) const {
    const Role& role = folding_.roles[i];
    const bool own = role.part == GltfPart::node && role.scene >= 0;
    return own ? &scene_.nodes[static_cast<std::size_t>(role.scene)] : nullptr;
  }

  void add_track(std::size_t i, const Steps& steps, Clip& clip) const {
    if (node_of(i) == nullptr) return;
    Track& track = clip.tracks.emplace_back();
    track.node = static_cast<std::uint32_t>(folding_.roles[i].scene);
    track.property = Property::visibility;
    track.interpolation = Interpolation::step;
    track.times = steps.times;
    for (const bool shown : steps.shown)
      track.values.push_back(shown ? 1 : 0);
  }

  GltfFile& file_;
  const std::vector<RawNode>& raw_;
  const Folding& folding_;
  Scene& scene_;
  std::vector<std::uint32_t> order_;
  std::vector<Steps> rests_;
  std::size_t keys_ = 0;
};

}  // namespace

std::optional<std::uint32_t> visibility_node(std::string_view pointer, std::size_t nodes) {
  constexpr std::string_view kBegin = "/nodes/", kEnd = "/extensions/KHR_node_visibility/visible";
  if (!pointer.starts_with(kBegin) || !pointer.ends_with(kEnd)) return std::nullopt;
  pointer.remove_prefix(kBegin.size());
  pointer.remove_suffix(std::min(kEnd.size(), pointer.size()));
  std::uint32_t node = 0;
  const char* const end = pointer.data() + pointer.size();
  const auto read = std::from_chars(pointer.data(), end, node);
  if (read.ec != std::errc{} || read.ptr != end || node >= nodes) return std::nullopt;
  return node;
}

void read_visibility(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                     const std::vector<std::vector<RawTrack>>& shows, Scene& scene) {
  VisibilityReader reader(file, raw, folding, scene);
  reader.rest();
  for (std::size_t i = 0; i < shows.size(); ++i) {
    if (shows[i].empty() || reader.move(shows[i], scene.clips[i])) continue;
    file.note("anmkit.GLTF-CHANNEL",
              "inherited animated visibility (KHR_node_visibility) has more than " +
                  std::to_string(kMostKeys) + " keys; the rest is left out",
              "animations");
    return;
  }
}

}  // namespace anmkit
