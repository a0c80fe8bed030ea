// SPDX-License-Identifier: MIT
// Nodes in: the chains that exports made are folded back into one node each.
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "core/findings.hpp"
#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/fold.hpp"
#include "exchange/gltf/scene_notes.hpp"

namespace anmkit {
namespace {

std::string node_path(std::size_t index) {
  return "nodes[" + std::to_string(index) + "]";
}

// Transforms that are read as others than the file has, by node.
struct OddTransforms {
  std::vector<std::size_t> sheared, unturned;

  void tell(GltfFile& file, const std::vector<RawNode>& nodes) const {
    const auto say = [&](const std::vector<std::size_t>& odd, std::string_view code,
                         const std::string& what) {
      if (odd.empty()) return;
      file.note(code,
                what + ": " + quoted(nodes[odd.front()].name) +
                    (odd.size() > 1 ? " and " + std::to_string(odd.size() - 1) + " more" : ""),
                node_path(odd.front()));
    };
    say(sheared, "anmkit.GLTF-SHEAR",
        "a matrix is sheared, which no node can be; it is read without that");
    say(unturned, "anmkit.GLTF-ROTATION",
        "a rotation has length 0, expected 1; it is read as no rotation");
  }
};

bool is_sheared(const Mat4& matrix, const Transform& rest) {
  const Mat4 again = trs_matrix(rest.translation, rest.rotation, rest.scale);
  double error = 0, size = 0;
  for (const std::size_t i : {0U, 1U, 2U, 4U, 5U, 6U, 8U, 9U, 10U}) {
    error = std::max(error, std::fabs(again.m[i] - matrix.m[i]));
    size = std::max(size, std::fabs(matrix.m[i]));
  }
  return error > 1e-3 * size;
}

void read_transform(GltfFile& file, JsonValue value, std::size_t index, Transform& rest,
                    OddTransforms& odd) {
  const std::string path = node_path(index);
  if (value["matrix"]) {
    Mat4 matrix;
    file.numbers(value, "matrix", matrix.m, path);
    rest = decompose(matrix);
    if (is_sheared(matrix, rest)) odd.sheared.push_back(index);
    return;
  }
  std::array<double, 3> t{}, s{1, 1, 1};
  std::array<double, 4> r{0, 0, 0, 1};
  file.numbers(value, "translation", t, path);
  file.numbers(value, "rotation", r, path);
  file.numbers(value, "scale", s, path);
  rest.translation = {t[0], t[1], t[2]};
  rest.rotation = normalize({r[0], r[1], r[2], r[3]});
  if (r == std::array<double, 4>{}) odd.unturned.push_back(index);
  rest.scale = {s[0], s[1], s[2]};
}

// Every node must be reachable from a root over parents that are unique.
void prove_forest(GltfFile& file, const std::vector<RawNode>& nodes) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (nodes[i].parent < 0) order.push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& children = nodes[order[i]].children;
    order.insert(order.end(), children.begin(), children.end());
  }
  if (order.size() == nodes.size()) return;
  std::vector<bool> reached(nodes.size());
  for (const std::uint32_t i : order)
    reached[i] = true;
  const auto first = std::find(reached.begin(), reached.end(), false) - reached.begin();
  file.bad(file.list("nodes")[static_cast<std::size_t>(first)],
           node_path(static_cast<std::size_t>(first)), "the node is its own ancestor");
}

// Blender writes the truth values of extras as numbers.
bool is_off(JsonValue flag) {
  return flag.boolean() == false || flag.number() == 0;
}

bool is_on(JsonValue flag) {
  return flag.boolean() == true || flag.number() == 1;
}

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

class Folder {
 public:
  Folder(GltfFile& file, const std::vector<RawNode>& raw,
         const std::vector<std::vector<RawTrack>>& clips, Scene& scene)
      : file_(file), raw_(raw), scene_(scene), moved_(raw.size()) {
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

  Folding fold() {
    folding_.roles.resize(raw_.size());
    for (std::size_t i = 0; i < raw_.size(); ++i)
      folding_.roles[i] = role_of(i);
    keep_turned_cameras();
    keep_turned_boxes();
    settle_axes();
    number_nodes();
    for (std::size_t i = 0; i < raw_.size(); ++i) {
      if (folding_.roles[i].scene >= 0 && folding_.roles[i].part == GltfPart::node) fill(i);
    }
    return std::move(folding_);
  }

 private:
  std::size_t scene_index(std::size_t i) const {
    return static_cast<std::size_t>(folding_.roles[i].scene);
  }
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
    is_export_ = found;
    if (!found) {
      folding_.up = UpAxis::y_up;
    } else if (metres > 1e-12 && metres < 1e12) {
      folding_.metres = metres;
    }
    scene_.up = folding_.up;
    // An export in another scale tells what a unit of the format is worth.
    const double unit = extras["unit"].number().value_or(0);
    scene_.metres_per_unit = found && unit > 1e-12 && unit < 1e12 ? unit : folding_.metres;
  }

