// SPDX-License-Identifier: MIT
// The textures of a TPL as images one can look at (section 11).
#include "formats/gc/document.hpp"
#include "formats/gc/findings.hpp"
#include "formats/gc/model/layout.hpp"

namespace anmkit::gc {

namespace {

// Calls use(index, image) for each texture that can be shown, and reports the others.
template <class Use>
void decode_all(const TexturePalette& palette, ByteView bytes, Diagnostics& diagnostics, Use use) {
  std::uint64_t texels = 0;
  const Textures textures(palette);
  for (std::size_t i = 0; i < palette.descriptors.size(); ++i) {
    const TextureHeader* header = textures.image(i);
    if (header == nullptr) continue;
    texels += std::uint64_t{header->width} * header->height;
    if (texels > most_texels(bytes.size())) {
      Findings(diagnostics)
          .warning("TPL010", "textures share their texels so often that the rest is left out", {},
                   path_of("descriptors", i));
      return;
    }
    auto picture = decode(bytes, *header, textures.clut(i));
    if (!picture) {
      diagnostics.add(Severity::warning, picture.error().code, picture.error().message,
                      picture.error().offset, path_of("descriptors", i));
      continue;
    }
    use(i, std::move(*picture));
  }
}

}  // namespace

// The first level of every texture, numbered as in the file.
Result<std::vector<StoredPicture>> TextureDocument::pictures(const Context&) const {
  const auto bytes = write();
  if (!bytes) return std::unexpected(bytes.error());
  std::vector<StoredPicture> found;
  Diagnostics findings;
  decode_all(file, *bytes, findings, [&](std::size_t index, Picture&& picture) {
    StoredPicture& stored = found.emplace_back();
    stored.id = static_cast<std::uint32_t>(index);
    stored.picture = {picture.width, picture.height, std::move(picture.pixels)};
  });
  if (!findings.empty()) return std::unexpected(findings.finish().front());
  if (found.empty()) return fail(prefixed("TPL006"), "the file has no textures");
  return found;
}

// Each texture on a quad of its size, side by side.
Result<Scene> TextureDocument::to_scene(const SceneRequest&, const Context&,
                                        Diagnostics& diagnostics) const {
  const auto bytes = write();
  if (!bytes) return std::unexpected(bytes.error());
  Scene scene;
  scene.metres_per_unit = 1.0 / 256;
  float x = 0;
  decode_all(file, *bytes, diagnostics, [&](std::size_t index, Picture&& picture) {
    const auto w = static_cast<float>(picture.width), h = static_cast<float>(picture.height);
    const auto at = static_cast<std::int32_t>(scene.images.size());
    const std::string name = "texture" + std::to_string(index);
    scene.images.push_back({name, "", std::move(picture.pixels), picture.width, picture.height});
    Material& material = scene.materials.emplace_back();
    material.name = name;
    material.image = at;
    material.double_sided = material.unlit = true;
    material.alpha = AlphaMode::blend;
    Primitive quad;
    quad.material = at;
    quad.positions = {{x, h, 0}, {x, 0, 0}, {x + w, 0, 0}, {x + w, h, 0}};
    quad.uvs = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
    quad.indices = {0, 1, 2, 2, 3, 0};
    Mesh& mesh = scene.meshes.emplace_back();
    mesh.name = name;
    mesh.primitives.push_back(std::move(quad));
    Node& node = scene.nodes.emplace_back();
    node.name = name;
    node.id = static_cast<std::int64_t>(index);
    node.mesh = at;
    x += w + 8;
  });
  return scene;
}

}  // namespace anmkit::gc
