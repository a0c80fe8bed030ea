// SPDX-License-Identifier: MIT
// Which track of a clip becomes rows, which is searched, and what stands still.
#include <algorithm>
#include <map>
#include <utility>

#include "scene/evaluate.hpp"
#include "scene/sampler/compile.hpp"
#include "scene/sampler/row_values.hpp"

namespace anmkit {
namespace {

// The tracks of one node that count: the last of each property.
using NodeTracks = std::array<const Track*, kPropertyCount>;

std::size_t slot(Property property) {
  return static_cast<std::size_t>(property);
}

// A sheet to be.
struct Plan {
  std::int64_t first = 0, last = -1;
  std::vector<const Track*> tracks;
  std::uint64_t arcs = 0, lines = 0;

  std::uint64_t floats() const {
    return static_cast<std::uint64_t>(last - first + 1) * (5 * ((arcs + 3) / 4 * 4) + 3 * lines);
  }
};

bool turns(const Track& track) {
  return track.property == Property::rotation || track.property == Property::euler;
}

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
    plan_sheets();
    for (const auto& [key, plan] : plans_)
      add_sheet(key.first, key.second, plan);
    add_rest_of_tracks();
    for (const Transform& at : rest_)
      out_.rest.push_back(narrow(at));
    out_.keyed.shrink();
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

  // Pivots that move are left to those who move them.
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

  // Short ones first, as long as the rows take no more than what sampler.hpp says.
  void plan_sheets() {
    std::vector<const Track*> fitting;
    std::uint64_t most = (std::uint64_t{1} << 20) / sizeof(float);
    for (const NodeTracks& own : tracks_) {
      for (const Track* track : own) {
        if (track == nullptr) continue;
        most += 16 * track->times.size() * (track->components() + 1);
        if (track->property == Property::pivot || !fits_rows(*track)) continue;
        // Two kinds of rotation of one node: the angles count.
        if (track->property == Property::euler && own[slot(Property::rotation)] != nullptr)
          continue;
        fitting.push_back(track);
      }
    }
    const auto length = [](const Track* track) { return track->times.back() - track->times[0]; };
    std::ranges::stable_sort(fitting, {}, length);
    std::uint64_t total = 0;
    for (const Track* track : fitting) {
      Plan& plan = plans_[{track->period, holds(*track)}];
      Plan wider{.first = static_cast<std::int64_t>(track->times.front()),
                 .last = static_cast<std::int64_t>(track->times.back()),
                 .tracks = {},
                 .arcs = plan.arcs + (turns(*track) ? 1 : 0),
                 .lines = plan.lines + (turns(*track) ? 0 : 1)};
      if (!plan.tracks.empty()) {
        wider.first = std::min(wider.first, plan.first);
        wider.last = std::max(wider.last, plan.last);
      }
      const std::uint64_t before = plan.tracks.empty() ? 0 : plan.floats();
      if (total - before + wider.floats() > most) continue;
      total += wider.floats() - before;
      wider.tracks = std::move(plan.tracks);
      wider.tracks.push_back(track);
      plan = std::move(wider);
    }
  }

  void add_sheet(double period, bool steps, const Plan& plan) {
    if (plan.tracks.empty()) return;
    std::vector<NodeTracks> own(tracks_.size());
    std::vector<std::uint32_t> arcs, sixes, threes;
    for (const Track* track : plan.tracks)
      own[track->node][slot(track->property)] = track;
    for (std::uint32_t node = 0; node < own.size(); ++node) {
      const auto has = [&](Property property) { return own[node][slot(property)] != nullptr; };
      if (has(Property::rotation) || has(Property::euler)) arcs.push_back(node);
      const bool moves = has(Property::translation), grows = has(Property::scale);
      if (moves && grows) {
        sixes.push_back(node);
      } else if (moves || grows) {
        threes.push_back(node);
      }
    }
    while (arcs.size() % 4 != 0)
      arcs.push_back(arcs.back());
    const std::size_t stride = 5 * arcs.size() + 6 * sixes.size() + 3 * threes.size();
    const auto count = static_cast<std::size_t>(plan.last - plan.first + 1);
    Sheet sheet{.first = static_cast<double>(plan.first),
                .last = static_cast<double>(plan.last),
                .period = period,
                .holds = steps,
                .stride = static_cast<std::uint32_t>(stride),
                .arcs = static_cast<std::uint32_t>(arcs.size()),
                .sixes = static_cast<std::uint32_t>(sixes.size()),
                .threes = static_cast<std::uint32_t>(threes.size()),
                .rows = out_.rows.size(),
                .targets = out_.targets.size()};
    out_.rows.resize(out_.rows.size() + stride * count);
    Column column{plan.first, count, out_.rows.data() + sheet.rows, stride};
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      // A group of eight, or the last one of four.
      const std::size_t width = arcs.size() - i / 8 * 8 >= 8 ? 8 : 4;
      Column lane = column;
      lane.to += i / 8 * 40 + i % 8;
      const NodeTracks& tracks = own[arcs[i]];
      const Track* turn = tracks[slot(Property::rotation)];
      write_arc(turn != nullptr ? *turn : *tracks[slot(Property::euler)], lane, width);
      out_.targets.push_back(arcs[i] * kFloats);
    }
    column.to += 5 * arcs.size();
    const auto line = [&](std::uint32_t node, Property property) {
      const Track* track = own[node][slot(property)];
      if (track == nullptr) return false;
      write_line(*track, column);
      column.to += 3;
      return true;
    };
    for (const std::uint32_t node : sixes) {
      line(node, Property::translation);
      line(node, Property::scale);
      out_.targets.push_back(node * kFloats + kTranslationAt);
    }
    for (const std::uint32_t node : threes) {
      const bool moves = line(node, Property::translation);
      if (!moves) line(node, Property::scale);
      out_.targets.push_back(node * kFloats + (moves ? kTranslationAt : kScaleAt));
    }
    for (const Track* track : plan.tracks)
      track_of(track->node, track->property) = nullptr;
    out_.sheets.push_back(sheet);
  }

  // What is no row.
  void add_rest_of_tracks() {
    Clip others;
    for (std::uint32_t node = 0; node < tracks_.size(); ++node) {
      std::optional<double> period;
      // Null when the track cannot share keys with those that were taken before.
      const auto take = [&](Property property) -> const Track* {
        const Track*& track = track_of(node, property);
        if (track == nullptr || !KeyedJoints::takes(*track)) return nullptr;
        if (period && *period != track->period) return nullptr;
        period = track->period;
        return std::exchange(track, nullptr);
      };
      const KeyedTracks joint{take(Property::translation), take(Property::rotation),
                              take(Property::scale)};
      out_.keyed.add(node, false, joint, rest_[node]);
      period.reset();
      out_.keyed.add(node, true, {take(Property::pivot), nullptr, nullptr}, rest_[node]);
      for (const Track* track : tracks_[node]) {
        if (track != nullptr) others.tracks.push_back(*track);
      }
    }
    if (!others.tracks.empty()) {
      out_.others = std::make_unique<ReferenceSampler>(scene_, others);
    }
  }

  const Scene& scene_;
  std::vector<NodeTracks> tracks_;                 // those that are not taken yet
  std::vector<Transform> rest_;                    // with the constant tracks already applied
  std::map<std::pair<double, bool>, Plan> plans_;  // by period and whether they hold
  CompiledClip out_;
};

}  // namespace

CompiledClip compile_clip(const Scene& scene, const Clip& clip) {
  return Compiler(scene, clip).compile();
}

}  // namespace anmkit
