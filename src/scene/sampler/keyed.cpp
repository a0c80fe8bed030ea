// SPDX-License-Identifier: MIT
// Compiles tracks to keys of all properties of a joint, and looks them up.
#include "scene/sampler/keyed.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "scene/arc.hpp"
#include "scene/evaluate.hpp"
#include "scene/sampler/compiled.hpp"

namespace anmkit {
namespace {

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
  // Both are the same where no key lies at the moment.
  void put(double* before, double* after) {
    if (before_ == after_) {
      between(before);
      std::copy_n(before, count_, after);
      return;
    }
    const bool step = track_.interpolation == Interpolation::step;
    copy(before_ > 0 && step ? before_ - 1 : before_, before);
    copy(after_ - 1, after);
  }

 private:
  void copy(std::size_t key, double* out) const {
    std::copy_n(track_.values.data() + key * count_, count_, out);
  }
  void between(double* out) {
    if (after_ == 0) return copy(0, out);
    const std::size_t a = after_ - 1;
    if (after_ == track_.times.size() || track_.interpolation == Interpolation::step) {
      return copy(a, out);
    }
    const double length = track_.times[after_] - track_.times[a];
    const double u = (time_ - track_.times[a]) / length;
    const double* from = track_.values.data() + a * count_;
    if (track_.interpolation == Interpolation::slerp) return turn(from, a, u, out);
    interpolate(track_.interpolation, track_.property, from, from + count_, {a, after_, u, length},
                out);
  }
  // Several moments between two keys share an arc.
  void turn(const double* from, std::size_t key, double u, double* out) {
    if (!arc_ || key != arc_key_) {
      arc_.emplace(Quat{from[0], from[1], from[2], from[3]},
                   Quat{from[4], from[5], from[6], from[7]});
      arc_key_ = key;
    }
    const Quat q = arc_->at(u);
    std::ranges::copy(std::array{q.x, q.y, q.z, q.w}, out);
  }

  const Track& track_;
  std::size_t count_;
  double time_ = 0;
  std::size_t before_ = 0;  // the first key at the moment or later
  std::size_t after_ = 0;   // the first key later than the moment
  std::optional<ShortArc> arc_;
  std::size_t arc_key_ = 0;  // where it begins
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

using Values = std::array<std::array<double, 4>, 3>;

// From the last of the track's keys at this moment, which is one of a key, to the next one.
EaseParts ease_at(const Track& track, double time) {
  const auto later = std::ranges::upper_bound(track.times, time);
  return ease_after(track, static_cast<std::size_t>(later - track.times.begin()) - 1);
}

}  // namespace

bool KeyedJoints::takes(const Track& track) {
  if (!eases_in_parts(track)) return false;
  switch (track.property) {
    case Property::translation:
    case Property::scale:
    case Property::pivot:
      return track.interpolation == Interpolation::step ||
             track.interpolation == Interpolation::linear;
    case Property::rotation:
      if (track.interpolation == Interpolation::step) return true;
      if (track.interpolation == Interpolation::slerp_long) {
        const LongArcs arcs = long_arcs(track);
        return !arcs.opposite && (track.ease.empty() || arcs.middles.empty());
      }
      return track.interpolation == Interpolation::slerp;
    default:
      return false;
  }
}

void KeyedJoints::add(std::uint32_t node, bool pivot, const KeyedTracks& tracks,
                      const Transform& rest) {
  std::vector<double> times;
  double period = 0;
  for (const Track* track : tracks) {
    if (track == nullptr) continue;
    times.insert(times.end(), track->times.begin(), track->times.end());
    period = track->period;
  }
  if (times.empty()) return;
  if (tracks[1] != nullptr && tracks[1]->interpolation == Interpolation::slerp_long) {
    const std::vector<double> middles = long_arcs(*tracks[1]).middles;
    times.insert(times.end(), middles.begin(), middles.end());
  }
  std::ranges::sort(times);
  times.erase(std::unique(times.begin(), times.end()), times.end());
  Joint joint{.node = node,
              .translates = tracks[0] != nullptr,
              .scales = tracks[2] != nullptr,
              .eases = false,
              .keys = {},
              .first_ease = static_cast<std::uint32_t>(eases_.size())};
  const std::size_t first_key = keys_.size();
  const Values still{wide(rest.translation), wide(rest.rotation), wide(rest.scale)};
  std::vector<std::pair<Sides, std::size_t>> sides;
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    if (tracks[i] != nullptr) sides.emplace_back(*tracks[i], i);
  }
  for (const double time : times) {
    Values before = still, after = still;
    for (auto& [side, place] : sides) {
      side.go_to(time);
      side.put(before[place].data(), after[place].data());
    }
    for (const Values* values : {&before, &after}) {
      if (values == &before && before == after) continue;
      keys_.push({time, 0, 0, narrow<4>((*values)[1]), narrow<4>((*values)[0]),
                  narrow<3>((*values)[2]), 0});
    }
  }
  joint.keys = keys_.close(first_key, period);
  link(joint.keys);
  for (const Track* track : tracks) {
    if (track == nullptr || track->ease.empty()) continue;
    joint.eases = true;
    for (std::size_t key = first_key; key < first_key + joint.keys.key_count; ++key)
      eases_.push_back(ease_at(*track, keys_.data()[key].time));
  }
  (pivot ? pivots_ : tracks[1] != nullptr ? joints_ : lines_).curves.push_back(joint);
}

