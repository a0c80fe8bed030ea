// SPDX-License-Identifier: MIT
// Tracks of a bank as tracks of a scene.
#pragma once

#include "anmkit/math.hpp"
#include "formats/gc/layout.hpp"

namespace anmkit {
struct Clip;
}  // namespace anmkit

namespace anmkit::gc {

// A track of a compact clip with its keys.
struct TrackKeys {
  Layout layout;
  std::vector<KeyFrame> keys;
  double end = 0;  // animTime
  bool library_ease = false;
};
// Appends the tracks of `node` for the parts of the track's layout, by the rules of appendix B.
void add_tracks(const TrackKeys& track, std::uint32_t node, Clip& clip);

// Appends the tracks of `node` for a bank's track. `offset` goes before matrix keys.
void add_tracks(const Bank& bank, const Track& track, std::uint32_t node, const Mat4& offset,
                bool library_ease, Clip& clip);

}  // namespace anmkit::gc
