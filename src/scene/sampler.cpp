// SPDX-License-Identifier: MIT
// Clips compiled to rows of keys, one cache line each.
#include "anmkit/sampler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "scene/arc.hpp"
#include "scene/evaluate.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

// The tracks of one node that count: the last of each property.
using NodeTracks = std::array<const Track*, kPropertyCount>;

struct LongArcs {
  std::vector<double> middles;  // times halfway through arcs of more than a quarter turn
  bool opposite = false;        // some arc is half a turn, and has a rule of its own
};

// Of a `slerp_long` track. Its arcs become two short ones each.
LongArcs long_arcs(const Track& track) {
  LongArcs arcs;
  for (std::size_t key = 1; key < track.times.size(); ++key) {
    const double* v = track.values.data() + 4 * key;
    const double cosine = v[-4] * v[0] + v[-3] * v[1] + v[-2] * v[2] + v[-1] * v[3];
    if (!(1 + cosine > 1e-6)) arcs.opposite = true;
    if (cosine < 0) arcs.middles.push_back((track.times[key - 1] + track.times[key]) / 2);
  }
  return arcs;
}

// Whether all between two keys is a step, a line or an arc the short way.
bool is_plain(const Track& track) {
  if (!track.ease.empty()) return false;
  switch (track.property) {
    case Property::translation:
    case Property::scale:
    case Property::pivot:
      return track.interpolation == Interpolation::step ||
             track.interpolation == Interpolation::linear;
    case Property::rotation:
      return track.interpolation == Interpolation::step ||
             track.interpolation == Interpolation::slerp ||
             (track.interpolation == Interpolation::slerp_long && !long_arcs(track).opposite);
    default:
      return false;
  }
}

// A plain track at ascending moments, from both sides: a step, and keys of equal time, jump.
class Sides {
 public:
  explicit Sides(const Track& track) : track_(track), count_(track.components()) {}

  // Of moments that never descend.
  void go_to(double time) {
    time_ = time;
    while (before_ < track_.times.size() && track_.times[before_] < time)
      ++before_;
    while (after_ < track_.times.size() && track_.times[after_] <= time)
      ++after_;
  }
  void before(double* out) const {
    const bool step = track_.interpolation == Interpolation::step;
    if (before_ == after_) return between(out);
    copy(before_ > 0 && step ? before_ - 1 : before_, out);
  }
  void after(double* out) const {
    if (before_ == after_) return between(out);
    copy(after_ - 1, out);
  }

 private:
  void copy(std::size_t key, double* out) const {
    std::copy_n(track_.values.data() + key * count_, count_, out);
  }
  // No key lies at the moment.
  void between(double* out) const {
    if (after_ == 0) return copy(0, out);
    const std::size_t a = after_ - 1;
    if (after_ == track_.times.size() || track_.interpolation == Interpolation::step) {
      return copy(a, out);
    }
    const double length = track_.times[after_] - track_.times[a];
    interpolate(track_.interpolation, track_.property, track_.values.data() + a * count_,
                track_.values.data() + after_ * count_,
                {a, after_, (time_ - track_.times[a]) / length, length}, out);
  }

  const Track& track_;
  std::size_t count_;
  double time_ = 0;
  std::size_t before_ = 0;  // the first key at the moment or later
  std::size_t after_ = 0;   // the first key later than the moment
};

template <std::size_t N>
std::array<float, N> narrow(const std::array<double, 4>& v) {
  std::array<float, N> out{};
  for (std::size_t i = 0; i < std::min<std::size_t>(N, 4); ++i)
    out[i] = static_cast<float>(v[i]);
  return out;
}

std::array<double, 4> wide(Quat q) {
  return {q.x, q.y, q.z, q.w};
}
std::array<double, 4> wide(Vec3 v) {
  return {v.x, v.y, v.z, 0};
}

}  // namespace

// Makes joints and keys of the plain tracks, and a clip of the others.
class Sampler::Compiler {
 public:
  Compiler(const Scene& scene, const Clip& clip, Sampler& out)
      : scene_(scene), clip_(clip), out_(out) {}

