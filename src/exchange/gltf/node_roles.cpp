// SPDX-License-Identifier: MIT
// Roles of the nodes of a glTF file: nodes of the scene, parts of their chains in an export, and
// the axes above all.
#include <cmath>
#include <optional>

#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/fold.hpp"
#include "exchange/gltf/names.hpp"

namespace anmkit {
namespace {

std::optional<GltfPart> part_of(std::string_view name) {
  for (std::size_t i = 0; i < kGltfPartCount; ++i) {
    const auto part = static_cast<GltfPart>(i);
    if (part_name(part) == name) return part;
  }
  return std::nullopt;
}

bool is_suffixed(const RawNode& node, const std::string& base, std::string_view suffix) {
  return node.name.size() == base.size() + suffix.size() && node.name.starts_with(base) &&
         node.name.ends_with(suffix);
}

// Whether a track of a position or a rotation shows anything but the rest value.
bool leaves_rest(const RawTrack& track, const Transform& rest) {
  const bool curves = track.interpolation == Interpolation::cubic;
  const std::size_t parts = track.path == GltfPath::rotation ? 4 : 3;
  for (std::size_t i = 0; i + parts <= track.values.size(); i += parts) {
    // A curve has its value between two tangents.
    if (curves && i / parts % 3 != 1) continue;
    const double* v = &track.values[i];
    if (parts == 3 ? length(Vec3{v[0], v[1], v[2]} - rest.translation) > 1e-6
                   : angle_between(normalize({v[0], v[1], v[2], v[3]}), rest.rotation) > 1e-4)
      return true;
  }
  return false;
}

class RoleFinder {
 public:
  RoleFinder(GltfFile& file, const std::vector<RawNode>& raw,
             const std::vector<std::vector<RawTrack>>& clips)
      : file_(file), raw_(raw), moved_(raw.size()) {
    for (const auto& clip : clips) {
      for (const RawTrack& track : clip) {
        Moved& moved = moved_[track.node];
        moved.any = true;
        if (track.path != GltfPath::scale) {
          moved.leaves = moved.leaves || leaves_rest(track, raw[track.node].rest);
          continue;
        }
        (track.interpolation == Interpolation::step ? moved.steps : moved.grows) = true;
      }
    }
  }

  Folding find() {
    folding_.roles.resize(raw_.size());
    for (std::size_t i = 0; i < raw_.size(); ++i)
      folding_.roles[i] = role_of(i);
    keep_turned_cameras();
    keep_turned_boxes();
    settle_axes();
    return std::move(folding_);
  }

 private:
  const RawNode* parent_of(std::size_t i) const {
    return raw_[i].parent < 0 ? nullptr : &raw_[static_cast<std::size_t>(raw_[i].parent)];
  }

  Role role_of(std::size_t i) const {
    const RawNode& node = raw_[i];
    if (node.outside) return {};
    if (node.mesh >= 0 && (node.extras["part"].string() == "mesh" || node.name == kMeshName ||
                           node.name == kProxyName)) {
      return {GltfPart::node, true, -1};
    }
    if (const auto name = node.extras["part"].string()) {
      if (const auto part = part_of(*name); part && shaped_like(i, *part))
        return {*part, false, -1};
      return {};
    }
    return {part_by_name(i), false, -1};
  }

  // Extras that an editor copied to other places are not believed.
  bool shaped_like(std::size_t i, GltfPart part) const {
    switch (part) {
      case GltfPart::offset:
      case GltfPart::pivot:
        return raw_[i].children.size() == 1;
      case GltfPart::scale:
      case GltfPart::size:
      case GltfPart::camera:
        return parent_of(i) != nullptr;
      default:
        return true;
    }
  }

  GltfPart part_by_name(std::size_t i) const {
    const RawNode& node = raw_[i];
    if (node.name == kAxesName) return GltfPart::axes;
    if (node.children.size() == 1) {
      const std::string& child = raw_[node.children.front()].name;
      if (is_suffixed(node, child, ".pivot") || is_suffixed(node, child, ".offset")) {
        return node.name.ends_with(".pivot") ? GltfPart::pivot : GltfPart::offset;
      }
      if (child.ends_with(".pivot") &&
          is_suffixed(node, child.substr(0, child.size() - 6), ".offset")) {
        return GltfPart::offset;
      }
    }
    const RawNode* parent = parent_of(i);
    if (parent == nullptr) return GltfPart::node;
    if (is_suffixed(node, parent->name, ".camera") && node.children.empty()) {
      return GltfPart::camera;
    }
    if (parent->name.ends_with(".box") && node.children.empty() &&
        is_suffixed(node, parent->name.substr(0, parent->name.size() - 4), ".size")) {
      return GltfPart::size;
    }
    if (is_suffixed(node, parent->name, ".box")) {
      if (!node.children.empty()) return GltfPart::scale;
      return steps(i) || node.rest.scale == Vec3{} ? GltfPart::size : GltfPart::scale;
    }
    return GltfPart::node;
  }

  // Whether the node's scale is animated, and only by steps.
  bool steps(std::size_t i) const { return moved_[i].steps && !moved_[i].grows; }

