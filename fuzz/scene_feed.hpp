// SPDX-License-Identifier: MIT
// Bytes as a scene: most of them sound, with all numbers that a program may contain, and some that
// name what is not there.
#pragma once

#include <array>
#include <limits>

#include "anmkit/scene.hpp"
#include "feed.hpp"

namespace anmkit::fuzz {

class SceneFeed {
 public:
  explicit SceneFeed(Feed& feed) : feed_(feed) {}

  Scene scene() {
    Scene scene;
    const std::uint8_t shape = feed_.byte();
    sound_ = (shape & 3) != 0;
    tame_ = (shape & 4) != 0;
    scene.up = static_cast<UpAxis>(feed_.byte() % 3);
    scene.metres_per_unit = (shape & 8) != 0 ? number() : 1;
    nodes_ = feed_.byte() % 12;
    meshes_ = feed_.byte() % 3;
    materials_ = feed_.byte() % 3;
    images_ = feed_.byte() % 2;
    cameras_ = feed_.byte() % 2;
    for (std::size_t i = 0; i < nodes_; ++i)
      scene.nodes.push_back(node(i));
    for (std::size_t i = 0; i < meshes_; ++i)
      scene.meshes.push_back({name(), {primitive()}});
    for (std::size_t i = 0; i < materials_; ++i)
      scene.materials.push_back(material());
    for (std::size_t i = 0; i < images_; ++i)
      scene.images.push_back(image());
    for (std::size_t i = 0; i < cameras_; ++i)
      scene.cameras.push_back({number(), number(), number()});
    for (std::size_t left = feed_.byte() % 3; left > 0; --left)
      scene.clips.push_back(clip());
    scene.has_angles = (shape & 16) != 0;
    return scene;
  }

 private:
  double number() {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    constexpr std::array kSpecial = {0.0,        -0.0,
                                     1.0,        -1.0,
                                     0.5,        1e-9,
                                     1e-310,     1e9,
                                     1e30,       -1e38,
                                     1e300,      kInfinite,
                                     -kInfinite, std::numeric_limits<double>::quiet_NaN(),
                                     90.0,       180.0,
                                     3.1416,     1 / 3.0};
    const std::uint8_t kind = feed_.byte();
    // As they are in files, most of the time.
    if (tame_ || kind < 160) return (static_cast<double>(kind) - 80) / 16;
    return kSpecial[kind % kSpecial.size()];
  }
  Vec3 vec3() { return {number(), number(), number()}; }
  Quat quat() {
    const Quat q{number(), number(), number(), number()};
    return feed_.byte() % 4 != 0 ? normalize(q) : q;
  }
  std::string name() {
    constexpr std::array kNames = {"", "a", "b", "Head", "hips", "a/b", "..", "\xff", "obj000"};
    return kNames[feed_.byte() % kNames.size()];
  }
  std::int32_t index(std::size_t count) {
    const auto wish = static_cast<std::int8_t>(feed_.byte());
    if (!sound_ && wish > 100) return wish;
    return static_cast<std::int32_t>(static_cast<std::uint8_t>(wish) % (count + 1)) - 1;
  }

  Node node(std::size_t own) {
    Node node;
    node.name = name();
    node.id = feed_.byte();
    const std::uint8_t kind = feed_.byte();
    // Mostly below one that is there already; now and then a circle.
    node.parent = index((kind & 1) != 0 ? nodes_ : own);
    if ((kind & 2) != 0) {
      node.rest.translation = vec3();
      node.rest.rotation = quat();
    }
    if ((kind & 4) != 0) node.rest.scale = vec3();
    if ((kind & 8) != 0) node.rest.pivot = vec3();
    if ((kind & 16) != 0) node.offset.m[feed_.byte() % 16] = number();
    if ((kind & 32) != 0) node.block_size = vec3();
    node.inherit_scale = (kind & 64) == 0;
    node.visible = (kind & 128) == 0;
    node.mesh = index(meshes_);
    node.camera = index(cameras_);
    return node;
  }

