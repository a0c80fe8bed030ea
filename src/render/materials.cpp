// SPDX-License-Identifier: MIT
// Textures that can be used, and what is done with them.
#include "render/materials.hpp"

namespace anmkit::render {

Materials::Materials(const Scene& scene, std::span<const Picture> textures) : scene_(scene) {
  read_textures(textures);
  for (const Material& material : scene.materials)
    styles_.push_back(style_of(material));
  // What has no material: faces as glTF shows them; lines; bones.
  Style faces, lines, bones;
  lines.unlit = bones.double_sided = true;
  styles_.insert(styles_.end(), {faces, lines, bones});
}

void Materials::read_textures(std::span<const Picture> given) {
  std::vector<bool> smaller(scene_.images.size());
  for (const Material& material : scene_.materials) {
    const auto image = static_cast<std::size_t>(material.image);
    if (material.image < 0 || image >= smaller.size()) continue;
    const bool plain =
        material.min_filter == Filter::nearest || material.min_filter == Filter::linear;
    if (!plain) smaller[image] = true;
  }
  pictures_.resize(scene_.images.size());
  for (std::size_t i = 0; i < scene_.images.size(); ++i) {
    const Image& image = scene_.images[i];
    const Picture* picture = i < given.size() ? &given[i] : nullptr;
    if (image.media_type.empty()) {
      pictures_[i] = {image.width, image.height, image.bytes};
      picture = &pictures_[i];
    }
    const bool good = picture != nullptr && picture->width > 0 && picture->height > 0 &&
                      picture->pixels.size() == std::uint64_t{4} * picture->width * picture->height;
    textures_.push_back(good ? std::make_unique<Texture>(*picture, smaller[i]) : nullptr);
  }
}

Style Materials::style_of(const Material& material) const {
  Style style;
  const auto image = static_cast<std::size_t>(material.image);
  if (material.image >= 0 && image < textures_.size()) style.look.texture = textures_[image].get();
  style.look.wrap_s = material.wrap_s;
  style.look.wrap_t = material.wrap_t;
  style.look.mag = material.mag_filter;
  style.look.min = material.min_filter;
  style.alpha = material.alpha;
  style.double_sided = material.double_sided;
  style.unlit = material.unlit;
  return style;
}
std::uint32_t Materials::of(const Primitive& primitive) const {
  const std::size_t count = scene_.materials.size();
  if (primitive.material >= 0 && static_cast<std::size_t>(primitive.material) < count)
    return static_cast<std::uint32_t>(primitive.material);
  return static_cast<std::uint32_t>(count + (primitive.mode == PrimitiveMode::triangles ? 0 : 1));
}

}  // namespace anmkit::render
