// SPDX-License-Identifier: MIT
// Import of meshes: each primitive to the nodes that draw it.
#include "exchange/gltf/mesh_read.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "exchange/gltf/names.hpp"
#include "exchange/gltf/primitive_read.hpp"
#include "exchange/gltf/skin_read.hpp"
#include "scene/mesh_parts.hpp"
#include "scene/mirror.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

class MeshReader {
 public:
  MeshReader(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding, Scene& scene)
      : file_(file),
        raw_(raw),
        folding_(folding),
        scene_(scene),
        primitives_(file, scene.materials.size()),
        skins_(read_skins(file, raw)) {}

  void read() {
    find_leaves();
    find_mirrored();
    for (std::size_t i = 0; i < raw_.size() && !file_.error(); ++i) {
      if (raw_[i].mesh < 0) continue;
      if (folding_.roles[i].mesh) {
        read_merged(i);
      } else {
        read_plain(i);
      }
    }
    tell_left_out();
    tell_shapes(file_, raw_);
  }

 private:
  void tell_left_out() {
    if (left_out_.empty()) return;
    const bool one = left_out_.size() == 1;
    file_.note("anmkit.GLTF-COMPRESSED",
               std::to_string(left_out_.size()) + (one ? " mesh is" : " meshes are") +
                   " compressed (Draco or meshopt), which is not supported; the animation is",
               "meshes");
  }

  bool read_primitive(JsonValue value, const RawNode& owner, const std::string& path,
                      Primitive& out) {
    const bool unbound = owner.skin >= 0 && skins_[static_cast<std::size_t>(owner.skin)].compressed;
    if (!unbound && !primitives_.is_compressed(value)) return primitives_.read(value, path, out);
    left_out_.insert(owner.mesh);
    return false;
  }

  // Whether the skin has all joints of a primitive.
  bool has_joints(const RawSkin& skin, const std::string& path, JsonValue at,
                  const Primitive& primitive) {
    for (const auto& joints : primitive.joints) {
      for (const std::uint32_t joint : joints) {
        if (joint < skin.joints.size()) continue;
        file_.bad(at, path, "joint " + std::to_string(joint) + " is beyond the skin");
        return false;
      }
    }
    return true;
  }

  // Joints of the skin, which has them, to scene nodes.
  void to_scene_joints(const RawSkin& skin, Primitive& out) const {
    for (auto& joints : out.joints) {
      for (std::uint32_t& joint : joints)
        joint = static_cast<std::uint32_t>(
            std::max(folding_.roles[skin.joints[joint]].scene, std::int32_t{0}));
    }
  }

  // What a compressed mesh still says: which nodes are joints. Draws nothing.
  void hang_on_joints(const RawSkin& skin, Mesh& mesh) {
    if (!mesh.primitives.empty()) return;
    set_bind(skin);
    Primitive& hung = mesh.primitives.emplace_back();
    for (const std::uint32_t joint : skin.joints) {
      const std::int32_t node = folding_.roles[joint].scene;
      if (node < 0) continue;
      hung.positions.push_back({});
      hung.joints.push_back({static_cast<std::uint32_t>(node), 0, 0, 0});
      hung.weights.push_back({1, 0, 0, 0});
    }
  }

  void read_plain(std::size_t i) {
    const RawNode& node = raw_[i];
    const RawSkin* skin = node.skin >= 0 ? &skins_[static_cast<std::size_t>(node.skin)] : nullptr;
    const std::int32_t known = shared_[{node.mesh, node.skin}] - 1;
    const std::int32_t target = folding_.roles[i].scene;
    if (target < 0) return;
    Node& owner = scene_.nodes[static_cast<std::size_t>(target)];
    if (known >= 0) {
      owner.mesh = known;
      return;
    }
    const JsonValue value = file_.list("meshes")[static_cast<std::size_t>(node.mesh)];
    Mesh mesh;
    mesh.name = std::string(value["name"].string().value_or(""));
    const std::string path = "meshes[" + std::to_string(node.mesh) + "]";
    for (JsonValue item = value["primitives"].first(); item; item = item.next()) {
      Primitive primitive;
      if (!read_primitive(item, node, path, primitive)) {
        if (skin != nullptr && left_out_.contains(node.mesh)) hang_on_joints(*skin, mesh);
        continue;
      }
      if (skin == nullptr || primitive.joints.empty() || primitive.weights.empty()) {
        primitive.joints.clear();
        primitive.weights.clear();
        for (auto& p : primitive.positions) {
          for (float& x : p)
            x = static_cast<float>(static_cast<double>(x) / folding_.metres);
        }
      } else {
        if (!has_joints(*skin, path, item, primitive)) return;
        to_scene_joints(*skin, primitive);
        to_model(primitive);
        set_bind(*skin);
      }
      mesh.primitives.push_back(std::move(primitive));
    }
    owner.mesh = static_cast<std::int32_t>(scene_.meshes.size());
    shared_[{node.mesh, node.skin}] = owner.mesh + 1;
    scene_.meshes.push_back(std::move(mesh));
  }

