// SPDX-License-Identifier: MIT
// Validity of a scene: indices are in range, arrays have the right length.
#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "anmkit/scene.hpp"
#include "scene/check_scene.hpp"

namespace anmkit {
namespace {

std::string numbered(std::string_view what, std::size_t index) {
  return std::string(what) + " " + std::to_string(index);
}

// Whether times are finite and none is before the one before it: between two finite ones, what is
// neither less nor NaN is. Without a way out, so that several are looked at in one step.
bool one_after_the_other(std::span<const double> times) {
  if (times.empty()) return true;
  bool good = std::isfinite(times.front()) && std::isfinite(times.back());
  for (std::size_t i = 1; i < times.size(); ++i)
    good &= times[i - 1] <= times[i];
  return good;
}

// The first error; empty = none.
class Inspection {
 public:
  Inspection(const Scene& scene, bool surfaces) : scene_(scene), surfaces_(surfaces) {}

  std::string run() {
    for (std::size_t i = 0; i < scene_.nodes.size(); ++i)
      inspect(scene_.nodes[i], numbered("node", i));
    for (std::size_t i = 0; i < scene_.meshes.size(); ++i) {
      for (const Primitive& primitive : scene_.meshes[i].primitives)
        inspect(primitive, numbered("mesh", i));
    }
    for (std::size_t i = 0; i < scene_.materials.size(); ++i)
      expect_index(scene_.materials[i].image, scene_.images.size(), numbered("material", i),
                   "image");
    for (std::size_t i = 0; i < scene_.images.size(); ++i)
      inspect(scene_.images[i], numbered("image", i));
    for (std::size_t i = 0; i < scene_.clips.size(); ++i) {
      const std::string owner = numbered("clip", i);
      for (const Track& track : scene_.clips[i].tracks)
        inspect(track, owner);
    }
    return fault_;
  }

 private:
  void expect(bool good, const std::string& owner, std::string_view rule) {
    if (!good && fault_.empty()) fault_ = owner + ": " + std::string(rule);
  }

  void expect_index(std::int64_t index, std::size_t count, const std::string& owner,
                    std::string_view kind) {
    if (index >= -1 && index < static_cast<std::int64_t>(count)) return;
    expect(false, owner,
           "its " + std::string(kind) + " is " + std::to_string(index) + " of " +
               std::to_string(count));
  }

  void inspect(const Node& node, const std::string& owner) {
    expect_index(node.parent, scene_.nodes.size(), owner, "parent");
    expect_index(node.mesh, scene_.meshes.size(), owner, "mesh");
    expect_index(node.camera, scene_.cameras.size(), owner, "camera");
  }

  void inspect(const Primitive& primitive, const std::string& owner) {
    const std::size_t count = primitive.positions.size();
    const auto full = [&](const auto& array) { return array.empty() || array.size() == count; };
    expect_index(primitive.material, scene_.materials.size(), owner, "material");
    expect(full(primitive.normals) && full(primitive.uvs) && full(primitive.colors) &&
               full(primitive.joints) && full(primitive.weights),
           owner, "each vertex needs a value in each array that is not empty");
    expect(primitive.joints.empty() == primitive.weights.empty(), owner,
           "joints and weights come together");
    expect(!surfaces_ ||
               std::ranges::all_of(primitive.indices, [&](auto index) { return index < count; }),
           owner, "indices name its vertices");
    for (const auto& four : primitive.joints) {
      expect(std::ranges::all_of(four, [&](auto joint) { return joint < scene_.nodes.size(); }),
             owner, "joints are nodes");
    }
  }

  void inspect(const Image& image, const std::string& owner) {
    if (!surfaces_ || !image.media_type.empty()) return;
    const std::uint64_t pixels = std::uint64_t{image.width} * image.height;
    // Empty ones represent images that are not there.
    expect(image.bytes.empty() || (image.bytes.size() % 4 == 0 && image.bytes.size() / 4 == pixels),
           owner, "expected four bytes per pixel");
  }

  void inspect(const Track& track, const std::string& owner) {
    expect(track.node < scene_.nodes.size(), owner, "a track has a node");
    expect(static_cast<std::size_t>(track.property) < kPropertyCount &&
               track.interpolation <= Interpolation::squad,
           owner, "expected a known property and interpolation of a track");
    const bool arcs = track.interpolation == Interpolation::slerp ||
                      track.interpolation == Interpolation::slerp_long ||
                      track.interpolation == Interpolation::squad;
    expect(!arcs || track.property == Property::rotation, owner, "arcs are for rotations");
    expect(track.values.size() == track.times.size() * track.stride(), owner,
           "each key of a track has its numbers");
    expect(track.ease.empty() || track.ease.size() == 2 * track.times.size(), owner,
           "each key has two eases, or none has any");
    expect(one_after_the_other(track.times), owner, "keys are in order of time, at finite times");
  }

  const Scene& scene_;
  bool surfaces_;
  std::string fault_;
};

Result<void> inspect(const Scene& scene, bool surfaces) {
  std::string fault = Inspection(scene, surfaces).run();
  if (fault.empty()) return {};
  return fail("anmkit.SCENE", std::move(fault));
}

}  // namespace

Result<void> check_scene(const Scene& scene) {
  return inspect(scene, true);
}

Result<void> check_outline(const Scene& scene) {
  return inspect(scene, false);
}

}  // namespace anmkit
