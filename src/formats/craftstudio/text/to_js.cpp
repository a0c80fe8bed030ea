// SPDX-License-Identifier: MIT
// Binary to JSON (sections 8.1 to 8.3), with a finding for everything that JSON cannot store.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/bytes.hpp"
#include "formats/craftstudio/findings.hpp"
#include "formats/craftstudio/minecraft_names.hpp"
#include "formats/craftstudio/motion.hpp"

namespace anmkit::craftstudio {
namespace {

// JSON text is UTF-8; every byte of a name that is not becomes U+FFFD.
std::string valid_name(const std::string& name, const std::string& path, Findings& findings) {
  if (is_utf8(name)) return name;
  findings.warning("W-UTF8", "the name is not valid UTF-8; bytes beyond ASCII become U+FFFD", {},
                   path);
  std::string valid;
  for (const char c : name) {
    if (static_cast<unsigned char>(c) < 0x80) {
      valid += c;
    } else {
      valid += "\xEF\xBF\xBD";
    }
  }
  return valid;
}

double finite(double value, const std::string& path, Findings& findings) {
  if (std::isfinite(value)) return value;
  findings.error("E-NONFINITE", "NaN or infinity has no JSON spelling; 0 is written", {}, path);
  return 0;
}

// Collects the losses of keys, for one message per track.
struct KeyLosses {
  bool interpolation = false;
  bool repeated = false;
};

template <class Value>
JsNodeAnimation::Track js_track(const std::vector<Key<Value>>& keys, double factor,
                                const std::string& path, Findings& findings) {
  std::vector<JsKey> track;
  track.reserve(keys.size());
  KeyLosses losses;
  std::set<std::uint16_t> times;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key<Value>& key = keys[i];
    JsKey& to = track.emplace_back();
    to.time = key.time;
    losses.interpolation = losses.interpolation || key.interpolation_mode != 0;
    losses.repeated = losses.repeated || !times.insert(key.time).second;
    const std::string place = path_of(path, i, "delta");
    if constexpr (std::same_as<Value, Float4>) {
      const Quat q{finite(key.delta[1], place, findings), finite(key.delta[2], place, findings),
                   finite(key.delta[3], place, findings), finite(key.delta[0], place, findings)};
      to.delta.value = degrees_from_quat(normalize(q));
    } else {
      for (std::size_t axis = 0; axis < 3; ++axis)
        to.delta.value[axis] =
            finite(static_cast<double>(key.delta[axis]) * factor, place, findings);
    }
  }
  if (losses.interpolation) {
    findings.warning("W-JSON-INTERPOLATION-LOST", "JSON has no place for interpolation modes", {},
                     path);
  }
  if (losses.repeated) {
    findings.warning("W-JSON-DUPLICATE",
                     "equal key times become a repeated key; most readers keep the last", {}, path);
  }
  return track;
}

}  // namespace

JsAnimation to_js(const Animation& animation, std::string title, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  JsAnimation js;
  js.title = std::move(title);
  js.duration = animation.duration;
  js.hold_last_keyframe = animation.hold_last_key_frame != 0;
  if (!animation.trailing.empty()) {
    findings.info("I-JSON-TAIL-LOST", "the stale bytes after the logical end are left out", {},
                  "trailing");
  }
  MinecraftNames names;
  for (std::size_t i = 0; i < animation.nodes.size(); ++i) {
    const NodeAnimation& node = animation.nodes[i];
    JsNodeAnimation& to = js.node_animations.emplace_back();
    to.name = valid_name(node.name.bytes, path_of("nodes", i, "name"), findings);
    if (!names.add(to.name, {}, path_of("nodes", i, "name"), findings)) {
      findings.warning("W-JSON-DUPLICATE",
                       "the node name " + quoted(to.name) + " becomes a repeated key", {},
                       path_of("nodes", i, "name"));
    }
    const auto path = [&](std::string_view track) { return path_of("nodes", i, track); };
    to.position = js_track(node.position, kPixelsPerUnit, path("position"), findings);
    to.offset_from_pivot =
        js_track(node.pivot_offset, kPixelsPerUnit, path("pivotOffset"), findings);
    to.size = js_track(node.block_size, 1, path("blockSize"), findings);
    to.rotation = js_track(node.orientation, 1, path("orientation"), findings);
    to.stretch = js_track(node.scale, 1, path("scale"), findings);
  }
  findings.info("I-JSON-RATE",
                "frame numbers are kept; consumers of JSON play 60 per second, the engine 30");
  return js;
}

namespace {

// Node indices in pre-order. Nodes whose parents are missing or form a cycle become roots.
std::vector<std::size_t> preorder(const RestModel& rest, std::vector<std::int32_t>& parents,
                                  Findings& findings) {
  const std::size_t count = rest.nodes.size();
  std::vector<std::vector<std::size_t>> children(count);
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < count; ++i) {
    const std::int32_t parent = rest.nodes[i].parent;
    if (parent < 0) {
      roots.push_back(i);
    } else {
      children[static_cast<std::size_t>(parent)].push_back(i);
    }
  }
  std::vector<std::size_t> order;
  std::vector<bool> seen(count);
  const auto walk = [&](std::size_t root) {
    std::vector<std::size_t> stack{root};
    while (!stack.empty()) {
      const std::size_t node = stack.back();
      stack.pop_back();
      if (seen[node]) continue;
      seen[node] = true;
      order.push_back(node);
      stack.insert(stack.end(), children[node].rbegin(), children[node].rend());
    }
  };
  for (const std::size_t root : roots)
    walk(root);
  for (std::size_t i = 0; i < count; ++i) {
    if (seen[i]) continue;
    findings.warning("W-JSON-PARENT-LOST", "the node is its own ancestor; written as a root", {},
                     path_of("nodes", i, "parentId"));
    parents[i] = -1;
    walk(i);
  }
  return order;
}

