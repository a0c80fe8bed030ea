// SPDX-License-Identifier: MIT
// Import of meshes: primitives, weights, the nodes of each skin.
#include "exchange/gltf/mesh_read.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "core/counted.hpp"
#include "exchange/gltf/vertices.hpp"
#include "scene/mirror.hpp"
#include "scene/reference.hpp"

namespace anmkit {
namespace {

struct Skin {
  std::vector<std::uint32_t> joints;  // raw nodes
  std::vector<Mat4> inverse_bind;     // one per joint
  bool compressed = false;            // nobody knows where its joints were bound
};

template <std::size_t N>
void copy_rows(const std::vector<float>& from, std::vector<std::array<float, N>>& to) {
  to.resize(from.size() / N);
  for (std::size_t i = 0; i < to.size(); ++i)
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(i * N), N, to[i].begin());
}

// Strips, loops and fans become lists.
std::vector<std::uint32_t> as_list(std::int64_t mode, const std::vector<std::uint32_t>& v) {
  std::vector<std::uint32_t> list;
  const std::size_t count = v.size();
  if (mode == 2 || mode == 3) {
    for (std::size_t i = 1; i < count; ++i)
      list.insert(list.end(), {v[i - 1], v[i]});
    if (mode == 2 && count > 2) list.insert(list.end(), {v[count - 1], v[0]});
  } else if (mode == 5) {
    for (std::size_t i = 2; i < count; ++i) {
      const bool odd = i % 2 == 1;
      list.insert(list.end(), {v[i - 2], odd ? v[i] : v[i - 1], odd ? v[i - 1] : v[i]});
    }
  } else if (mode == 6) {
    for (std::size_t i = 2; i < count; ++i)
      list.insert(list.end(), {v[0], v[i - 1], v[i]});
  } else {
    return v;
  }
  return list;
}

class MeshReader {
 public:
  MeshReader(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding, Scene& scene)
      : file_(file), raw_(raw), folding_(folding), scene_(scene) {}

  void read() {
    count_uses();
    read_skins();
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
    tell_shapes();
  }

 private:
  void count_uses() {
    for (const JsonValue mesh : file_.list("meshes")) {
      for (JsonValue one = mesh["primitives"].first(); one; one = one.next())
        ++uses_[one["attributes"]["POSITION"].integer().value_or(-1)];
    }
  }

  void read_skins() {
    const auto& list = file_.list("skins");
    for (std::size_t i = 0; i < list.size() && !file_.error(); ++i) {
      const std::string path = "skins[" + std::to_string(i) + "]";
      Skin& skin = skins_.emplace_back();
      for (JsonValue joint = list[i]["joints"].first(); joint; joint = joint.next()) {
        const auto index = joint.integer().value_or(-1);
        if (index < 0 || static_cast<std::size_t>(index) >= raw_.size()) {
          return file_.bad(joint, path + ".joints", "expected the index of a node");
        }
        skin.joints.push_back(static_cast<std::uint32_t>(index));
      }
      if (!file_.keep(skin.joints.size() * sizeof(Mat4), list[i], path)) return;
      skin.inverse_bind.resize(skin.joints.size());
      const auto accessor =
          file_.index(list[i], "inverseBindMatrices", file_.list("accessors").size(), path);
      if (!accessor) continue;
      skin.compressed = !file_.is_stored(*accessor, false);
      if (skin.compressed) continue;
      const std::vector<float> numbers = file_.read_floats(*accessor, 16);
      if (numbers.size() < 16 * skin.joints.size()) {
        return file_.bad(list[i], path, "expected one inverse bind matrix per joint");
      }
      for (std::size_t k = 0; k < skin.joints.size(); ++k) {
        for (std::size_t n = 0; n < 16; ++n)
          skin.inverse_bind[k].m[n] = static_cast<double>(numbers[16 * k + n]);
        const Quat axes = raw_[skin.joints[k]].axes;
        if (axes != Quat{}) {
          skin.inverse_bind[k] = rotation_matrix(conjugate(axes)) * skin.inverse_bind[k];
        }
      }
    }
  }

