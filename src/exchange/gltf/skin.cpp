// SPDX-License-Identifier: MIT
// Joints, inverse bind matrices and one mesh of all that is drawn.
#include "exchange/gltf/skin.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/counted.hpp"
#include "exchange/gltf/names.hpp"
#include "exchange/gltf/not_finite.hpp"
#include "scene/mesh_parts.hpp"
#include "scene/mirror.hpp"

namespace anmkit {
namespace {

constexpr std::size_t kMost16Bit = 65535;

void push(std::vector<float>& to, Vec3 v) {
  to.insert(to.end(), {finite(v.x), finite(v.y), finite(v.z)});
}
float unit_range(float value) {
  return value >= 0 ? std::min(value, 1.0F) : 0.0F;
}

class MeshBuilder {
 public:
  MeshBuilder(const Scene& scene, std::vector<Mesh>* spent, const Rig& rig,
              std::span<const Mat4> bind, std::span<const std::int32_t> joints,
              ConversionReport& report)
      : scene_(scene), spent_(spent), rig_(rig), bind_(bind), joints_(joints), report_(report) {
    // A node mirrors what hangs on it as its own scales and those above it do at rest.
    mirrored_.resize(rig.nodes.size());
    for (const std::uint32_t i : rig.order) {
      const RigNode& node = rig.nodes[i];
      const bool above = node.parent >= 0 && mirrored_[static_cast<std::size_t>(node.parent)];
      mirrored_[i] = above != mirrors(node.rest.scale);
    }
  }

  SkinnedMesh build() {
    std::vector<std::size_t> uses(scene_.meshes.size());
    for_each_mesh([&](std::uint32_t, std::size_t mesh) {
      ++uses[mesh];
      for (const Primitive& primitive : scene_.meshes[mesh].primitives)
        make_room(primitive);
    });
    for (std::size_t i = 0; i < mesh_.primitives.size(); ++i)
      reserve(mesh_.primitives[i], room_[i]);
    for_each_mesh([&](std::uint32_t node, std::size_t mesh) {
      for (const Primitive& primitive : scene_.meshes[mesh].primitives) {
        if (!primitive.positions.empty()) add(node, primitive);
      }
      if (--uses[mesh] == 0 && spent_ != nullptr) (*spent_)[mesh] = {};
    });
    if (dropped_ > 0) {
      report_.diagnostics.add(
          Severity::warning, "anmkit.GLTF-INDEX",
          counted(dropped_, "triangle, line or point names", "triangles, lines or points name") +
              " vertices that do not exist and " + (dropped_ == 1 ? "is" : "are") + " left out");
    }
    std::erase_if(mesh_.primitives, [](const SkinPrimitive& p) { return p.indices.empty(); });
    return std::move(mesh_);
  }

 private:
  using Key = std::array<std::int32_t, 5>;
  struct Room {
    std::size_t vertices = 0, indices = 0;
  };

  template <class Visit>
  void for_each_mesh(Visit visit) const {
    for (std::uint32_t i = 0; i < scene_.nodes.size(); ++i) {
      const std::int32_t mesh = scene_.nodes[i].mesh;
      if (mesh >= 0 && static_cast<std::size_t>(mesh) < scene_.meshes.size())
        visit(i, static_cast<std::size_t>(mesh));
    }
  }

  // Vertices are most of a large file: each array gets the memory that it needs, once.
  void make_room(const Primitive& primitive) {
    if (primitive.positions.empty()) return;
    const std::size_t group = group_of(primitive);
    room_.resize(mesh_.primitives.size());
    room_[group].vertices += primitive.positions.size();
    room_[group].indices +=
        primitive.indices.empty() ? primitive.positions.size() : primitive.indices.size();
    if (is_skinned(primitive)) mesh_.primitives[group].rigid = false;
  }
  static void reserve(SkinPrimitive& group, const Room& room) {
    group.positions.reserve(3 * room.vertices);
    if (group.has_normals) group.normals.reserve(3 * room.vertices);
    if (group.has_uvs) group.uvs.reserve(2 * room.vertices);
    if (group.has_colors) group.colors.reserve(4 * room.vertices);
    group.joints.reserve((group.rigid ? 1 : 4) * room.vertices);
    if (!group.rigid) group.weights.reserve(4 * room.vertices);
    group.indices.reserve(room.indices);
  }

