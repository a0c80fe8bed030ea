// SPDX-License-Identifier: MIT
// Nodes of a glTF file with their names, transforms and hierarchy.
#include <algorithm>
#include <cmath>

#include "core/findings.hpp"
#include "core/listing.hpp"
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
      const auto name = [&](std::size_t node) { return quoted(nodes[node].name); };
      file.note(code, what + ": " + listed(odd, 1, name), node_path(odd.front()));
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

}  // namespace

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

}  // namespace anmkit
