// SPDX-License-Identifier: MIT
// Which track of a clip becomes rows, which is searched, and what stands still.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "scene/evaluate.hpp"
#include "scene/sampler/compile.hpp"
#include "scene/sampler/plan.hpp"
#include "scene/sampler/sheets.hpp"
#include "scene/sampler/short_rows.hpp"

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
    find_moving();
    const std::size_t most_bytes = piece_limit();
    add_pivots();
    const Plans plans = plan_rows(tracks_);
    for (const auto& [key, plan] : plans) {
      if (key.second == RowKind::curves) {
        add_curve_sheet(key.first, plan, out_);
      } else {
        add_sheet(key.first, key.second == RowKind::steps, plan, out_);
      }
      for (const Track* track : plan.tracks)
        track_of(track->node, track->property) = nullptr;
    }
    if (!out_.rows.empty()) out_.rows.resize(out_.rows.size() + kBehindRows);
    add_rest_of_tracks(most_bytes);
    for (const Transform& at : rest_)
      out_.rest.push_back(narrow(at));
    add_gaps();
    out_.only_rows = out_.curves.empty() && !out_.keyed.moves() && !out_.eased.moves() &&
                     !out_.pieces.moves() && !out_.others && out_.pivots.empty();
    out_.adds_pivots = !out_.pivots.empty() || out_.keyed.moves_pivots() ||
                       out_.eased.moves_pivots() || out_.pieces.moves_pivots();
    out_.keyed.finish();
    out_.eased.finish();
    out_.pieces.finish();
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

  // Of pieces; no more than rows may take: sampler.hpp.
  std::size_t piece_limit() const {
    std::size_t bytes = 1 << 20;
    for (const NodeTracks& own : tracks_) {
      for (const Track* track : own) {
        if (track != nullptr)
          bytes += 16 * track->times.size() * (track->stride() + 1) * sizeof(float);
      }
    }
    return bytes;
  }

  // Nodes of which nothing stands still.
  void find_moving() {
    for (std::size_t node = 0; node < tracks_.size(); ++node) {
      const auto moves = [&](Property property) { return track_of(node, property) != nullptr; };
      all_moves_.push_back(moves(Property::translation) && moves(Property::scale) &&
                           (moves(Property::rotation) || moves(Property::euler)));
    }
  }

  // What is left beside nodes that are written altogether.
  void add_gaps() {
    std::vector<bool> written = std::move(all_moves_);
    for (const Sheet& sheet : out_.sheets) {
      for (std::size_t i = 0; i < sheet.fours + sheet.full + sheet.whole; ++i)
        written[out_.targets[sheet.targets + i] / kFloats] = true;
    }
    for (std::uint32_t node = 0; node < written.size(); ++node) {
      if (written[node]) continue;
      if (node == 0 || written[node - 1]) out_.gaps.push_back({node * kFloats, 0});
      out_.gaps.back().count += kFloats;
      out_.gap_floats += kFloats;
    }
  }

  // Curves of which a node has two.
  void add_sixes(std::size_t most_bytes) {
    for (std::size_t node = 0; node < tracks_.size(); ++node) {
      const Track*& translation = track_of(node, Property::translation);
      const Track*& scale = track_of(node, Property::scale);
      if (CurvePieces::is_pair(translation, scale) &&
          out_.pieces.add(*translation, *scale, most_bytes))
        translation = scale = nullptr;
    }
  }

  // What is no row.
  void add_rest_of_tracks(std::size_t most_bytes) {
    Clip others;
    for (std::uint32_t node = 0; node < tracks_.size(); ++node) {
      const Track* first = nullptr;  // of a joint
      // Null when the track cannot share keys with those that were taken before.
      const auto take = [&](Property property) -> const Track* {
        const Track*& track = track_of(node, property);
        if (track == nullptr || !KeyedJoints::takes(*track)) return nullptr;
        if (!track->ease.empty()) {
          out_.eased.add(*std::exchange(track, nullptr));
          return nullptr;
        }
        if (first != nullptr && first->period != track->period) return nullptr;
        first = track;
        return std::exchange(track, nullptr);
      };
      const KeyedTracks joint{take(Property::translation), take(Property::rotation),
                              take(Property::scale)};
      out_.keyed.add(node, false, joint, rest_[node]);
      first = nullptr;
      out_.keyed.add(node, true, {take(Property::pivot), nullptr, nullptr}, rest_[node]);
    }
    out_.pieces.reserve(tracks_);
    add_sixes(most_bytes);
    for (const NodeTracks& own : tracks_) {
      for (const Track* track : own) {
        if (track != nullptr && !out_.pieces.add(*track, most_bytes))
          others.tracks.push_back(*track);
      }
    }
    if (!others.tracks.empty()) {
      out_.others = std::make_unique<ReferenceSampler>(scene_, others);
    }
  }

  const Scene& scene_;
  std::vector<NodeTracks> tracks_;  // those that are not taken yet
  std::vector<Transform> rest_;     // with the constant tracks already applied
  std::vector<bool> all_moves_;     // of nodes
  CompiledClip out_;
};

}  // namespace

CompiledClip compile_clip(const Scene& scene, const Clip& clip, Sampler::RowSize rows) {
  CompiledClip compiled = Compiler(scene, clip).compile();
  if (rows == Sampler::RowSize::shorts) shorten_rows(compiled);
  return compiled;
}

}  // namespace anmkit
