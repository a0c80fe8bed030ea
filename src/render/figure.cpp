// SPDX-License-Identifier: MIT
// Nodes, skins and billboards at one moment.
#include "render/figure.hpp"

#include <algorithm>
#include <cmath>

#include "scene/bounds.hpp"
#include "scene/mirror.hpp"

namespace anmkit::render {
namespace {

// By the cofactors, which are the inverse transposed up to a factor; the factor's sign matters.
Vec3 turned_normal(const Mat4& m, bool mirrored, Vec3 n) {
  const Vec3 x{m.at(0, 0), m.at(1, 0), m.at(2, 0)}, y{m.at(0, 1), m.at(1, 1), m.at(2, 1)},
      z{m.at(0, 2), m.at(1, 2), m.at(2, 2)};
  const Vec3 out = cross(y, z) * n.x + cross(z, x) * n.y + cross(x, y) * n.z;
  return mirrored ? out * -1 : out;
}

// Sum of the joints' matrices; joints that are not there and weights that have no effect are left
// out, as exports do.
Mat4 blended(const std::vector<Mat4>& skin, const std::array<std::uint32_t, 4>& joints,
             const std::array<float, 4>& weights) {
  Mat4 sum;
  sum.m.fill(0);
  double all = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const double weight = double{weights[k]};
    if (!(weight > 0) || !std::isfinite(weight) || joints[k] >= skin.size()) continue;
    for (std::size_t i = 0; i < 16; ++i)
      sum.m[i] += skin[joints[k]].m[i] * weight;
    all += weight;
  }
  if (!(all > 0)) return skin.empty() ? Mat4{} : skin.front();
  for (double& number : sum.m)
    number /= all;
  return sum;
}

// A block without depth has a scale of 0 along it, from which nobody could tell a mirror.
Vec3 shape_scale(const Node& node, const NodePose& pose) {
  constexpr double kThin = 1e-6;
  Vec3 own = own_scale(node, pose);
  if (!node.block_size) return own;
  const Vec3& size = *node.block_size;
  if (size.x == 0 && own.x == 0) own.x = std::copysign(kThin, own.x);
  if (size.y == 0 && own.y == 0) own.y = std::copysign(kThin, own.y);
  if (size.z == 0 && own.z == 0) own.z = std::copysign(kThin, own.z);
  return own;
}

}  // namespace

Figure::Figure(const Scene& scene, std::optional<std::size_t> clip)
    : scene_(scene), order_(parents_first(scene)) {
  if (clip) sampler_.emplace(scene, scene.clips[*clip]);
  bool skinned = false;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    billboards_ = billboards_ || node.billboard;
    const Mesh* mesh = mesh_of(scene, node);
    if (mesh == nullptr) continue;
    for (const Primitive& one : mesh->primitives) {
      if (one.positions.empty()) continue;
      parts_.push_back({i, &one});
      vertices_ += one.positions.size();
      lines_ = lines_ || one.mode != PrimitiveMode::triangles;
      skinned = skinned || is_skinned(one);
    }
  }
  if (!skinned && !parts_.empty()) return;
  std::vector<Mat4> rest;
  world_matrices(scene, order_, rest_pose(scene), rest);
  if (parts_.empty()) {
    bone_size_ = bone_size(rest, clip ? scene.clips[*clip].duration : 0);
    return;
  }
  for (std::size_t i = 0; i < rest.size(); ++i)
    unbind_.push_back(affine_inverse(scene.nodes[i].bind_matrix.value_or(rest[i])));
}

