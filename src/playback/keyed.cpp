// SPDX-License-Identifier: MIT
// Keys of each track in 32 bits, and the search for them.
#include "playback/keyed.hpp"

#include <algorithm>
#include <limits>

#include "scene/evaluate.hpp"

namespace anmkit {

bool KeyedTracks::takes(const Track& track) {
  if (!track.ease.empty()) return false;
  switch (track.property) {
    case Property::translation:
    case Property::scale:
      return track.interpolation == Interpolation::step ||
             track.interpolation == Interpolation::linear;
    case Property::rotation:
      return track.interpolation == Interpolation::step ||
             track.interpolation == Interpolation::slerp ||
             (track.interpolation == Interpolation::slerp_long && turns_shortly(track));
    default:
      return false;
  }
}

void KeyedTracks::add(const Track& track, std::uint32_t target) {
  const std::size_t components = track.components();
  const bool holds = track.interpolation == Interpolation::step;
  tracks_.push_back({target, static_cast<std::uint32_t>(keys_.size()),
                     static_cast<std::uint32_t>(track.times.size()), track.period,
                     components == 4});
  for (std::size_t i = 0; i < track.times.size(); ++i) {
    Key key{};
    for (std::size_t k = 0; k < components; ++k)
      key.value[k] = static_cast<float>(track.values[i * components + k]);
    keys_.push_back(key);
  }
  for (std::size_t i = 0; i + 1 < track.times.size() && !holds; ++i) {
    Key* key = &keys_[tracks_.back().first + i];
    // What is shorter than 32 bits have numbers for is a jump.
    const double inverse = 1 / (track.times[i + 1] - track.times[i]);
    if (inverse <= std::numeric_limits<float>::max())
      key->inverse_length = static_cast<float>(inverse);
    if (tracks_.back().turns) key->arc = arc_between(key[0].value, key[1].value);
  }
  times_.insert(times_.end(), track.times.begin(), track.times.end());
}

void KeyedTracks::sample(double frame, float* out, std::size_t size) const {
  for (const Keys& track : tracks_) {
    if (track.target >= size) continue;
    const double* const times = times_.data() + track.first;
    const double at = fold(frame, track.period);
    // Times before the first key, and NaN, have its value.
    const std::size_t place =
        at >= times[0]
            ? static_cast<std::size_t>(std::upper_bound(times, times + track.count, at) - times) - 1
            : 0;
    const Key* const key = keys_.data() + track.first + place;
    float* const to = out + track.target;
    const bool holds = !(at > times[place]) || key->inverse_length == 0;
    if (holds) {
      std::copy_n(key->value.data(), track.turns ? 4 : 3, to);
      continue;
    }
    const float part = static_cast<float>(at - times[place]) * key->inverse_length;
    if (track.turns) {
      std::ranges::copy(along(key->arc, key[0].value, key[1].value, 1 - part, part), to);
    } else {
      for (std::size_t i = 0; i < 3; ++i)
        to[i] = key[0].value[i] + part * (key[1].value[i] - key[0].value[i]);
    }
  }
}

std::size_t KeyedTracks::bytes() const {
  return tracks_.size() * sizeof(Keys) + times_.size() * sizeof(double) +
         keys_.size() * sizeof(Key);
}

}  // namespace anmkit
