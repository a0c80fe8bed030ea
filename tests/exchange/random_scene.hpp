// SPDX-License-Identifier: MIT
// Generated scenes that use everything that a Scene can contain.
#pragma once

#include <cstdint>
#include <random>

#include "anmkit/scene.hpp"

namespace anmkit::test {

class SceneMaker {
 public:
  explicit SceneMaker(std::uint32_t seed) : random_(seed) {}

  Scene make() {
    Scene scene;
    scene.name = "generated";
    scene.up = static_cast<UpAxis>(pick(3));
    scene.metres_per_unit = pick(2) == 0 ? 1 : 0.0625;
    const std::size_t count = 1 + pick(9);
    for (std::size_t i = 0; i < count; ++i)
      scene.nodes.push_back(make_node(i, count));
    if (pick(3) != 0) add_meshes(scene);
    const std::size_t clips = 1 + pick(3);
    for (std::size_t i = 0; i < clips; ++i)
      scene.clips.push_back(make_clip(scene, i));
    return scene;
  }

  std::size_t pick(std::size_t count) { return random_() % count; }
  double real(double low, double high) {
    return low + (high - low) * static_cast<double>(random_() % 100001) / 100000;
  }
  Vec3 vec(double size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
  Quat turn() { return normalize({real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1) + 0.001}); }

 private:
  Node make_node(std::size_t i, std::size_t count) {
    Node node;
    // Some names repeat, some are empty, some look like parts of a chain.
    static constexpr const char* kNames[] = {"arm", "arm", "", "leg.box", "arm.pivot", "tête"};
    node.name = pick(2) == 0 ? "part" + std::to_string(i) : kNames[pick(6)];
    node.id = static_cast<std::int64_t>(100 + i);
    // Parents may follow their children.
    const std::size_t parent = pick(count + 1);
    node.parent = parent == count || parent == i ? -1 : static_cast<std::int32_t>(parent);
    if (parent > i && pick(2) == 0) node.parent = -1;
    node.rest.translation = vec(2);
    node.rest.rotation = turn();
    if (pick(2) == 0) node.rest.scale = {real(0.5, 2), real(0.5, 2), real(0.5, 2)};
    if (pick(3) == 0) node.rest.pivot = vec(1);
    if (pick(4) == 0) node.offset = trs_matrix(vec(1), turn(), {1, 1, 1});
    if (pick(6) == 0) node.offset = trs_matrix(vec(1), turn(), {2, 1, 0.5});
    node.inherit_scale = pick(2) == 0;
    node.inherit_parent = pick(8) != 0;
    node.visible = pick(6) != 0;
    if (pick(2) == 0) node.block_size = Vec3{4, pick(3) == 0 ? 0.0 : 2.0, 8};
    return node;
  }

  void add_meshes(Scene& scene) {
    scene.materials.resize(2);
    scene.materials[0].name = "skin";
    scene.materials[0].image = 0;
    scene.materials[0].alpha = AlphaMode::mask;
    scene.materials[0].show_texels();
    scene.materials[1].unlit = true;
    scene.materials[1].double_sided = true;
    Image image;
    image.width = image.height = 2;
    image.bytes.assign(16, std::byte{255});
    scene.images.push_back(image);
    for (Node& node : scene.nodes) {
      if (pick(3) == 0) continue;
      node.mesh = static_cast<std::int32_t>(scene.meshes.size());
      scene.meshes.push_back({"mesh", {make_primitive(scene)}});
    }
  }