  // Scene indices: in the order the export had where extras tell it. An export that lost them has
  // its nodes in that order still; in other files the trees tell it: parents first, siblings as
  // their parent lists them.
  void number_nodes() {
    std::vector<std::size_t> nodes;
    for (const std::uint32_t i : is_export_ ? file_order() : depth_first()) {
      if (folding_.roles[i].part == GltfPart::node && !folding_.roles[i].mesh && !raw_[i].outside)
        nodes.push_back(i);
    }
    const auto wanted = [this](std::size_t i) {
      return raw_[i].extras["node"].integer().value_or(std::int64_t{1} << 62);
    };
    std::stable_sort(nodes.begin(), nodes.end(),
                     [&](std::size_t a, std::size_t b) { return wanted(a) < wanted(b); });
    for (const std::size_t i : nodes) {
      folding_.roles[i].scene = static_cast<std::int32_t>(by_number_.size());
      by_number_.push_back(i);
      original_.emplace(wanted(i), folding_.roles[i].scene);
      // Nodes that an editor added get numbers after those that the format gave.
      const auto id = raw_[i].extras["id"].integer();
      if (id && *id < std::int64_t{1} << 40) first_new_id_ = std::max(first_new_id_, *id + 1);
    }
    scene_.nodes.resize(nodes.size());
    for (std::size_t i = 0; i < raw_.size(); ++i)
      join_chain(i);
  }

  std::vector<std::uint32_t> file_order() const {
    std::vector<std::uint32_t> order(raw_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
      order[i] = i;
    return order;
  }
  std::vector<std::uint32_t> depth_first() const {
    std::vector<std::uint32_t> order, waiting;
    for (std::size_t i = raw_.size(); i-- > 0;) {
      if (raw_[i].parent < 0) waiting.push_back(static_cast<std::uint32_t>(i));
    }
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      order.push_back(node);
      waiting.insert(waiting.end(), raw_[node].children.rbegin(), raw_[node].children.rend());
    }
    return order;
  }

  // Gives the parts of a chain the scene index of its node.
  void join_chain(std::size_t i) {
    Role& role = folding_.roles[i];
    std::size_t at = i;
    if (role.part == GltfPart::offset || role.part == GltfPart::pivot) {
      // At most two steps down.
      for (int k = 0; k < 2 && folding_.roles[at].part != GltfPart::node; ++k)
        at = raw_[at].children.empty() ? at : raw_[at].children.front();
    } else if (role.part != GltfPart::node && role.part != GltfPart::axes) {
      for (int k = 0; k < 2 && folding_.roles[at].part != GltfPart::node; ++k)
        at = raw_[at].parent < 0 ? at : static_cast<std::size_t>(raw_[at].parent);
    } else {
      return;
    }
    if (folding_.roles[at].part == GltfPart::node) role.scene = folding_.roles[at].scene;
  }

  void fill(std::size_t i) {
    const RawNode& raw = raw_[i];
    Node& node = scene_.nodes[scene_index(i)];
    const JsonValue extras = raw.extras;
    node.name = read_name(extras, "name", raw.name);
    // By the number that other programs show, unless the export specifies that it has no name.
    if (node.name.empty() && !extras.is(JsonKind::object)) node.name = "node " + std::to_string(i);
    node.extensions = raw.extensions;
    node.id = extras["id"].integer().value_or(first_new_id_ + folding_.roles[i].scene);
    node.inherit_scale = !is_off(extras["inheritScale"]);
    node.billboard = is_on(extras["billboard"]);
    std::array<double, 3> size{};
    file_.numbers(extras, "blockSize", size, node_path(i) + ".extras.anmkit");
    if (extras["blockSize"]) node.block_size = Vec3{size[0], size[1], size[2]};
    file_.numbers(extras, "offset", node.offset.m, node_path(i) + ".extras.anmkit");
    const double units = 1 / folding_.metres;
    node.rest.scale = raw.rest.scale;
    node.rest.rotation = raw.rest.rotation;
    node.rest.translation = raw.rest.translation * units;
    hang(i, node, units);
    fill_leaves(i, node);
    if (extras["offset"]) unfold_offset(node);
  }

  // Walks up through the chain's own parts to the node that the chain hangs on.
  void hang(std::size_t i, Node& node, double units) {
    std::int32_t above = raw_[i].parent;
    while (above >= 0) {
      const auto up = static_cast<std::size_t>(above);
      const Role& role = folding_.roles[up];
      const Transform& rest = raw_[up].rest;
      if (role.part == GltfPart::pivot && role.scene == folding_.roles[i].scene) {
        node.rest.pivot = node.rest.translation;
        node.rest.translation = rest.translation * units;
        node.rest.rotation = rest.rotation;
      } else if (role.part == GltfPart::offset && role.scene == folding_.roles[i].scene) {
        node.offset = trs_matrix(rest.translation * units, rest.rotation, rest.scale);
      } else {
        break;
      }
      above = raw_[up].parent;
    }
    // Something hung under a leaf part by an editor hangs on the leaf's node.
    if (above >= 0) node.parent = folding_.roles[static_cast<std::size_t>(above)].scene;
    if (node.parent == folding_.roles[i].scene) node.parent = -1;
    if (is_off(raw_[i].extras["inheritParent"]) && node.parent < 0) {
      node.inherit_parent = false;
      const auto original = original_.find(raw_[i].extras["parent"].integer().value_or(-1));
      if (original != original_.end()) node.parent = original->second;
    }
  }