  std::size_t group_of(const Primitive& primitive) {
    const std::size_t count = primitive.positions.size();
    const bool normals = primitive.normals.size() == count, uvs = primitive.uvs.size() == count,
               colors = primitive.colors.size() == count;
    const std::int32_t material =
        material_at(scene_, primitive.material) != nullptr ? primitive.material : -1;
    const Key key{material, static_cast<std::int32_t>(primitive.mode), normals, uvs, colors};
    const auto [it, fresh] = groups_.try_emplace(key, mesh_.primitives.size());
    if (fresh) {
      SkinPrimitive& group = mesh_.primitives.emplace_back();
      group.mode = primitive.mode;
      group.material = material;
      group.has_normals = normals;
      group.has_uvs = uvs;
      group.has_colors = colors;
    }
    return it->second;
  }

  std::int32_t joint_of(std::uint32_t node, bool leaf) const {
    const Chain& chain = rig_.chains[node];
    std::int32_t rig = chain.at(GltfPart::node);
    if (leaf && chain.at(GltfPart::scale) >= 0) rig = chain.at(GltfPart::scale);
    if (leaf && chain.at(GltfPart::size) >= 0) rig = chain.at(GltfPart::size);
    return rig;
  }

  void add(std::uint32_t node, const Primitive& primitive) {
    SkinPrimitive& group = mesh_.primitives[group_of(primitive)];
    const auto first = static_cast<std::uint32_t>(group.positions.size() / 3);
    const std::size_t count = primitive.positions.size();
    const bool skinned = is_skinned(primitive);
    const std::int32_t own = joint_of(node, true);
    const Mat4 place = skinned ? bind_[0] : bind_[static_cast<std::size_t>(own)];
    const Mat4 inverse = affine_inverse(place);
    for (std::size_t i = 0; i < count; ++i) {
      push(group.positions, transform_point(place, vec(primitive.positions[i]) * rig_.metres));
      if (group.has_normals) push_normal(group, inverse, vec(primitive.normals[i]));
      if (group.has_uvs) push(group.uvs, primitive.uvs[i]);
      if (group.has_colors) {
        for (const float c : primitive.colors[i])
          group.colors.push_back(unit_range(c));
      }
      if (skinned) {
        push_skin(group, primitive.joints[i], primitive.weights[i]);
      } else {
        push_rigid(group, own);
      }
    }
    push_indices(group, primitive, first,
                 !skinned && mirrored_[static_cast<std::size_t>(own)] && has_front(primitive));
  }

  static void push(std::vector<float>& to, const std::array<float, 2>& uv) {
    for (const float f : uv)
      to.push_back(finite(f));
  }
  static void push(std::vector<float>& to, Vec3 v) { anmkit::push(to, v); }

  static void push_normal(SkinPrimitive& group, const Mat4& inverse, Vec3 n) {
    // Normals go by the inverse transposed matrix.
    const Vec3 turned{inverse.at(0, 0) * n.x + inverse.at(1, 0) * n.y + inverse.at(2, 0) * n.z,
                      inverse.at(0, 1) * n.x + inverse.at(1, 1) * n.y + inverse.at(2, 1) * n.z,
                      inverse.at(0, 2) * n.x + inverse.at(1, 2) * n.y + inverse.at(2, 2) * n.z};
    const double size = length(turned);
    push(group.normals, size > 1e-20 && std::isfinite(size) ? turned * (1 / size) : Vec3{0, 1, 0});
  }

  void push_rigid(SkinPrimitive& group, std::int32_t rig) const {
    const auto joint = static_cast<std::uint16_t>(joints_[static_cast<std::size_t>(rig)]);
    if (group.rigid) return group.joints.push_back(joint);
    group.joints.insert(group.joints.end(), {joint, 0, 0, 0});
    group.weights.insert(group.weights.end(), {1, 0, 0, 0});
  }

