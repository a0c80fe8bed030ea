// SPDX-License-Identifier: MIT
// Shared by the imports of scenes.
#pragma once

#include <cmath>

#include "core/number_text.hpp"
#include "core/portable.hpp"
#include "formats/psx/findings.hpp"
#include "formats/psx/scene.hpp"
#include "import/clip_text.hpp"
#include "import/fit_report.hpp"
#include "import/unedited.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::psx {

// How a file is read that is made from a scene: as its original was.
template <class File>
SceneReading reading_for(const Options& options, const File* original) {
  return scene_reading(options,
                       original != nullptr ? original->rate_hint : std::uint16_t{kDefaultRate});
}

// Whether the pose at the clip's end is shown by no frame before it: it is not the first one, with
// which a loop begins again, and not one that has come to rest.
inline bool ends_apart(FrameWalk& walk, std::size_t last) {
  if (last == 0) return false;
  const auto differs = [&](std::size_t frame) {
    const Pose now = walk.pose(static_cast<double>(last));
    const std::vector<Mat4> world = walk.world();
    const Pose& then = walk.pose(static_cast<double>(frame));
    for (std::size_t i = 0; i < world.size(); ++i) {
      if (now[i].visible != then[i].visible) return true;
      if (!(std::fabs(now[i].field_of_view - then[i].field_of_view) <= 1e-4)) return true;
      for (std::size_t k = 0; k < 16; ++k) {
        const double a = world[i].m[k], b = walk.world()[i].m[k];
        if (std::fabs(a - b) > (k < 12 ? 1e-3 * (1 + std::fabs(a)) : 0.5)) return true;
      }
    }
    return false;
  };
  return differs(0) && differs(last - 1);
}

// Frames of a file: a clip of which every frame is shown for as long as the others ends one frame
// after the last. A pose that does not move is one frame, and in a file that was none of ours
// (`fresh`) the last pose is one as well, where no other shows it.
inline Result<std::size_t> frames_of(FrameWalk& walk, std::size_t most, bool fresh,
                                     ConversionReport& report) {
  const auto last = frames_within(walk, most, prefixed("SIZE"));
  if (!last) return last;
  const bool more = fresh && *last < most && ends_apart(walk, *last);
  if (walk.rounded()) Findings(report.diagnostics).warning("W-LENGTH", length_text(walk));
  return more ? *last + 1 : *last;
}

// The clip as far as the frames of a file show it, for comparing.
inline Clip shown_part(const Clip& clip, std::size_t frames, double rate) {
  Clip part = clip;
  part.duration = (static_cast<double>(frames) - 1) * clip.rate / rate;
  return part;
}

// One number in file units; remembers values that did not fit.
class Quantizer {
 public:
  std::int16_t take(double value, const char* what, std::size_t frame, const std::string& node) {
    const double rounded = portable::round(value);
    if (!(rounded >= -32768 && rounded <= 32767)) {
      if (!error_) {
        error_ = fail(prefixed("RANGE"),
                      std::string(what) + " value out of range: " + number_text(value) +
                          " does not fit into 16 bits",
                      {}, path_of("frames", frame) + "." + node)
                     .error();
      }
      return 0;
    }
    return static_cast<std::int16_t>(rounded);
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace anmkit::psx
