// One clip on its way back from a scene.
#pragma once

#include "anmkit/scene.hpp"
#include "formats/sm64/fast64_keys.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {

// The clip as an animation. `original` is the one it was made from, or null: what has not changed
// keeps its own samples. `keys` tell what else is lost with the extras; may be null. New tables go
// to `own`; errors and losses to `report`.
Result<Motion> clip_back(const Scene& scene, const Clip& clip, const Motion* original,
                         const Fast64Clip* keys, bool mario, const Options& options,
                         ConversionReport& report, OwnTables& own);

}  // namespace anmkit::sm64
