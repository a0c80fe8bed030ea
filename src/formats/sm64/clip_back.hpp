// One clip on its way back from a scene.
#pragma once

#include "anmkit/scene.hpp"
#include "formats/sm64/write.hpp"

namespace anmkit::sm64 {

// The clip as an animation. `original` is the one it was made from, or null: what has not changed
// keeps its own samples. New tables go to `own`; errors and losses to `report`.
Result<Motion> clip_back(const Scene& scene, const Clip& clip, const Motion* original, bool mario,
                         const Options& options, ConversionReport& report, OwnTables& own);

}  // namespace anmkit::sm64
