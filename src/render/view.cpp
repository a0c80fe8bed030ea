// SPDX-License-Identifier: MIT
// Angles to axes, and the nearest camera that sees everything.
#include "render/view.hpp"

#include "core/portable.hpp"

#include <algorithm>

namespace anmkit::render {
namespace {

// From glTF's axes (y up) to the scene's.
Vec3 to_scene(Vec3 v, UpAxis up) {
  switch (up) {
    case UpAxis::y_down:
      return {v.x, -v.y, -v.z};
    case UpAxis::z_up:
      return {v.x, -v.z, v.y};
    case UpAxis::y_up:
      break;
  }
  return v;
}

}  // namespace

ViewAxes axes_of(const CameraAngles& angles, UpAxis scene_up) {
  const double yaw = to_radians(angles.yaw), pitch = to_radians(angles.pitch);
  const Vec3 right{portable::cos(yaw), 0, -portable::sin(yaw)};
  const Vec3 back{portable::sin(yaw) * portable::cos(pitch), portable::sin(pitch),
                  portable::cos(yaw) * portable::cos(pitch)};
  return {to_scene(right, scene_up), to_scene(cross(back, right), scene_up),
          to_scene(back, scene_up)};
}

Opening opening_of(double vertical_fov, std::uint32_t width, std::uint32_t height) {
  const double y = portable::tan(vertical_fov / 2);
  return {y * width / height, y};
}

void Fit::add(Vec3 place) {
  const Vec3 p = seen_from(axes_, place);
  if (!is_finite(p)) return;
  const double h = opening_.x * p.z, v = opening_.y * p.z;
  if (!any_) {
    left_ = h - p.x, right_ = h + p.x, low_ = v - p.y, high_ = v + p.y;
    front_ = back_ = p.z;
    any_ = true;
    return;
  }
  left_ = std::max(left_, h - p.x);
  right_ = std::max(right_, h + p.x);
  low_ = std::max(low_, v - p.y);
  high_ = std::max(high_, v + p.y);
  front_ = std::max(front_, p.z);
  back_ = std::min(back_, p.z);
}

std::optional<Fit::Place> Fit::nearest() const {
  if (!any_) return std::nullopt;
  const double depth =
      std::max((left_ + right_) / (2 * opening_.x), (low_ + high_) / (2 * opening_.y));
  const Vec3 at{(right_ - left_) / 2, (high_ - low_) / 2, (front_ + back_) / 2};
  const Vec3 target = axes_.right * at.x + axes_.up * at.y + axes_.back * at.z;
  double distance = depth - at.z;
  const double size = std::max({std::fabs(at.x), std::fabs(at.y), std::fabs(at.z)});
  // A point alone.
  if (!(distance > size * 1e-9)) distance = size > 0 ? size * 1e-3 : 1;
  if (!is_finite(target) || !std::isfinite(distance)) return std::nullopt;
  return Place{target, distance};
}

}  // namespace anmkit::render
