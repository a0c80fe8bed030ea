// SPDX-License-Identifier: MIT
// Finding the parts of a scene, and following them.
#include "formats/sm64/back/part_walk.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "anmkit/sm64.hpp"
#include "core/counted.hpp"
#include "core/listing.hpp"
#include "import/unedited.hpp"
#include "scene/motion.hpp"

namespace anmkit::sm64 {
namespace {

// The children of every node, roots last.
std::vector<std::vector<std::uint32_t>> children_of(const Scene& scene) {
  std::vector<std::vector<std::uint32_t>> children(scene.nodes.size() + 1);
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    const std::int32_t parent = scene.nodes[i].parent;
    const bool root = parent < 0 || static_cast<std::size_t>(parent) >= scene.nodes.size();
    children[root ? scene.nodes.size() : static_cast<std::size_t>(parent)].push_back(i);
  }
  return children;
}

std::vector<std::uint32_t> depth_first(const Scene& scene) {
  const auto children = children_of(scene);
  std::vector<std::uint32_t> order, stack(children.back().rbegin(), children.back().rend());
  while (!stack.empty()) {
    const std::uint32_t node = stack.back();
    stack.pop_back();
    order.push_back(node);
    stack.insert(stack.end(), children[node].rbegin(), children[node].rend());
  }
  return order;
}

// Nodes with one of the set on both sides of them, or of it themselves.
std::vector<bool> spanned(const Scene& scene, const std::vector<std::uint32_t>& order,
                          const std::vector<bool>& set) {
  std::vector<bool> above(set.size()), below(set), spanned(set);
  const auto parent = [&](std::uint32_t i) { return scene.nodes[i].parent; };
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    if (parent(*it) >= 0 && below[*it]) below[static_cast<std::size_t>(parent(*it))] = true;
  }
  for (const std::uint32_t i : order) {
    if (parent(i) >= 0) {
      const auto up = static_cast<std::size_t>(parent(i));
      above[i] = above[up] || set[up];
    }
    spanned[i] = set[i] || (above[i] && below[i]);
  }
  return spanned;
}

// Whether some clip moves the node; `place`: only its translation counts.
bool moves(const Scene& scene, std::uint32_t node, bool place) {
  return std::ranges::any_of(scene.clips, [&](const Clip& clip) {
    return std::ranges::any_of(clip.tracks, [&](const Track& track) {
      return track.node == node && (!place || track.property == Property::translation) &&
             track_moves(track);
    });
  });
}

// Below the root of a model: nodes without a mesh that do not move and hold one part are folded
// into it, and named in `folded`. `order`: parents first.
void drop_middle_holders(const Scene& scene, const std::vector<std::uint32_t>& order,
                         std::vector<bool>& joints, std::vector<std::string>& folded) {
  std::vector<bool> moving(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track.node < moving.size() && track_moves(track)) moving[track.node] = true;
    }
  }
  const auto children = children_of(scene);
  for (const std::uint32_t node : order) {
    const Node& one = scene.nodes[node];
    if (one.parent < 0 || one.mesh >= 0 || moving[node]) continue;
    const auto held =
        std::ranges::count_if(children[node], [&](std::uint32_t child) { return joints[child]; });
    if (held != 1) continue;
    joints[node] = false;
    folded.push_back(one.name);
  }
}

// Cameras and lights, and nodes that hold nothing else. `order`: parents first.
std::vector<bool> views_of(const Scene& scene, const std::vector<std::uint32_t>& order) {
  std::vector<bool> views(scene.nodes.size()), others(scene.nodes.size());
  for (auto it = order.rbegin(); it != order.rend(); ++it) {
    const std::uint32_t i = *it;
    const Node& node = scene.nodes[i];
    // The node's own children are classified before it.
    const bool holds_views = views[i] && !others[i];
    const bool light = node.extensions.find("KHR_lights_punctual") != std::string::npos;
    views[i] = node.mesh < 0 && (node.camera >= 0 || light || holds_views);
    others[i] = others[i] || !views[i];
    if (node.parent < 0) continue;
    const auto up = static_cast<std::size_t>(node.parent);
    if (views[i]) views[up] = true;
    if (others[i]) others[up] = true;
  }
  return views;
}

// Roots that only hold a skeleton, such as Blender's armature objects, are no parts: only the first
// part can move. They are still and carry one joint.
void drop_holders(const Scene& scene, const std::vector<bool>& moved, std::vector<bool>& joints) {
  const auto children = children_of(scene);
  std::vector<std::uint32_t> roots = children.back();
  std::erase_if(roots, [&](std::uint32_t i) { return !joints[i]; });
  if (roots.size() != 1) return;
  for (std::uint32_t node = roots.front(); scene.nodes[node].mesh < 0;) {
    std::vector<std::uint32_t> held = children[node];
    std::erase_if(held, [&](std::uint32_t i) { return !joints[i]; });
    if (held.size() != 1) return;
    const bool still =
        !moved[node] || (!moves(scene, node, false) && moves(scene, held.front(), true));
    if (!still) return;
    joints[node] = false;
    node = held.front();
  }
}

