// Tracks of a bank as tracks of a scene.
#pragma once

#include "formats/gc/layout.hpp"

namespace anmkit {
struct Clip;
struct Mat4;
}  // namespace anmkit

namespace anmkit::gc {

// A track of either format with its keys decoded.
struct TrackKeys {
  Layout layout;
  std::vector<KeyFrame> keys;
  double end = 0;  // animTime
  bool library_ease = false;
  bool compact = false;  // the rules of appendix B: no way back to the first key, short turns
};
// Appends what the parts of the track's layout do to `node`. `offset` goes before matrix keys.
void add_tracks(const TrackKeys& track, std::uint32_t node, const Mat4& offset, Clip& clip);

// Appends what `track` does to `node`. `bytes` is the file.
void add_tracks(ByteView bytes, const Bank& bank, const Track& track, std::uint32_t node,
                const Mat4& offset, bool library_ease, Clip& clip);

}  // namespace anmkit::gc
