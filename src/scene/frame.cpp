// SPDX-License-Identifier: MIT
// One scene in another frame: other axes, another unit, the same image.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "scene/evaluate.hpp"

namespace anmkit {
namespace {

// A rotation by right angles and a factor for lengths. Rows of `axes` name, for each new axis, the
// old one and its sign, so that numbers are moved and never mixed: a rotation and its inverse are
// exact.
class Change {
 public:
  Change(const Frame& from, const Frame& to) : factor_(from.metres_per_unit / to.metres_per_unit) {
    const auto out = to_y_up(from.up), in = to_y_up(to.up);
    // The inverse of `in` after `out`.
    for (std::size_t row = 0; row < 3; ++row) {
      const auto [axis, sign] = in[row];
      axes_[axis] = {out[row].first, out[row].second * sign};
    }
  }

  bool is_identity() const { return factor_ == 1 && !turns(); }
  double factor() const { return factor_; }
  bool turns() const {
    for (std::size_t i = 0; i < 3; ++i) {
      if (axes_[i] != std::pair{i, 1.0}) return true;
    }
    return false;
  }

  template <class Number>
  void direction(Number* v) const {
    const std::array<Number, 3> old{v[0], v[1], v[2]};
    for (std::size_t i = 0; i < 3; ++i)
      v[i] = old[axes_[i].first] * static_cast<Number>(axes_[i].second);
  }
  template <class Number>
  void place(Number* v) const {
    direction(v);
    for (std::size_t i = 0; i < 3; ++i)
      v[i] = static_cast<Number>(v[i] * factor_);
  }
  // Sizes and scales along the axes: without signs.
  void sizes(double* v) const {
    const std::array<double, 3> old{v[0], v[1], v[2]};
    for (std::size_t i = 0; i < 3; ++i)
      v[i] = old[axes_[i].first];
  }
  // Rotations about axes follow the axes: the vector part of a quaternion is a direction.
  void place(Vec3& v) const {
    with(v, [&](double* p) { place(p); });
  }
  void sizes(Vec3& v) const {
    with(v, [&](double* p) { sizes(p); });
  }
  void turn(Quat& q) const {
    Vec3 axis{q.x, q.y, q.z};
    with(axis, [&](double* p) { direction(p); });
    q = {axis.x, axis.y, axis.z, q.w};
  }
  // The rotation that takes old directions to new ones.
  Mat4 matrix() const {
    Mat4 m;
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column)
        m.at(row, column) = 0;
      const auto [axis, sign] = axes_[static_cast<std::size_t>(row)];
      m.at(row, static_cast<int>(axis)) = sign;
    }
    return m;
  }
  // `m` between nodes that keep their own axes turned along.
  Mat4 between(const Mat4& m) const {
    Mat4 out = m;
    for (int column = 0; column < 3; ++column) {
      const auto [from_column, column_sign] = axes_[static_cast<std::size_t>(column)];
      for (int row = 0; row < 3; ++row) {
        const auto [from_row, row_sign] = axes_[static_cast<std::size_t>(row)];
        out.at(row, column) = m.at(static_cast<int>(from_row), static_cast<int>(from_column)) *
                              row_sign * column_sign;
      }
    }
    std::array<double, 3> p{m.at(0, 3), m.at(1, 3), m.at(2, 3)};
    place(p.data());
    for (int row = 0; row < 3; ++row)
      out.at(row, 3) = p[static_cast<std::size_t>(row)];
    return out;
  }

 private:
  using Axes = std::array<std::pair<std::size_t, double>, 3>;
  static Axes to_y_up(UpAxis up) {
    switch (up) {
      case UpAxis::y_down:
        return {{{0, 1.0}, {1, -1.0}, {2, -1.0}}};
      case UpAxis::z_up:
        return {{{0, 1.0}, {2, 1.0}, {1, -1.0}}};
      case UpAxis::y_up:
        break;
    }
    return {{{0, 1.0}, {1, 1.0}, {2, 1.0}}};
  }
  template <class Function>
  static void with(Vec3& v, Function function) {
    std::array<double, 3> p{v.x, v.y, v.z};
    function(p.data());
    v = {p[0], p[1], p[2]};
  }

  double factor_;
  Axes axes_;
};

// Cameras look along their own -z in every frame: their node's axes do not turn along. What hangs
// below such a node, or above it, takes that into account.
struct NodeTurns {
  bool parent_turns = true;  // the axes around the node turned along
  bool own_turn = true;      // the node's own did
};

Quat quat_of(const Mat4& turn) {
  return decompose(turn).rotation;
}

