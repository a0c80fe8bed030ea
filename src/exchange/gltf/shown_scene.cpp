// SPDX-License-Identifier: MIT
// The scene that a glTF file shows: the default one. Nodes that are not in it are not read.
#include <algorithm>

#include "core/counted.hpp"
#include "core/findings.hpp"
#include "exchange/gltf/fold.hpp"

namespace anmkit {
namespace {

// Of each node the root above it.
std::vector<std::uint32_t> tops_of(const std::vector<RawNode>& raw) {
  std::vector<std::uint32_t> tops(raw.size());
  for (const std::uint32_t i : parents_first(raw)) {
    const std::int32_t parent = raw[i].parent;
    tops[i] = parent < 0 ? i : tops[static_cast<std::size_t>(parent)];
  }
  return tops;
}

// The trees whose tops a scene lists.
class Shown {
 public:
  Shown(GltfFile& file, const std::vector<RawNode>& raw)
      : file_(file),
        raw_(raw),
        tops_(tops_of(raw)),
        shown_(raw.size()),
        skins_(file.list("skins").size()) {}

  void add_scene(JsonValue scene) {
    for (JsonValue one = scene["nodes"].first(); one; one = one.next()) {
      const auto index = one.integer().value_or(-1);
      if (index < 0 || static_cast<std::size_t>(index) >= raw_.size())
        return file_.bad(one, "scenes", "expected the index of a node");
      add_tree(static_cast<std::size_t>(index));
    }
  }

  // Joints belong to what is bound to them, wherever they are.
  std::vector<bool> take() {
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const RawNode& node = raw_[order_[i]];
      order_.insert(order_.end(), node.children.begin(), node.children.end());
      shown_[order_[i]] = true;
      if (node.skin < 0) continue;
      const auto number = static_cast<std::size_t>(node.skin);
      if (skins_[number]) continue;
      skins_[number] = true;
      const JsonValue skin = file_.list("skins")[number];
      for (JsonValue joint = skin["joints"].first(); joint; joint = joint.next()) {
        const auto index = joint.integer().value_or(-1);
        if (index >= 0 && static_cast<std::size_t>(index) < raw_.size())
          add_tree(static_cast<std::size_t>(index));
      }
    }
    return std::move(shown_);
  }

 private:
  void add_tree(std::size_t node) {
    const std::uint32_t top = tops_[node];
    if (!shown_[top]) order_.push_back(top);
    shown_[top] = true;
  }

  GltfFile& file_;
  const std::vector<RawNode>& raw_;
  std::vector<std::uint32_t> tops_;
  std::vector<bool> shown_, skins_;
  std::vector<std::uint32_t> order_;
};

std::string scene_name(GltfFile& file) {
  const std::string_view name = file.shown_scene()["name"].string().value_or("");
  return "the default scene" + (name.empty() ? "" : " " + quoted(name));
}

std::string names_of(const std::vector<RawNode>& raw) {
  constexpr std::size_t kMost = 6;
  std::string text;
  std::size_t count = 0;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (!raw[i].outside || count++ >= kMost) continue;
    text += text.empty() ? "" : ", ";
    text += raw[i].name.empty() ? "node " + std::to_string(i) : raw[i].name;
  }
  return count > kMost ? text + ", ..." : text;
}

}  // namespace

void mark_outside(GltfFile& file, std::vector<RawNode>& raw) {
  if (file.error() || raw.empty() || file.list("scenes").empty()) return;
  Shown shown(file, raw);
  shown.add_scene(file.shown_scene());
  const std::vector<bool> inside = shown.take();
  if (file.error()) return;
  if (std::ranges::find(inside, true) == inside.end()) {
    return file.note("anmkit.GLTF-SCENES",
                     scene_name(file) + " has no nodes; all nodes of the file are read", "scenes");
  }
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (inside[i]) continue;
    raw[i].outside = true;
    raw[i].mesh = raw[i].skin = raw[i].camera = -1;
  }
}

bool drop_outside(const std::vector<RawNode>& raw, std::vector<RawTrack>& tracks) {
  return std::erase_if(tracks, [&](const RawTrack& one) { return raw[one.node].outside; }) > 0;
}

void report_outside(GltfFile& file, const std::vector<RawNode>& raw, std::size_t clips) {
  const auto count = std::ranges::count(raw, true, &RawNode::outside);
  if (count == 0) return;
  std::string text = counted(count, "node is", "nodes are") + " not in " + scene_name(file) +
                     " and left out: " + names_of(raw);
  if (clips > 0) {
    text += "; also left out: " + counted(clips, "animation that moves", "animations that move") +
            " only these";
  }
  file.note("anmkit.GLTF-SCENES", std::move(text), "scenes");
}

}  // namespace anmkit
