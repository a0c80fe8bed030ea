// SPDX-License-Identifier: MIT
// The chain of glTF nodes that each scene node needs.
#include "exchange/gltf/rig.hpp"

#include <algorithm>
#include <cmath>

#include "exchange/gltf/names.hpp"

namespace anmkit {
namespace {

bool is_identity(const Mat4& matrix) {
  return matrix == Mat4{};
}

// Whether a matrix is nothing but a rotation and a translation.
bool is_rigid(const Mat4& matrix, Transform& parts) {
  parts = decompose(matrix);
  const Mat4 again = trs_matrix(parts.translation, parts.rotation, {1, 1, 1});
  double difference = 0;
  for (std::size_t i = 0; i < 12; ++i)
    difference = std::max(difference, std::fabs(again.m[i] - matrix.m[i]));
  return difference < 1e-9;
}

// Which properties of each node some clip animates.
std::vector<PropertySet> animated_properties(const Scene& scene) {
  std::vector<PropertySet> animated(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track_matters(scene, track)) animated[track.node] |= bit(track.property);
    }
  }
  return animated;
}

class RigMaker {
 public:
  RigMaker(const Scene& scene, double metres, ConversionReport& report)
      : scene_(scene), report_(report), names_(scene) {
    rig_.metres = metres;
  }

