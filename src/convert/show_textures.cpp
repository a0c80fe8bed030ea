// SPDX-License-Identifier: MIT
// The images of a scene, decoded.
#include "convert/show.hpp"

#include "core/limits.hpp"
#include "scene/image.hpp"

namespace anmkit {

Result<std::vector<Picture>> decode_textures(const Scene& scene, std::uint64_t most_pixels,
                                             Diagnostics& notes) {
  const std::vector<std::size_t> first = first_equal_images(scene.images);
  std::vector<bool> shown(scene.images.size());
  for (const Material& material : scene.materials) {
    const auto image = static_cast<std::size_t>(material.image);
    if (material.image >= 0 && image < shown.size()) shown[first[image]] = true;
  }
  std::vector<Picture> textures(scene.images.size());
  std::uint64_t pixels = 0;
  for (std::size_t i = 0; i < textures.size(); ++i) {
    const Image& image = scene.images[i];
    if (image.media_type.empty()) {
      pixels += std::uint64_t{image.width} * image.height;
    } else if (shown[i]) {
      auto read = decode_animation(image.bytes);
      if (!read) {
        notes.add(Severity::warning, "anmkit.TEXTURE",
                  "texture " + (image.name.empty() ? std::to_string(i) : "'" + image.name + "'") +
                      " is shown white: " + read.error().message);
        continue;
      }
      textures[i] = std::move(read->frames.front().picture);
      pixels += textures[i].pixels.size() / 4;
    }
    if (pixels > most_pixels) {
      return std::unexpected(over_limit(Limit::texture_pixels, most_pixels,
                                        "the textures of the scene have more pixels together"));
    }
  }
  return textures;
}

}  // namespace anmkit