  // From glTF's axes and metres to the scene's.
  void to_model(Primitive& primitive) const {
    const Quat back = conjugate(axes_rotation(folding_.up));
    const auto turn = [&](std::array<float, 3>& v, double units) {
      const Vec3 p{static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
      store(rotate(back, p) * units, v);
    };
    for (auto& p : primitive.positions)
      turn(p, 1 / folding_.metres);
    for (auto& n : primitive.normals)
      turn(n, 1);
  }

  static void store(Vec3 from, std::array<float, 3>& to) {
    to = {static_cast<float>(from.x), static_cast<float>(from.y), static_cast<float>(from.z)};
  }

  // Remembers the bind pose of joints that skinned vertices use.
  void set_bind(const RawSkin& skin) {
    const Mat4 back = rotation_matrix(conjugate(axes_rotation(folding_.up)));
    for (std::size_t k = 0; k < skin.joints.size(); ++k) {
      const Role& role = folding_.roles[skin.joints[k]];
      if (role.scene < 0 || role.part != GltfPart::node) continue;
      Mat4 bind = back * affine_inverse(skin.inverse_bind[k]);
      for (std::size_t n = 12; n < 15; ++n)
        bind.m[n] /= folding_.metres;
      scene_.nodes[static_cast<std::size_t>(role.scene)].bind_matrix = bind;
    }
  }

  // Which nodes mirror what hangs on them, at rest.
  void find_mirrored() {
    mirrored_.resize(raw_.size());
    for (const std::uint32_t i : parents_first(raw_)) {
      const RawNode& node = raw_[i];
      const bool above = node.parent >= 0 && mirrored_[static_cast<std::size_t>(node.parent)];
      mirrored_[i] = above != mirrors(node.rest.scale);
    }
  }

  // The joint that a node's own vertices follow: the innermost part of its chain.
  void find_leaves() {
    leaf_.assign(scene_.nodes.size(), 0);
    for (const GltfPart part : {GltfPart::node, GltfPart::scale, GltfPart::size}) {
      for (std::uint32_t i = 0; i < raw_.size(); ++i) {
        const Role& role = folding_.roles[i];
        if (role.part == part && role.scene >= 0) leaf_[static_cast<std::size_t>(role.scene)] = i;
      }
    }
  }

  // The scene node whose own mesh a vertex belongs to, -1 when it is skinned.
  std::int32_t owner_of(const RawSkin& skin, const Primitive& primitive,
                        std::uint32_t vertex) const {
    const std::uint32_t joint = skin.joints[primitive.joints[vertex][0]];
    const std::int32_t scene = folding_.roles[joint].scene;
    const bool rigid = primitive.weights[vertex][0] > 0.999F && scene >= 0 &&
                       leaf_[static_cast<std::size_t>(scene)] == joint;
    return rigid ? scene : -1;
  }

  void read_merged(std::size_t i) {
    const RawNode& node = raw_[i];
    const auto index = static_cast<std::size_t>(node.mesh);
    const JsonValue value = file_.list("meshes")[index];
    // Bone shapes represent no mesh at all.
    const auto name = value["name"].string().value_or("");
    if (name.starts_with(kProxyName) || node.name.starts_with(kProxyName)) return;
    if (node.skin < 0 || scene_.nodes.empty()) return;
    const RawSkin& skin = skins_[static_cast<std::size_t>(node.skin)];
    const std::string path = "meshes[" + std::to_string(index) + "]";
    for (JsonValue item = value["primitives"].first(); item; item = item.next()) {
      Primitive primitive;
      if (!read_primitive(item, node, path, primitive)) continue;
      if (primitive.joints.empty() || primitive.weights.empty()) continue;
      if (!has_joints(skin, path, item, primitive)) return;
      Primitive rest = take_apart(skin, primitive);
      if (rest.indices.empty()) continue;
      to_scene_joints(skin, rest);
      to_model(rest);
      set_bind(skin);
      mesh_of(0).primitives.push_back(std::move(rest));
    }
  }

  Mesh& mesh_of(std::size_t node) {
    Node& owner = scene_.nodes[node];
    if (owner.mesh < 0) {
      owner.mesh = static_cast<std::int32_t>(scene_.meshes.size());
      scene_.meshes.emplace_back().name = owner.name;
    }
    return scene_.meshes[static_cast<std::size_t>(owner.mesh)];
  }

  static constexpr std::uint32_t kNowhere = 0xFFFFFFFFu;

  // Copies a vertex into its node's own space.
  void add_local(const RawSkin& skin, const Primitive& whole, std::uint32_t v,
                 Primitive& piece) const {
    const std::uint32_t joint = whole.joints[v][0];
    const auto& p = whole.positions[v];
    const Vec3 local = transform_point(
        skin.inverse_bind[joint],
        {static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])});
    store(local * (1 / folding_.metres), piece.positions.emplace_back());
    if (!whole.normals.empty()) {
      push_normal(affine_inverse(skin.inverse_bind[joint]), whole.normals[v], piece.normals);
    }
    add_common(whole, v, piece);
  }

  static void add_common(const Primitive& whole, std::uint32_t v, Primitive& piece) {
    if (!whole.uvs.empty()) piece.uvs.push_back(whole.uvs[v]);
    if (!whole.colors.empty()) piece.colors.push_back(whole.colors[v]);
  }

  static void add_skinned(const Primitive& whole, std::uint32_t v, Primitive& piece) {
    piece.positions.push_back(whole.positions[v]);
    if (!whole.normals.empty()) piece.normals.push_back(whole.normals[v]);
    piece.joints.push_back(whole.joints[v]);
    piece.weights.push_back(whole.weights[v]);
    add_common(whole, v, piece);
  }

  // Gives faces that follow one joint back to that node; returns what is left.
  Primitive take_apart(const RawSkin& skin, const Primitive& whole) {
    std::map<std::int32_t, Primitive> pieces;  // by scene node, -1 = skinned
    // A vertex is in its node's piece, in the skinned one, or in both.
    std::vector<std::uint32_t> own(whole.positions.size(), kNowhere), skinned = own;
    const std::size_t corners = corner_count(whole.mode);
    // A double-sided face has no front.
    const bool has_front = whole.material < 0 ||
                           !scene_.materials[static_cast<std::size_t>(whole.material)].double_sided;
    for (std::size_t i = 0; i + corners <= whole.indices.size(); i += corners) {
      std::int32_t node = owner_of(skin, whole, whole.indices[i]);
      for (std::size_t k = 1; k < corners; ++k) {
        if (owner_of(skin, whole, whole.indices[i + k]) != node) node = -1;
      }
      Primitive& piece = pieces[node];
      // Of a skin the front is where its corners' order says it in the world; of a node that
      // mirrors it is the other side.
      const bool mirrored = has_front && node >= 0 && corners == 3 &&
                            mirrored_[skin.joints[whole.joints[whole.indices[i]][0]]];
      for (std::size_t k = 0; k < corners; ++k) {
        const std::uint32_t v = whole.indices[i + (mirrored ? (3 - k) % 3 : k)];
        std::uint32_t& place = node < 0 ? skinned[v] : own[v];
        if (place == kNowhere) {
          place = static_cast<std::uint32_t>(piece.positions.size());
          if (node < 0) {
            add_skinned(whole, v, piece);
          } else {
            add_local(skin, whole, v, piece);
          }
        }
        piece.indices.push_back(place);
      }
    }
    Primitive rest;
    for (auto& [node, piece] : pieces) {
      piece.mode = whole.mode;
      piece.material = whole.material;
      if (node < 0) {
        rest = std::move(piece);
      } else {
        mesh_of(static_cast<std::size_t>(node)).primitives.push_back(std::move(piece));
      }
    }
    return rest;
  }

  // Normals go by the transposed bind matrix, the inverse transposed of its inverse.
  static void push_normal(const Mat4& bind, const std::array<float, 3>& normal,
                          std::vector<std::array<float, 3>>& to) {
    const Vec3 n{static_cast<double>(normal[0]), static_cast<double>(normal[1]),
                 static_cast<double>(normal[2])};
    const Vec3 turned{dot(n, {bind.at(0, 0), bind.at(1, 0), bind.at(2, 0)}),
                      dot(n, {bind.at(0, 1), bind.at(1, 1), bind.at(2, 1)}),
                      dot(n, {bind.at(0, 2), bind.at(1, 2), bind.at(2, 2)})};
    const double size = length(turned);
    store(size > 0 ? turned * (1 / size) : n, to.emplace_back());
  }

  GltfFile& file_;
  const std::vector<RawNode>& raw_;
  const Folding& folding_;
  Scene& scene_;
  PrimitiveReader primitives_;
  std::vector<RawSkin> skins_;
  std::vector<std::uint32_t> leaf_;  // raw node, one a scene node
  std::vector<bool> mirrored_;       // one a raw node
  std::set<std::int32_t> left_out_;  // compressed meshes
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> shared_;  // scene mesh + 1
};

}  // namespace

void read_meshes(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                 Scene& scene) {
  MeshReader(file, raw, folding, scene).read();
}

}  // namespace anmkit
