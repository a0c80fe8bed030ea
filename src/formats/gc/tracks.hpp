// Tracks of a bank as tracks of a scene.
#pragma once

#include "formats/gc/layout.hpp"

namespace anmkit {
struct Clip;
struct Mat4;
}  // namespace anmkit

namespace anmkit::gc {

// Appends what `track` does to `node`. `offset` goes before matrix keys; `bytes` is the file.
void add_tracks(ByteView bytes, const Bank& bank, const Track& track, std::uint32_t node,
                const Mat4& offset, Clip& clip);

}  // namespace anmkit::gc
