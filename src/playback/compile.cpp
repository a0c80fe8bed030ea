// SPDX-License-Identifier: MIT
// The plan of a clip: tracks that become rows, tracks that are searched, and constant values.
#include <algorithm>
#include <utility>

#include "playback/compile.hpp"
#include "playback/plan.hpp"
#include "playback/sheets.hpp"
#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

void set_constant(const Track& track, Transform& rest) {
  double v[4];
  evaluate(track, track.times.front(), v);
  switch (track.property) {
    case Property::translation:
      rest.translation = {v[0], v[1], v[2]};
      return;
    case Property::rotation:
      rest.rotation = {v[0], v[1], v[2], v[3]};
      return;
    case Property::scale:
      rest.scale = {v[0], v[1], v[2]};
      return;
    case Property::euler:
      rest.rotation = from_degrees(v);
      return;
    default:
      rest.pivot = {v[0], v[1], v[2]};
      return;
  }
}

class Compiler {
 public:
  Compiler(const Scene& scene, const Clip& clip) : scene_(scene), tracks_(scene.nodes.size()) {
    for (const Node& node : scene.nodes)
      rest_.push_back(node.rest);
    for (const Track& track : clip.tracks) {
      if (track.times.empty() || track.node >= tracks_.size() || !is_transform(track.property)) {
        continue;
      }
      tracks_[track.node][slot(track.property)] = &track;
    }
  }

  CompiledClip compile() {
    take_constants();
    add_pivots();
    const SheetPlans plans = plan_sheets(tracks_);
    for (const auto& [key, plan] : plans) {
      add_sheet(key.first, key.second, plan, out_);
      for (const Track* track : plan.tracks)
        track_of(track->node, track->property) = nullptr;
    }
    if (!out_.rows.empty()) out_.rows.push_back(0);
    add_other_tracks();
    for (const Transform& at : rest_)
      out_.rest.push_back(narrow(at));
    return std::move(out_);
  }

 private:
  static Transformf narrow(const Transform& at) {
    const auto f = [](double v) { return static_cast<float>(v); };
    return {{f(at.rotation.x), f(at.rotation.y), f(at.rotation.z), f(at.rotation.w)},
            {f(at.translation.x), f(at.translation.y), f(at.translation.z)},
            {f(at.scale.x), f(at.scale.y), f(at.scale.z)}};
  }

  const Track*& track_of(std::size_t node, Property property) {
    return tracks_[node][slot(property)];
  }

  void take_constants() {
    for (std::size_t node = 0; node < tracks_.size(); ++node) {
      // From the back, so that a quaternion counts before angles.
      for (std::size_t i = kPropertyCount; i-- > 0;) {
        const Track*& track = tracks_[node][i];
        if (track == nullptr || !is_constant(*track)) continue;
        set_constant(*track, rest_[node]);
        track = nullptr;
      }
    }
  }

  // Pivots that move are left to the reference.
  void add_pivots() {
    std::size_t lane = 4;
    for (std::uint32_t node = 0; node < tracks_.size(); ++node) {
      const Vec3 pivot = rest_[node].pivot;
      if (track_of(node, Property::pivot) != nullptr || pivot == Vec3{}) continue;
      const bool moves = track_of(node, Property::translation) != nullptr ||
                         track_of(node, Property::rotation) != nullptr ||
                         track_of(node, Property::euler) != nullptr;
      if (!moves) {
        Transform& at = rest_[node];
        at.translation = at.translation + rotate(at.rotation, pivot);
        continue;
      }
      if (lane == 4) {
        out_.pivots.emplace_back();
        lane = 0;
      }
      PivotGroup& group = out_.pivots.back();
      group.x[lane] = static_cast<float>(pivot.x);
      group.y[lane] = static_cast<float>(pivot.y);
      group.z[lane] = static_cast<float>(pivot.z);
      std::fill(group.targets + lane, group.targets + 4, node * kFloats);
      ++lane;
    }
  }

  // Tracks that are in no row.
  void add_other_tracks() {
    Clip others;
    for (const NodeTracks& own : tracks_) {
      for (const Track* track : own) {
        if (track == nullptr) continue;
        if (KeyedTracks::takes(*track)) {
          out_.keyed.add(*track, place_of(*track));
        } else {
          others.tracks.push_back(*track);
        }
      }
    }
    if (!others.tracks.empty()) out_.others = std::make_unique<ReferenceSampler>(scene_, others);
  }

  const Scene& scene_;
  std::vector<NodeTracks> tracks_;  // those that are not taken yet
  std::vector<Transform> rest_;     // with the constant tracks already applied
  CompiledClip out_;
};

}  // namespace

CompiledClip compile_clip(const Scene& scene, const Clip& clip) {
  CompiledClip compiled = Compiler(scene, clip).compile();
  compiled.rate = clip.rate;
  compiled.duration = clip.duration;
  compiled.loops = clip.loops;
  return compiled;
}

}  // namespace anmkit
