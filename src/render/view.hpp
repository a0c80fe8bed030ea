// SPDX-License-Identifier: MIT
// The transform of a camera: from the scene's axes to those of the image, and the nearest place
// from which everything is seen.
#pragma once

#include <optional>

#include "anmkit/render.hpp"

namespace anmkit::render {

// Directions of the image in the scene's axes: to the right, up, and towards the camera.
struct ViewAxes {
  Vec3 right, up, back;
};
ViewAxes axes_of(const CameraAngles& angles, UpAxis scene_up);

inline Vec3 seen_from(const ViewAxes& axes, Vec3 p) {
  return {dot(axes.right, p), dot(axes.up, p), dot(axes.back, p)};
}
inline bool is_finite(Vec3 p) {
  return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

// Half of the visible height at a distance of 1.
struct Opening {
  double x = 0, y = 0;
};
Opening opening_of(double vertical_fov, std::uint32_t width, std::uint32_t height);

// Collects places; the four sides of what a camera sees touch the outermost of them.
class Fit {
 public:
  Fit(const ViewAxes& axes, Opening opening) : axes_(axes), opening_(opening) {}
  // Places that are not finite are passed over.
  void add(Vec3 place);
  // The target and the distance; empty when nothing was added.
  struct Place {
    Vec3 target;
    double distance;
  };
  std::optional<Place> nearest() const;

 private:
  ViewAxes axes_;
  Opening opening_;
  bool any_ = false;
  double left_ = 0, right_ = 0, low_ = 0, high_ = 0;  // supports of the sides
  double front_ = 0, back_ = 0;                       // along `back`
};

}  // namespace anmkit::render
