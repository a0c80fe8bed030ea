// SPDX-License-Identifier: MIT
// Objects by name, by skin or by order.
#include "formats/psx/model/roles.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "bodies/owners.hpp"

namespace anmkit::psx {
namespace {

// Whether a node shows faces that move with it alone.
bool has_own_mesh(const Scene& scene, const Node& node) {
  return mesh_of(scene, node) != nullptr && !only_holds_a_skin(scene, node);
}

constexpr std::size_t kMostObjects = 256;  // keyframes name them in a byte

// The factor of a joint that was scaled by the same in all directions; 1 of any other.
double bound_size(const Node& node) {
  if (!node.bind_matrix) return 1;
  const Mat4& m = *node.bind_matrix;
  std::array<double, 3> sizes{};
  for (int column = 0; column < 3; ++column)
    sizes[static_cast<std::size_t>(column)] =
        length(Vec3{m.at(0, column), m.at(1, column), m.at(2, column)});
  const auto [least, most] = std::ranges::minmax(sizes);
  return least > 1e-6 && most < 1e6 && most - least < 1e-3 * most ? most : 1;
}

// The nodes that are objects in a scene of which no node has an object's name.
std::vector<Role> roles_of_others(const Scene& scene) {
  const bool skins = std::ranges::any_of(
      scene.nodes, [](const Node& node) { return node.bind_matrix.has_value(); });
  const bool meshes =
      std::ranges::any_of(scene.nodes, [&](const Node& node) { return has_own_mesh(scene, node); });
  std::vector<Role> roles;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (node.camera >= 0 || only_holds_a_skin(scene, node)) continue;
    const bool object = skins || meshes ? node.bind_matrix || has_own_mesh(scene, node) : true;
    if (object) roles.push_back({{roles.size(), 0}, i, bound_size(node)});
  }
  if (roles.size() <= kMostObjects) return roles;
  // Rigs of hundreds of controls: exporters call them joints as well.
  const std::vector<bool> followed = followed_joints(scene);
  std::erase_if(roles, [&](const Role& role) {
    return scene.nodes[role.node].bind_matrix && !followed[role.node] &&
           !has_own_mesh(scene, scene.nodes[role.node]);
  });
  for (std::size_t r = 0; r < roles.size(); ++r)
    roles[r].name.object = r;
  return roles;
}

// The joint that most of a face's weight follows, and whether others have a part in it.
std::pair<std::uint32_t, bool> joint_of(const Primitive& primitive,
                                        std::span<const std::uint32_t> corners) {
  std::map<std::uint32_t, double> weights;
  double whole = 0;
  for (const std::uint32_t v : corners) {
    for (std::size_t k = 0; k < 4; ++k) {
      const double weight = double{primitive.weights[v][k]};
      weights[primitive.joints[v][k]] += weight;
      whole += weight;
    }
  }
  const auto most = std::ranges::max_element(
      weights, {},
      [](const std::pair<const std::uint32_t, double>& entry) { return entry.second; });
  return {most->first, most->second < 0.999 * whole};
}

class SkinCutter {
 public:
  SkinCutter(const Scene& scene, const std::vector<Role>& roles, ObjectMeshes& out)
      : scene_(scene), roles_(roles), out_(out), role_of_(scene.nodes.size(), kNone) {
    for (std::size_t r = 0; r < roles.size(); ++r)
      role_of_[roles[r].node] = r;
  }