// LTb RTb RBb LBb RTf LTf LBf RBf (section 8.2).
std::array<JsTriple, 8> corners(const ModelNode& node) {
  static constexpr double kSigns[8][3] = {{-1, 1, -1}, {1, 1, -1}, {1, -1, -1}, {-1, -1, -1},
                                          {1, 1, 1},   {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}};
  std::array<JsTriple, 8> list;
  for (std::size_t i = 0; i < 8; ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      list[i].value[axis] =
          kSigns[i][axis] * node.block_size[axis] * static_cast<double>(node.scale[axis]) / 2;
    }
  }
  return list;
}

void convert_unwrap(const ModelNode& node, JsBlock& block, std::size_t index, Findings& findings) {
  std::int32_t u = node.quad_offset[0][0], v = node.quad_offset[0][1];
  for (const auto& offset : node.quad_offset) {
    u = std::min(u, offset[0]);
    v = std::min(v, offset[1]);
  }
  block.tex_offset = {static_cast<double>(u), static_cast<double>(v)};
  const auto& [x, y, z] = node.block_size;
  const bool plain = std::ranges::all_of(node.quad_transform, [](auto t) { return t == 0; });
  if (plain && node.quad_offset == full_unwrap({x, y, z}, u, v)) return;
  findings.warning("W-JSON-UNWRAP-LOST",
                   "node " + quoted(node.name.bytes) +
                       " is not exactly Full unwrapped; JSON keeps only the smallest offset",
                   {}, path_of("nodes", index, "quadOffset"));
}

void convert_scale(const ModelNode& node, JsBlock& block, std::size_t index, Findings& findings) {
  if (node.scale == Float3{1, 1, 1}) return;
  block.vertex_coords = corners(node);
  for (JsTriple& corner : *block.vertex_coords) {
    for (double& v : corner.value)
      v = finite(v, path_of("nodes", index, "scale"), findings);
  }
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (node.block_size[axis] != 0 || node.scale[axis] == 1) continue;
    findings.warning("W-JSON-SCALE-LOST",
                     "node " + quoted(node.name.bytes) +
                         " has a scale on an axis of size 0, which corners cannot store",
                     {}, path_of("nodes", index, "scale"));
  }
}

void report_model_losses(const Model& model, const std::vector<std::size_t>& order,
                         Findings& findings) {
  bool ordered = true, numbered = model.next_node_id == model.nodes.size();
  for (std::size_t i = 0; i < order.size(); ++i) {
    ordered = ordered && order[i] == i;
    numbered = numbered && model.nodes[order[i]].id == i;
  }
  if (!ordered) {
    findings.info("I-JSON-ORDER-LOST", "nodes are written in tree order, not in file order");
  }
  if (!numbered) findings.info("I-JSON-IDS-LOST", "JSON has no node ids");
  if (!model.animation_ids.empty()) {
    findings.info("I-JSON-ANIMATIONS-LOST", "JSON has no list of animation ids", {},
                  "animationIds");
  }
  findings.info("I-JSON-TEXTURE",
                "JSON has no texture; put it next to the model as a PNG of the same name", {},
                "texture");
  if (!model.trailing.empty()) {
    findings.info("I-JSON-TAIL-LOST", "the stale bytes after the logical end are left out", {},
                  "trailing");
  }
}

}  // namespace

JsModel to_js(const Model& model, std::string title, Diagnostics& diagnostics) {
  Findings findings(diagnostics);
  const RestModel rest = rest_of(model);
  JsModel js;
  js.title = std::move(title);
  std::vector<std::int32_t> parents;
  for (std::size_t i = 0; i < rest.nodes.size(); ++i) {
    parents.push_back(rest.nodes[i].parent);
    if (parents[i] < 0 && model.nodes[i].parent_id != kNoParent) {
      findings.warning("W-JSON-PARENT-LOST", "the parent does not exist; written as a root", {},
                       path_of("nodes", i, "parentId"));
    }
  }
  const std::vector<std::size_t> order = preorder(rest, parents, findings);
  std::vector<std::int32_t> place(rest.nodes.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[order[i]] = static_cast<std::int32_t>(i);
  MinecraftNames names;
  for (const std::size_t i : order) {
    const ModelNode& node = model.nodes[i];
    JsBlock& block = js.blocks.emplace_back();
    block.parent = parents[i] < 0 ? -1 : place[static_cast<std::size_t>(parents[i])];
    block.name = valid_name(node.name.bytes, path_of("nodes", i, "name"), findings);
    names.add(block.name, {}, path_of("nodes", i, "name"), findings);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto pixels = [&](const Float3& v, std::string_view name) {
        return finite(static_cast<double>(v[axis]) * kPixelsPerUnit, path_of("nodes", i, name),
                      findings);
      };
      block.position.value[axis] = pixels(node.position, "position");
      block.offset_from_pivot.value[axis] = pixels(node.pivot_offset, "pivotOffset");
      block.size.value[axis] = node.block_size[axis];
    }
    block.rotation.value = degrees_from_quat(rest.nodes[i].orientation);
    convert_scale(node, block, i, findings);
    convert_unwrap(node, block, i, findings);
  }
  report_model_losses(model, order, findings);
  return js;
}

}  // namespace anmkit::craftstudio