  // What is left for `ReferenceSampler`.
  Clip compile() {
    std::vector<NodeTracks> tracks(scene_.nodes.size());
    Clip still;
    for (const Track& track : clip_.tracks) {
      if (track.times.empty() || track.node >= tracks.size() || !is_transform(track.property)) {
        continue;
      }
      tracks[track.node][static_cast<std::size_t>(track.property)] = &track;
    }
    for (NodeTracks& own : tracks) {
      for (const Track*& track : own) {
        if (track == nullptr || !is_constant(*track)) continue;
        still.tracks.push_back(*track);
        track = nullptr;
      }
    }
    rest_ = ReferenceSampler(scene_, still).transforms_;
    for (const Transform& at : rest_) {
      out_.rest_.push_back({narrow<4>(wide(at.rotation)), narrow<4>(wide(at.translation)),
                            narrow<4>(wide(at.scale)), narrow<4>(wide(at.pivot))});
    }
    for (std::uint32_t node = 0; node < tracks.size(); ++node) {
      const auto take = [&](Property property) -> const Track* {
        return take_plain(tracks[node][static_cast<std::size_t>(property)]);
      };
      period_.reset();
      add_joint(node, false,
                {take(Property::translation), take(Property::rotation), take(Property::scale)});
      period_.reset();
      add_joint(node, true, {take(Property::pivot), nullptr, nullptr});
      for (const Track* track : tracks[node]) {
        if (track != nullptr && !taken(track)) others_.tracks.push_back(*track);
      }
      taken_.clear();
    }
    return std::move(others_);
  }

 private:
  using Three = std::array<const Track*, 3>;  // translation (or pivot), rotation, scale
  using Values = std::array<std::array<double, 4>, 3>;

  bool taken(const Track* track) const {
    return std::find(taken_.begin(), taken_.end(), track) != taken_.end();
  }

  // Null when the track cannot share keys with those that were taken before.
  const Track* take_plain(const Track* track) {
    if (track == nullptr || !is_plain(*track)) return nullptr;
    if (period_ && *period_ != track->period) return nullptr;
    period_ = track->period;
    taken_.push_back(track);
    return track;
  }