  void cut(const Primitive& whole) {
    std::map<std::uint32_t, Primitive> pieces;  // by joint
    bent_.clear();
    for_each_face(whole, [&](std::span<const std::uint32_t> face) {
      const auto [joint, bent] = joint_of(whole, face);
      if (joint >= role_of_.size() || role_of_[joint] == kNone) {
        ++out_.homeless;
        return;
      }
      if (bent) note_bent(whole, face, joint);
      add(whole, face, joint, pieces[joint]);
    });
    for (auto& [joint, piece] : pieces)
      out_.meshes[role_of_[joint]].primitives.push_back(std::move(piece));
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void note_bent(const Primitive& whole, std::span<const std::uint32_t> face, std::uint32_t joint) {
    ++out_.bent;
    for (const std::uint32_t v : face) {
      double own = 0;
      for (std::size_t k = 0; k < 4; ++k)
        own += whole.joints[v][k] == joint ? double{whole.weights[v][k]} : 0.0;
      if (own > 0.999 || !bent_.emplace(v, joint).second) continue;
      out_.bent_vertices.push_back({whole.positions[v], whole.joints[v], whole.weights[v], joint});
    }
  }

  void add(const Primitive& whole, std::span<const std::uint32_t> face, std::uint32_t joint,
           Primitive& piece) const {
    piece.mode = whole.mode;
    piece.material = whole.material;
    const double size = roles_[role_of_[joint]].size;
    const Mat4 to_joint = scale_matrix({size, size, size}) *
                          affine_inverse(scene_.nodes[joint].bind_matrix.value_or(Mat4{}));
    for (const std::uint32_t v : face) {
      piece.indices.push_back(static_cast<std::uint32_t>(piece.positions.size()));
      piece.positions.push_back(to_floats(transform_point(to_joint, vec(whole.positions[v]))));
      if (v < whole.normals.size())
        piece.normals.push_back(to_floats(transform_vector(to_joint, vec(whole.normals[v]))));
      if (v < whole.uvs.size()) piece.uvs.push_back(whole.uvs[v]);
      if (v < whole.colors.size()) piece.colors.push_back(whole.colors[v]);
    }
  }

  const Scene& scene_;
  const std::vector<Role>& roles_;
  ObjectMeshes& out_;
  std::vector<std::size_t> role_of_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> bent_;  // vertex and joint, of one primitive
};

}  // namespace

std::optional<ObjectName> object_name(std::string_view name) {
  if (!name.starts_with("obj")) return std::nullopt;
  name.remove_prefix(3);
  ObjectName result;
  const auto digits = [&](std::size_t& value) {
    std::size_t count = 0;
    for (; count < name.size() && count < 9 && name[count] >= '0' && name[count] <= '9'; ++count)
      value = value * 10 + static_cast<std::size_t>(name[count] - '0');
    name.remove_prefix(count);
    return count > 0;
  };
  if (!digits(result.object)) return std::nullopt;
  if (name.starts_with('_')) {
    name.remove_prefix(1);
    if (!digits(result.occurrence)) return std::nullopt;
  }
  if (!name.empty()) return std::nullopt;
  return result;
}

std::vector<Role> roles_of(const Scene& scene) {
  std::vector<Role> roles;
  std::size_t next = 0;
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const auto name = object_name(scene.nodes[i].name);
    if (!name || scene.nodes[i].camera >= 0) continue;
    roles.push_back({*name, i});
    next = std::max(next, name->object + 1);
  }
  if (roles.empty()) return roles_of_others(scene);
  for (std::size_t i = 0; i < scene.nodes.size(); ++i) {
    const Node& node = scene.nodes[i];
    if (object_name(node.name) || node.camera >= 0 || !has_own_mesh(scene, node)) continue;
    roles.push_back({{next++, 0}, i});
  }
  std::ranges::stable_sort(roles, {}, &Role::name);
  return roles;
}

ObjectMeshes object_meshes(const Scene& scene, const std::vector<Role>& roles) {
  ObjectMeshes out;
  out.meshes.resize(roles.size());
  for (std::size_t r = 0; r < roles.size(); ++r) {
    const Mesh* mesh = mesh_of(scene, scene.nodes[roles[r].node]);
    if (mesh == nullptr) continue;
    for (const Primitive& primitive : mesh->primitives) {
      if (is_skinned(primitive)) continue;
      Primitive& own = out.meshes[r].primitives.emplace_back(primitive);
      if (roles[r].size == 1) continue;
      for (auto& position : own.positions)
        position = to_floats(vec(position) * roles[r].size);
    }
  }
  SkinCutter cutter(scene, roles, out);
  for (const Node& node : scene.nodes) {
    const Mesh* mesh = mesh_of(scene, node);
    if (mesh == nullptr) continue;
    for (const Primitive& primitive : mesh->primitives)
      if (is_skinned(primitive)) cutter.cut(primitive);
  }
  return out;
}

}  // namespace anmkit::psx