  // Draco and meshopt leave accessors behind that say how much there would be.
  bool is_compressed(JsonValue primitive) {
    const bool draco = primitive["extensions"]["KHR_draco_mesh_compression"].present();
    const auto packed = [&](JsonValue accessor) {
      const auto index = accessor.integer();
      return index && *index >= 0 && !file_.is_stored(static_cast<std::uint32_t>(*index), draco);
    };
    for (JsonValue one = primitive["attributes"].first(); one; one = one.next()) {
      if (packed(one)) return true;
    }
    return packed(primitive["indices"]);
  }

  void tell_left_out() {
    if (left_out_.empty()) return;
    const bool one = left_out_.size() == 1;
    file_.note("anmkit.GLTF-COMPRESSED",
               std::to_string(left_out_.size()) + (one ? " mesh is" : " meshes are") +
                   " compressed (Draco or meshopt), which is not supported; the animation is",
               "meshes");
  }

  // How many corners the triangles of a primitive have.
  std::int64_t corners_of(JsonValue primitive) {
    const JsonValue indices = primitive["indices"];
    const auto at = (indices ? indices : primitive["attributes"]["POSITION"]).integer();
    const auto& accessors = file_.list("accessors");
    if (!at || *at < 0 || static_cast<std::size_t>(*at) >= accessors.size()) return 0;
    return accessors[static_cast<std::size_t>(*at)]["count"].integer().value_or(0);
  }

  // Morph targets that shape a mesh at rest, and copies of it by an extension.
  void tell_shapes() {
    std::size_t morphed = 0, copied = 0;
    const auto& nodes = file_.list("nodes");
    const auto& meshes = file_.list("meshes");
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      if (raw_[i].mesh < 0) continue;
      const JsonValue own = nodes[i]["weights"];
      const JsonValue weights =
          own ? own : meshes[static_cast<std::size_t>(raw_[i].mesh)]["weights"];
      JsonValue weight = weights.first();
      while (weight && weight.number().value_or(0) == 0)
        weight = weight.next();
      morphed += weight ? 1 : 0;
      copied += nodes[i]["extensions"]["EXT_mesh_gpu_instancing"] ? 1 : 0;
    }
    const auto say = [&](std::size_t count, const std::string& what) {
      if (count > 0)
        file_.note("anmkit.GLTF-SHAPE", counted(count, "mesh is", "meshes are") + what, "nodes");
    };
    say(morphed, " shaped by morph targets (weights), which are not read: shown without them");
    std::size_t bound = 0, cut = 0;
    for (const JsonValue& mesh : meshes) {
      bool more = false, rest = false;
      for (JsonValue one = mesh["primitives"].first(); one; one = one.next()) {
        more = more || one["attributes"]["JOINTS_1"];
        rest = rest || (one["mode"].integer().value_or(4) == 4 && corners_of(one) % 3 != 0);
      }
      bound += more ? 1 : 0;
      cut += rest ? 1 : 0;
    }
    say(bound, " bound to more than four joints per vertex (JOINTS_1), of which four are read");
    say(cut, " cut off inside a triangle, which is left out");
    say(copied, " drawn several times by EXT_mesh_gpu_instancing, which is not read: shown once");
  }