  Rig make() {
    animated_ = animated_properties(scene_);
    rig_.nodes.push_back({std::string(kAxesName),
                          GltfPart::axes,
                          0,
                          -1,
                          {{}, axes_rotation(scene_.up), {1, 1, 1}},
                          {}});
    rig_.chains.resize(scene_.nodes.size());
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i)
      add_chain(i);
    hang_chains();
    set_rest();
    return std::move(rig_);
  }

 private:
  void add(std::uint32_t node, GltfPart part, std::string_view suffix) {
    rig_.chains[node].at(part) = static_cast<std::int32_t>(rig_.nodes.size());
    rig_.nodes.push_back({names_.base(node) + std::string(suffix), part, node, -1, {}, {}});
  }

  void add_chain(std::uint32_t i) {
    const Node& node = scene_.nodes[i];
    const PropertySet animated = animated_[i];
    const auto moves = [&](Property property) { return (animated & bit(property)) != 0; };
    Chain& chain = rig_.chains[i];
    chain.matrix = moves(Property::local_matrix);
    chain.aims = moves(Property::target) || moves(Property::roll);
    if (!chain.matrix) {
      const bool offset_moves = moves(Property::static_offset);
      if (offset_moves || !is_identity(node.offset)) {
        chain.fold_offset = !offset_moves && is_rigid(node.offset, chain.fold);
        if (!chain.fold_offset) {
          add(i, GltfPart::offset, ".offset");
          warn_shear(node.offset, i);
        }
      }
      if (moves(Property::pivot) || node.rest.pivot != Vec3{}) add(i, GltfPart::pivot, ".pivot");
    }
    add(i, GltfPart::node, "");
    const bool scales =
        !node.inherit_scale && (moves(Property::scale) || node.rest.scale != Vec3{1, 1, 1});
    const bool steps = (node.block_size && moves(Property::block_size)) ||
                       moves(Property::visibility) || !node.visible;
    if (scales) add(i, GltfPart::scale, ".box");
    if (steps) add(i, GltfPart::size, scales ? ".size" : ".box");
    if (node.camera >= 0) add(i, GltfPart::camera, ".camera");
  }

  void warn_shear(const Mat4& matrix, std::uint32_t node) {
    const Transform parts = decompose(matrix);
    const Mat4 again = trs_matrix(parts.translation, parts.rotation, parts.scale);
    double difference = 0;
    for (std::size_t i = 0; i < 12; ++i)
      difference = std::max(difference, std::fabs(again.m[i] - matrix.m[i]));
    if (difference > 1e-6) {
      report_.diagnostics.add(Severity::warning, "anmkit.GLTF-SHEAR",
                              "the node's offset is sheared, which glTF nodes cannot be", {},
                              "nodes[" + std::to_string(node) + "]");
    }
  }

  void hang(std::int32_t child, std::int32_t parent) {
    const auto index = static_cast<std::uint32_t>(child);
    rig_.nodes[index].parent = parent;
    rig_.nodes[static_cast<std::size_t>(parent)].children.push_back(index);
  }

  void hang_chains() {
    std::vector<bool> ready(scene_.nodes.size());
    std::vector<std::int32_t> above(scene_.nodes.size(), 0);
    for (const std::uint32_t i : parents_first(scene_)) {
      const Node& node = scene_.nodes[i];
      const auto parent = static_cast<std::size_t>(node.parent);
      // As in world_matrices: a parent that is not ready closes a cycle.
      if (node.parent >= 0 && node.inherit_parent && parent < ready.size() && ready[parent]) {
        above[i] = rig_.chains[parent].at(GltfPart::node);
      }
      ready[i] = true;
    }
    // In scene order, so that siblings keep the file's order.
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      const Chain& chain = rig_.chains[i];
      std::int32_t parent = above[i];
      for (const GltfPart part : {GltfPart::offset, GltfPart::pivot, GltfPart::node}) {
        if (chain.at(part) < 0) continue;
        hang(chain.at(part), parent);
        parent = chain.at(part);
      }
    }
    for (const Chain& chain : rig_.chains) {
      std::int32_t parent = chain.at(GltfPart::node);
      if (chain.at(GltfPart::camera) >= 0) hang(chain.at(GltfPart::camera), parent);
      for (const GltfPart part : {GltfPart::scale, GltfPart::size}) {
        if (chain.at(part) < 0) continue;
        hang(chain.at(part), parent);
        parent = chain.at(part);
      }
    }
    rig_.order.reserve(rig_.nodes.size());
    rig_.order.push_back(0);
    for (std::size_t i = 0; i < rig_.order.size(); ++i) {
      const auto& children = rig_.nodes[rig_.order[i]].children;
      rig_.order.insert(rig_.order.end(), children.begin(), children.end());
    }
  }

  void set_rest() {
    const Pose pose = rest_pose(scene_);
    for (std::size_t i = 1; i < rig_.nodes.size(); ++i) {
      RigNode& node = rig_.nodes[i];
      node.rest = part_transform(scene_, rig_, node, pose[node.scene_node]);
    }
  }

  const Scene& scene_;
  ConversionReport& report_;
  GltfNames names_;
  std::vector<PropertySet> animated_;
  Rig rig_;
};

}  // namespace

std::string_view part_name(GltfPart part) {
  static constexpr std::array<std::string_view, kGltfPartCount> kNames = {
      "axes", "offset", "pivot", "node", "scale", "size", "camera"};
  return kNames[static_cast<std::size_t>(part)];
}

Quat axes_rotation(UpAxis up) {
  const double half = std::sqrt(0.5);
  if (up == UpAxis::y_down) return {1, 0, 0, 0};
  if (up == UpAxis::z_up) return {-half, 0, 0, half};
  return {};
}

bool track_matters(const Scene& scene, const Track& track) {
  if (track.times.empty() || track.node >= scene.nodes.size()) return false;
  const Node& node = scene.nodes[track.node];
  const Transform& rest = node.rest;
  std::array<double, 16> value{};
  const auto set = [&value](Vec3 v) { value = {v.x, v.y, v.z}; };
  switch (track.property) {
    case Property::translation:
      set(rest.translation);
      break;
    case Property::rotation:
      value = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
      break;
    case Property::scale:
      set(rest.scale);
      break;
    case Property::pivot:
      set(rest.pivot);
      break;
    case Property::block_size:
      set(node.block_size.value_or(Vec3{}));
      break;
    case Property::visibility:
      value[0] = node.visible ? 1 : 0;
      break;
    case Property::static_offset:
      value = node.offset.m;
      break;
    case Property::angles:
      return false;
    default:
      return true;
  }
  if (track.stride() != track.components()) return true;
  const auto count = static_cast<std::ptrdiff_t>(track.components());
  for (auto key = track.values.begin(); key != track.values.end(); key += count) {
    if (!std::equal(key, key + count, value.begin())) return true;
  }
  return false;
}

