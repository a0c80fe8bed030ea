// SPDX-License-Identifier: MIT
// Ways with eases in 32-bit numbers.
#pragma once

#include <algorithm>
#include <limits>

#include "scene/evaluate.hpp"

namespace anmkit {

// Of the way from a key to the next one three parts: it begins with a square, goes on as a line and
// ends with a square (gc specification, section 6.4). Where one ends and the next begins they are
// equally fast. Nothing but zeroes is a way on which nothing moves.
struct EaseParts {
  float begins = 0, ends = 0;  // frames since the key where the line begins and ends
  float speed = 0;             // of the line, ways a frame
  float last = 0;              // what the last square is multiplied with

  // Part of the way. Without branches, as nobody can foretell in which part a moment is.
  float at(float since) const {
    const float square = std::min(since, begins);
    const float line = std::max(since, begins) - begins;
    const float behind = std::max(since, ends) - ends;
    return speed * (square * (square / std::max(2 * begins, kLeast)) + line) -
           last * behind * behind;
  }
  // Where nothing begins, 0 is divided by it.
  static constexpr float kLeast = std::numeric_limits<float>::min();
};

// Whether all its eases, if it has any, are of this kind. Those of the library jump, and others go
// round further than between two keys.
inline bool eases_in_parts(const Track& track) {
  return track.ease.empty() ||
         (track.ease_kind != EaseKind::library &&
          std::ranges::all_of(track.ease, [](double amount) { return amount >= 0; }));
}

// From this key of an eased track to the next one, so many frames later. Where 32 bits know of no
// last square there is none.
inline EaseParts ease_after(const Track& track, std::size_t key, double length) {
  const EaseCurve curve(track.ease[2 * key], track.ease[2 * key + 3], track.ease_kind);
  const auto narrow = [](double number) { return static_cast<float>(number); };
  const bool lasts = narrow(curve.ends) < 1;
  return {narrow(curve.begins * length), narrow(curve.ends * length),
          narrow(2 * curve.line / length), lasts ? narrow(curve.last / (length * length)) : 0};
}

}  // namespace anmkit