  // One primitive as the file has it; joints are still those of the skin.
  bool read_primitive(JsonValue value, const RawNode& owner, const std::string& path,
                      Primitive& out) {
    const bool unbound = owner.skin >= 0 && skins_[static_cast<std::size_t>(owner.skin)].compressed;
    if (unbound || is_compressed(value)) {
      left_out_.insert(owner.mesh);
      return false;
    }
    const JsonValue attributes = value["attributes"];
    // Primitives that share vertices each keep those that they draw.
    const bool shared = uses_[attributes["POSITION"].integer().value_or(-1)] > 1;
    if (std::vector<std::int64_t> names = names_of(attributes); !shared || names != names_) {
      names_ = std::move(names);
      read_vertices(attributes, path);
    }
    read_indices(value, path, whole_.positions.size(), out);
    if (file_.error()) return false;
    if (shared) {
      pick_vertices(whole_, out);
    } else {
      take_vertices(whole_, out);
      names_.clear();
    }
    if (!file_.keep(bytes_of(out), value, path)) return false;
    const auto material = file_.index(value, "material", scene_.materials.size(), path);
    if (material) out.material = static_cast<std::int32_t>(*material);
    return !file_.error() && !out.positions.empty();
  }

  // The accessors of a primitive.
  static std::vector<std::int64_t> names_of(JsonValue attributes) {
    std::vector<std::int64_t> names;
    for (const char* name :
         {"POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0", "WEIGHTS_0", "JOINTS_0"})
      names.push_back(attributes[name].integer().value_or(-1));
    return names;
  }

  // Into whole_.
  void read_vertices(JsonValue attributes, const std::string& path) {
    const std::size_t accessors = file_.list("accessors").size();
    const auto floats = [&](std::string_view name,
                            std::size_t components) -> const std::vector<float>& {
      numbers_.clear();
      if (const auto index = file_.index(attributes, name, accessors, path))
        file_.read_floats(*index, components, numbers_);
      return numbers_;
    };
    copy_rows(floats("POSITION", 3), whole_.positions);
    copy_rows(floats("NORMAL", 3), whole_.normals);
    copy_rows(floats("TEXCOORD_0", 2), whole_.uvs);
    read_colors(attributes, path);
    copy_rows(floats("WEIGHTS_0", 4), whole_.weights);
    whole_.joints.clear();
    if (const auto index = file_.index(attributes, "JOINTS_0", accessors, path)) {
      const std::vector<std::uint32_t> joints = file_.read_integers(*index, 4);
      whole_.joints.resize(joints.size() / 4);
      for (std::size_t i = 0; i < whole_.joints.size(); ++i)
        std::copy_n(joints.begin() + static_cast<std::ptrdiff_t>(4 * i), 4,
                    whole_.joints[i].begin());
    }
    if (whole_.positions.empty() && !attributes["POSITION"]) {
      return file_.bad(attributes, path, "expected the attribute POSITION");
    }
    const auto fits_count = [&](const auto& rows) {
      return rows.empty() || rows.size() == whole_.positions.size();
    };
    if (!fits_count(whole_.normals) || !fits_count(whole_.uvs) || !fits_count(whole_.colors) ||
        !fits_count(whole_.weights) || !fits_count(whole_.joints)) {
      file_.bad(attributes, path, "expected attributes of one length");
    }
  }