class FrameChanger {
 public:
  FrameChanger(Scene& scene, const Change& change)
      : scene_(scene),
        change_(change),
        turn_(quat_of(change.matrix())),
        turns_(scene.nodes.size()) {
    for (std::size_t i = 0; i < scene.nodes.size(); ++i)
      turns_[i].own_turn = !change.turns() || scene.nodes[i].camera < 0;
    for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
      const Node& node = scene.nodes[i];
      const bool hangs = node.parent >= 0 && node.inherit_parent &&
                         static_cast<std::size_t>(node.parent) < scene.nodes.size();
      if (hangs) turns_[i].parent_turns = turns_[static_cast<std::size_t>(node.parent)].own_turn;
    }
  }

  void run() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      change_node(scene_.nodes[i], turns_[i]);
    change_meshes();
    for (Camera& camera : scene_.cameras) {
      camera.near_plane *= change_.factor();
      camera.far_plane *= change_.factor();
    }
    for (Clip& clip : scene_.clips) {
      for (Track& track : clip.tracks) {
        if (track.node < turns_.size()) change_track(track, turns_[track.node]);
      }
    }
  }

 private:
  // Lengths alone where the axes around did not turn along.
  void place(Vec3& v, bool turned) const {
    if (turned) {
      change_.place(v);
    } else {
      v = v * change_.factor();
    }
  }
  void rotation(Quat& q, const NodeTurns& turns) const {
    if (turns.parent_turns && turns.own_turn) return change_.turn(q);
    if (turns.parent_turns) q = turn_ * q;
    if (turns.own_turn) q = q * conjugate(turn_);
  }
  Mat4 matrix(const Mat4& m, bool outside, bool inside) const {
    if (outside && inside) return change_.between(m);
    Mat4 out = m;
    for (int row = 0; row < 3; ++row)
      out.at(row, 3) *= change_.factor();
    if (outside) out = change_.matrix() * out;
    if (inside) out = out * affine_inverse(change_.matrix());
    return out;
  }

  void change_node(Node& node, const NodeTurns& turns) const {
    // The fixed offset stands outside of the node's own transform, in its parent's axes.
    node.offset = matrix(node.offset, turns.parent_turns, turns.parent_turns);
    place(node.rest.translation, turns.parent_turns);
    rotation(node.rest.rotation, turns);
    place(node.rest.pivot, turns.own_turn);
    if (turns.own_turn) {
      change_.sizes(node.rest.scale);
      if (node.block_size) change_.sizes(*node.block_size);
    }
    if (node.bind_matrix) node.bind_matrix = matrix(*node.bind_matrix, true, turns.own_turn);
  }

  // Vertices are in their node's axes; skinned ones in the world's.
  void change_meshes() const {
    std::vector<bool> kept(scene_.meshes.size(), false);
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const std::int32_t mesh = scene_.nodes[i].mesh;
      if (mesh >= 0 && static_cast<std::size_t>(mesh) < kept.size() && !turns_[i].own_turn) {
        kept[static_cast<std::size_t>(mesh)] = true;
      }
    }
    for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
      for (Primitive& primitive : scene_.meshes[i].primitives) {
        const bool turned = !kept[i] || !primitive.joints.empty();
        for (auto& p : primitive.positions) {
          if (turned) {
            change_.place(p.data());
          } else {
            for (float& c : p)
              c = static_cast<float>(c * change_.factor());
          }
        }
        if (!turned) continue;
        for (auto& n : primitive.normals)
          change_.direction(n.data());
      }
    }
  }

  void change_track(Track& track, const NodeTurns& turns) const {
    if (track.property == Property::euler && change_.turns()) to_rotation(track);
    const std::size_t components = track.components();
    for (std::size_t i = 0; i + components <= track.values.size(); i += components)
      change_value(track.property, &track.values[i], turns);
  }

  void change_value(Property property, double* v, const NodeTurns& turns) const {
    const auto vector = [&](bool turned) {
      Vec3 p{v[0], v[1], v[2]};
      place(p, turned);
      v[0] = p.x, v[1] = p.y, v[2] = p.z;
    };
    switch (property) {
      case Property::translation:
        return vector(turns.parent_turns);
      case Property::target:
        // In the world, whatever the camera hangs on.
        return vector(true);
      case Property::pivot:
        return vector(turns.own_turn);
      case Property::rotation: {
        Quat q{v[0], v[1], v[2], v[3]};
        rotation(q, turns);
        v[0] = q.x, v[1] = q.y, v[2] = q.z, v[3] = q.w;
        return;
      }
      case Property::scale:
      case Property::block_size:
        if (turns.own_turn) change_.sizes(v);
        return;
      case Property::local_matrix:
      case Property::static_offset: {
        Mat4 m;
        std::copy_n(v, 16, m.m.begin());
        const bool inside =
            property == Property::static_offset ? turns.parent_turns : turns.own_turn;
        m = matrix(m, turns.parent_turns, inside);
        std::copy_n(m.m.begin(), 16, v);
        return;
      }
      default:
        return;
    }
  }

  // Angles about the old axes are none about the new ones: the keys become quaternions.
  static void to_rotation(Track& track) {
    std::vector<double> turned;
    turned.reserve(track.values.size() / 3 * 4);
    for (std::size_t i = 0; i + 3 <= track.values.size(); i += 3) {
      const Quat q = from_degrees(&track.values[i]);
      turned.insert(turned.end(), {q.x, q.y, q.z, q.w});
    }
    track.values = std::move(turned);
    track.property = Property::rotation;
    if (track.interpolation == Interpolation::linear) track.interpolation = Interpolation::slerp;
  }

  Scene& scene_;
  const Change& change_;
  Quat turn_;
  std::vector<NodeTurns> turns_;
};

}  // namespace

void change_frame(Scene& scene, const Frame& to) {
  const Change change({scene.up, scene.metres_per_unit}, to);
  if (!change.is_identity()) FrameChanger(scene, change).run();
  scene.up = to.up;
  scene.metres_per_unit = to.metres_per_unit;
}

}  // namespace anmkit
