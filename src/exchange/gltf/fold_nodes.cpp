// SPDX-License-Identifier: MIT
// Nodes of the scene, each from its chain in an export.
#include <algorithm>
#include <unordered_map>

#include "exchange/gltf/extras.hpp"
#include "exchange/gltf/fold.hpp"

namespace anmkit {
namespace {

// Blender writes the truth values of extras as numbers.
bool is_off(JsonValue flag) {
  return flag.boolean() == false || flag.number() == 0;
}

bool is_on(JsonValue flag) {
  return flag.boolean() == true || flag.number() == 1;
}

class Folder {
 public:
  Folder(GltfFile& file, const std::vector<RawNode>& raw, Folding folding, Scene& scene)
      : file_(file), raw_(raw), scene_(scene), folding_(std::move(folding)) {}

  Folding fold() {
    scene_.up = folding_.up;
    scene_.metres_per_unit = folding_.unit;
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

  // Scene indices: in the order the export had where extras tell it. An export that lost them has
  // its nodes in that order still; in other files the trees tell it: parents first, siblings as
  // their parent lists them.
  void number_nodes() {
    std::vector<std::size_t> nodes;
    for (const std::uint32_t i : folding_.is_export ? file_order() : depth_first()) {
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
    file_.numbers(extras, "blockSize", size, GltfPlace("nodes", i).member("extras.anmkit"));
    if (extras["blockSize"]) node.block_size = Vec3{size[0], size[1], size[2]};
    file_.numbers(extras, "offset", node.offset.m, GltfPlace("nodes", i).member("extras.anmkit"));
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
  Folding folding_;
  std::vector<std::size_t> by_number_;
  std::unordered_map<std::int64_t, std::int32_t> original_;  // number in the export -> scene index
  std::int64_t first_new_id_ = 0;  // for nodes without a number of the format
};

}  // namespace

Folding fold_nodes(GltfFile& file, const std::vector<RawNode>& raw,
                   const std::vector<std::vector<RawTrack>>& clips, Scene& scene) {
  return Folder(file, raw, find_roles(file, raw, clips), scene).fold();
}

}  // namespace anmkit