// The parts of a scene that is not ours. Joints of skins, with what moves above them and what
// is between; without skins every node but cameras, lights, still holders and what contains
// nothing. `folded`: names of nodes that could be parts of the game's skeleton.
std::vector<bool> joints_of(const Scene& scene, const std::vector<std::uint32_t>& order,
                            const std::vector<bool>& moved, std::vector<std::string>& folded) {
  const std::size_t count = scene.nodes.size();
  std::vector<bool> joints(count), parents(count);
  bool any = false, meshes = false;
  for (std::size_t i = 0; i < count; ++i) {
    const Node& node = scene.nodes[i];
    joints[i] = node.bind_matrix.has_value() && node.camera < 0;
    any = any || joints[i];
    meshes = meshes || node.mesh >= 0;
    if (node.parent >= 0 && static_cast<std::size_t>(node.parent) < count) {
      parents[static_cast<std::size_t>(node.parent)] = true;
    }
  }
  if (any) {
    // A node above the joints that moves is one of them, but for what only carries the skeleton.
    std::vector<bool> below(joints);
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
      const std::int32_t parent = scene.nodes[*it].parent;
      if (parent >= 0 && below[*it]) below[static_cast<std::size_t>(parent)] = true;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const bool root = scene.nodes[i].parent < 0;
      if (below[i] && moved[i] && !root) joints[i] = true;
    }
    return spanned(scene, order, joints);
  }
  const std::vector<bool> views = views_of(scene, order);
  for (std::size_t i = 0; i < count; ++i) {
    const bool empty = meshes && scene.nodes[i].mesh < 0 && !parents[i] && !moved[i];
    joints[i] = !views[i] && !empty;
    if (!views[i] && empty && scene.nodes[i].parent >= 0) folded.push_back(scene.nodes[i].name);
  }
  if (meshes) drop_middle_holders(scene, order, joints, folded);
  drop_holders(scene, moved, joints);
  return joints;
}

// Each with the part above it, whatever is between.
PartOrder hang(const Scene& scene, const std::vector<std::uint32_t>& nodes, bool ours) {
  PartOrder order;
  order.ours = ours;
  std::vector<std::int32_t> part_of(scene.nodes.size(), -1);
  for (std::size_t i = 0; i < nodes.size(); ++i)
    part_of[nodes[i]] = static_cast<std::int32_t>(i);
  for (const std::uint32_t node : nodes) {
    PartNode& part = order.parts.emplace_back();
    part.node = node;
    std::int32_t up = scene.nodes[node].parent;
    for (std::size_t steps = 0; up >= 0 && steps < scene.nodes.size(); ++steps) {
      const auto i = static_cast<std::size_t>(up);
      if (part_of[i] >= 0) break;
      part.between.insert(part.between.begin(), static_cast<std::uint32_t>(up));
      up = scene.nodes[i].parent;
    }
    part.above = up < 0 ? -1 : part_of[static_cast<std::size_t>(up)];
  }
  return order;
}

// Nodes by the names of a layout's parts; empty when one is missing.
std::vector<std::uint32_t> by_layout(const Scene& scene, std::span<const Node> layout) {
  std::map<std::string_view, std::uint32_t> by_name;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i)
    by_name.emplace(scene.nodes[i].name, i);
  std::vector<std::uint32_t> nodes;
  for (const Node& part : layout) {
    const auto known = by_name.find(part.name);
    if (known == by_name.end()) return {};
    nodes.push_back(known->second);
  }
  return nodes;
}

std::vector<std::uint32_t> by_number(const Scene& scene, std::size_t count,
                                     std::vector<std::uint32_t>& added) {
  // Nodes below 0 hold what no part shows (`holder_id`).
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
    if (scene.nodes[i].id >= 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return scene.nodes[i].id; });
  if (order.size() > count) {
    added.assign(order.begin() + static_cast<std::ptrdiff_t>(count), order.end());
    order.resize(count);
  }
  return order;
}

// The first number that the parts leave out. Nodes that lost their numbers have larger ones;
// parts at the end may be missing because the layout never drew them.
std::optional<std::int64_t> gap_of(const Scene& scene, const std::vector<PartNode>& parts,
                                   std::size_t count) {
  std::int64_t next = 0;
  for (const PartNode& part : parts) {
    const std::int64_t id = scene.nodes[part.node].id;
    if (id >= static_cast<std::int64_t>(count)) return {};
    if (id > next) return next;
    next = id + 1;
  }
  return {};
}

}  // namespace

std::vector<bool> moved_nodes(const Scene& scene) {
  std::vector<bool> moved(scene.nodes.size());
  for (const Clip& clip : scene.clips) {
    for (const Track& track : clip.tracks) {
      if (track.node < moved.size()) moved[track.node] = true;
    }
  }
  return moved;
}

