// SPDX-License-Identifier: MIT
// From the model files to meshes.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "formats/gc/document.hpp"
#include "formats/gc/model/display_list.hpp"
#include "formats/gc/model/layout.hpp"
#include "formats/gc/model/skn_vertices.hpp"

namespace anmkit::gc {

// The skinned object of a palette: the one with interleaved positions and normals.
const DisplayObject* skinned_object(const GeometryPalette& palette);

// A display object as a mesh, with its materials and images added to the scene. `skin` replaces
// the positions of the skinned object; node indices are boneArray indices. `budget` bounds the
// bytes of primitive lists that are followed.
class MeshMaker {
 public:
  MeshMaker(Scene& scene, const GeometryPalette& palette, ByteView bytes, Companions companions,
            Diagnostics& diagnostics);
  Mesh make(const DisplayObject& object, std::span<const SkinVertex> skin);

 private:
  struct Texture {
    std::int32_t image = -1;  // of the scene
    AlphaMode alpha = AlphaMode::opaque;
  };
  struct TextureFile {
    Bytes bytes;
    Textures textures;
    std::uint64_t texels_left;
  };
  // Image, wrap s and t, filters, unlit, base colour.
  using MaterialKey =
      std::tuple<std::int32_t, Wrap, Wrap, Filter, Filter, bool, float, float, float, float>;

  const TextureDocument* palette_of(const DisplayObject& object, std::size_t unit);
  Texture image(const DisplayObject& object, std::uint32_t setting);
  // `replace`: the texture alone is seen, neither colour nor light.
  std::int32_t material(const DisplayObject& object, std::optional<std::uint32_t> texture,
                        bool replace);
  using AttributeSet = std::array<bool, kAttributes>;
  void report(const ListEnd& end, const DisplayObject& object);
  void report(const AttributeSet& described, const DisplayObject& object);

  Scene& scene_;
  const GeometryPalette& palette_;
  ByteView bytes_;
  Companions companions_;
  Diagnostics& diagnostics_;
  std::uint64_t budget_;
  std::set<std::string> missing_;  // texture palettes that were named in a finding
  std::map<const Document*, TextureFile> files_;
  std::map<std::pair<const Document*, std::size_t>, Texture> images_;
  // Object, setting, whether the texture replaces.
  std::map<std::tuple<std::uint32_t, std::int64_t, bool>, std::int32_t> material_of_;
  std::map<MaterialKey, std::int32_t> materials_;
};

// Puts the meshes of the palette and skin among the companions onto an actor's nodes, which are
// the scene's first nodes in boneArray order.
void add_models(const Actor& actor, Companions companions, Scene& scene, Diagnostics& diagnostics);
// The parts that an export of the actor with these companions would leave out.
void check_models(const Actor& actor, Companions companions, Diagnostics& diagnostics);

// The names of the texture palettes that a palette's meshes show, in lower case and without
// folders, each once.
std::vector<std::string> texture_files(const GeometryPalette& palette, ByteView bytes);

}  // namespace anmkit::gc