  // glTF wants each joint once, weights that sum to 1 and joint 0 where the weight is 0.
  void push_skin(SkinPrimitive& group, const std::array<std::uint32_t, 4>& nodes,
                 const std::array<float, 4>& weights) const {
    std::array<std::uint16_t, 4> joint{};
    std::array<float, 4> weight{};
    std::size_t used = 0;
    float sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (!(weights[k] > 0) || !std::isfinite(weights[k]) || nodes[k] >= scene_.nodes.size()) {
        continue;
      }
      const auto rig = static_cast<std::size_t>(joint_of(nodes[k], false));
      const auto skin = static_cast<std::uint16_t>(joints_[rig]);
      std::size_t place = 0;
      while (place < used && joint[place] != skin)
        ++place;
      if (place == used) joint[used++] = skin;
      weight[place] += weights[k];
      sum += weights[k];
    }
    if (!(sum > 0)) weight[0] = sum = 1;
    for (float& w : weight)
      w /= sum;
    group.joints.insert(group.joints.end(), joint.begin(), joint.end());
    group.weights.insert(group.weights.end(), weight.begin(), weight.end());
  }

  // Double-sided faces have none.
  bool has_front(const Primitive& primitive) const {
    const Material* material = material_at(scene_, primitive.material);
    return material == nullptr || !material->double_sided;
  }

  // `mirrored`: the node shows the other side of the corners' order as its front, the mesh that
  // contains all of them does not.
  void push_indices(SkinPrimitive& group, const Primitive& primitive, std::uint32_t first,
                    bool mirrored) {
    dropped_ += for_each_face(primitive, [&](std::span<std::uint32_t> face) {
      if (mirrored && face.size() == 3) std::swap(face[1], face[2]);
      for (const std::uint32_t vertex : face)
        group.indices.push_back(first + vertex);
    });
  }

  const Scene& scene_;
  std::vector<Mesh>* spent_;
  const Rig& rig_;
  std::span<const Mat4> bind_;
  std::vector<bool> mirrored_;  // one a rig node
  std::span<const std::int32_t> joints_;
  ConversionReport& report_;
  std::map<Key, std::size_t> groups_;
  std::vector<Room> room_;  // one a group
  std::size_t dropped_ = 0;
  SkinnedMesh mesh_;
};

// Adds to the buffer in the narrower type when all values fit it.
template <class Narrow, class Wide>
std::size_t add_narrow(GltfBuffer& buffer, const std::vector<Wide>& values,
                       std::size_t components) {
  return buffer.add_made<Narrow>(
      values.size() / components, components, [&](std::size_t first, std::span<Narrow> out) {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(first * components), out.size(),
                    out.begin());
      });
}

// Four of a vertex, the first from `values` or, where there are none, 1.
template <class T>
std::size_t add_firsts(GltfBuffer& buffer, std::size_t vertices,
                       const std::vector<std::uint16_t>& values) {
  return buffer.add_made<T>(vertices, 4, [&](std::size_t first, std::span<T> out) {
    std::ranges::fill(out, T{});
    for (std::size_t i = 0; i < out.size() / 4; ++i)
      out[4 * i] = values.empty() ? T{1} : static_cast<T>(values[first + i]);
  });
}

template <class Narrow>
std::size_t add_joints(GltfBuffer& buffer, const SkinPrimitive& primitive, std::size_t vertices) {
  return primitive.rigid ? add_firsts<Narrow>(buffer, vertices, primitive.joints)
                         : add_narrow<Narrow>(buffer, primitive.joints, 4);
}

