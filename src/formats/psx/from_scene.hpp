// SPDX-License-Identifier: MIT
// Shared by what makes files from scenes.
#pragma once

#include <cmath>

#include "formats/psx/findings.hpp"
#include "formats/psx/scene.hpp"
#include "scene/fit_report.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::psx {

inline std::unexpected<Error> no_clip() {
  return fail(std::string(kNoSuchClip), "the scene has no animation to write");
}

// How a file is read that is made from a scene: as its original was.
template <class File>
SceneReading reading_for(const Options& options, const File* original) {
  return scene_reading(options,
                       original != nullptr ? original->rate_hint : std::uint16_t{kDefaultRate});
}

// Frames of a file: a clip of which every frame is shown for as long as the others ends one frame
// behind the last. A pose that does not move is one frame.
inline Result<std::size_t> frames_of(const FrameWalk& walk, std::size_t most,
                                     ConversionReport& report) {
  const auto last = frames_within(walk, most, prefixed("SIZE"));
  if (!last) return last;
  if (walk.rounded()) {
    Findings(report.diagnostics)
        .warning("W-LENGTH", "the clip lasts " + std::to_string(walk.length()) + " frames, " +
                                 std::to_string(*last) + " are written");
  }
  return last;
}

// The clip as far as the frames of a file show it, for comparing.
inline Clip shown_part(const Clip& clip, std::size_t frames, double rate) {
  Clip part = clip;
  part.duration = (static_cast<double>(frames) - 1) * clip.rate / rate;
  return part;
}

// One number in file units; remembers what did not fit.
class Quantizer {
 public:
  std::int16_t take(double value, const char* what, std::size_t frame, const std::string& node) {
    const double rounded = std::round(value);
    if (!(rounded >= -32768 && rounded <= 32767)) {
      if (!error_) {
        error_ = fail(prefixed("RANGE"),
                      std::string(what) + " value out of range: " + std::to_string(value) +
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
