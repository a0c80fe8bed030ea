// The textures of a TPL as pictures one can look at (section 11).
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model_layout.hpp"

namespace anmkit::gc {

// Each texture on a quad of its size, side by side.
Result<Scene> TextureDocument::to_scene(Companions, const Options&,
                                        Diagnostics& diagnostics) const {
  const TexturePalette& palette = file;
  const auto bytes = write();
  if (!bytes) return std::unexpected(bytes.error());
  Scene scene;
  scene.metres_per_unit = 1.0 / 256;
  float x = 0;
  std::uint64_t texels = 0;
  const Textures textures(palette);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const TextureHeader* header = textures.image(i);
    if (header == nullptr) continue;
    texels += std::uint64_t{header->width} * header->height;
    if (texels > most_texels(bytes->size())) {
      Findings(diagnostics)
          .warning("TPL010", "textures share their texels so often that the rest is left out", {},
                   path_of("descriptors", i));
      break;
    }
    auto picture = decode(*bytes, *header, textures.clut(i));
    if (!picture) {
      diagnostics.add(Severity::warning, picture.error().code, picture.error().message,
                      picture.error().offset, path_of("descriptors", i));
      continue;
    }
    const auto w = static_cast<float>(picture->width), h = static_cast<float>(picture->height);
    const auto at = static_cast<std::int32_t>(scene.images.size());
    scene.images.push_back({"texture" + std::to_string(i), "", std::move(picture->pixels),
                            picture->width, picture->height});
    Material& material = scene.materials.emplace_back();
    material.name = "texture" + std::to_string(i);
    material.image = at;
    material.double_sided = material.unlit = true;
    material.alpha = AlphaMode::blend;
    Primitive quad;
    quad.material = at;
    quad.positions = {{x, h, 0}, {x, 0, 0}, {x + w, 0, 0}, {x + w, h, 0}};
    quad.uvs = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    quad.indices = {0, 1, 2, 2, 3, 0};
    Mesh& mesh = scene.meshes.emplace_back();
    mesh.name = material.name;
    mesh.primitives.push_back(std::move(quad));
    Node& node = scene.nodes.emplace_back();
    node.name = material.name;
    node.id = static_cast<std::int64_t>(i);
    node.mesh = at;
    x += w + 8;
  }
  return scene;
}

}  // namespace anmkit::gc
