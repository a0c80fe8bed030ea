// SPDX-License-Identifier: MIT
// Triangles of meshes and skins, taken to the nodes that they follow.
#include "formats/craftstudio/model/surface.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scene/mesh_parts.hpp"
#include "scene/mirror.hpp"

namespace anmkit::craftstudio {
namespace {

constexpr double kReach = 1e9;  // units

bool is_near(Vec3 p) {
  // Not for NaN.
  return std::fabs(p.x) < kReach && std::fabs(p.y) < kReach && std::fabs(p.z) < kReach;
}

class Reader {
 public:
  explicit Reader(const Scene& scene) : scene_(scene), pose_(stance_of(scene)) {}

  Surfaces read() {
    world_matrices(scene_, pose_, world_);
    place_nodes();
    out_.holders.resize(scene_.nodes.size());
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i) {
      const Mesh* mesh = mesh_of(scene_, scene_.nodes[i]);
      if (mesh == nullptr) continue;
      bool own = false;
      for (const Primitive& primitive : mesh->primitives) {
        if (primitive.mode != PrimitiveMode::triangles) {
          ++out_.others;
        } else if (primitive.joints.empty()) {
          own = true;
          add_own(i, primitive);
        } else {
          add_skin(primitive);
        }
      }
      out_.holders[i] = !own && out_.nodes[i].vertices.empty();
    }
    return std::move(out_);
  }

 private:
  void place_nodes() {
    const Places places(scene_, {});
    std::vector<std::size_t> shows(scene_.nodes.size());
    std::vector<bool> in_world(shows.size());
    for (std::size_t i = 0; i < shows.size(); ++i) {
      shows[i] = i;
      in_world[i] = places.in_world(i);
    }
    LocalsReader reader(scene_, scene_, shows, in_world);
    std::vector<Local> locals;
    reader.read(pose_, world_, false, locals);
    out_.nodes.resize(shows.size());
    std::vector<bool> placed(shows.size());
    for (const std::uint32_t i : parents_first(scene_)) {
      Surface& node = out_.nodes[i];
      node.rest = locals[i];
      Quat around;
      Vec3 from;
      const auto parent = static_cast<std::size_t>(scene_.nodes[i].parent);
      if (scene_.nodes[i].parent >= 0 && placed[parent]) {
        around = out_.nodes[parent].turn;
        from = out_.nodes[parent].origin;
      }
      node.turn = normalize(around * node.rest.rotation);
      node.origin =
          from + rotate(around, node.rest.position + rotate(node.rest.rotation, node.rest.pivot));
      placed[i] = true;
    }
  }

  Vec3 inside(const Surface& node, Vec3 world) const {
    return rotate(conjugate(node.turn), world - node.origin);
  }

  // `mirrored`: the corners are in the order of a mirror, whose front is the other side
  // (glTF 3.7.4).
  void add(Surface& to, const Primitive& primitive, std::span<std::uint32_t> corners,
           std::array<Vec3, 3> places, bool mirrored) {
    if (mirrored) {
      std::swap(corners[1], corners[2]);
      std::swap(places[1], places[2]);
    }
    Facet facet;
    facet.corners = places;
    if (!std::ranges::all_of(places, is_near)) {
      ++out_.unreadable;
      return;
    }
    facet.material = primitive.material;
    if (const Material* material = material_at(scene_, facet.material))
      facet.image = material->image;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = corners[k];
      facet.colors[k] =
          v < primitive.colors.size() ? primitive.colors[v] : std::array<float, 4>{1, 1, 1, 1};
      if (v < primitive.uvs.size())
        facet.uvs[k] = {static_cast<double>(primitive.uvs[v][0]),
                        static_cast<double>(primitive.uvs[v][1])};
      for (double& part : facet.uvs[k])
        part = std::fabs(part) < 1e6 ? part : 0;
      for (float& part : facet.colors[k])
        part = part >= 0 && part <= 1 ? part : 1;
    }
    to.facets.push_back(facet);
  }

  void add_own(std::size_t index, const Primitive& primitive) {
    Surface& node = out_.nodes[index];
    const Vec3 own = own_scale(scene_.nodes[index], pose_[index]);
    const Mat4 stand = world_[index] * scale_matrix(own);
    // The 0 of a block without depth has the sign of its scale.
    const bool mirrored = mirrors(world_[index]) !=
                          (std::signbit(own.x) != (std::signbit(own.y) != std::signbit(own.z)));
    std::vector<Vec3> places;
    places.reserve(primitive.positions.size());
    for (const auto& p : primitive.positions)
      places.push_back(inside(node, transform_point(stand, vec(p))));
    for_each_face(primitive, [&](std::span<std::uint32_t> v) {
      add(node, primitive, v, {places[v[0]], places[v[1]], places[v[2]]}, mirrored);
    });
  }

  // The joint with the largest weight; the first of several.
  std::uint32_t joint_of(const Primitive& primitive, std::size_t vertex) {
    std::size_t best = 0;
    int moving = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      if (primitive.weights[vertex][k] > primitive.weights[vertex][best]) best = k;
      if (primitive.weights[vertex][k] > 0.01F) ++moving;
    }
    if (moving > 1) ++out_.bent;
    const std::uint32_t joint = primitive.joints[vertex][best];
    return joint < scene_.nodes.size() ? joint : 0;
  }

  const Mat4& stand_of(std::uint32_t joint) {
    if (stands_.empty()) stands_.resize(scene_.nodes.size());
    if (!stands_[joint]) {
      const auto& bind = scene_.nodes[joint].bind_matrix;
      stands_[joint] = bind ? world_[joint] * affine_inverse(*bind) : Mat4{};
    }
    return *stands_[joint];
  }

  void add_skin(const Primitive& primitive) {
    const std::size_t count = primitive.positions.size();
    if (primitive.weights.size() < count || primitive.joints.size() < count) return;
    std::vector<std::uint32_t> joints(count);
    for (std::size_t v = 0; v < count; ++v) {
      joints[v] = joint_of(primitive, v);
      const Vec3 place = at(primitive, v, joints[v]);
      if (is_near(place)) out_.nodes[joints[v]].vertices.push_back(place);
    }
    for_each_face(primitive, [&](std::span<std::uint32_t> v) {
      // Where two corners agree they have it, else the first.
      const std::uint32_t joint = joints[v[1]] == joints[v[2]] ? joints[v[1]] : joints[v[0]];
      add(out_.nodes[joint], primitive, v,
          {at(primitive, v[0], joint), at(primitive, v[1], joint), at(primitive, v[2], joint)},
          mirrors(stand_of(joint)));
    });
  }
  Vec3 at(const Primitive& primitive, std::size_t vertex, std::uint32_t joint) {
    return inside(out_.nodes[joint],
                  transform_point(stand_of(joint), vec(primitive.positions[vertex])));
  }

  const Scene& scene_;
  Pose pose_;
  std::vector<Mat4> world_;
  std::vector<std::optional<Mat4>> stands_;
  Surfaces out_;
};

}  // namespace

Surfaces read_surfaces(const Scene& scene) {
  return Reader(scene).read();
}

}  // namespace anmkit::craftstudio