  void fill_leaves(std::size_t i, Node& node) {
    std::vector<std::uint32_t> leaves = raw_[i].children;
    for (std::size_t k = 0; k < leaves.size(); ++k) {
      const RawNode& leaf = raw_[leaves[k]];
      const Role& role = folding_.roles[leaves[k]];
      if (role.scene != folding_.roles[i].scene) continue;
      if (role.part == GltfPart::scale) {
        node.inherit_scale = false;
        node.rest.scale =
            anmkit::scale(leaf.rest.scale, mirror_of(leaf.rest.rotation).value_or(Vec3{1, 1, 1}));
        leaves.insert(leaves.end(), leaf.children.begin(), leaf.children.end());
      } else if (role.part == GltfPart::size) {
        node.visible = leaf.rest.scale != Vec3{};
      } else if (role.part == GltfPart::camera) {
        node.camera = leaf.camera;
      }
    }
    if (raw_[i].camera >= 0) node.camera = raw_[i].camera;
  }

  void unfold_offset(Node& node) const {
    const Transform fold = decompose(node.offset);
    const Quat back = conjugate(fold.rotation);
    node.rest.translation = rotate(back, node.rest.translation - fold.translation);
    node.rest.rotation = back * node.rest.rotation;
  }

  GltfFile& file_;
  const std::vector<RawNode>& raw_;
  Scene& scene_;
  // What all clips together do to a node; one look at the tracks for all nodes.
  struct Moved {
    bool any = false;
    bool steps = false, grows = false;  // its scale, by steps and otherwise
    bool leaves = false;                // its rest position or rotation
  };
  std::vector<Moved> moved_;
  Folding folding_;
  std::vector<std::size_t> by_number_;
  std::unordered_map<std::int64_t, std::int32_t> original_;  // number in the export -> scene index
  bool is_export_ = false;                                   // the axes node of an export was found
  std::int64_t first_new_id_ = 0;  // for nodes without a number of the format
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

// three.js leaves characters that its property paths cannot have out of names, numbers equal ones
// ("_1"), and keeps the file's own names in the extras. A node that was renamed has its new name.
bool is_spelled_by_three(std::string_view name, std::string_view own) {
  std::string spelled;
  for (const char c : own) {
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      spelled += '_';
    } else if (std::string_view("[].:/").find(c) == std::string_view::npos) {
      spelled += c;
    }
  }
  if (!name.starts_with(spelled)) return false;
  const std::string_view rest = name.substr(spelled.size());
  return rest.empty() ||
         (rest.size() > 1 && rest[0] == '_' &&
          std::ranges::all_of(rest.substr(1), [](char c) { return c >= '0' && c <= '9'; }));
}

std::string name_of(JsonValue node) {
  const auto name = node["name"].string().value_or("");
  const auto own = node["extras"]["name"].string();
  return std::string(own && !own->empty() && is_spelled_by_three(name, *own) ? *own : name);
}

std::vector<RawNode> read_nodes(GltfFile& file) {
  const auto& list = file.list("nodes");
  const SceneNotes noted(file, "nodes", "joint");
  std::vector<RawNode> nodes(list.size());
  OddTransforms odd;
  const auto link = [&](JsonValue value, std::string_view key, std::string_view table,
                        const std::string& path) {
    const auto index = file.index(value, key, file.list(table).size(), path);
    return index ? static_cast<std::int32_t>(*index) : -1;
  };
  for (std::size_t i = 0; i < list.size() && !file.error(); ++i) {
    RawNode& node = nodes[i];
    const std::string path = node_path(i);
    node.name = name_of(list[i]);
    node.extras = list[i]["extras"]["anmkit"];
    if (!node.extras) node.extras = noted.of(node.name);
    node.extensions = extensions_of(file.json(), list[i]);
    read_transform(file, list[i], i, node.rest, odd);
    node.mesh = link(list[i], "mesh", "meshes", path);
    node.skin = link(list[i], "skin", "skins", path);
    node.camera = link(list[i], "camera", "cameras", path);
    for (JsonValue child = list[i]["children"].first(); child; child = child.next()) {
      const auto index = child.integer().value_or(-1);
      if (index < 0 || static_cast<std::size_t>(index) >= nodes.size()) {
        file.bad(child, path + ".children", "expected the index of a node");
        break;
      }
      RawNode& other = nodes[static_cast<std::size_t>(index)];
      if (other.parent >= 0) {
        file.bad(child, path + ".children", "the child already has a parent");
        break;
      }
      other.parent = static_cast<std::int32_t>(i);
      node.children.push_back(static_cast<std::uint32_t>(index));
    }
  }
  if (!file.error()) prove_forest(file, nodes);
  odd.tell(file, nodes);
  mark_outside(file, nodes);
  return nodes;
}

Folding fold_nodes(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips, Scene& scene) {
  return Folder(file, raw, clips, scene).fold();
}

}  // namespace anmkit