Rig make_rig(const Scene& scene, double metres, ConversionReport& report) {
  return RigMaker(scene, metres, report).make();
}

Transform part_transform(const Scene& scene, const Rig& rig, const RigNode& rig_node,
                         const NodePose& pose) {
  const Node& node = scene.nodes[rig_node.scene_node];
  const Chain& chain = rig.chains[rig_node.scene_node];
  const Transform& local = pose.local;
  Transform out;
  // The node's own rotation and translation, with a folded offset before it.
  const auto turn_and_move = [&] {
    out.translation = local.translation;
    out.rotation = normalize(local.rotation);
    if (!chain.fold_offset) return;
    out.translation = chain.fold.translation + rotate(chain.fold.rotation, out.translation);
    out.rotation = chain.fold.rotation * out.rotation;
  };
  switch (rig_node.part) {
    case GltfPart::axes:
      return rig_node.rest;
    case GltfPart::offset:
      out = decompose(pose.offset);
      break;
    case GltfPart::pivot:
      turn_and_move();
      break;
    case GltfPart::node:
      if (chain.matrix) {
        out = decompose(local_matrix(node, pose));
        break;
      }
      if (chain.at(GltfPart::pivot) >= 0) {
        out.translation = local.pivot;
      } else {
        turn_and_move();
      }
      if (node.inherit_scale) out.scale = local.scale;
      break;
    case GltfPart::scale:
      out.scale = local.scale;
      break;
    case GltfPart::size: {
      NodePose unscaled = pose;
      unscaled.local.scale = {1, 1, 1};
      out.scale = pose.visible ? own_scale(node, unscaled) : Vec3{};
      break;
    }
    case GltfPart::camera:
      if (chain.aims) {
        const Quat look = look_at(scene.up, local.translation, pose.target, pose.roll);
        out.rotation = conjugate(normalize(local.rotation)) * look;
      }
      break;
  }
  out.translation = out.translation * rig.metres;
  return out;
}

std::vector<Mat4> bind_matrices(const Scene& scene, const Rig& rig) {
  std::vector<Mat4> bind(rig.nodes.size());
  const auto not_flat = [](double s) { return std::fabs(s) > 1e-9 ? s : 1.0; };
  for (const std::uint32_t i : rig.order) {
    const RigNode& node = rig.nodes[i];
    const bool leaf = node.part == GltfPart::scale || node.part == GltfPart::size;
    const Vec3 s = leaf ? Vec3{1, 1, 1}
                        : Vec3{not_flat(node.rest.scale.x), not_flat(node.rest.scale.y),
                               not_flat(node.rest.scale.z)};
    bind[i] = trs_matrix(node.rest.translation, node.rest.rotation, s);
    if (node.parent >= 0) bind[i] = bind[static_cast<std::size_t>(node.parent)] * bind[i];
    if (node.part != GltfPart::node) continue;
    if (const auto& stored = scene.nodes[node.scene_node].bind_matrix) {
      Mat4 metres = *stored;
      for (std::size_t k = 12; k < 15; ++k)
        metres.m[k] *= rig.metres;
      bind[i] = bind[0] * metres;
    }
    // Too flat for a float to invert: bound at its position, without rotation.
    if (affine_inverse(bind[i]) == Mat4{}) {
      bind[i] = translation_matrix({bind[i].m[12], bind[i].m[13], bind[i].m[14]});
    }
  }
  return bind;
}

}  // namespace anmkit
