// Shared by what makes files from scenes.
#pragma once

#include <cmath>

#include "formats/psx/findings.hpp"
#include "formats/psx/scene.hpp"

namespace anmkit::psx {

// From the scene's axes to the console's: X right, Y down, Z away.
inline Mat4 to_own_axes(UpAxis up) {
  switch (up) {
    case UpAxis::y_up:
      return Mat4{{1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1}};
    case UpAxis::z_up:
      return Mat4{{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1}};
    default:
      return {};
  }
}

// Frames of a clip at the rate of the file that is made.
inline Result<std::size_t> frames_of(const Clip& clip, double rate) {
  const double length = clip.rate > 0 ? clip.duration * rate / clip.rate : 0;
  const double frames = std::round(length);
  if (frames >= 0 && frames <= double{kMaxWords} * 16) return static_cast<std::size_t>(frames);
  return fail(prefixed("SIZE"), "the clip is too long: " + std::to_string(length) + " frames");
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