  void add_joint(std::uint32_t node, bool pivot, const Three& tracks) {
    std::vector<double> times;
    for (const Track* track : tracks) {
      if (track != nullptr) times.insert(times.end(), track->times.begin(), track->times.end());
    }
    if (times.empty()) return;
    if (tracks[1] != nullptr && tracks[1]->interpolation == Interpolation::slerp_long) {
      const std::vector<double> middles = long_arcs(*tracks[1]).middles;
      times.insert(times.end(), middles.begin(), middles.end());
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    Joint joint{.node = node,
                .pivot = pivot,
                .first_key = static_cast<std::uint32_t>(out_.keys_.size()),
                .key_count = 0,
                .first_hint = kNone,
                .first = times.front(),
                .last = times.back(),
                .period = period_.value_or(0)};
    add_keys(rest_[node], tracks, times);
    joint.key_count = static_cast<std::uint32_t>(out_.keys_.size()) - joint.first_key;
    link(joint);
    add_hints(joint);
    out_.joints_.push_back(joint);
  }

  void add_keys(const Transform& rest, const Three& tracks, const std::vector<double>& times) {
    const Values still{wide(rest.translation), wide(rest.rotation), wide(rest.scale)};
    std::vector<std::pair<Sides, std::size_t>> sides;
    for (std::size_t i = 0; i < tracks.size(); ++i) {
      if (tracks[i] != nullptr) sides.emplace_back(*tracks[i], i);
    }
    for (const double time : times) {
      Values before = still, after = still;
      for (auto& [side, place] : sides) {
        side.go_to(time);
        side.before(before[place].data());
        side.after(after[place].data());
      }
      if (before != after) push_key(time, before);
      push_key(time, after);
    }
  }

  void push_key(double time, const Values& values) {
    out_.keys_.push_back(
        {time, 0, 0, narrow<4>(values[1]), narrow<4>(values[0]), narrow<3>(values[2]), 0});
  }

  // Lengths and arcs to the next key, and the one after the last.
  void link(const Joint& joint) {
    Key end = out_.keys_.back();
    end.time = std::numeric_limits<double>::infinity();
    out_.keys_.push_back(end);
    Key* keys = out_.keys_.data() + joint.first_key;
    for (std::uint32_t i = 0; i < joint.key_count; ++i) {
      const double length = keys[i + 1].time - keys[i].time;
      keys[i].inverse_length = length > 0 ? static_cast<float>(1 / length) : 0;
      const Arc arc = arc_between(keys[i].rotation, keys[i + 1].rotation);
      keys[i].angle = arc.angle;
      keys[i].inverse_sine = arc.inverse_sine;
    }
  }

  void add_hints(Joint& joint) {
    // More than two keys a frame are better searched.
    if (!(joint.first >= 0) || joint.last > kLongestTable) return;
    if (joint.key_count > 2 * joint.last + 4) return;
    joint.first_hint = static_cast<std::uint32_t>(out_.hints_.size());
    const Key* keys = out_.keys_.data() + joint.first_key;
    std::uint32_t key = 0;
    for (double frame = 0; frame <= joint.last; ++frame) {
      while (keys[key + 1].time <= frame)
        ++key;
      out_.hints_.push_back(joint.first_key + key);
    }
  }

  const Scene& scene_;
  const Clip& clip_;
  Sampler& out_;
  std::vector<Transform> rest_;  // with the constant tracks already applied
  Clip others_;
  std::vector<const Track*> taken_;
  std::optional<double> period_;
};

Sampler::Sampler(const Scene& scene, const Clip& clip)
    : others_(std::make_shared<const ReferenceSampler>(scene,
                                                       Compiler(scene, clip, *this).compile())) {}

// The last key at or before a moment within the joint's.
inline const Sampler::Key& Sampler::key_at(const Joint& joint, double at) const {
  if (joint.first_hint == kNone) {
    const Key* first = keys_.data() + joint.first_key;
    const auto later = [](double time, const Key& key) { return time < key.time; };
    return *(std::upper_bound(first, first + joint.key_count, at, later) - 1);
  }
  const Key* key = keys_.data() + hints_[joint.first_hint + static_cast<std::uint32_t>(at)];
  while (key[1].time <= at)
    ++key;
  return *key;
}

void Sampler::sample(double frame, std::span<Transformf> out) const {
  out = out.first(std::min(out.size(), rest_.size()));
  std::copy_n(rest_.begin(), out.size(), out.begin());
  for (const Joint& joint : joints_) {
    if (joint.node >= out.size()) continue;
    const double folded = fold(frame, joint.period);
    // Before the first moment its first key holds; the same for what is no number.
    const bool begun = folded >= joint.first;
    const double at = begun ? std::min(folded, joint.last) : joint.first;
    const Key& key = begun ? key_at(joint, at) : keys_[joint.first_key];
    const Key& next = (&key)[1];
    const auto after = static_cast<float>((at - key.time) * double{key.inverse_length});
    const float before = 1 - after;
    // Values of their own first: what is written could be what is read, for all a compiler knows.
    const std::array<float, 4> rotation =
        along({key.angle, key.inverse_sine}, key.rotation, next.rotation, before, after);
    std::array<float, 4> translation;
    store(load(key.translation) * before + load(next.translation) * after, translation);
    std::array<float, 3> scale;
    for (std::size_t i = 0; i < 3; ++i)
      scale[i] = before * key.scale[i] + after * next.scale[i];
    Transformf& to = out[joint.node];
    if (joint.pivot) {
      to.pivot = translation;
      continue;
    }
    to.rotation = rotation;
    to.translation = translation;
    to.scale = {scale[0], scale[1], scale[2], 0};
  }
  others_->sample_moving(frame, out);
}

}  // namespace anmkit