  Primitive primitive() {
    Primitive primitive;
    const std::uint8_t kind = feed_.byte();
    primitive.mode = static_cast<PrimitiveMode>(kind % 3);
    primitive.material = index(materials_);
    const std::size_t count = 6 * (1 + feed_.byte() % 3);
    const auto fill = [&](bool wanted, auto& array) {
      if (!wanted) return;
      array.resize(!sound_ && feed_.byte() > 200 ? count / 2 : count);
      for (auto& vertex : array) {
        for (auto& value : vertex)
          value = static_cast<float>(number());
      }
    };
    fill(true, primitive.positions);
    fill((kind & 4) != 0, primitive.normals);
    fill((kind & 8) != 0, primitive.uvs);
    fill((kind & 16) != 0, primitive.colors);
    if ((kind & 32) != 0 && nodes_ > 0) {
      primitive.joints.resize(count);
      for (auto& four : primitive.joints) {
        for (auto& joint : four)
          joint = static_cast<std::uint32_t>(feed_.byte() % (sound_ ? nodes_ : nodes_ + 1));
      }
      fill(true, primitive.weights);
    }
    if ((kind & 64) != 0) {
      for (std::size_t i = 0; i < 6; ++i)
        primitive.indices.push_back(
            static_cast<std::uint32_t>(feed_.byte() % (sound_ ? count : count + 1)));
    }
    return primitive;
  }

  Material material() {
    Material material;
    material.name = name();
    for (float& value : material.base_color)
      value = static_cast<float>(number());
    material.image = index(images_);
    material.alpha = static_cast<AlphaMode>(feed_.byte() % 3);
    material.double_sided = feed_.byte() % 2 != 0;
    return material;
  }

  Image image() {
    Image image;
    image.name = name();
    if (feed_.byte() % 2 != 0) {
      image.media_type = "image/png";
      image.bytes = feed_.part();
      return image;
    }
    image.width = feed_.byte() % 9;
    image.height = feed_.byte() % 9;
    image.bytes.resize(std::size_t{4} * image.width * image.height -
                       (!sound_ && image.width * image.height != 0 ? 1 : 0));
    return image;
  }

  Clip clip() {
    Clip clip;
    clip.name = name();
    clip.rate = feed_.byte() % 4 == 0 ? number() : 30;
    clip.duration = feed_.byte() % 8 == 0 ? number() : feed_.byte() % 64;
    clip.loops = feed_.byte() % 2 != 0;
    clip.loop_start = feed_.byte() % 8 == 0 ? number() : 0;
    for (std::size_t left = feed_.byte() % 6; left > 0; --left)
      clip.tracks.push_back(track());
    return clip;
  }

  Track track() {
    Track track;
    track.node = static_cast<std::uint32_t>(index(nodes_ > 0 ? nodes_ - 1 : 0) + 1);
    track.property = static_cast<Property>(feed_.byte() % kPropertyCount);
    track.interpolation = static_cast<Interpolation>(feed_.byte() % 7);
    double time = feed_.byte() % 4 == 0 ? number() : 0;
    for (std::size_t left = feed_.byte() % 8; left > 0; --left) {
      track.times.push_back(time);
      time += feed_.byte() / 16.0;
    }
    if (!sound_ && feed_.byte() > 200) track.times.push_back(-1);
    const std::size_t lost = !sound_ && feed_.byte() > 200 ? 1 : 0;
    for (std::size_t i = 0; i + lost < track.times.size() * track.stride(); ++i)
      track.values.push_back(number());
    if (feed_.byte() % 8 == 0) {
      for (std::size_t i = 0; i < 2 * track.times.size(); ++i)
        track.ease.push_back(number());
      track.ease_kind = static_cast<EaseKind>(feed_.byte() % 2);
    }
    track.period = feed_.byte() % 8 == 0 ? number() : 0;
    return track;
  }

  Feed& feed_;
  bool sound_ = true, tame_ = false;
  std::size_t nodes_ = 0, meshes_ = 0, materials_ = 0, images_ = 0, cameras_ = 0;
};

}  // namespace anmkit::fuzz
