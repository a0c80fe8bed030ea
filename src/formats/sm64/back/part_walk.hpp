// SPDX-License-Identifier: MIT
// The drawn parts of any scene: which nodes they are, in the order of the format, and how each
// moves against the part above it (sections 7, 8.3).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "formats/sm64/findings.hpp"
#include "scene/frame_walk.hpp"

namespace anmkit::sm64 {

struct PartNode {
  std::uint32_t node = 0;              // of the scene
  std::int32_t above = -1;             // part above
  std::vector<std::uint32_t> between;  // nodes that are no parts, from the part above down
  bool placed = false;                 // the layout has its offset
};
struct PartOrder {
  std::vector<PartNode> parts;
  std::vector<std::uint32_t> added;     // nodes of an editor that are no parts, in a scene of ours
  std::optional<std::int64_t> missing;  // number of a part that a scene of ours lacks
  bool ours = false;                    // static places of nodes are in the layout
};

std::vector<bool> moved_nodes(const Scene& scene);

// The parts of a scene, whose clips move the nodes `moved`. `ours`: it was made from this family's
// files, whose parts are known by their numbers, so many as `count`. Of other scenes joints count,
// depth first; `layout` (may be empty) are the parts of a layout in drawing order, which is
// followed where the scene has nodes of its names.
PartOrder order_parts(const Scene& scene, const std::vector<bool>& moved, bool ours,
                      std::size_t count, std::span<const Node> layout, Findings& findings);

// A clip, part by part.
class PartWalk {
 public:
  PartWalk(const Scene& scene, const Clip& clip, const PartOrder& order);

  const FrameWalk& frames() const { return walk_; }
  // From now on a moving scale stays with its part, whose children inherit it: only scales at rest
  // are part of the children's translations.
  void keep_scales() { keep_scales_ = true; }
  void seek(double frame);
  // Of the frame that was asked for last; `translation` is in the unit of a scene without scale.
  const Transform& part(std::size_t i) const { return now_[i]; }
  // Where no clip moves it.
  const Transform& rest(std::size_t i) const { return rest_[i]; }

 private:
  void fold(const Pose& pose, std::vector<Transform>& out) const;

  const PartOrder& order_;
  const Scene& scene_;
  FrameWalk walk_;
  Pose rest_pose_;
  bool keep_scales_ = false;
  std::vector<Transform> now_, rest_;
};

}  // namespace anmkit::sm64