// A twentieth of the skeleton, at rest or in the clip, where bones without a skeleton are placed.
// Of a single joint a twentieth of its way, and ten centimetres where it does not move.
double Figure::bone_size(const std::vector<Mat4>& rest, double duration) const {
  constexpr int kLooks = 8;
  Bounds way;
  double whole = 0;
  const auto look = [&](const std::vector<Mat4>& world) {
    Bounds now;
    for (const Mat4& m : world)
      now.add(Vec3{m.m[12], m.m[13], m.m[14]});
    way.add(now);
    whole = std::max(whole, now.size());
  };
  look(rest);
  for (int i = 0; sampler_ && duration > 0 && i <= kLooks; ++i)
    look(at(duration * i / kLooks, {}).world);
  if (whole == 0) whole = way.size();
  return whole > 0 && std::isfinite(whole) ? whole / 20 : 0.1 / scene_.metres_per_unit;
}

Figure::Moment Figure::at(double frame, const ViewAxes& axes) const {
  Moment moment;
  if (sampler_) {
    sampler_->sample(frame, moment.pose);
  } else {
    moment.pose = rest_pose(scene_);
  }
  world_matrices(scene_, order_, moment.pose, moment.world);
  if (billboards_) turn_to_camera(moment, axes);
  for (std::size_t i = 0; i < unbind_.size(); ++i)
    moment.skin.push_back(moment.world[i] * unbind_[i]);
  return moment;
}

// Nodes below a billboard rotate with it.
void Figure::turn_to_camera(Moment& moment, const ViewAxes& axes) const {
  const ViewAxes front = axes_of({.yaw = 0, .pitch = 0}, scene_.up);
  Mat4 turn;
  const auto row = [](Vec3 v, int i) { return i == 0 ? v.x : i == 1 ? v.y : v.z; };
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j)
      turn.at(i, j) = row(axes.right, i) * row(front.right, j) +
                      row(axes.up, i) * row(front.up, j) + row(axes.back, i) * row(front.back, j);
  }
  std::vector<std::int64_t> by(scene_.nodes.size(), -1);  // the billboard that turns a node
  const std::vector<Mat4> before = moment.world;
  for (const std::uint32_t i : order_) {
    const Node& node = scene_.nodes[i];
    const auto parent = static_cast<std::size_t>(node.parent);
    if (node.billboard) {
      by[i] = i;
    } else if (node.parent >= 0 && node.inherit_parent && parent < by.size()) {
      by[i] = by[parent];
    }
    if (by[i] < 0) continue;
    const Mat4& m = before[static_cast<std::size_t>(by[i])];
    const Vec3 at{m.m[12], m.m[13], m.m[14]};
    moment.world[i] = translation_matrix(at) * turn * translation_matrix(at * -1) * before[i];
  }
}

bool Figure::is_hidden(const Part& part, const Moment& moment) const {
  return !is_skinned(*part.primitive) && !moment.pose[part.node].visible;
}

Mat4 Figure::matrix_of(const Part& part, const Moment& moment) const {
  if (is_skinned(*part.primitive)) return {};
  return moment.world[part.node] *
         scale_matrix(shape_scale(scene_.nodes[part.node], moment.pose[part.node]));
}

void Figure::place(const Part& part, const Moment& moment, Placed& out) const {
  const Primitive& primitive = *part.primitive;
  const std::size_t count = primitive.positions.size();
  const bool normals = primitive.normals.size() == count;
  out.places.resize(count);
  out.normals.resize(normals ? count : 0);
  out.mirrored = false;
  if (is_skinned(primitive)) {
    for (std::size_t i = 0; i < count; ++i) {
      const Mat4 m = blended(moment.skin, primitive.joints[i], primitive.weights[i]);
      out.places[i] = transform_point(m, vec(primitive.positions[i]));
      if (normals) out.normals[i] = transform_vector(m, vec(primitive.normals[i]));
    }
    return;
  }
  const Mat4 m = matrix_of(part, moment);
  out.mirrored = mirrors(m);
  for (std::size_t i = 0; i < count; ++i) {
    out.places[i] = transform_point(m, vec(primitive.positions[i]));
    if (normals) out.normals[i] = turned_normal(m, out.mirrored, vec(primitive.normals[i]));
  }
}

}  // namespace anmkit::render
