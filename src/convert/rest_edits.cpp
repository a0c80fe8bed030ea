// SPDX-License-Identifier: MIT
// Rest poses in the extras of a scene, and clips with the differences from them.
#include "convert/rest_edits.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "convert/transform_below.hpp"
#include "core/findings.hpp"
#include "core/json.hpp"
#include "core/listing.hpp"
#include "exchange/gltf/extras.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit {
namespace {

constexpr std::string_view kRests = "rests";
constexpr std::array kParts = {Property::translation, Property::rotation, Property::scale};
using Key = std::pair<std::string, std::int64_t>;

std::multimap<Key, Transform> read_rests(const Scene& scene) {
  std::multimap<Key, Transform> rests;
  const auto extras = JsonDocument::parse(scene.extras);
  if (!extras) return rests;
  for (JsonValue one = extras->root()[kRests].first(); one; one = one.next()) {
    Transform rest;
    for (const Property part : kParts) {
      std::vector<double> numbers;
      for (JsonValue v = one[property_name(part)].first(); v; v = v.next())
        numbers.push_back(v.number().value_or(0));
      if (numbers.size() == component_count(part)) set_value(rest, part, numbers);
    }
    rests.emplace(Key{read_name(one, "name", {}), one["id"].integer().value_or(-1)}, rest);
  }
  return rests;
}

// Other programs keep 32-bit floats, and measure in metres.
bool differs(const Transform& a, const Transform& b, Property part, double reach) {
  if (part == Property::rotation)
    return angle_between(normalize(a.rotation), normalize(b.rotation)) > 1e-3;
  if (part == Property::scale) return length(a.scale - b.scale) > 1e-3 * (1 + length(b.scale));
  return length(a.translation - b.translation) > 1e-4 * reach;
}

// The export's extras of the nodes of a scene.
class Noted {
 public:
  explicit Noted(const Scene& scene)
      : scene_(scene),
        rests_(scene.nodes.size()),
        children_(scene.nodes.size()),
        above_(scene.nodes.size()),
        tracked_(scene.nodes.size()) {
    std::multimap<Key, Transform> noted = read_rests(scene);
    for (std::size_t i = 0; i < rests_.size(); ++i) {
      const Key key{scene.nodes[i].name, scene.nodes[i].id};
      if (const auto found = noted.find(key); found != noted.end()) {
        rests_[i] = found->second;
        reach_ = std::max(reach_, length(found->second.translation));
        noted.erase(found);
      }
    }
    // Where one is gone, another may be it under a new name.
    complete_ = noted.empty();
    const std::vector<std::uint32_t> order = parents_first(scene);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const auto parent = static_cast<std::size_t>(scene.nodes[*it].parent);
      if (scene.nodes[*it].parent < 0) continue;
      children_[parent].push_back(*it);
      above_[parent] = above_[parent] || above_[*it] || rests_[*it];
    }
    for (const Clip& clip : scene.clips) {
      for (const Track& track : clip.tracks) {
        if (track.node < tracked_.size()) tracked_[track.node].insert(track.property);
      }
    }
  }

  const std::vector<std::size_t>& children(std::size_t i) const { return children_[i]; }
  const std::optional<Transform>& rest(std::size_t i) const { return rests_[i]; }

  bool is_neutral(const Transform& rest, Property part) const {
    return !differs(rest, {}, part, reach_);
  }
  // A node that the export did not have, with something of the export below it.
  bool is_above(std::size_t i) const { return complete_ && !rests_[i] && above_[i]; }
  bool is_neutral(const Transform& rest) const {
    return std::ranges::all_of(kParts, [&](Property part) { return is_neutral(rest, part); });
  }
  bool is_edited(std::size_t i, Property part) const {
    return rests_[i] && differs(scene_.nodes[i].rest, *rests_[i], part, reach_);
  }
  // Of a part that a clip moves editors write some moment as the rest.
  bool is_tracked(std::size_t i, Property part) const { return tracked_[i].contains(part); }
  bool finds_edits() const {
    for (std::size_t i = 0; i < rests_.size(); ++i) {
      if ((is_above(i) && (!tracked_[i].empty() || !is_neutral(scene_.nodes[i].rest))) ||
          std::ranges::any_of(kParts, [&](Property part) { return is_edited(i, part); }))
        return true;
    }
    return false;
  }

 private:
  const Scene& scene_;
  std::vector<std::optional<Transform>> rests_;  // none: the export did not have the node
  std::vector<std::vector<std::size_t>> children_;
  std::vector<bool> above_;  // something of the export is below it
  std::vector<std::set<Property>> tracked_;
  bool complete_ = false;
  double reach_ = 1e-6;
};