PartOrder order_parts(const Scene& scene, const std::vector<bool>& moved, bool ours,
                      std::size_t count, std::span<const Node> layout, Findings& findings) {
  if (ours) {
    std::vector<std::uint32_t> added;
    PartOrder order = hang(scene, by_number(scene, count, added), true);
    order.added = std::move(added);
    order.missing = gap_of(scene, order.parts, count);
    return order;
  }
  if (!layout.empty()) {
    const auto named = by_layout(scene, layout);
    if (!named.empty()) {
      PartOrder order = hang(scene, named, false);
      for (std::size_t i = 0; i < named.size(); ++i)
        order.parts[i].placed =
            same_matrix(layout[i].offset, scene.nodes[named[i]].offset, unedited::kSm64Layout);
      return order;
    }
  }
  const auto all = depth_first(scene);
  std::vector<std::string> folded;
  const auto joints = joints_of(scene, all, moved, folded);
  std::vector<std::uint32_t> nodes;
  for (const std::uint32_t node : all) {
    if (joints[node]) nodes.push_back(node);
  }
  if (!layout.empty() && layout.size() != nodes.size()) {
    findings.warning("W-SKELETON", "the layout draws " + counted(layout.size(), "part") +
                                       ", whose names the scene does not have, and the scene "
                                       "has " +
                                       std::to_string(nodes.size()) +
                                       " joints: they are numbered depth first");
  } else if (layout.empty() && !folded.empty()) {
    constexpr std::size_t kNamed = 8;
    findings.warning(
        "W-SKELETON",
        counted(folded.size(), "node is", "nodes are") + " no part of the animation, because " +
            (folded.size() == 1 ? "it has" : "they have") + " no mesh and no clip moves " +
            (folded.size() == 1 ? "it: " : "them: ") + some_of(folded, kNamed) +
            "; where the game's layout counts them, give it (--with geo.inc.c)");
  }
  return hang(scene, nodes, false);
}

PartWalk::PartWalk(const Scene& scene, const Clip& clip, const PartOrder& order)
    : order_(order), scene_(scene), walk_(scene, clip, kRate), rest_pose_(rest_pose(scene)) {
  fold(rest_pose_, rest_);
  now_ = rest_;
}

void PartWalk::seek(double frame) {
  fold(walk_.pose(frame), now_);
}

void PartWalk::fold(const Pose& pose, std::vector<Transform>& out) const {
  struct Local {
    Transform parts;
    Vec3 pivot;
  };
  const auto local = [&](const Pose& from, std::uint32_t i, bool with_offset) {
    const NodePose& node = from[i];
    const Transform& t = node.local;
    if (node.is_matrix) return Local{decompose(node.offset), {}};
    if (!with_offset || node.offset == Mat4{}) {
      return Local{{t.translation, normalize(t.rotation), t.scale}, t.pivot};
    }
    const Transform offset = decompose(node.offset);
    const Vec3 moved = transform_point(node.offset, t.translation);
    return Local{
        {moved, normalize(offset.rotation * t.rotation), anmkit::scale(offset.scale, t.scale)},
        t.pivot};
  };
  out.assign(order_.parts.size(), {});
  // Scales are handed down, so that places of joints below them are in plain units.
  std::vector<Vec3> handed(order_.parts.size(), Vec3{1, 1, 1});
  std::vector<bool> done(order_.parts.size());
  const auto place = [&](std::size_t p) {
    const PartNode& part = order_.parts[p];
    Vec3 at, size{1, 1, 1};
    Quat turn;
    if (part.above >= 0) {
      const auto above = static_cast<std::size_t>(part.above);
      size = handed[above];
      at = order_.ours ? Vec3{} : anmkit::scale(out[above].pivot, size);
    }
    const auto step = [&](std::uint32_t node, bool with_offset) {
      const Local one = local(pose, node, with_offset);
      at = at + rotate(turn, anmkit::scale(one.parts.translation, size));
      turn = turn * one.parts.rotation;
      const Local own = keep_scales_ ? local(rest_pose_, node, with_offset) : one;
      if (scene_.nodes[node].inherit_scale) size = anmkit::scale(size, own.parts.scale);
      return one;
    };
    for (const std::uint32_t node : part.between) {
      const Local one = step(node, true);
      at = at + rotate(turn, anmkit::scale(one.pivot, size));
    }
    const Local own = step(part.node, !order_.ours && !part.placed);
    out[p] = {at, normalize(turn), own.parts.scale, own.pivot};
    if (!order_.ours) handed[p] = size;
    done[p] = true;
  };
  // Parts above come first, also where a layout has another order.
  for (std::size_t p = 0; p < order_.parts.size(); ++p) {
    std::vector<std::size_t> chain;
    for (auto q = static_cast<std::int32_t>(p); q >= 0 && !done[static_cast<std::size_t>(q)];
         q = order_.parts[static_cast<std::size_t>(q)].above)
      chain.push_back(static_cast<std::size_t>(q));
    for (auto it = chain.rbegin(); it != chain.rend(); ++it)
      place(*it);
  }
}

}  // namespace anmkit::sm64
