// SPDX-License-Identifier: MIT
// A scene at one moment: where its vertices and bones are.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "anmkit/scene.hpp"
#include "render/view.hpp"
#include "scene/mesh_parts.hpp"
#include "scene/reference.hpp"

namespace anmkit::render {

// Vertices of a primitive in the scene's axes. Normals are not of length 1.
struct Placed {
  std::vector<Vec3> places, normals;
  bool mirrored = false;  // front faces are seen as back faces
};

class Figure {
 public:
  // Borrows the scene. `clip`: an index that exists, or empty for the rest pose.
  Figure(const Scene& scene, std::optional<std::size_t> clip);

  // A primitive of a mesh at a node.
  struct Part {
    std::uint32_t node;
    const Primitive* primitive;
  };
  const std::vector<Part>& parts() const { return parts_; }
  std::size_t vertices() const { return vertices_; }
  bool has_lines() const { return lines_; }

  struct Moment {
    Pose pose;
    std::vector<Mat4> world;
    std::vector<Mat4> skin;  // from the bind pose; empty where nothing is skinned
  };
  // Nodes that are rotated to the camera are rotated to this one.
  Moment at(double frame, const ViewAxes& axes) const;
  bool is_hidden(const Part& part, const Moment& moment) const;
  void place(const Part& part, const Moment& moment, Placed& out) const;
  // From the part's own coordinates to the scene's; skinned vertices are there already.
  Mat4 matrix_of(const Part& part, const Moment& moment) const;

  // Octahedra at the joints and spikes to their children, three corners a triangle, node by node;
  // of scenes without parts.
  using VisitCorners = std::function<void(std::span<const Vec3>)>;
  void place_bones(const Moment& moment, const VisitCorners& visit) const;

 private:
  double bone_size(const std::vector<Mat4>& rest, double duration) const;
  void turn_to_camera(Moment& moment, const ViewAxes& axes) const;

  const Scene& scene_;
  std::optional<ReferenceSampler> sampler_;
  std::vector<std::uint32_t> order_;
  std::vector<Part> parts_;
  std::size_t vertices_ = 0;
  std::vector<Mat4> unbind_;  // world to bind, of each node; empty where nothing is skinned
  bool billboards_ = false, lines_ = false;
  double bone_size_ = 0;
};

}  // namespace anmkit::render