class Mover {
 public:
  explicit Mover(Scene& scene) : scene_(scene), noted_(scene), tracks_(scene.nodes.size()) {
    for (std::size_t clip = 0; clip < scene.clips.size(); ++clip) {
      for (std::size_t i = 0; i < scene.clips[clip].tracks.size(); ++i) {
        const std::uint32_t node = scene.clips[clip].tracks[i].node;
        if (node < tracks_.size()) tracks_[node].push_back({clip, i});
      }
    }
  }

  void run(const Format& target, Diagnostics& notes) {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      for (const Property part : kParts) {
        if (noted_.is_edited(i, part)) move_into_clips(i, part);
      }
    }
    for (const std::uint32_t i : parents_first(scene_)) {
      if (noted_.is_above(i)) move_down(i);
    }
    for (Clip& clip : scene_.clips)
      std::erase_if(clip.tracks, [&](const Track& track) { return still_.contains(track.node); });
    if (left_.empty()) return;
    notes.add(Severity::warning, "anmkit.LEFT-OUT",
              "an edit of the rest pose is left out: " + listed(left_, 6, std::identity{}) + "; " +
                  std::string(target.id) + " has no place for it");
  }

 private:
  struct Place {
    std::size_t clip, index;
  };
  // The values of a part at each frame of a clip.
  struct Baked {
    std::size_t node, clip;
    Property part;
    std::vector<double> values;
  };
  Track& at(Place place) { return scene_.clips[place.clip].tracks[place.index]; }

  void leave(std::size_t i, std::string_view what) {
    left_.push_back(std::string(what) + " of " + quoted(scene_.nodes[i].name));
  }
  // Tracks that hold the value of a part in the clips that have none. False: they would be too
  // many, as few bytes of a file name many nodes and many clips.
  bool hold(std::size_t i, Property part) {
    constexpr std::size_t kMostTracks = 1 << 20;
    const auto value = value_of(scene_.nodes[i].rest, part);
    std::vector<bool> has(scene_.clips.size());
    for (const Place place : tracks_[i])
      has[place.clip] = has[place.clip] || at(place).property == part;
    held_ += static_cast<std::size_t>(std::ranges::count(has, false));
    if (held_ > kMostTracks) return false;
    for (std::size_t clip = 0; clip < scene_.clips.size(); ++clip) {
      if (has[clip]) continue;
      std::vector<Track>& tracks = scene_.clips[clip].tracks;
      tracks_[i].push_back({clip, tracks.size()});
      Track& track = tracks.emplace_back();
      track.node = static_cast<std::uint32_t>(i);
      track.property = part;
      track.times = {0};
      track.values.assign(value.begin(),
                          value.begin() + static_cast<std::ptrdiff_t>(component_count(part)));
    }
    return true;
  }

  void move_into_clips(std::size_t i, Property part) {
    Transform& rest = scene_.nodes[i].rest;
    // Some programs give bones no scale at rest.
    if (part == Property::scale && noted_.is_neutral(rest, part) && !noted_.is_tracked(i, part))
      return leave(i, "the scale");
    if (!noted_.is_tracked(i, part) && !hold(i, part))
      return leave(i, "the " + std::string(property_name(part)));
    set_value(rest, part, value_of(*noted_.rest(i), part));
  }

  bool takes(std::size_t i) {
    return std::ranges::none_of(tracks_[i], [&](Place place) {
      const Property property = at(place).property;
      return property == Property::local_matrix || property == Property::static_offset ||
             property == Property::euler;
    });
  }
  void move_down(std::size_t i) {
    Node& node = scene_.nodes[i];
    const std::vector<std::size_t>& children = noted_.children(i);
    if (tracks_[i].empty() && noted_.is_neutral(node.rest)) return;
    const bool moves = !tracks_[i].empty();
    const auto is_good = [&](std::size_t child) {
      const Mat4& offset = scene_.nodes[child].offset;
      return takes(child) &&
             (moves ? offset == Mat4{} : below_offset(node.rest, offset).has_value());
    };
    if (!std::ranges::all_of(children, is_good)) return leave(i, "the transform");
    if (moves) return move_motion_down(i);
    if (!is_even(node.rest.scale)) return leave(i, "the uneven scale");
    for (const std::size_t child : children)
      put_below(child, *below_offset(node.rest, scene_.nodes[child].offset));
    node.rest = {};
  }
  // The motion of a node above, frame by frame, into those below it.
  void move_motion_down(std::size_t i) {
    constexpr std::size_t kMostFrames = 1 << 18;  // of all clips and nodes
    std::size_t room = 0;
    std::vector<Baked> baked;
    for (std::size_t clip = 0; clip < scene_.clips.size(); ++clip) {
      FrameWalk walk(scene_, scene_.clips[clip]);
      room += (walk.last() + 1) * noted_.children(i).size();
      if (room > kMostFrames) return leave(i, "the motion");
      for (const std::size_t child : noted_.children(i)) {
        for (const Property part : kMoved)
          baked.push_back({child, clip, part, {}});
      }
      const std::size_t first = baked.size() - kMoved.size() * noted_.children(i).size();
      for (std::size_t frame = 0; frame <= walk.last(); ++frame) {
        const Pose& pose = walk.pose(static_cast<double>(frame));
        const Transform& above = pose[i].local;
        const bool grows = !noted_.is_neutral(above, Property::scale);
        for (std::size_t k = first; k < baked.size(); ++k) {
          Baked& to = baked[k];
          if (!is_even(above.scale) || (grows && !scene_.nodes[to.node].inherit_scale))
            return leave(i, "the motion");
          auto value = value_of(pose[to.node].local, to.part);
          put_value_below(above, to.part, false, value.data());
          to.values.insert(to.values.end(), value.begin(),
                           value.begin() + static_cast<std::ptrdiff_t>(component_count(to.part)));
        }
      }
    }
    for (Baked& from : baked) {
      if (from.part == Property::pivot && scene_.nodes[from.node].rest.pivot == Vec3{}) continue;
      if (!hold(from.node, from.part)) return leave(i, "the motion");
      for (const Place place : tracks_[from.node]) {
        if (place.clip != from.clip || at(place).property != from.part) continue;
        Track track;
        track.node = at(place).node;
        track.property = from.part;
        track.interpolation =
            from.part == Property::rotation ? Interpolation::slerp : Interpolation::linear;
        const std::size_t frames = from.values.size() / component_count(from.part);
        for (std::size_t frame = 0; frame < frames; ++frame)
          track.times.push_back(static_cast<double>(frame));
        track.values = std::move(from.values);
        at(place) = std::move(track);
        break;
      }
    }
    scene_.nodes[i].rest = {};
    still_.insert(static_cast<std::uint32_t>(i));
  }
  void put_below(std::size_t first, const Transform& above) {
    put_one_below(first, above);
    // Nodes that do not hand down their scale would keep that of `above` for themselves.
    const Transform scaled{{}, {}, above.scale, {}};
    std::vector<std::size_t> keepers = {first};
    while (!keepers.empty()) {
      const std::size_t i = keepers.back();
      keepers.pop_back();
      if (scene_.nodes[i].inherit_scale) continue;
      for (const std::size_t child : noted_.children(i)) {
        put_one_below(child, scaled);
        keepers.push_back(child);
      }
    }
  }
  void put_one_below(std::size_t i, const Transform& above) {
    Node& node = scene_.nodes[i];
    for (const Property part : kMoved) {
      const Property cause = part == Property::pivot ? Property::scale : part;
      if (part != Property::translation && noted_.is_neutral(above, cause)) continue;
      if (part == Property::pivot && node.rest.pivot == Vec3{}) continue;
      if (noted_.rest(i)) {
        if (!hold(i, part)) return leave(i, "the transform");
        continue;
      }
      auto value = value_of(node.rest, part);
      put_value_below(above, part, false, value.data());
      set_value(node.rest, part, value);
    }
    for (const Place place : tracks_[i])
      put_track_below(above, at(place));
  }

  Scene& scene_;
  Noted noted_;
  std::vector<std::vector<Place>> tracks_;  // by node
  std::set<std::uint32_t> still_;           // nodes whose motion went to others
  std::vector<std::string> left_;
  std::size_t held_ = 0;  // tracks that were added
};

}  // namespace

void note_rests(Scene& scene) {
  JsonWriter json;
  json.begin_object();
  if (!append_members(scene.extras, json)) return;
  json.key(kRests);
  json.begin_array();
  for (const Node& node : scene.nodes) {
    json.begin_object();
    write_name("name", node.name, json);
    json.member("id", node.id);
    for (const Property part : kParts) {
      const auto value = value_of(node.rest, part);
      if (value == value_of({}, part)) continue;
      json.key(property_name(part));
      json.row(std::span<const double>(value.data(), component_count(part)));
    }
    json.end_object();
  }
  json.end_array();
  json.end_object();
  scene.extras = json.take();
}

bool has_rest_edits(const Scene& scene) {
  return Noted(scene).finds_edits();
}

void move_rest_edits(Scene& scene, const Format& target, Diagnostics& notes) {
  Mover(scene).run(target, notes);
}

}  // namespace anmkit