  // A camera that does not simply look where its node looks stays a node of its own.
  void keep_turned_cameras() {
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      const Transform& rest = raw_[i].rest;
      const bool rests = length(rest.translation) < 1e-9 && angle_between(rest.rotation, {}) < 1e-6;
      if (folding_.roles[i].part == GltfPart::camera && (moved_[i].any || !rests)) {
        folding_.roles[i].part = GltfPart::node;
      }
    }
  }

  // A box that does more than scale is a node of its own. Joints are not: editors give them axes of
  // their own, and what is bound to them follows.
  void keep_turned_boxes() {
    const std::vector<bool> joints = find_joints();
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      GltfPart& part = folding_.roles[i].part;
      const bool scales = part == GltfPart::scale;
      if (joints[i] || (!scales && part != GltfPart::size)) continue;
      const Transform& rest = raw_[i].rest;
      // At scale 0 there is a scale and nothing else.
      if (rest.scale == Vec3{}) continue;
      // A size has no sign that could carry a mirror.
      const auto mirror = mirror_of(rest.rotation);
      const bool carried = mirror && (scales || *mirror == Vec3{1, 1, 1});
      if (!carried || length(rest.translation) > 1e-6 || (scales && moved_[i].leaves))
        part = GltfPart::node;
    }
  }
  std::vector<bool> find_joints() const {
    std::vector<bool> joints(raw_.size());
    for (const JsonValue& skin : file_.list("skins")) {
      for (JsonValue joint = skin["joints"].first(); joint; joint = joint.next()) {
        const auto index = joint.integer().value_or(-1);
        if (index >= 0 && static_cast<std::size_t>(index) < joints.size())
          joints[static_cast<std::size_t>(index)] = true;
      }
    }
    return joints;
  }

  // How a node and all above it turn what hangs on them; none where one of them moves, scales, or
  // is animated from above.
  std::optional<Quat> turn_of(std::size_t i) const {
    Quat turn;
    for (auto at = static_cast<std::int32_t>(i); at >= 0;) {
      const auto node = static_cast<std::size_t>(at);
      const Transform& rest = raw_[node].rest;
      if (length(rest.translation) > 1e-9 || length(rest.scale - Vec3{1, 1, 1}) > 1e-6) return {};
      if (node != i && is_animated(node)) return {};
      turn = rest.rotation * turn;
      at = raw_[node].parent;
    }
    return normalize(turn);
  }
  bool is_animated(std::size_t node) const { return moved_[node].any; }

  // The axes node goes when it is what an export writes; else it is a node like any other.
  void settle_axes() {
    const JsonValue extras = file_.shown_scene()["extras"]["anmkit"];
    const double metres = extras["metresPerUnit"].number().value_or(0);
    for (const UpAxis up : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
      if (extras["up"].string() == up_name(up)) folding_.up = up;
    }
    bool found = false;
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      Role& role = folding_.roles[i];
      if (role.part != GltfPart::axes) continue;
      // An editor may put an object above it, or the rotation there.
      const auto turn = found ? std::nullopt : turn_of(i);
      // Without extras the rotation itself says which axes the scene had.
      if (turn && !extras) {
        for (const UpAxis up : {UpAxis::y_up, UpAxis::y_down, UpAxis::z_up}) {
          if (angle_between(*turn, axes_rotation(up)) < 1e-4) folding_.up = up;
        }
      }
      if (turn && angle_between(*turn, axes_rotation(folding_.up)) < 1e-4) {
        found = true;
      } else {
        role.part = GltfPart::node;
      }
    }
    folding_.is_export = found;
    if (!found) {
      folding_.up = UpAxis::y_up;
    } else if (metres > 1e-12 && metres < 1e12) {
      folding_.metres = metres;
    }
    // An export in another scale tells what a unit of the format is worth.
    const double unit = extras["unit"].number().value_or(0);
    folding_.unit = found && unit > 1e-12 && unit < 1e12 ? unit : folding_.metres;
  }

  GltfFile& file_;
  const std::vector<RawNode>& raw_;
  // What all clips together do to a node; one look at the tracks for all nodes.
  struct Moved {
    bool any = false;
    bool steps = false, grows = false;  // its scale, by steps and otherwise
    bool leaves = false;                // its rest position or rotation
  };
  std::vector<Moved> moved_;
  Folding folding_;
};

}  // namespace

std::optional<Vec3> mirror_of(Quat rotation) {
  constexpr std::array<std::pair<Quat, Vec3>, 4> kMirrors = {{{{0, 0, 0, 1}, {1, 1, 1}},
                                                              {{1, 0, 0, 0}, {1, -1, -1}},
                                                              {{0, 1, 0, 0}, {-1, 1, -1}},
                                                              {{0, 0, 1, 0}, {-1, -1, 1}}}};
  for (const auto& [half_turn, signs] : kMirrors)
    if (angle_between(rotation, half_turn) < 1e-3) return signs;
  return std::nullopt;
}

Folding find_roles(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips) {
  return RoleFinder(file, raw, clips).find();
}

}  // namespace anmkit
