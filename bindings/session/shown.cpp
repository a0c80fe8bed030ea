// SPDX-License-Identifier: MIT
// Poses of what is shown.
#include "shown.hpp"

#include <algorithm>

#include "core/limits.hpp"
#include "scene/shared_meshes.hpp"

namespace anmkit::bindings {
namespace {

void put(std::vector<float>& out, const Mat4& matrix) {
  for (const double number : matrix.m)
    out.push_back(static_cast<float>(number));
}

}  // namespace

Shown::Shown(Scene scene, DecodeTextures decode) : scene_(std::move(scene)), decode_(decode) {
  choose(scene_.clips.empty() ? std::nullopt : std::optional<std::size_t>(0));
}

void Shown::choose(std::optional<std::size_t> clip) {
  clip_ = clip;
  renderer_.reset();
  figure_ = std::make_unique<render::Figure>(scene_, clip);
}

const std::vector<float>& Shown::pose(double frame, const CameraAngles& angles) {
  const render::Figure::Moment moment = figure_->at(frame, render::axes_of(angles, scene_.up));
  pose_.clear();
  for (const render::Figure::Part& part : figure_->parts()) {
    put(pose_, figure_->matrix_of(part, moment));
    pose_.push_back(figure_->is_hidden(part, moment) ? 1.0F : 0.0F);
  }
  for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
    put(pose_, moment.world[i]);
    pose_.push_back(moment.pose[i].visible ? 1.0F : 0.0F);
  }
  for (const Mat4& matrix : moment.skin)
    put(pose_, matrix);
  if (figure_->parts().empty()) {
    figure_->place_bones(moment, [&](std::span<const Vec3> corners) {
      for (const Vec3& corner : corners)
        for (const double number : {corner.x, corner.y, corner.z})
          pose_.push_back(static_cast<float>(number));
    });
  }
  return pose_;
}

Result<Shown::Aim> Shown::aim_of(std::size_t node, double frame) const {
  const bool known = node < scene_.nodes.size() && scene_.nodes[node].camera >= 0 &&
                     static_cast<std::size_t>(scene_.nodes[node].camera) < scene_.cameras.size();
  if (!known) return fail(std::string(kUsageError), "there is no such camera");
  const render::Figure::Moment moment = figure_->at(frame, render::axes_of({}, scene_.up));
  const NodePose& pose = moment.pose[node];
  const Camera& camera = scene_.cameras[static_cast<std::size_t>(scene_.nodes[node].camera)];
  Aim aim{moment.world[node], pose.field_of_view > 0 ? pose.field_of_view : camera.vertical_fov};
  const auto has_target = [&](const Track& track) {
    return track.node == node && track.property == Property::target;
  };
  if (clip_ && std::ranges::any_of(scene_.clips[*clip_].tracks, has_target)) {
    const Mat4& at = moment.world[node];
    const Quat look = look_at(scene_.up, pose.local.translation, pose.target, pose.roll);
    aim.matrix = trs_matrix({at.m[12], at.m[13], at.m[14]}, look, {1, 1, 1});
  }
  return aim;
}

Result<const Renderer*> Shown::renderer() {
  if (!renderer_) {
    if (auto good = check_shared_meshes(scene_, info_of(Limit::vertices).value); !good)
      return std::unexpected(std::move(good.error()));
    if (!textures_) {
      auto decoded = decode_ != nullptr ? decode_(scene_) : std::vector<Picture>();
      if (!decoded) return std::unexpected(std::move(decoded.error()));
      textures_ = std::move(*decoded);
    }
    auto made = Renderer::make(scene_, *textures_, clip_);
    if (!made) return std::unexpected(std::move(made.error()));
    renderer_ = std::move(*made);
  }
  return &*renderer_;
}

}  // namespace anmkit::bindings
