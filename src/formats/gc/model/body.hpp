// SPDX-License-Identifier: MIT
// Shared numbers of actors, palettes, skins and textures from one scene: which bone draws
// which display object, where bones are at rest, and which image has which number.
#pragma once

#include "formats/gc/skeleton.hpp"
#include "scene/mesh_parts.hpp"

namespace anmkit::gc {

inline constexpr std::uint16_t kNoObject = 0xFFFF;  // sections 8.1 and 8.2

struct Body {
  // A display object that moves with a bone: what a node of the scene shows, in the bone's space.
  struct Part {
    std::uint16_t object = 0;
    std::size_t node = 0;  // of the scene; of several nodes that show the same, the first
    Vec3 scale{1, 1, 1};   // of the node's own, which bones do not have
  };

  Skeleton skeleton;
  std::vector<std::uint16_t> object_of;  // of each bone of the skeleton
  std::uint16_t skin = kNoObject;        // the object that the skin moves
  std::vector<Part> parts;               // ascending by object
  std::size_t objects = 0;               // of the palette
  bool shows_skin = false;
  // Faces that follow one bone alone and belong to the skin nonetheless: exports show them as parts
  // of bones that draw no object of their own. Here they are skinned.
  std::vector<Primitive> joined;
  std::string stem;  // name of the files, without extension
};

// Objects keep the numbers that an actor gave them from which the scene was made; else the skin
// comes first, and the parts in the order of the nodes. Error: more objects than there are numbers.
Result<Body> body_of(const FromScene& from);

// The actor of a body: bones in the order of its nodes (actor/from_scene.cpp). Errors: numbers that
// do not fit, parents that form a ring.
Result<Actor> actor_of(const FromScene& from, const Body& body);

// Where the bones of an actor are at rest (section 6.5).
struct RestBones {
  std::vector<std::uint16_t> number;  // of each bone of the skeleton, in boneArray order
  std::vector<Mat4> world;            // by that number
};
RestBones rest_bones(const Actor& actor);

// The number in "texture7" or "object7", as exports call them.
std::optional<std::size_t> number_behind(std::string_view word, std::string_view name);

// Numbers of the scene's images in a texture palette. "texture7", as exports call them, keeps its
// number; the others that are seen take those that are free.
inline constexpr std::size_t kMostTextures = 8192;  // section 9.3: 13 bits
struct TextureNumbers {
  std::vector<std::int32_t> of;  // of each image of the scene, -1 where nothing shows it
  std::size_t count = 0;         // numbers up to the largest, used or not
};
TextureNumbers number_textures(const Scene& scene);
// The settings of a texture of one level (sections 9.3 and 11).
inline std::uint32_t number_of(Wrap wrap) {
  return wrap == Wrap::clamp ? 0 : wrap == Wrap::repeat ? 1 : 2;
}
inline std::uint32_t number_of(Filter filter) {
  return filter == Filter::nearest || filter == Filter::nearest_mipmap_nearest ||
                 filter == Filter::nearest_mipmap_linear
             ? 0
             : 1;
}

}  // namespace anmkit::gc
