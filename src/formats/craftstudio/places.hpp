// SPDX-License-Identifier: MIT
// Where the nodes of any scene are, in CraftStudio's terms: nodes hand down their position and
// their rotation, and keep their scale to themselves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "anmkit/scene.hpp"
#include "scene/reference.hpp"

namespace anmkit::craftstudio {

inline constexpr std::size_t kNoNode = ~std::size_t{0};

// The values of a node that rest and delta together make.
struct Local {
  Vec3 position, pivot, scale, size;
  Quat rotation;
};

// The rest pose of a scene, with a scale of 1 where a scale of 0 hides a node: the mesh gives the
// size of a block, and the motion its scale. Also where the rest scale is a thousandth of what a
// clip reaches. Nodes of our own files keep theirs.
Pose stance_of(const Scene& scene);
// The names of the nodes whose stance differs from the rest pose.
std::vector<std::string> hidden_at_rest(const Scene& scene);

// Which nodes of a scene are not where their own values put them: scales, offsets or matrices above
// them count.
class Places {
 public:
  Places(const Scene& scene, const Clip& clip);
  bool in_world(std::size_t node) const { return in_world_[node]; }
  // Whether nothing less than a comparison in the world tells how such a scene looks.
  bool any() const;

 private:
  std::vector<bool> in_world_;
  bool hides_ = false, hands_down_ = false;
};

// How a node of a skeleton is that was made from the scene's own node: what scales the scene's
// node scales the block, and moves its centre away from where the node turns.
struct Bodied {
  Vec3 scale;          // of the scene's node in the world, at rest
  bool below = false;  // one of several blocks of the scene's node, below the model's node for it
};

// Reads the values of a skeleton's nodes off poses of a scene. All references are borrowed.
class LocalsReader {
 public:
  // `shows`: for each node of the skeleton the scene's node that it follows, or kNoNode;
  // `in_world`: for each whether by its place in the world.
  LocalsReader(const Scene& scene, const Scene& skeleton, const std::vector<std::size_t>& shows,
               std::vector<bool> in_world);

  // For each node of the skeleton; empty: none is.
  void set_bodied(std::vector<std::optional<Bodied>> bodied) { bodied_ = std::move(bodied); }

  // `world` are the scene's matrices of the pose; without nodes that need them it may be empty.
  // `hides`: hidden nodes get scale 0.
  void read(const Pose& pose, const std::vector<Mat4>& world, bool hides, std::vector<Local>& out);

 private:
  const Scene& scene_;
  const Scene& skeleton_;
  const std::vector<std::size_t>& shows_;
  std::vector<bool> in_world_;
  std::vector<std::uint32_t> order_;
  std::vector<std::optional<Bodied>> bodied_;
  std::vector<Quat> turn_;  // of each node, and where its children hang
  std::vector<Vec3> origin_;
};

}  // namespace anmkit::craftstudio