// Each attribute is let go when it is in the buffer.
void write_primitive(SkinPrimitive primitive, std::size_t joint_count, GltfBuffer& buffer,
                     JsonWriter& json) {
  const std::size_t vertices = primitive.positions.size() / 3;
  const auto attribute = [&](std::string_view name, std::vector<float>& kept,
                             std::size_t components, bool bounds) {
    const std::vector<float> values = std::move(kept);
    buffer.begin_view(GltfTarget::vertices);
    json.member(name, buffer.add(std::span<const float>(values), components, bounds));
  };
  json.begin_object();
  json.key("attributes");
  json.begin_object();
  attribute("POSITION", primitive.positions, 3, true);
  if (primitive.has_normals) attribute("NORMAL", primitive.normals, 3, false);
  if (primitive.has_uvs) attribute("TEXCOORD_0", primitive.uvs, 2, false);
  if (primitive.has_colors) attribute("COLOR_0", primitive.colors, 4, false);
  buffer.begin_view(GltfTarget::vertices);
  json.member("JOINTS_0", joint_count <= 256
                              ? add_joints<std::uint8_t>(buffer, primitive, vertices)
                              : add_joints<std::uint16_t>(buffer, primitive, vertices));
  if (primitive.rigid) {
    buffer.begin_view(GltfTarget::vertices);
    json.member("WEIGHTS_0", add_firsts<float>(buffer, vertices, {}));
  } else {
    attribute("WEIGHTS_0", primitive.weights, 4, false);
  }
  json.end_object();
  buffer.begin_view(GltfTarget::indices);
  // 65535 itself is the restart value and must not be an index.
  const bool narrow = vertices <= kMost16Bit;
  json.member("indices", narrow ? add_narrow<std::uint16_t>(buffer, primitive.indices, 1)
                                : add_narrow<std::uint32_t>(buffer, primitive.indices, 1));
  if (primitive.material >= 0) json.member("material", primitive.material);
  if (primitive.mode == PrimitiveMode::points) json.member("mode", 0);
  if (primitive.mode == PrimitiveMode::lines) json.member("mode", 1);
  json.end_object();
}

}  // namespace

std::vector<std::int32_t> skin_joints(const Rig& rig, std::vector<std::uint32_t>& rig_of_joint) {
  std::vector<std::int32_t> joints(rig.nodes.size(), -1);
  for (std::uint32_t i = 0; i < rig.nodes.size(); ++i) {
    const GltfPart part = rig.nodes[i].part;
    if (part == GltfPart::axes || part == GltfPart::camera) continue;
    joints[i] = static_cast<std::int32_t>(rig_of_joint.size());
    rig_of_joint.push_back(i);
  }
  return joints;
}

SkinnedMesh build_mesh(const Scene& scene, std::vector<Mesh>* spent, const Rig& rig,
                       std::span<const Mat4> bind, std::span<const std::int32_t> joints,
                       ConversionReport& report) {
  SkinnedMesh mesh = MeshBuilder(scene, spent, rig, bind, joints, report).build();
  if (mesh.primitives.empty()) {
    mesh.proxy = true;
    mesh.primitives.push_back(bone_shapes(rig, bind, joints));
  }
  return mesh;
}

void write_mesh(SkinnedMesh mesh, std::span<const Mat4> bind,
                std::span<const std::uint32_t> rig_of_joint, bool turned, GltfBuffer& buffer,
                JsonWriter& json) {
  json.key("meshes");
  json.begin_array();
  json.begin_object();
  json.member("name", mesh.proxy ? kProxyName : kMeshName);
  json.key("primitives");
  json.begin_array();
  for (SkinPrimitive& primitive : mesh.primitives)
    write_primitive(std::exchange(primitive, {}), rig_of_joint.size(), buffer, json);
  json.end_array();
  json.end_object();
  json.end_array();

  std::vector<float> inverse;
  inverse.reserve(16 * rig_of_joint.size());
  for (const std::uint32_t i : rig_of_joint) {
    for (const double number : affine_inverse(bind[i]).m)
      inverse.push_back(static_cast<float>(number));
  }
  buffer.begin_view(GltfTarget::none);
  json.key("skins");
  json.begin_array();
  json.begin_object();
  json.member("inverseBindMatrices", buffer.add(std::span<const float>(inverse), 16));
  // Blender takes bind matrices to be seen from the skeleton's node. They are seen from the root,
  // so where that node turns, it is not named: the common parent of all joints is found without.
  if (!turned) json.member("skeleton", 0);
  json.key("joints");
  json.begin_array(true);
  for (const std::uint32_t i : rig_of_joint)
    json.value(i);
  json.end_array();
  json.end_object();
  json.end_array();
}

}  // namespace anmkit