  Primitive make_primitive(const Scene& scene) {
    Primitive primitive;
    primitive.mode = static_cast<PrimitiveMode>(pick(3));
    primitive.material = static_cast<std::int32_t>(pick(3)) - 1;
    const bool skinned = pick(5) == 0;
    for (int i = 0; i < 6; ++i) {
      const Vec3 p = vec(1);
      const Vec3 n = rotate(turn(), {0, 0, 1});
      primitive.positions.push_back(
          {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
      primitive.normals.push_back(
          {static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
      primitive.uvs.push_back({static_cast<float>(p.x), static_cast<float>(p.y)});
      if (!skinned) continue;
      const auto a = static_cast<std::uint32_t>(pick(scene.nodes.size()));
      const auto b = static_cast<std::uint32_t>(pick(scene.nodes.size()));
      primitive.joints.push_back({a, b, a, 0});
      primitive.weights.push_back({0.5F, 0.25F, 0.25F, 0});
    }
    if (primitive.mode == PrimitiveMode::triangles) primitive.indices = {0, 1, 2, 3, 4, 5, 0, 2, 4};
    return primitive;
  }

  Clip make_clip(const Scene& scene, std::size_t index) {
    Clip clip;
    clip.name = index == 0 ? "walk" : "walk";  // repeated on purpose
    clip.rate = pick(2) == 0 ? 30 : 60;
    clip.duration = static_cast<double>(pick(20)) + (pick(4) == 0 ? 0.5 : 0.0);
    clip.loops = pick(2) == 0;
    clip.extras = R"({"bank": 7,"speed":1.50})";
    for (std::uint32_t i = 0; i < scene.nodes.size(); ++i) {
      // A matrix says everything: such nodes have nothing else to combine it with.
      const bool matrices =
          i % 5 == 4 && scene.nodes[i].inherit_scale && scene.nodes[i].offset == Mat4{};
      if (matrices) {
        clip.tracks.push_back(make_track(clip, i, Property::local_matrix));
        continue;
      }
      for (const Property property :
           {Property::translation, Property::rotation, Property::scale, Property::pivot,
            Property::block_size, Property::visibility, Property::static_offset}) {
        if (property == Property::static_offset ? pick(12) == 0 : pick(3) == 0) {
          clip.tracks.push_back(make_track(clip, i, property));
        }
      }
    }
    return clip;
  }

  Interpolation pick_interpolation(Property property) {
    if (property == Property::block_size || property == Property::visibility) {
      return Interpolation::step;
    }
    if (property == Property::rotation) {
      static constexpr Interpolation kAll[] = {Interpolation::step,  Interpolation::linear,
                                               Interpolation::slerp, Interpolation::slerp_long,
                                               Interpolation::cubic, Interpolation::squad};
      return kAll[pick(6)];
    }
    static constexpr Interpolation kAll[] = {Interpolation::step, Interpolation::linear,
                                             Interpolation::cubic, Interpolation::bezier};
    return kAll[pick(4)];
  }

  Track make_track(const Clip& clip, std::uint32_t node, Property property) {
    Track track;
    track.node = node;
    track.property = property;
    const bool matrix = property == Property::static_offset || property == Property::local_matrix;
    track.interpolation = matrix ? Interpolation::step : pick_interpolation(property);
    double time = pick(2) == 0 ? 0 : static_cast<double>(pick(3));
    const std::size_t keys = 1 + pick(5);
    for (std::size_t k = 0; k < keys && (k == 0 || time <= clip.duration); ++k) {
      track.times.push_back(std::min(time, clip.duration));
      add_value(track, matrix);
      time += 1 + static_cast<double>(pick(6)) + (pick(5) == 0 ? 0.25 : 0);
    }
    if (track.interpolation != Interpolation::step && pick(5) == 0) {
      for (std::size_t k = 0; k < track.times.size(); ++k)
        track.ease.insert(track.ease.end(), {real(0, 1), real(0, 1)});
    }
    if (pick(6) == 0 && track.times.back() > 0) track.period = track.times.back() + 1;
    return track;
  }

  void add_value(Track& track, bool matrix) {
    if (matrix) {
      const Mat4 m = trs_matrix(vec(1), turn(), {real(0.5, 2), real(0.5, 2), real(0.5, 2)});
      track.values.insert(track.values.end(), m.m.begin(), m.m.end());
      return;
    }
    if (track.property == Property::visibility) {
      track.values.push_back(static_cast<double>(pick(2)));
      return;
    }
    const std::size_t parts = track.stride() / track.components();
    for (std::size_t part = 0; part < parts; ++part) {
      if (track.property == Property::rotation) {
        const Quat q = turn();
        const double size = track.interpolation == Interpolation::cubic && part != 1 ? 0.1 : 1;
        track.values.insert(track.values.end(), {q.x * size, q.y * size, q.z * size, q.w * size});
      } else {
        const bool scale = track.property == Property::scale;
        const bool block = track.property == Property::block_size;
        const bool tangent = parts == 3 && part != 1;
        Vec3 v = scale && !tangent ? Vec3{real(0.5, 2), real(0.5, 2), real(0.5, 2)} : vec(0.5);
        if (block) v = {static_cast<double>(pick(9)), static_cast<double>(1 + pick(9)), 8};
        track.values.insert(track.values.end(), {v.x, v.y, v.z});
      }
    }
  }

  std::mt19937 random_;
};

}  // namespace anmkit::test