// Lengths and arcs to the next key.
void KeyedJoints::link(const KeyRange& range) {
  Key* keys = keys_.data() + range.first_key;
  for (std::uint32_t i = 0; i < range.key_count; ++i) {
    const double length = keys[i + 1].time - keys[i].time;
    keys[i].inverse_length = length > 0 ? static_cast<float>(1 / length) : 0;
    const Arc arc = arc_between(keys[i].rotation, keys[i + 1].rotation);
    keys[i].angle = arc.angle;
    keys[i].inverse_sine = arc.inverse_sine;
  }
}

template <class Mix>
void KeyedJoints::each_ways(const CurveList<Joint>& joints, double frame, std::size_t nodes,
                            Mix&& mix) const {
  keys_.find(joints, frame, [&](std::span<const Joint> some, const KeysFound<Key>& found) {
    KeyWays ways;
    std::size_t count = 0;
    for (std::size_t i = 0; i < some.size(); ++i) {
      const Joint& joint = some[i];
      if (joint.node >= nodes) continue;
      ways.from[count] = found.from[i];
      ways.part[count] = found.part[i];
      if (joint.eases) {
        const auto key = static_cast<std::size_t>(found.from[i] - keys_.data());
        ways.part[count] = eases_[joint.first_ease + key - joint.keys.first_key].at(found.part[i]);
      }
      ways.target[count] = joint.node * kFloats;
      ways.translates[count] = joint.translates;
      ways.scales[count] = joint.scales;
      ++count;
    }
    if (count > 0) mix(ways, count);
  });
}

void KeyedJoints::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  each_ways(joints_, frame, out.size(), [&](KeyWays& ways, std::size_t count) {
    for (; count % 4 != 0; ++count) {
      const std::size_t last = count - 1;
      ways.from[count] = ways.from[last];
      ways.part[count] = ways.part[last];
      ways.target[count] = ways.target[last];
      ways.translates[count] = ways.scales[count] = false;
    }
    mix_keys(ways, count, floats);
  });
  each_ways(lines_, frame, out.size(),
            [&](const KeyWays& ways, std::size_t count) { mix_lines(ways, count, floats); });
}

void KeyedJoints::sample_pivots(double frame, std::span<Transformf> out) const {
  each_ways(pivots_, frame, out.size(), [&](const KeyWays& ways, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      const Key* from = ways.from[k];
      std::array<float, 3> pivot;
      for (std::size_t i = 0; i < 3; ++i) {
        const float start = from[0].translation[i];
        pivot[i] = start + ways.part[k] * (from[1].translation[i] - start);
      }
      add_pivot(pivot, out[ways.target[k] / kFloats]);
    }
  });
}

std::size_t KeyedJoints::bytes() const {
  return joints_.bytes() + lines_.bytes() + pivots_.bytes() + keys_.bytes() +
         sizeof(EaseParts) * eases_.size();
}

void KeyedJoints::finish() {
  for (CurveList<Joint>* list : {&joints_, &lines_, &pivots_}) {
    keys_.arrange(*list);
    list->shrink();
  }
  keys_.shrink();
  eases_.shrink_to_fit();
}

}  // namespace anmkit