  void read_colors(JsonValue attributes, const std::string& path) {
    whole_.colors.clear();
    const auto index = file_.index(attributes, "COLOR_0", file_.list("accessors").size(), path);
    if (!index) return;
    const std::size_t components = file_.components_of(*index) == 3 ? 3 : 4;
    file_.read_floats(*index, components, numbers_);
    whole_.colors.assign(numbers_.size() / components, {1, 1, 1, 1});
    for (std::size_t i = 0; i < whole_.colors.size(); ++i) {
      std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(i * components), components,
                  whole_.colors[i].begin());
    }
  }

  void read_indices(JsonValue value, const std::string& path, std::size_t count, Primitive& out) {
    std::vector<std::uint32_t> indices;
    if (const auto index = file_.index(value, "indices", file_.list("accessors").size(), path)) {
      indices = file_.read_integers(*index, 1);
    } else {
      indices.resize(count);
      for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = static_cast<std::uint32_t>(i);
    }
    for (const std::uint32_t i : indices) {
      if (i >= count) {
        return file_.bad(
            value, path + ".indices",
            "vertex " + std::to_string(i) + " does not exist, there are " + std::to_string(count));
      }
    }
    const std::int64_t mode = value["mode"].integer().value_or(4);
    if (mode < 0 || mode > 6) return file_.bad(value["mode"], path, "expected a mode of 0 ... 6");
    out.mode = mode == 0  ? PrimitiveMode::points
               : mode < 4 ? PrimitiveMode::lines
                          : PrimitiveMode::triangles;
    out.indices = as_list(mode, indices);
  }

  // Skin joints to scene nodes. False when the skin has no such joint.
  bool to_scene_joints(const Skin& skin, const std::string& path, JsonValue at, Primitive& out) {
    for (auto& joints : out.joints) {
      for (std::uint32_t& joint : joints) {
        if (joint >= skin.joints.size()) {
          file_.bad(at, path, "joint " + std::to_string(joint) + " is beyond the skin");
          return false;
        }
        joint = static_cast<std::uint32_t>(
            std::max(folding_.roles[skin.joints[joint]].scene, std::int32_t{0}));
      }
    }
    return true;
  }

  // What a compressed mesh still says: which nodes are joints. Draws nothing.
  void hang_on_joints(const Skin& skin, Mesh& mesh) {
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
    const Skin* skin = node.skin >= 0 ? &skins_[static_cast<std::size_t>(node.skin)] : nullptr;
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
        if (!to_scene_joints(*skin, path, item, primitive)) return;
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
  void set_bind(const Skin& skin) {
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
  std::int32_t owner_of(const Skin& skin, const Primitive& primitive, std::uint32_t vertex) const {
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
    const Skin& skin = skins_[static_cast<std::size_t>(node.skin)];
    const std::string path = "meshes[" + std::to_string(index) + "]";
    for (JsonValue item = value["primitives"].first(); item; item = item.next()) {
      Primitive primitive;
      if (!read_primitive(item, node, path, primitive)) continue;
      if (primitive.joints.empty() || primitive.weights.empty()) continue;
      for (const auto& joints : primitive.joints) {
        for (const std::uint32_t joint : joints) {
          if (joint >= skin.joints.size()) {
            return file_.bad(item, path, "joint " + std::to_string(joint) + " is beyond the skin");
          }
        }
      }
      Primitive rest = take_apart(skin, primitive);
      if (rest.indices.empty()) continue;
      to_scene_joints(skin, path, item, rest);
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
  void add_local(const Skin& skin, const Primitive& whole, std::uint32_t v,
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
  Primitive take_apart(const Skin& skin, const Primitive& whole) {
    std::map<std::int32_t, Primitive> pieces;  // by scene node, -1 = skinned
    // A vertex is in its node's piece, in the skinned one, or in both.
    std::vector<std::uint32_t> own(whole.positions.size(), kNowhere), skinned = own;
    const std::size_t corners = whole.mode == PrimitiveMode::triangles ? 3
                                : whole.mode == PrimitiveMode::lines   ? 2
                                                                       : 1;
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
  std::vector<Skin> skins_;
  std::vector<std::uint32_t> leaf_;           // raw node, one a scene node
  std::vector<bool> mirrored_;                // one a raw node
  std::set<std::int32_t> left_out_;           // compressed meshes
  std::map<std::int64_t, std::size_t> uses_;  // of accessors of positions, by primitives
  std::vector<std::int64_t> names_;           // of the accessors that whole_ was read from
  Primitive whole_;                           // vertices as their accessors have them
  std::vector<float> numbers_;                // of one accessor
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> shared_;  // scene mesh + 1
};

}  // namespace

void read_meshes(GltfFile& file, const std::vector<RawNode>& raw, const Folding& folding,
                 Scene& scene) {
  MeshReader(file, raw, folding, scene).read();
}

}  // namespace anmkit
