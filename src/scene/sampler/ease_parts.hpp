// SPDX-License-Identifier: MIT
// Ways with eases in 32-bit numbers.
#pragma once

#include <algorithm>

#include "scene/evaluate.hpp"

namespace anmkit {

// Of the way from a key to the next one three parts: it begins with a square, goes on as a line and
// ends with a square (gc specification, section 6.4). Where one ends and the next begins they are
// equally fast.
struct EaseParts {
  float begins = 0, ends = 1;  // parts of the way where the line begins and ends
  float first = 0, speed = 1, last = 0;

  // Without branches, as nobody can foretell in which part a moment is.
  float at(float part) const {
    const float square = std::min(part, begins);
    const float line = std::max(part, begins) - begins;
    const float behind = std::max(part, ends) - ends;
    return first * square * square + speed * line - last * behind * behind;
  }
};

// Whether all its eases, if it has any, are of this kind. Those of the library jump, and others go
// round further than between two keys.
inline bool eases_in_parts(const Track& track) {
  return track.ease.empty() ||
         (track.ease_kind != EaseKind::library &&
          std::ranges::all_of(track.ease, [](double amount) { return amount >= 0; }));
}

// From this key of an eased track to the next one; nothing after the last.
inline EaseParts ease_after(const Track& track, std::size_t key) {
  if (key + 1 >= track.times.size()) return {};
  const EaseCurve curve(track.ease[2 * key], track.ease[2 * key + 3], track.ease_kind);
  const auto narrow = [](double number) { return static_cast<float>(number); };
  return {narrow(curve.begins), narrow(curve.ends), narrow(curve.first), narrow(2 * curve.line),
          narrow(curve.last)};
}

}  // namespace anmkit
