// SPDX-License-Identifier: MIT
// Compiles tracks to keys of all properties of a joint, and looks them up.
#include "scene/sampler/keyed.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

}  // namespace

bool KeyedJoints::takes(const Track& track) {
  if (!track.ease.empty() && !EasedTracks::takes(track)) return false;
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
      keys_.push(
          time, {{}, narrow<4>((*values)[1]), narrow<4>((*values)[0]), narrow<3>((*values)[2]), 0});
    }
  }
  const KeyRange range = keys_.close(first_key, period);
  link(range);
  const auto bit = [&](std::size_t i) { return std::size_t{tracks[i] != nullptr} << i; };
  (pivot ? pivots_ : joints_[bit(0) | bit(1) | bit(2)])
      .curves.push_back({node, node * kFloats, range});
}

// Lengths and arcs to the next key.
void KeyedJoints::link(const KeyRange& range) {
  Key* keys = keys_.data() + range.first_key;
  const std::span<const double> times = keys_.times().subspan(range.first_key);
  for (std::uint32_t i = 0; i < range.key_count; ++i) {
    const double length = times[i + 1] - times[i];
    // A way that is shorter than 32 bits have numbers for is a jump.
    keys[i].inverse_length =
        1 / length <= std::numeric_limits<float>::max() ? static_cast<float>(1 / length) : 0;
    const Arc arc = arc_between(keys[i].rotation, keys[i + 1].rotation);
    keys[i].arc = {arc.angle, arc.inverse_sine};
  }
}

void KeyedJoints::sample(double frame, std::span<Transformf> out) const {
  auto* floats = reinterpret_cast<float*>(out.data());
  for (std::size_t i = 1; i < joints_.size(); ++i) {
    if (joints_[i].empty()) continue;
    const KeyParts parts{(i & 1) != 0, (i & 2) != 0, (i & 4) != 0};
    keys_.find(joints_[i], frame, out.size(),
               [&](const auto& found) { mix_keys(parts, found, floats); });
  }
}

void KeyedJoints::sample_pivots(double frame, std::span<Transformf> out) const {
  keys_.find(pivots_, frame, out.size(), [&](KeysFound<Key> found) {
    for (std::size_t k = 0; k < found.count; ++k) {
      const Key* from = &found.key(k);
      const float part = found.part(k);
      std::array<float, 3> pivot;
      for (std::size_t i = 0; i < 3; ++i) {
        const float start = from[0].translation[i];
        pivot[i] = start + part * (from[1].translation[i] - start);
      }
      add_pivot(pivot, out[found.target[k] / kFloats]);
    }
  });
}

std::size_t KeyedJoints::bytes() const {
  std::size_t bytes = pivots_.bytes() + keys_.bytes();
  for (const CurveList& list : joints_)
    bytes += list.bytes();
  return bytes;
}

void KeyedJoints::finish() {
  for (CurveList& list : joints_)
    keys_.arrange(list);
  keys_.arrange(pivots_);
  for (CurveList& list : joints_)
    list.shrink();
  pivots_.shrink();
  keys_.finish();
}

}  // namespace anmkit
