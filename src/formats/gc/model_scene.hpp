// From the model files to meshes.
#pragma once

#include <span>
#include <utility>

#include "formats/gc/model_document.hpp"
#include "formats/gc/scene.hpp"

namespace anmkit::gc {

// One vertex of the skinned object in the bind pose (section 10).
struct SkinVertex {
  Vec3 position;  // file units
  Vec3 normal;
  std::vector<std::pair<std::uint16_t, double>> weights;  // boneArray index and weight, any sum
};
// The vertices that a skin moves, `count` of them; those that no list names have no weights.
std::vector<SkinVertex> skin_vertices(const Skin& skin, ByteView bytes, std::size_t count,
                                      Diagnostics& diagnostics);

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
  std::int32_t image(const DisplayObject& object, std::uint32_t setting);
  std::int32_t material(const DisplayObject& object, std::optional<std::uint32_t> texture);

  Scene& scene_;
  const GeometryPalette& palette_;
  ByteView bytes_;
  Companions companions_;
  Diagnostics& diagnostics_;
  std::uint64_t budget_;
  std::vector<std::pair<std::pair<const Document*, std::size_t>, std::int32_t>> images_;
  std::uint64_t texels_ = 0;
};

// Puts the meshes of the palette and skin among the companions onto an actor's nodes, which are
// the scene's first nodes in boneArray order.
void add_models(const Actor& actor, Companions companions, Scene& scene, Diagnostics& diagnostics);

template <class DocumentType>
const DocumentType* companion_of(Companions companions, std::string_view id) {
  for (const Companion& companion : companions)
    if (companion.document != nullptr && companion.document->format() == id)
      return static_cast<const DocumentType*>(companion.document);
  return nullptr;
}

}  // namespace anmkit::gc
